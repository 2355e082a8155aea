import { readInline } from './readInline.ts';
import { escapeText } from './writeInline.ts';

/** A line of inline HTML in a plain field: as text where it is only that, else as the HTML that it is. */
export type CaptionText = { readonly text: string; readonly isHtml: boolean };

/** What a field shows of inline HTML. */
export function captionText(html: string): CaptionText {
  const content = readInline(html);
  const isHtml = content.some(({ type, marks }) => type !== 'text' || marks !== undefined);
  return { text: isHtml ? html : content.map(({ text = '' }) => text).join(''), isHtml };
}

/** The inline HTML of what was typed into a field. */
export function captionHtml(text: string, isHtml: boolean): string {
  return isHtml ? text : escapeText(text);
}
