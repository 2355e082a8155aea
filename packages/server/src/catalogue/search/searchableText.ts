import { blockTypes, hiddenBlockMembers, isObject, isPlainBlockText } from '@newsstand/contract';
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

/** What a reader sees of the strings of a body: not where it once was, nor the ID of a picture. */
function* textsIn(body: unknown): Generator<string> {
  const isOfBlocks = isObject(body) && Array.isArray(body['blocks']);
  const { blocks, oldPaths: _, socialPicture: __, ...others } = isOfBlocks ? body : { others: body };
  if (Array.isArray(blocks)) for (const block of blocks) yield* textsOfBlock(block);
  for (const { text, isPlain } of stringsIn(others, isOfBlocks ? { isPlain: isPlainDetail } : {}))
    yield isPlain ? text : stripMarkup(text);
}

/** Beside blocks, these are plain text. */
const plainDetails: ReadonlySet<string> = new Set(['excerpt', 'authors', 'metaDescription', 'socialTitle']);

function isPlainDetail(_: object, name: string): boolean {
  return plainDetails.has(name);
}

/**
 * A block without its names and addresses: who searches for 'image' does not mean every item with a picture. In plain text
 * nothing is mark-up, nor in code. Of anything else than a block every string counts.
 */
function* textsOfBlock(block: unknown): Generator<string> {
  const type = isObject(block) && typeof block['type'] === 'string' ? block['type'] : '';
  const isKnown = blockTypes.includes(type);
  const members = isKnown ? { hidden: hiddenBlockMembers, isPlain: isPlainBlockText } : {};
  for (const { text, isPlain } of stringsIn(block, members))
    yield isPlain || type === 'code' ? text : stripMarkup(text);
}

/** Which members are left out, and which are plain text. */
type Members = {
  readonly hidden?: ReadonlySet<string>;
  readonly isPlain?: (owner: object, name: string) => boolean;
};

type Pending = { readonly value: unknown; readonly isPlain: boolean };

/**
 * Every string value at any depth, in document order, but those of hidden members; a stack of its own, so that no depth
 * overflows the call stack.
 */
function* stringsIn(
  body: unknown,
  members: Members = {},
): Generator<{ readonly text: string; readonly isPlain: boolean }> {
  const pending: Pending[] = [{ value: body, isPlain: false }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, isPlain } = next;
    if (typeof value === 'string') yield { text: value, isPlain };
    else if (typeof value === 'object' && value !== null)
      pushReversed(pending, valuesOf(value, isPlain, members));
  }
}

function valuesOf(value: object, isWithinPlain: boolean, { hidden, isPlain }: Members): readonly Pending[] {
  if (Array.isArray(value) || (hidden === undefined && isPlain === undefined))
    return Object.values(value).map((member: unknown) => ({ value: member, isPlain: isWithinPlain }));
  return Object.entries(value).flatMap(([name, member]) =>
    hidden?.has(name) ? [] : [{ value: member, isPlain: isPlain?.(value, name) === true }],
  );
}

function pushReversed(pending: Pending[], values: readonly Pending[]): void {
  for (let i = values.length - 1; i >= 0; i--) {
    const value = values[i];
    if (value !== undefined) pending.push(value);
  }
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
