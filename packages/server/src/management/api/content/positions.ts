import { z } from 'zod';
import type { StoredRecord } from '../../../store/Store.ts';

/** What a banner ends with if it has a place: only its document does. */
const placeAtEnd = /,"position":-?\d+\}$/;

const placedDocument = z.object({ position: z.number().optional() });

/** The place of a banner in the fixed order; undefined for anything else. */
export function positionOf({ kind, document }: Pick<StoredRecord, 'kind' | 'document'>): number | undefined {
  if (kind !== 'banner' || !placeAtEnd.test(document)) return undefined;
  return placedDocument.parse(JSON.parse(document)).position;
}

/** The document of a banner in another place, or in none. */
export function placed(document: string, position: number | undefined): string {
  const plain = document.replace(placeAtEnd, '}');
  return position === undefined ? plain : `${plain.slice(0, -1)},"position":${position}}`;
}

/** The distance between neighbours: room for later moves, so that each of them changes few banners. */
const step = 1024;

/**
 * A position for each ID so that they stand in this order. The longest run of IDs that are in order already keeps its
 * positions; the others are spaced evenly between them. If there is no room, all get new ones.
 */
export function positionsFor(
  ids: readonly string[],
  current: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const fixed = longestRun(ids.map((id) => current.get(id)));
  const positions = new Map<string, number>();
  for (let from = 0; from < ids.length; ) {
    const at = fixed.get(from);
    if (at !== undefined) {
      positions.set(ids[from] ?? '', at);
      from++;
      continue;
    }
    let to = from;
    while (to < ids.length && !fixed.has(to)) to++;
    const after = fixed.get(to);
    const before = fixed.get(from - 1) ?? (after === undefined ? 0 : after - step * (to - from + 1));
    const gap = after === undefined ? step : Math.floor((after - before) / (to - from + 1));
    if (gap < 1 || before + gap * (to - from) > Number.MAX_SAFE_INTEGER || before < -Number.MAX_SAFE_INTEGER)
      return new Map(ids.map((id, index) => [id, (index + 1) * step]));
    for (let index = from; index < to; index++)
      positions.set(ids[index] ?? '', before + gap * (index - from + 1));
    from = to;
  }
  return positions;
}

/** The longest strictly rising run of the values, not necessarily side by side: its indexes and values. */
function longestRun(values: readonly (number | undefined)[]): ReadonlyMap<number, number> {
  /** The index at which a run of each length ends with the least value. */
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (const [index, value] of values.entries()) {
    if (value === undefined) continue;
    let length = 0;
    let most = ends.length;
    while (length < most) {
      const middle = (length + most) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) < value) length = middle + 1;
      else most = middle;
    }
    previous.set(index, ends[length - 1]);
    ends[length] = index;
  }
  const run = new Map<number, number>();
  for (let index = ends.at(-1); index !== undefined; index = previous.get(index))
    run.set(index, values[index] ?? 0);
  return run;
}
