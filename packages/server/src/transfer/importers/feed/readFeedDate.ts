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

const weekday = String.raw`(?:[a-z]{2,9}\.?,?\s+)?`;
const month = String.raw`(?<month>[a-z]{3})[a-z]*\.?`;
const clock = String.raw`(?<time>\d{1,2}:\d\d(?::\d\d)?)(?:\s*(?<half>[ap])\.?m\.?)?`;
const zone = String.raw`(?<zone>(?:GMT|UTC)?[+-]\d\d:?\d\d|[a-z]{1,5})`;
const end = String.raw`(?:,?\s+${clock})?(?:\s*${zone})?(?:\s*\([^)]*\))?`;

/** As in mail, as Americans write it, and as the C library does. */
const written = [
  String.raw`${weekday}(?<day>\d{1,2})[\s-]+${month}[\s-]+(?<year>\d{4}|\d\d)${end}`,
  String.raw`${weekday}${month}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${end}`,
  String.raw`${weekday}${month}\s+(?<day>\d{1,2})\s+${clock}(?:\s+${zone})?\s+(?<year>\d{4})`,
].map((each) => new RegExp(`^${each}$`, 'i'));

/** Parses a date in a feed: RFC 822 in RSS, ISO 8601 elsewhere. Undefined if it is not a date. */
export function readFeedDate(text: string, timeZone: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return undefined;
  const parts = written.map((each) => each.exec(trimmed)?.groups).find((each) => each !== undefined);
  if (parts === undefined) return parseIsoDate(trimmed, timeZone);
  const { day = '', year = '' } = parts;
  const number = months.indexOf(parts['month']?.toLowerCase() ?? '') + 1;
  const date = `${fullYear(year)}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = timeOf(parts['time'] ?? '00:00', parts['half']);
  return parseIsoDate(
    `${date} ${time} ${parts['zone'] === undefined ? '' : offsetOf(parts['zone'])}`.trim(),
    timeZone,
  );
}

/** A time of 24 hours: 12:30 AM is 00:30. */
function timeOf(time: string, half: string | undefined): string {
  if (half === undefined) return time;
  const [hours = '', ...rest] = time.split(':');
  return [(Number(hours) % 12) + (/p/i.test(half) ? 12 : 0), ...rest].join(':');
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
