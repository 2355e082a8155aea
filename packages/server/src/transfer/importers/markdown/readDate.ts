import { parseIsoDate } from '../shared/text/parseIsoDate.ts';
import type { Field, Fields } from './createFields.ts';

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** Keywords that Eleventy accepts as a date: the time of the build, or of the last commit. */
const noDate = /^(git )?(last modified|created)$/i;

/**
 * The date in the first of these fields that is set; undefined if there is none, or if it is not a date, which is told.
 * Without a zone, it is local time in `timeZone`.
 */
export function readDate(
  fields: Fields,
  names: readonly string[],
  timeZone: string,
  onUnreadable: (why: string) => void,
): number | undefined {
  const field = fields.value(...names);
  if (field === undefined) return undefined;
  const text = dateText(field);
  if (noDate.test(text)) return undefined;
  const timestamp = parseIsoDate(isoDate(text), timeZone);
  if (timestamp !== undefined) return timestamp;
  onUnreadable(`line ${field.line}, ${field.name}: ${JSON.stringify(text.slice(0, 60))} is not a date`);
  return undefined;
}

/** TOML has native dates, which are written as ISO 8601. */
function dateText({ value, raw }: Field): string {
  if (typeof value === 'string') return value.trim();
  if (value instanceof Date) return value.toISOString();
  const isDate =
    value instanceof Temporal.Instant ||
    value instanceof Temporal.PlainDateTime ||
    value instanceof Temporal.PlainDate;
  return isDate ? value.toString() : raw;
}

/** Rewrites dates such as `Jul 8 2022`, `8 July 2022` and `2022/7/8` in ISO 8601. */
function isoDate(text: string): string {
  const [, year, month, day, rest = ''] = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)((?:\D.*)?)$/.exec(text) ?? [];
  if (year !== undefined) return writeDate(year, month, day, rest);
  const plain = text.replace(/^[A-Za-z]{3,9},?\s+(?=\d|[A-Za-z])/, (word) => (monthOf(word) ? word : ''));
  const american = /^([A-Za-z]{3,9})\.? (\d\d?)(?:st|nd|rd|th)?,? (\d{4})((?:\D.*)?)$/.exec(plain);
  if (american) return writeDate(american[3], monthOf(american[1]), american[2], american[4]);
  const other = /^(\d\d?)(?:st|nd|rd|th|\.)? ([A-Za-z]{3,9})\.?,? (\d{4})((?:\D.*)?)$/.exec(plain);
  return other ? writeDate(other[3], monthOf(other[2]), other[1], other[4]) : text;
}

function writeDate(year = '', month = '', day = '', rest = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${isoTime(rest.replace(/^,/, ''))}`;
}

/** Rewrites times in ISO 8601: `3:15 PM` is 15:15, and `GMT+0900 (JST)` is +0900. */
function isoTime(text: string): string {
  const plain = text.replace(/\s\([^()]{1,99}\)$/, '').replace(/\s?(?:GMT|UTC)(?=[+-]\d)/, ' ');
  const [, hours, minutes = '', half, zone = ''] =
    /^[T\s]*(\d\d?)((?::\d\d){1,2})\s?([ap])\.?m\.?(.*)$/i.exec(plain) ?? [];
  if (hours === undefined || Number(hours) < 1 || Number(hours) > 12) return plain;
  const isAfternoon = half?.toLowerCase() === 'p';
  return ` ${(Number(hours) % 12) + (isAfternoon ? 12 : 0)}${minutes}${zone}`;
}

/** The number of a month by its English name or abbreviation. */
function monthOf(word = ''): string | undefined {
  const index = months.indexOf(word.trim().slice(0, 3).toLowerCase());
  return index === -1 ? undefined : String(index + 1);
}
