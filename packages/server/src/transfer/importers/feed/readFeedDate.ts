import { parseIsoDate } from '../shared/text/parseIsoDate.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The named zones of RFC 822, and others that feeds use. Unknown names mean UTC, as in RFC 2822. */
const zones: ReadonlyMap<string, string> = new Map([
  ...([
    ['EST', '-0500'],
    ['EDT', '-0400'],
    ['CST', '-0600'],
    ['CDT', '-0500'],
  ] as const),
  ...([
    ['MST', '-0700'],
    ['MDT', '-0600'],
    ['PST', '-0800'],
    ['PDT', '-0700'],
  ] as const),
  ...([
    ['BST', '+0100'],
    ['CET', '+0100'],
    ['CEST', '+0200'],
    ['JST', '+0900'],
  ] as const),
]);

const maxLength = 100;

const mailDate =
  /^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s-]+(\d{4}|\d\d)(?:,?\s+(\d{1,2}:\d\d(?::\d\d)?))?\s*((?:GMT|UTC)?[+-]\d\d:?\d\d|[a-z]{1,5})?(?:\s*\([^)]*\))?$/i;

/** Parses a date in a feed: RFC 822 in RSS, ISO 8601 elsewhere. Undefined if it is not a date. */
export function readFeedDate(text: string, timeZone: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return undefined;
  const [, day = '', month = '', year = '', time = '00:00', zone] = mailDate.exec(trimmed) ?? [];
  if (day === '') return parseIsoDate(trimmed, timeZone);
  const number = months.indexOf(month.toLowerCase()) + 1;
  const date = `${fullYear(year)}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseIsoDate(`${date} ${time} ${zone === undefined ? '' : offsetOf(zone)}`.trim(), timeZone);
}

/** A two-digit year is between 1950 and 2049. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 50 ? '20' : '19'}${year}`;
}

function offsetOf(zone: string): string {
  const [, offset] = /^(?:GMT|UTC)?([+-].*)$/i.exec(zone) ?? [];
  return offset ?? zones.get(zone.toUpperCase()) ?? 'UTC';
}
