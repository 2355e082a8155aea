const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for any place in HTML or XML: between tags, and in an attribute with either kind of quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, refer);
}

/** Text between tags, where quotes mean nothing: for HTML that people read and edit. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, refer);
}

/** A value in double quotes, with no more escaped than has to be: for HTML that people read and edit. */
export function escapeAttribute(value: string): string {
  return value.replace(/[&<"]/g, refer);
}

function refer(character: string): string {
  return references[character] ?? character;
}
