import { escapeText } from '@newsstand/html';
import { writeAttribute } from '../html/writeHtml.ts';
import type { SourceMedia } from '../records/SourceContent.ts';

/** What is known about a picture besides its URL. */
export type PictureDetails = {
  readonly alt?: string | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
};

/** HTML that shows a file: a picture, a video, or a link to anything else. */
export function assetHtml({ url, type, name }: SourceMedia, details: PictureDetails = {}): string {
  if (type === undefined) return `<p><a${writeAttribute('href', url)}>${escapeText(name ?? url)}</a></p>`;
  if (type === 'video') return `<video controls${writeAttribute('src', url)}></video>`;
  const { alt = '', width, height } = details;
  const attributes = { alt, width: String(width ?? ''), height: String(height ?? '') };
  const written = Object.entries(attributes).map(([key, value]) =>
    value === '' ? '' : writeAttribute(key, value),
  );
  return `<img${writeAttribute('src', url)}${written.join('')}>`;
}

/** The type of a file by its MIME type. */
export function typeOfMime(mimetype = ''): SourceMedia['type'] {
  return (['image', 'video'] as const).find((type) => mimetype.startsWith(`${type}/`));
}
