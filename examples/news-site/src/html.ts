/** Text that is HTML already; everything else is escaped on its way into a page. */
export type Html = { readonly html: string };

/** A value in a template: text and numbers are escaped, HTML is kept as it is, `undefined` and `false` become nothing. */
export type Part = string | number | Html | readonly Part[] | undefined | false;

/** Builds HTML from a template. Each value put into it is escaped, unless it is HTML itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + render(parts[index])).join('') };
}

/** Marks a text as HTML. Only for the output of a sanitiser or an escaping function. */
export function safe(text: string): Html {
  return { html: text };
}

/** An attribute with a leading space; nothing if there is no value. */
export function attribute(name: string, value: string | number | undefined | false): Html | undefined {
  return value === undefined || value === false ? undefined : html` ${safe(name)}="${value}"`;
}

function render(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return 'html' in part ? part.html : part.map(render).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for attributes in quotes. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
