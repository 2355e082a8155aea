import type { Times } from '../../time/liveTime.ts';
import { addDays } from '../../time/wallClock.ts';
import type { Document, NextVersion } from '../items/document/Document.ts';
import { hiddenUntil, timesOf } from '../items/document/publication.ts';

/** A month such as `2027-05`. */
export type Month = string;

/** The days of the weeks that a month touches, as in `2027-05-03`, from the first day of a week on. */
export function weeksOf(month: Month, firstDayOfWeek: number): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay();
  const before = (weekday - firstDayOfWeek + 7) % 7;
  const weeks: string[][] = [];
  for (let day = -before; weeks.length < 6; day += 7) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(first, day + index, 0).slice(0, 10));
    if (!week.some((date) => date.startsWith(month))) break;
    weeks.push(week);
  }
  return weeks;
}

/** The month some months later. */
export function addMonths(month: Month, amount: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const date = new Date(Date.UTC(year, number - 1 + amount, 1));
  return date.toISOString().slice(0, 7);
}

type MomentType = 'opens' | 'closes' | 'changes';

/** An item with its next version. */
type Timed = {
  readonly item: Document;
  readonly next?: NextVersion | undefined;
};

/** What has to be changed so that an item opens, closes or changes at another time. */
export type Move = {
  /** The members of what readers see, or will see without the next version. */
  readonly item?: Readonly<Record<string, number>>;
  readonly next?: { readonly document: Document; readonly takesOverAt: number | undefined };
  /** If this hides what readers would see otherwise: from when on, unless at once, and until when. */
  readonly hides?: { readonly from: number | undefined; readonly until: number };
};

/**
 * Moves what happens to an item at a time; undefined if nothing such happens then any more, because it was moved
 * elsewhere. The next version often closes when the item does: then both move.
 */
export function moveOf(
  timed: Timed,
  type: MomentType,
  from: number,
  at: number,
  now: number,
): Move | undefined {
  const { item, next } = timed;
  if (type === 'changes') {
    if (next?.takesOverAt !== from) return undefined;
    return withHiding({ next: { document: next.item, takesOverAt: at } }, timed, now);
  }
  const patchOf = (document: Document) =>
    momentIn(document, type) === from ? rescheduled(timesOf(document), type, at) : undefined;
  const patches = { item: patchOf(item), next: next && patchOf(next.item) };
  if (patches.item === undefined && patches.next === undefined) return undefined;
  const moved = {
    ...(patches.item && { item: patches.item }),
    ...(patches.next &&
      next && { next: { document: { ...next.item, ...patches.next }, takesOverAt: next.takesOverAt } }),
  };
  return withHiding(moved, timed, now);
}

function momentIn(document: Document, type: 'opens' | 'closes'): number | undefined {
  const { reservedAt, openingAt, closingAt } = timesOf(document);
  if (type === 'closes') return closingAt;
  return reservedAt === undefined && openingAt === undefined
    ? undefined
    : Math.max(reservedAt ?? -Infinity, openingAt ?? -Infinity);
}

/** With what it hides, if that was not hidden before. */
function withHiding(move: Move, { item, next }: Timed, now: number): Move {
  const after = { ...item, ...move.item };
  const atOnce = hiddenUntil(item, after, now);
  if (atOnce !== undefined) return { ...move, hides: { from: undefined, until: atOnce } };
  const { takesOverAt: from, document } = move.next ?? {};
  const until = from === undefined ? undefined : hiddenUntil(after, document, from);
  const wasHidden =
    next?.takesOverAt !== undefined && hiddenUntil(item, next.item, next.takesOverAt) !== undefined;
  return until === undefined || wasHidden ? move : { ...move, hides: { from, until } };
}

/** The members to change so that an item opens or closes at another time. */
export function rescheduled(
  item: Times,
  type: 'opens' | 'closes',
  at: number,
): Readonly<Record<string, number>> {
  if (type === 'closes') return { closingAt: at };
  const { reservedAt, openingAt } = item;
  if (reservedAt === undefined) return { openingAt: at };
  if (openingAt === undefined) return { reservedAt: at };
  // It opens at the later of both; the earlier one moves only if it would be in the way.
  const isReserved = reservedAt >= openingAt;
  const earlier = Math.min(reservedAt, openingAt);
  const other = earlier > at ? { [isReserved ? 'openingAt' : 'reservedAt']: at } : {};
  return { [isReserved ? 'reservedAt' : 'openingAt']: at, ...other };
}
