import { type Language, wordsOf } from '../words/languages.ts';
import { wallClock } from './wallClock.ts';

const day = 86_400_000;

/** A date and time with its zone, as in `3 May 2027 09:00 JST`. */
export function formatDateTime(at: number, language: Language, timeZone: string): string {
  return `${formatLocalDateTime(at, language, timeZone)} ${zoneName(at, timeZone)}`;
}

/** A date and time without its zone, for places that name the zone elsewhere. */
export function formatLocalDateTime(at: number, language: Language, timeZone: string): string {
  const { locale, hour, month } = wordsOf(language).conventions;
  const style = { timeZone, year: 'numeric', month, day: 'numeric', hourCycle: 'h23' } as const;
  const format = formatter(locale, { ...style, hour, minute: '2-digit' });
  return format.format(at).replace(/, /g, ' ');
}

/** The time of day. */
export function formatTime(at: number, language: Language, timeZone: string, hasSeconds = false): string {
  const { locale, hour } = wordsOf(language).conventions;
  const style = { timeZone, hour, minute: '2-digit', hourCycle: 'h23' } as const;
  return formatter(locale, hasSeconds ? { ...style, second: '2-digit' } : style).format(at);
}

/** A calendar day such as `2027-05-03` with its weekday: `Mon 3 May`, or `Mon 3 May 2027`. */
export function formatDay(date: string, language: Language, hasYear = false): string {
  const style = { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' } as const;
  const { locale } = wordsOf(language).conventions;
  const format = formatter(locale, hasYear ? { ...style, year: 'numeric' } : style);
  return format.format(Date.parse(`${date}T00:00:00Z`)).replace(/, /g, ' ');
}

/** The distance to a time: `in 6 days`, `tomorrow`, `2 hours ago`. Days are calendar days. */
export function formatDistance(at: number, now: number, language: Language, timeZone: string): string {
  const minutes = Math.round((at - now) / 60_000);
  if (minutes === 0) return wordsOf(language).time.now;
  const format = (amount: number, unit: Unit) => formatUnit(amount, unit, language);
  if (Math.abs(minutes) < 60) return format(minutes, 'minute');
  const days = daysBetween(now, at, timeZone);
  if (days === 0) return format(Math.round(minutes / 60), 'hour');
  if (Math.abs(days) <= 45) return format(days, 'day');
  const months = Math.round(days / 30.44);
  return Math.abs(months) < 24 ? format(months, 'month') : format(Math.round(days / 365.25), 'year');
}

type Unit = 'minute' | 'hour' | 'day' | 'month' | 'year';

function formatUnit(amount: number, unit: Unit, language: Language): string {
  const { locale, hasSpaces } = wordsOf(language).conventions;
  const text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(amount, unit);
  // Intl puts spaces after numbers even in languages that are written without spaces.
  return hasSpaces ? text : text.replaceAll(' ', '');
}

/** A short form, with the time of day if it is near: `tomorrow 18:00`, `in 6 days`. */
export function formatRelative(at: number, now: number, language: Language, timeZone: string): string {
  const days = daysBetween(now, at, timeZone);
  if (Math.abs(days) > 1) return formatDistance(at, now, language, timeZone);
  return `${formatUnit(days, 'day', language)} ${formatTime(at, language, timeZone)}`;
}

/** The locales that have short names for their own time zones. */
const zoneLocales = ['en-US', 'en-GB', 'ja-JP', 'en-AU', 'en-IN', 'en-NZ', 'en-ZA', 'ko-KR', 'en-CA'];

/** The short name of a time zone at a time: `JST`, `CEST`, or else `GMT+7`. */
export function zoneName(at: number, timeZone: string): string {
  const names = zoneLocales.map((locale) => {
    const parts = formatter(locale, { timeZone, timeZoneName: 'short' }).formatToParts(at);
    return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  });
  return names.find((name) => /^[A-Z]{2,5}$/.test(name)) ?? names[0] ?? timeZone;
}

function daysBetween(from: number, to: number, timeZone: string): number {
  const midnight = (at: number) => Date.parse(`${wallClock(at, timeZone).slice(0, 10)}T00:00:00Z`);
  const days = (midnight(to) - midnight(from)) / day;
  // Outside the calendar, days are counted by the clock.
  return Number.isNaN(days) ? Math.round((to - from) / day) : Math.round(days);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached, because creating one costs more than using it a hundred times. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, known);
  return known;
}
