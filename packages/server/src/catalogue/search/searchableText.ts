import { blockTypes, hiddenBlockMembers, isObject } from '@newsstand/contract';
import { tokenize } from '@newsstand/html';
import { decodeHTML } from 'entities';
import { foldText } from './foldText.ts';

/** What of an item can be searched. */
export type SearchableItem = {
  readonly title: string;
  readonly name: string;
  readonly alias?: string | undefined;
  readonly body: unknown;
};

/** The normalised text that is searched: title, name, alias and the strings of the body, one per line. */
export function searchableText(item: SearchableItem): string {
  const lines = [item.title];
  // The name often is the title. No term reaches across lines, so once is enough.
  if (item.name !== item.title) lines.push(item.name);
  if (item.alias !== undefined) lines.push(item.alias);
  for (const text of textsIn(item.body)) lines.push(text);
  return foldText(lines.join('\n'));
}

/** What a reader sees of the strings of a body: not where it once was. */
function* textsIn(body: unknown): Generator<string> {
  const isOfBlocks = isObject(body) && Array.isArray(body['blocks']);
  const { blocks, oldPaths: _, ...others } = isOfBlocks ? body : { others: body };
  if (Array.isArray(blocks)) for (const block of blocks) yield* textsOfBlock(block);
  for (const text of stringsIn(others)) yield stripMarkup(text);
}

/**
 * A block without its names and addresses: who searches for 'image' does not mean every item with a picture. In code nothing
 * is mark-up. Of anything else than a block every string counts.
 */
function* textsOfBlock(block: unknown): Generator<string> {
  const type = isObject(block) && typeof block['type'] === 'string' ? block['type'] : '';
  const hidden = blockTypes.includes(type) ? hiddenBlockMembers : undefined;
  for (const text of stringsIn(block, hidden)) yield type === 'code' ? text : stripMarkup(text);
}

/**
 * Every string value at any depth, in document order, but those of hidden members; a stack of its own, so that no depth
 * overflows the call stack.
 */
function* stringsIn(body: unknown, hidden?: ReadonlySet<string>): Generator<string> {
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null) pushReversed(pending, valuesOf(value, hidden));
  }
}

function valuesOf(value: object, hidden: ReadonlySet<string> | undefined): readonly unknown[] {
  if (hidden === undefined || Array.isArray(value)) return Object.values(value);
  return Object.entries(value).flatMap(([name, member]) => (hidden.has(name) ? [] : [member]));
}

function pushReversed(pending: unknown[], values: readonly unknown[]): void {
  for (let i = values.length - 1; i >= 0; i--) pending.push(values[i]);
}

const blocks = new Set(
  (
    'address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe ' +
    'legend li link listing main menu meta nav noframes noscript ol optgroup option p plaintext pre search ' +
    'section select summary table tbody td template textarea tfoot th thead title tr ul xmp'
  ).split(' '),
);

/**
 * The text that a reader would see of a piece of HTML; plain text stays as it is. What stands beside the base text of ruby
 * comes after all else: the readings of each `<ruby>` on a line, and then each `<rp>`.
 */
export function stripMarkup(html: string): string {
  if (!html.includes('<') && !html.includes('&')) return html;
  const base: string[] = [];
  const beside: Record<'rt' | 'rp', string[]> = { rt: [], rp: [] };
  let into = base;
  let tag = '';
  for (const token of tokenize(html)) {
    const { type, start, end } = token;
    if (type === 'tag') {
      tag = token.name;
      if (rubyParts.has(tag)) {
        // `</rt>` and `</rp>` may be left out.
        into = !token.isEnd && (tag === 'rt' || tag === 'rp') ? beside[tag] : base;
        if (tag === 'ruby' || tag === 'rtc') beside.rt.push('\n');
        else if (tag === 'rp') beside.rp.push('\n');
      } else if (blocks.has(tag)) into.push('\n');
    }
    // `if a <b then c`: what never became a tag is text.
    else if (type === 'unfinished') into.push(html.slice(start, end));
    else if (type === 'text' && !isHidden(token.isRaw, tag)) {
      const text = html.slice(start, end);
      into.push(token.hasReferences ? decodeHTML(text) : text);
    }
  }
  const isRuby = beside.rt.length + beside.rp.length > 0;
  return isRuby ? [...base, '\n', ...beside.rt, '\n', ...beside.rp].join('') : base.join('');
}

const rubyParts = new Set(['ruby', 'rb', 'rt', 'rtc', 'rp']);

function isHidden(isRaw: boolean, tag: string): boolean {
  return isRaw && (tag === 'script' || tag === 'style');
}
