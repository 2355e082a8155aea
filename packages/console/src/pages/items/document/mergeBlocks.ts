import { isSameJson } from '../../../parts/json/json.ts';
import { commonPairs } from './commonPairs.ts';

/** Blocks as JSON; what they contain does not matter here. */
type Blocks = readonly unknown[];

/** A run of blocks that two people have changed differently. */
export type BlockConflict = { readonly base: Blocks; readonly theirs: Blocks; readonly yours: Blocks };

/** What one side has put in place of `base[from]` up to `base[to]`; nothing is replaced where they are equal. */
type Hunk = {
  readonly from: number;
  readonly to: number;
  readonly blocks: Blocks;
  readonly isYours: boolean;
};

/**
 * Merges the changes of both sides, block by block. What only one side has changed is taken, and blocks that both have
 * inserted at the same place are kept one after the other; of anything else one side is chosen.
 */
export function mergeBlocks(
  base: Blocks,
  theirs: Blocks,
  yours: Blocks,
  choose: (conflict: BlockConflict) => Blocks,
): Blocks {
  const hunks = [...hunksOf(base, theirs, false), ...hunksOf(base, yours, true)].sort(
    (one, other) => one.from - other.from || one.to - other.to || Number(one.isYours) - Number(other.isYours),
  );
  const merged: unknown[] = [];
  let at = 0;
  for (const group of overlapping(hunks)) {
    const { from, to } = spanOf(group);
    merged.push(...base.slice(at, from));
    merged.push(...mergeGroup(base, group, from, to, choose));
    at = to;
  }
  return [...merged, ...base.slice(at)];
}

/** Groups of hunks that touch the same blocks; both sides may insert the same, which is then inserted once. */
function overlapping(hunks: readonly Hunk[]): readonly (readonly Hunk[])[] {
  const groups: Hunk[][] = [];
  for (const hunk of hunks) {
    const last = groups.at(-1);
    const [previous] = last ?? [];
    if (last !== undefined && hunk.from < spanOf(last).to) last.push(hunk);
    else if (previous === undefined || !isSameInsertion(previous, hunk)) groups.push([hunk]);
  }
  return groups;
}

function isSameInsertion(one: Hunk, other: Hunk): boolean {
  return one.from === other.from && one.to === other.to && isSameJson(one.blocks, other.blocks);
}

function spanOf(group: readonly Hunk[]): { readonly from: number; readonly to: number } {
  return {
    from: Math.min(...group.map(({ from }) => from)),
    to: Math.max(...group.map(({ to }) => to)),
  };
}

function mergeGroup(
  base: Blocks,
  group: readonly Hunk[],
  from: number,
  to: number,
  choose: (conflict: BlockConflict) => Blocks,
): Blocks {
  const sideOf = (isYours: boolean) => {
    const own = group.filter((hunk) => hunk.isYours === isYours);
    return own.length === 0 ? undefined : withHunks(base, own, from, to);
  };
  const [theirs, yours] = [sideOf(false), sideOf(true)];
  if (theirs === undefined || yours === undefined) return theirs ?? yours ?? [];
  return isSameJson(theirs, yours) ? theirs : choose({ base: base.slice(from, to), theirs, yours });
}

/** A run of the base with the hunks of one side. */
function withHunks(base: Blocks, hunks: readonly Hunk[], from: number, to: number): Blocks {
  const result: unknown[] = [];
  let at = from;
  for (const hunk of hunks) {
    result.push(...base.slice(at, hunk.from), ...hunk.blocks);
    at = hunk.to;
  }
  return [...result, ...base.slice(at, to)];
}

/** What one side has changed. A run that was replaced by as many blocks counts as changes of single blocks. */
function hunksOf(base: Blocks, side: Blocks, isYours: boolean): readonly Hunk[] {
  const hunks: Hunk[] = [];
  const add = (from: number, to: number, blocks: Blocks) => {
    if (from === to && blocks.length === 0) return;
    if (to - from === blocks.length)
      hunks.push(
        ...blocks.map((block, at) => ({ from: from + at, to: from + at + 1, blocks: [block], isYours })),
      );
    else hunks.push({ from, to, blocks, isYours });
  };
  let [at, sideAt] = [0, 0];
  for (const [kept, sideKept] of commonPairs(base.map(canonical), side.map(canonical))) {
    add(at, kept, side.slice(sideAt, sideKept));
    [at, sideAt] = [kept + 1, sideKept + 1];
  }
  add(at, base.length, side.slice(sideAt));
  return hunks;
}

/** JSON with its members in order, so that equal blocks are equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}
