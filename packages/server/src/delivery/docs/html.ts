/** Text that is HTML already; everything else is escaped on its way into a page. */
export type Html = { readonly html: string };

/** What may stand in a page: text and numbers are escaped, HTML is taken as it is, nothing is nothing. */
export type Part = string | number | Html | readonly Part[] | undefined;

/** Builds HTML from a template; each value put into it is escaped unless it is HTML itself. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + render(parts[index])).join('') };
}

/** Text in which `back quotes` mark code, as descriptions are written. */
export function prose(text: string): Html {
  const pieces = text.split('`');
  return html`${pieces.map((piece, index) => (index % 2 === 1 ? html`<code>${piece}</code>` : piece))}`;
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeText(String(part));
  return 'html' in part ? part.html : part.map(render).join('');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
