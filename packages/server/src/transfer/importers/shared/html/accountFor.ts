import type { Block } from '@newsstand/contract';
import type { Fate, Loss } from '../../ImportSummary.ts';
import { blockNodes } from './blockNodes.ts';
import type { HtmlNode } from './parseHtml.ts';
import { type Found, type Thing, thingsIn } from './thingsIn.ts';

/** What became of everything in some HTML: each thing is kept, or has a fate. */
export type Account = {
  readonly things: number;
  readonly kept: number;
  /** What was changed or left out, each once. */
  readonly fates: readonly Fate[];
  /** Text that is missing, other than that of things that were left out. */
  readonly lostTexts: readonly Fate[];
};

/**
 * Compares HTML with the blocks that it became, as readers see them. Only the results count: whatever a converter drops is
 * found, whether it says so or not.
 */
export function accountFor(
  source: readonly HtmlNode[],
  blocks: readonly Block[],
  baseUrl: string | undefined,
): Account {
  const before = thingsIn(source, baseUrl);
  const things = before.things.length;
  const shown = thingsIn(
    blocks.flatMap((block) => blockNodes(block, true)),
    undefined,
  );
  const lost = lostCharacters(before, shown);
  const search = createSearch(shown.text);
  const missing = missingThings(before, shown, search);
  if (missing.length === 0 && lost === 0) return { things, kept: things, fates: [], lostTexts: [] };
  const stored = thingsIn(
    blocks.flatMap((block) => blockNodes(block, false)),
    undefined,
  );
  const hidden = surplus(stored, shown);
  const leftOut = new Set<Thing>();
  const fates = missing.map((thing) => {
    const left = hidden.get(thing.key) ?? 0;
    hidden.set(thing.key, left - 1);
    const fate = fateOf(thing, left > 0, search);
    if (fate.isLeftOut) leftOut.add(thing);
    return fate;
  });
  const lostTexts = lost === 0 ? [] : missingTexts(before, shown, leftOut, lost);
  return { things, kept: things - fates.length, fates, lostTexts };
}

function countsOf({ things }: Found): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of things) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** How many more of each there are in what is stored than in what is shown. */
function surplus(stored: Found, shown: Found): Map<string, number> {
  const counts = countsOf(shown);
  return new Map([...countsOf(stored)].map(([key, count]) => [key, count - (counts.get(key) ?? 0)]));
}

type Search = (text: string) => boolean;

/** A large article may have lost very much: beyond this, text counts as found. */
const mostSearches = 1000;

function createSearch(shown: string): Search {
  let left = mostSearches;
  return (text) => {
    left -= 1;
    return left < 0 || shown.includes(text);
  };
}

/** The things of which there are fewer than before; of several that are alike, those that are not shown for sure. */
function missingThings(before: Found, shown: Found, search: Search): readonly Thing[] {
  const counts = countsOf(shown);
  return [...Map.groupBy(before.things, ({ key }) => key)].flatMap(([key, things]) => {
    const count = things.length - (counts.get(key) ?? 0);
    if (count <= 0) return [];
    if (count === things.length) return things;
    return things
      .map((thing) => ({ thing, isSeen: !thing.isUnlikely && search(thing.text) }))
      .toSorted((some, other) => Number(some.isSeen) - Number(other.isSeen))
      .slice(0, count)
      .map(({ thing }) => thing);
  });
}

/** What is said about something that readers do not see as it was. */
type Reason = {
  readonly what?: string;
  readonly loss: Loss;
  /** Why it is left out. */
  readonly why: string;
  /** What is said if its text is shown, and if it is stored but not shown. */
  readonly asText?: string;
  readonly hidden?: string;
};

const unseen: Reason = { loss: 'nothing', why: 'readers do not see it' };
const control: Reason = { loss: 'text', why: 'nobody can send a form from an article' };
const inHtml = 'is kept in an HTML block';

