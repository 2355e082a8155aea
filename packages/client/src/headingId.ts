/** Gives each heading of a body an ID of its own: the one that it brings, or else a slug of its text. */
export type HeadingIds = (text: string, given?: string) => string;

const longestSlug = 80;

/** IDs for the headings of one body, in their order. */
export function headingIds(prefix = ''): HeadingIds {
  const used = new Map<string, number>();
  return (text, given = '') => {
    const base = prefix + (plain(given) || slug(text) || 'section');
    let count = used.get(base) ?? 0;
    let id = base;
    while (used.has(id)) id = `${base}-${++count + 1}`;
    used.set(base, count).set(id, used.get(id) ?? 0);
    return id;
  };
}

/** Without what no ID may hold: spaces, and the character that parsers take out. */
function plain(given: string): string {
  return given.replaceAll('\0', '').trim().replace(/\s+/g, '-');
}

/** Letters and digits of every script, the rest as hyphens. */
function slug(text: string): string {
  const words = text.slice(0, longestSlug).normalize('NFKC').toLowerCase();
  return words.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}
