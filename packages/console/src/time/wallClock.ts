/** The date and time on a wall clock, as in `2027-05-03 09:00:00`. Years 1000 to 9999. */
export function wallClock(at: number, timeZone: string): string {
  const parts = clock(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}:${part('second')}`;
}

/** The times at which a wall clock shows this: two when the clocks go back, none when they go forward. */
export function instantsOf(wall: string, timeZone: string): readonly number[] {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  const offset = (at: number) => Date.parse(`${wallClock(at, timeZone).replace(' ', 'T')}Z`) - at;
  const day = 86_400_000;
  const candidates = new Set([asUtc - offset(asUtc - day), asUtc - offset(asUtc + day)]);
  return [...candidates].filter((at) => wallClock(at, timeZone) === wall).sort((one, other) => one - other);
}

/** The first time at which a wall clock shows this. An hour that is skipped when the clocks change is the next one. */
export function fromWallClock(wall: string, timeZone: string): number {
  const [first] = instantsOf(wall, timeZone);
  if (first !== undefined) return first;
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  // The clock as it was before.
  const before = asUtc - 86_400_000;
  return asUtc - (Date.parse(`${wallClock(before, timeZone).replace(' ', 'T')}Z`) - before);
}

const earliest = Date.UTC(1000, 0, 2);
const latest = Date.UTC(9999, 11, 30);

/** Whether calendars can show a time; the interface accepts far more. */
export function isInCalendar(at: number): boolean {
  return at >= earliest && at <= latest;
}

/** The date some days later, at an hour, as in `2027-05-03 09:00:00`. */
export function addDays(wall: string, days: number, hour: number): string {
  const day = new Date(Date.parse(`${wall.slice(0, 10)}T00:00:00Z`) + days * 86_400_000);
  return `${day.toISOString().slice(0, 10)} ${`${hour}`.padStart(2, '0')}:00:00`;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating one costs more than using it a hundred times. */
function clock(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const created = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  clocks.set(timeZone, created);
  return created;
}

/** The viewer's time zone. */
export const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
