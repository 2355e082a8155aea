import type { HtmlToken } from '../scanHtml.ts';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that a line of text may hold. */
export const inlineElements = setOf(
  'a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr',
);

/** Elements that hold, or stand beside, lines of text. */
const blocks = setOf(
  'address article aside blockquote caption col colgroup dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hr li ol p pre section summary table tbody td tfoot th thead tr ul',
);

/** Elements that any HTML may hold. */
export const blockElements: ReadonlySet<string> = new Set([
  ...inlineElements,
  ...blocks,
  ...['audio', 'iframe', 'img', 'source', 'video'],
]);

/** Elements that hold nothing, or nothing that we read. */
const voids = setOf('br col hr iframe img source wbr');

/** Parsers open these again and again where they were left open; so each is open once only. */
const formats = setOf('b code em i s small strong u');

/** What begins ends an open one of the same row, up to the element that holds them. */
const rows = [
  { members: setOf('li'), holders: setOf('ul ol') },
  { members: setOf('dt dd'), holders: setOf('dl') },
  { members: setOf('td th'), holders: setOf('table') },
  { members: setOf('tr'), holders: setOf('table') },
  { members: setOf('caption colgroup tbody tfoot thead'), holders: setOf('table') },
  { members: setOf('rp rt'), holders: setOf('ruby') },
  { members: setOf('a'), holders: setOf('') },
];

/** Outside of a table a parser takes these for all kinds of things, and may lose what follows. */
const tableParts = setOf('caption col colgroup tbody td tfoot th thead tr');

/** Elements within elements end here; deeper ones are left out, their text stays. */
const deepest = 50;

/** Whether the name of an element is one of a heading's. */
export const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/**
 * Tokens that every parser reads alike: known elements only, each closed where it should be, not too deep. A heading
 * reaches up to the next tag of a heading, as `outline` has it. It is no sanitiser: attributes are as they came.
 */
export function tidyHtml(tokens: readonly HtmlToken[], known: ReadonlySet<string>): readonly HtmlToken[] {
  const tidy: HtmlToken[] = [];
  const open: string[] = [];
  const closeFrom = (index: number) => {
    for (const name of open.splice(index).reverse()) tidy.push({ name, isEnd: true, attributes: new Map() });
  };
  for (const token of tokens) {
    if (typeof token === 'string') tidy.push(token);
    else if (!known.has(token.name)) continue;
    else if (!isWelcome(token.name, open)) tidy.push(' ');
    else if (token.isEnd) closeFrom(endedBy(token.name, open));
    else {
      closeFrom(leftBy(token.name, open));
      if (!hasRoom(token.name, open)) continue;
      tidy.push(token);
      if (!voids.has(token.name)) open.push(token.name);
    }
  }
  closeFrom(0);
  return tidy;
}

/** A heading holds one line: only its own end, or the next heading, ends it. Parts of tables are in tables only. */
function isWelcome(name: string, open: readonly string[]): boolean {
  if (tableParts.has(name) && !open.includes('table')) return false;
  return isHeading(name) || !blocks.has(name) || !open.some(isHeading);
}

/** Headings are always let in, since they are in the outline. */
function hasRoom(name: string, open: readonly string[]): boolean {
  if (isHeading(name)) return true;
  return open.length < deepest && !(formats.has(name) && open.includes(name));
}

/** Where the elements begin that an end tag closes. */
function endedBy(name: string, open: readonly string[]): number {
  const line = open.findIndex(isHeading);
  const index = isHeading(name) ? line : open.lastIndexOf(name);
  return index < 0 || index < line ? open.length : index;
}

/** Where the elements begin that can't stay open when another begins. */
function leftBy(name: string, open: readonly string[]): number {
  const row = rows.find(({ members }) => members.has(name));
  const near = open.findLastIndex(
    (each) => row?.members.has(each) || row?.holders.has(each) || isHeading(each),
  );
  const sibling = row?.members.has(open[near] ?? '') ? near : open.length;
  // Paragraphs and headings hold lines only.
  const line = blocks.has(name) ? open.findIndex((each) => each === 'p' || isHeading(each)) : -1;
  return Math.min(sibling, line < 0 ? open.length : line);
}
