import { type Language, wordsOf } from '../words/languages.ts';
import { zoneName } from './formatDateTime.ts';
import { addDays, fromWallClock, instantsOf, isInCalendar, wallClock } from './wallClock.ts';

/** What a typed date and time was understood as. */
export type Reading = {
  readonly at: number;
  /** The clocks change: no clock shows this time, so a later one is meant; or it comes twice, and the first is meant. */
  readonly note?: 'skipped' | 'twice';
};

type Options = {
  readonly language: Language;
  readonly timeZone: string;
  readonly now: number;
  /** What the field holds: it keeps the part of it that is not typed. */
  readonly before?: number | undefined;
  /** Whether a day without a year is one that has passed rather than one to come. */
  readonly isPast?: boolean;
};

/**
 * Reads a date and time as people type them, such as `21 Nov 16:30`, `tomorrow 9`, `1430` or `来週月曜 9時`; undefined if
 * there is anything in it that is not understood. The language translates its own words into tokens:
 *
 * - `2026-11-21`, `20261121`: a day; `--11-21` without its year, `---21` without its month, `fri` the next one;
 * - `+1d`, `+1w`, `+1m`: some days, weeks, months from today; `+1w fri` is the Friday of next week;
 * - `+90min`, `+2h`: from now; `now`;
 * - `16:30`, `1630`, `9am`, `pm 3:00`, after a day also `9`: a time of day;
 * - `jst`, or `Z` and `+09:00` right after a time: its zone.
 */
export function readDateTime(text: string, options: Options): Reading | undefined {
  const { language, timeZone, now, before } = options;
  const typed = text.normalize('NFKC').trim().toLowerCase();
  if (typed === '' || typed.length > 100) return undefined;
  const iso = isoMoment(typed);
  if (iso !== undefined) return isInCalendar(iso) ? { at: iso } : undefined;
  const translated = wordsOf(language).dateRules.reduce(
    (rest, [pattern, notation]) => rest.replace(pattern, notation),
    typed.replace(/(\d)t(\d)/, '$1 $2').replace(/(\d)\s*([ap])\.?m\b\.?/, '$1 $2m'),
  );
  const parts = partsOf(translated.split(/[\s,]+/).filter((token) => token !== ''));
  if (parts === undefined) return undefined;
  if (parts.minutes !== undefined) return fromNow(parts, now);
  const today = wallClock(now, timeZone);
  const base = before === undefined || !isInCalendar(before) ? undefined : wallClock(before, timeZone);
  const time = timeOf(parts);
  if (time === 'none' && [parts.time, parts.hour, parts.meridiem].some((part) => part !== undefined))
    return undefined;
  const clock = time === 'none' ? (base?.slice(11, 16) ?? '09:00') : time;
  const date = dateOf(parts, { today, base, clock, isPast: options.isPast === true });
  if (date === undefined) return undefined;
  // A day ends with 24:00.
  const wall = clock.startsWith('24') ? addDays(date, 1, 0) : `${date} ${`${clock}:00`.slice(0, 8)}`;
  if (!/^[1-9]\d{3}-/.test(wall) || wall < '1000-01-03' || wall > '9999-12-29') return undefined;
  return inZone(wall, parts.zone, timeZone);
}

