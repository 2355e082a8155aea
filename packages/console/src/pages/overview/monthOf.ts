import { addDays } from '../../time/wallClock.ts';

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

type Times = {
  readonly reservedAt?: unknown;
  readonly openingAt?: unknown;
  readonly closingAt?: unknown;
};

/** An item with its next version. */
type Timed = {
  readonly item: Times;
  readonly next?: { readonly item: Times; readonly takesOverAt?: number | undefined } | undefined;
};

/** Whether an item, or its next version, still opens, closes or changes at a given time. */
export function isStillAt({ item, next }: Timed, type: 'opens' | 'closes' | 'changes', at: number): boolean {
  if (type === 'changes') return next?.takesOverAt === at;
  const versions = next === undefined ? [item] : [item, next.item];
  return versions.some(({ reservedAt, openingAt, closingAt }) =>
    type === 'closes'
      ? closingAt === at
      : at ===
        Math.max(...[reservedAt, openingAt].map((time) => (typeof time === 'number' ? time : -Infinity))),
  );
}

/** The members to change so that an item opens or closes at another time. */
export function rescheduled(
  item: Times,
  type: 'opens' | 'closes',
  at: number,
): Readonly<Record<string, number>> {
  if (type === 'closes') return { closingAt: at };
  const { reservedAt, openingAt } = item;
  if (typeof reservedAt !== 'number') return { openingAt: at };
  if (typeof openingAt !== 'number') return { reservedAt: at };
  // It opens at the later of both; the earlier one moves only if it would be in the way.
  const isReserved = reservedAt >= openingAt;
  const earlier = Math.min(reservedAt, openingAt);
  const other = earlier > at ? { [isReserved ? 'openingAt' : 'reservedAt']: at } : {};
  return { [isReserved ? 'reservedAt' : 'openingAt']: at, ...other };
}
