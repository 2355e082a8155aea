import type { HtmlTag } from '../tokenize.ts';
import type { visibleTokens } from '../visibleText.ts';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that a line of text may hold. */
export const inlineElements = setOf(
  'a abbr b bdi bdo br cite code del dfn em i ins kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr',
);

/** Elements that contain lines of text, or stand between them. */
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

/** Elements without content, or without any that we read. */
const voids = setOf('br col hr iframe img source wbr');

/** Parsers reopen these wherever they were left open, so each may be open only once. */
const formats = setOf('b code em i s small strong u');

/** A start tag closes an open element of the same row, up to the element that contains them. */
const rows = [
  { members: setOf('li'), holders: setOf('ul ol') },
  { members: setOf('dt dd'), holders: setOf('dl') },
  { members: setOf('td th'), holders: setOf('table') },
  { members: setOf('tr'), holders: setOf('table') },
  { members: setOf('caption colgroup tbody tfoot thead'), holders: setOf('table') },
  { members: setOf('rp rt'), holders: setOf('ruby') },
  { members: setOf('a'), holders: setOf('') },
];

/** Outside a table, parsers handle these in odd ways and may lose what follows. */
const tableParts = setOf('caption col colgroup tbody td tfoot th thead tr');

/** Elements nested deeper than this are dropped; their text stays. */
const deepest = 50;

/** Whether an element is a heading. */
export const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

/**
 * HTML that every parser reads alike: known elements only, each closed where it should be, not too deep. A heading
 * reaches up to the next tag of a heading, as in the outline. This is not yet safe: start tags are written as given.
 */
export function tidyHtml(
  html: string,
  tokens: ReturnType<typeof visibleTokens>,
  known: ReadonlySet<string>,
  write: { readonly start: (tag: HtmlTag) => string; readonly end: (name: string) => string },
): string {
  const tidy: string[] = [];
  const open: string[] = [];
  const closeFrom = (index: number) => {
    for (const name of open.splice(index).reverse()) tidy.push(write.end(name));
  };
  for (const token of tokens) {
    // Text may begin with a `<` that starts no tag.
    if (token.type === 'text') tidy.push(html.slice(token.start, token.end).replace('<', '&lt;'));
    else if (!known.has(token.name)) continue;
    else if (!isAllowed(token.name, open)) tidy.push(' ');
    else if (token.isEnd) closeFrom(endedBy(token.name, open));
    else {
      closeFrom(leftBy(token.name, open));
      if (!hasRoom(token.name, open)) continue;
      tidy.push(write.start(token));
      if (!voids.has(token.name)) open.push(token.name);
    }
  }
  closeFrom(0);
  return tidy.join('');
}

/** A heading is a single line: only its own end tag or the next heading closes it. Table parts stay in tables. */
function isAllowed(name: string, open: readonly string[]): boolean {
  if (tableParts.has(name) && !open.includes('table')) return false;
  return isHeading(name) || !blocks.has(name) || !open.some(isHeading);
}

/** Headings are always kept, since they are in the outline. */
function hasRoom(name: string, open: readonly string[]): boolean {
  if (isHeading(name)) return true;
  return open.length < deepest && !(formats.has(name) && open.includes(name));
}

/** The index of the first open element that an end tag closes. */
function endedBy(name: string, open: readonly string[]): number {
  const line = open.findIndex(isHeading);
  const index = isHeading(name) ? line : open.lastIndexOf(name);
  return index < 0 || index < line ? open.length : index;
}

/** The index of the first open element that a start tag closes. */
function leftBy(name: string, open: readonly string[]): number {
  const row = rows.find(({ members }) => members.has(name));
  const near = open.findLastIndex(
    (each) => row?.members.has(each) || row?.holders.has(each) || isHeading(each),
  );
  const sibling = row?.members.has(open[near] ?? '') ? near : open.length;
  // Paragraphs and headings contain no blocks.
  const line = blocks.has(name) ? open.findIndex((each) => each === 'p' || isHeading(each)) : -1;
  return Math.min(sibling, line < 0 ? open.length : line);
}