function isoMoment(typed: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(z|[+-]\d\d:?\d\d)$/.exec(typed);
  if (match === null) return undefined;
  const [, date = '', time, seconds = ':00', zone = ''] = match;
  const at = Date.parse(`${date}T${time}${seconds}${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  return isDay(date) && !Number.isNaN(at) ? at : Number.NaN;
}

type Parts = {
  date?: string;
  /** Without its year, as in `11-21`. */
  monthDay?: string;
  day?: number;
  /** 0 is Sunday. */
  weekday?: number;
  days?: number;
  weeks?: number;
  months?: number;
  /** From now. */
  minutes?: number;
  hour?: string;
  time?: string;
  meridiem?: 'am' | 'pm';
  zone?: string;
};

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** What each token says; undefined if one says nothing, or two say the same. */
function partsOf(tokens: readonly string[]): Parts | undefined {
  const parts: Parts = {};
  for (const token of tokens) {
    const found = partOf(token, parts);
    if (found === undefined || Object.keys(found).some((name) => Object.hasOwn(parts, name)))
      return undefined;
    Object.assign(parts, found);
  }
  return tokens.length === 0 ? undefined : parts;
}

function partOf(token: string, before: Parts): Parts | undefined {
  const [, year, month = '', day = ''] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(token)?.toSpliced(2, 1) ??
    /^(\d{4})(\d\d)(\d\d)$/.exec(token) ??
    [];
  if (year !== undefined) return { date: [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-') };
  const [, monthOnly = '', dayOnly = ''] = /^--(\d{1,2})-(\d{1,2})$/.exec(token) ?? [];
  if (monthOnly !== '') return { monthDay: `${monthOnly.padStart(2, '0')}-${dayOnly.padStart(2, '0')}` };
  const ofMonth = /^---(\d{1,2})$/.exec(token)?.[1];
  if (ofMonth !== undefined) return { day: Number(ofMonth) };
  const [, amount, unit = ''] = /^([+-]\d{1,4})(d|w|m|h|min)$/.exec(token) ?? [];
  if (amount !== undefined) return lengthOf(Number(amount), unit);
  if (token === 'now') return { minutes: 0 };
  if (weekdays.includes(token)) return { weekday: weekdays.indexOf(token) };
  if (token === 'am' || token === 'pm') return { meridiem: token };
  if (/^\d{1,2}:\d\d(:\d\d)?$/.test(token)) return { time: token };
  if (/^\d{3,4}$/.test(token)) return { time: `${token.slice(0, -2)}:${token.slice(-2)}` };
  if (/^\d{1,2}$/.test(token)) return { hour: token };
  // Only at the end: a word that is not understood is not taken for a zone.
  const isEnd = before.time !== undefined || before.hour !== undefined;
  return isEnd && /^(?:[a-z]{2,5}|gmt[+-]\d{1,2}(?::\d\d)?)$/.test(token) ? { zone: token } : undefined;
}

function lengthOf(amount: number, unit: string): Parts {
  if (unit === 'd') return { days: amount };
  if (unit === 'w') return { weeks: amount };
  if (unit === 'm') return { months: amount };
  return { minutes: unit === 'h' ? 60 * amount : amount };
}

/** A number of minutes from now goes with nothing else. */
function fromNow(parts: Parts, now: number): Reading | undefined {
  if (Object.keys(parts).length > 1) return undefined;
  const at = now + 60_000 * (parts.minutes ?? 0);
  return { at: at - (at % 60_000) };
}

/** The time of day as `09:00` or `09:00:00`; `none` if there is none that a clock shows. */
function timeOf({ time, hour, meridiem, ...day }: Parts): string {
  // A number alone may be anything.
  const hasDay = Object.keys(day).some((name) => name !== 'zone');
  const written = time ?? (hour !== undefined && (hasDay || meridiem !== undefined) ? `${hour}:00` : '');
  if (written === '' || (time !== undefined && hour !== undefined)) return 'none';
  const [first = '', ...rest] = written.split(':');
  const hours = Number(first);
  if (rest.some((part) => Number(part) > 59)) return 'none';
  if (meridiem !== undefined && (hours < 1 || hours > 12)) return 'none';
  const ofDay = meridiem === undefined ? hours : (hours % 12) + (meridiem === 'pm' ? 12 : 0);
  const isEndOfDay = ofDay === 24 && rest.every((part) => Number(part) === 0);
  return ofDay > 23 && !isEndOfDay ? 'none' : [`${ofDay}`.padStart(2, '0'), ...rest].join(':');
}

type Frame = {
  /** Now, on the wall clock. */
  readonly today: string;
  readonly base: string | undefined;
  readonly clock: string;
  readonly isPast: boolean;
};

/** The day that is meant, as in `2026-11-21`; undefined if there is no such day. */
function dateOf(parts: Parts, frame: Frame): string | undefined {
  const { date, monthDay, day, weekday, days, weeks, months } = parts;
  const today = frame.today.slice(0, 10);
  const kinds = [date, monthDay, day ?? months, days, weeks].filter((part) => part !== undefined).length;
  if (kinds > 1) return undefined;
  if (kinds === 0) return weekday === undefined ? dayOfTime(frame) : comingWeekday(weekday, frame);
  if (weeks !== undefined && weekday !== undefined) {
    // Weeks begin on Monday.
    const monday = later(today, -((weekdayOf(today) + 6) % 7));
    return later(monday, 7 * weeks + ((weekday + 6) % 7));
  }
  const found =
    date ??
    (monthDay !== undefined
      ? yearly(monthDay, today, frame.isPast)
      : months !== undefined || day !== undefined
        ? monthly(day, months, today)
        : later(today, (days ?? 0) + 7 * (weeks ?? 0)));
  if (found === undefined || !isDay(found)) return undefined;
  return weekday === undefined || weekdayOf(found) === weekday ? found : undefined;
}

/** A time of day alone: on the day that the field holds, or else the next time that a clock shows it. */
function dayOfTime({ today, base, clock, isPast }: Frame): string {
  if (base !== undefined) return base.slice(0, 10);
  const isOver = clock <= today.slice(11, 11 + clock.length);
  return later(today.slice(0, 10), isPast || !isOver ? 0 : 1);
}

function comingWeekday(weekday: number, { today, clock, isPast }: Frame): string {
  const distance = (weekday - weekdayOf(today.slice(0, 10)) + 7) % 7;
  if (isPast) return later(today.slice(0, 10), distance === 0 ? 0 : distance - 7);
  const isOver = distance === 0 && clock <= today.slice(11, 11 + clock.length);
  return later(today.slice(0, 10), isOver ? 7 : distance);
}

/** A day of the year, this year or in the first year that has it. */
function yearly(monthDay: string, today: string, isPast: boolean): string | undefined {
  const year = Number(today.slice(0, 4));
  const years = Array.from({ length: 9 }, (_, at) => `${isPast ? year - at : year + at}`.padStart(4, '0'));
  return years
    .map((each) => `${each}-${monthDay}`)
    .find((each) => isDay(each) && (isPast ? each <= today : each >= today));
}

/** A day of a month, or today's day some months later. */
function monthly(day: number | undefined, months: number | undefined, today: string): string {
  const number = day ?? Number(today.slice(8, 10));
  const ahead = months ?? (number < Number(today.slice(8, 10)) ? 1 : 0);
  const month = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 + ahead, 1));
  return `${month.toISOString().slice(0, 7)}-${`${number}`.padStart(2, '0')}`;
}

/** Whether the calendar has a day. */
function isDay(date: string): boolean {
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

function later(date: string, days: number): string {
  return addDays(date, days, 0).slice(0, 10);
}

function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

function inZone(wall: string, zone: string | undefined, timeZone: string): Reading | undefined {
  const shown = instantsOf(wall, timeZone);
  if (zone !== undefined) {
    const at = shown.find((each) => zoneName(each, timeZone).toLowerCase() === zone);
    return at === undefined ? undefined : { at };
  }
  const [at, other] = shown;
  if (at === undefined) return { at: fromWallClock(wall, timeZone), note: 'skipped' };
  return other === undefined ? { at } : { at, note: 'twice' };
}
