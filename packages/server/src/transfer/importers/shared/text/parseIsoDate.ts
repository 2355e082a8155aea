/** A date and a time, with a zone or without: `2024-05-03`, `2024-05-03 09:00`, `2024-05-03T09:00:00.5+09:00`. */
const iso =
  /^(\d{4}-\d\d-\d\d)(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d\d:?\d\d|[+-]\d\d)?$/i;

/**
 * Parses an ISO 8601 date, as loosely as people write it, to milliseconds since the epoch. Without a zone, it is local
 * time in `timeZone`. Undefined if it is not a date.
 */
export function parseIsoDate(text: string, timeZone: string): number | undefined {
  const [, date, hours = '0', minutes = '00', seconds = '00', fraction = '', zone] =
    iso.exec(text.trim()) ?? [];
  if (date === undefined) return undefined;
  const time = `${hours.padStart(2, '0')}:${minutes}:${seconds}${fraction === '' ? '' : `.${fraction}`}`;
  try {
    const clock = Temporal.PlainDateTime.from(`${date}T${time}`);
    return clock.toZonedDateTime(zone === undefined ? timeZone : offsetOf(zone)).epochMilliseconds;
  } catch {
    return undefined;
  }
}

function offsetOf(zone: string): string {
  if (/^(Z|UTC|GMT)$/i.test(zone)) return 'UTC';
  const [, sign = '+', hours = '00', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return `${sign}${hours}:${minutes}`;
}

/** The timestamp of a date that is in UTC unless it says otherwise; undefined if it is not a date. */
export function utcTimestamp(value: unknown): number | undefined {
  return typeof value === 'string' ? parseIsoDate(value, 'UTC') : undefined;
}