const reasons: ReadonlyMap<string, Reason> = new Map(
  Object.entries<Reason>({
    ...{ base: unseen, link: unseen, meta: unseen, template: unseen, title: unseen },
    ...{ button: control, datalist: control, form: control, input: control, label: control },
    ...{ output: control, select: control, textarea: control },
    audio: { loss: 'picture', why: 'it names no file' },
    dir: { what: 'direction of a text', loss: 'look', why: 'no block can say it there' },
    formula: {
      ...{ what: 'formula', loss: 'text', why: 'no block can represent it' },
      asText: 'is kept as TeX, which your site has to render',
    },
    frame: {
      ...{ what: 'video or frame', loss: 'picture', why: 'it names no page and no file' },
      hidden: `${inHtml}, and shown as a link unless your site allows its host`,
    },
    gist: { what: 'script of a gist', loss: 'text', why: 'it names no gist', asText: 'becomes a link to it' },
    image: {
      ...{ what: 'picture', loss: 'picture', why: 'no block can show it there' },
      hidden: `${inHtml}, but renderers do not show data: URLs`,
    },
    href: {
      ...{
        what: 'link',
        loss: 'details',
        why: 'leads to an address that a link cannot have: its text is kept',
      },
      hidden: `${inHtml}, but not shown as a link`,
    },
    math: { what: 'formula', loss: 'text', why: 'no block can represent it' },
    poster: { what: 'picture before a video', loss: 'look', why: 'a video has none of its own' },
    script: { what: 'script', loss: 'look', why: 'articles run no scripts' },
    style: { what: 'style sheet', loss: 'look', why: 'articles look like the site that shows them' },
    svg: { what: 'drawing (SVG)', loss: 'picture', why: 'no block can represent it' },
  }),
);

function fateOf({ name, text, example, reason }: Thing, isStored: boolean, search: Search): Fate {
  const known: Reason | undefined = reason ?? reasons.get(name);
  const { what = `<${name}>`, loss, why } = known ?? { loss: 'text', why: 'no block can represent it' };
  if (isStored)
    return { what, why: known?.hidden ?? `${inHtml}, but not shown`, example, loss, isLeftOut: false };
  if (text !== '' && name !== 'href' && search(text)) {
    const mild = loss === 'text' || loss === 'picture' ? 'look' : loss;
    return { what, why: known?.asText ?? 'only its text is kept', example, loss: mild, isLeftOut: false };
  }
  return { what, why, example, loss, isLeftOut: true };
}

/** How many characters are missing: white space and order do not count. */
function lostCharacters(before: Found, shown: Found): number {
  if (before.text === shown.text) return 0;
  const counts = new Map<string, number>();
  for (const each of before.text) counts.set(each, (counts.get(each) ?? 0) + 1);
  for (const each of shown.text) {
    const count = counts.get(each);
    if (count !== undefined) counts.set(each, count - 1);
  }
  let lost = 0;
  for (const count of counts.values()) lost += Math.max(0, count);
  return lost;
}

/** The texts that are missing, other than those of things that were left out. */
function missingTexts(
  before: Found,
  shown: Found,
  leftOut: ReadonlySet<Thing>,
  lost: number,
): readonly Fate[] {
  const common = { what: 'text', why: 'is missing', loss: 'text', isLeftOut: true } as const;
  const fates: Fate[] = [];
  let [at, searches, told] = [0, 0, 0];
  for (const { text, written, inside } of before.texts) {
    const next = shown.text.indexOf(text, at);
    if (next !== -1) {
      at = next + text.length;
      continue;
    }
    searches += 1;
    if (searches > mostSearches) break;
    const isGone = !shown.text.includes(text);
    if (!isGone) continue;
    told += text.length;
    if (!isWithin(inside, leftOut)) fates.push({ ...common, example: written.trim() });
  }
  // A text that was there twice, and is there once; or there are too many to list.
  if (told < lost && fates.length === 0) fates.push({ ...common, example: `${lost - told} characters` });
  return fates;
}

function isWithin(thing: Thing | undefined, leftOut: ReadonlySet<Thing>): boolean {
  if (thing === undefined) return false;
  return leftOut.has(thing) || isWithin(thing.inside, leftOut);
}
