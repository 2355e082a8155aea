import { escapeHtml } from '@newsstand/html';

/** Markup that is inserted into a page as it is; plain strings are escaped. */
export type Html = { readonly html: string };

/** A value in a template: text and numbers are escaped, markup is kept, `undefined` becomes nothing. */
export type Part = string | number | Html | readonly Part[] | undefined;

/** Builds markup from a template and escapes every value that is not markup itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + render(parts[index])).join('') };
}

/** Text as descriptions are written: `back quotes` mark code. */
export function prose(text: string): Html {
  const pieces = text.split('`');
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

/** A list of values with a separator between them. */
export function join(parts: readonly Part[], separator: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : [separator, part]))}`;
}

/** A style or script of a page, as its content security policy allows it. */
export function hashSource(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`;
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(render).join('');
}
