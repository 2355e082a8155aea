import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../tests/testing/runs.ts';
import { type Language, languageNames, loadWords } from '../words/languages.ts';
import { formatDateTime, formatLocalDateTime } from './formatDateTime.ts';
import { type Reading, readDateTime } from './readDateTime.ts';
import { instantsOf, wallClock } from './wallClock.ts';

await Promise.all(languageNames.map(loadWords));

const tokyo = 'Asia/Tokyo';
/** A Wednesday, 18 November 2026, 10:20:30 in Tokyo. */
const now = Date.parse('2026-11-18T10:20:30+09:00');
/** What the field holds in some cases: a Saturday. */
const before = Date.parse('2026-11-21T08:15:42.123+09:00');

function shown(reading: Reading | undefined, timeZone: string): string | undefined {
  return reading && wallClock(reading.at, timeZone).replace(/:00$/, '');
}

const cases: Readonly<Record<Language, readonly (readonly [string, string | undefined])[]>> = {
  en: [
    ['21 Nov 16:30', '2026-11-21 16:30'],
    ['21 Nov, 16:30', '2026-11-21 16:30'],
    ['Nov 21 4:30 pm', '2026-11-21 16:30'],
    ['November 21st, 2027 at 4.30pm', undefined],
    ['November 21st, 2027 at 4:30pm', '2027-11-21 16:30'],
    ['the 21st of November 9am', '2026-11-21 09:00'],
    ['21 Nov 2026', '2026-11-21 09:00'],
    ['21 Nov 2026 1630', '2026-11-21 16:30'],
    ['21 Nov 1630', '2026-11-21 16:30'],
    ['17 Nov 9:00', '2027-11-17 09:00'],
    ['18 Nov 9:00', '2026-11-18 09:00'],
    ['29 Feb', '2028-02-29 09:00'],
    ['30 Feb', undefined],
    ['2026-11-21 1630', '2026-11-21 16:30'],
    ['2026/11/21 16:30', '2026-11-21 16:30'],
    ['20261121 1630', '2026-11-21 16:30'],
    ['2026-11-21T16:30', '2026-11-21 16:30'],
    ['2026-11-21T07:30Z', '2026-11-21 16:30'],
    ['2026-11-21T07:30:05.250+00:00', '2026-11-21 16:30:05'],
    ['2026-11-31 16:30', undefined],
    ['2026-02-29T10:00Z', undefined],
    ['21/11 16:30', '2026-11-21 16:30'],
    ['11/21/2026 16:30', '2026-11-21 16:30'],
    ['5/6 16:30', undefined],
    ['tomorrow 9', '2026-11-19 09:00'],
    ['tomorrow at noon', '2026-11-19 12:00'],
    ['Tomorrow', '2026-11-19 09:00'],
    ['today 12am', '2026-11-18 00:00'],
    ['today 12 pm', '2026-11-18 12:00'],
    ['today 24:00', '2026-11-19 00:00'],
    ['today 13pm', undefined],
    ['Friday 9', '2026-11-20 09:00'],
    ['Wednesday 9:00', '2026-11-25 09:00'],
    ['Wednesday 11:00', '2026-11-18 11:00'],
    ['next Monday 9', '2026-11-23 09:00'],
    ['next Friday 9', '2026-11-27 09:00'],
    ['this Friday 9', '2026-11-20 09:00'],
    ['Sat 21 Nov 9:00', '2026-11-21 09:00'],
    ['Sun 21 Nov 9:00', undefined],
    ['in 3 days', '2026-11-21 09:00'],
    ['in 2 hours', '2026-11-18 12:20'],
    ['in 90 minutes', '2026-11-18 11:50'],
    ['next week', '2026-11-25 09:00'],
    ['next month 8:00', '2026-12-18 08:00'],
    ['now', '2026-11-18 10:20'],
    ['1430', '2026-11-18 14:30'],
    ['14:30', '2026-11-18 14:30'],
    ['930', '2026-11-19 09:30'],
    ['9pm', '2026-11-18 21:00'],
    ['14:30 JST', '2026-11-18 14:30'],
    ['14:30 EST', undefined],
    ['25:00', undefined],
    ['1461', undefined],
    ['9', undefined],
    ['14:30 15:30', undefined],
    ['21 Nov 22 Nov', undefined],
    ['soon', undefined],
    ['21 Nov 16:30 maybe', undefined],
    ['', undefined],
  ],
  ja: [
    ['11月21日 16時30分', '2026-11-21 16:30'],
    ['11月21日16時30分', '2026-11-21 16:30'],
    ['2027年11月21日 16:30', '2027-11-21 16:30'],
    ['11月21日(土) 午後4時半', '2026-11-21 16:30'],
    ['１１月２１日　１６：３０', '2026-11-21 16:30'],
    ['11月21日（日）16時', undefined],
    ['11/21 16:30', '2026-11-21 16:30'],
    ['21/11 16:30', undefined],
    ['11月31日', undefined],
    ['明日 9時', '2026-11-19 09:00'],
    ['明日9時5分', '2026-11-19 09:05'],
    ['明日の正午', '2026-11-19 12:00'],
    ['明後日 0時', '2026-11-20 00:00'],
    ['今日 24時', '2026-11-19 00:00'],
    ['来週月曜 9時', '2026-11-23 09:00'],
    ['来週の金曜日 午前10時', '2026-11-27 10:00'],
    ['今週金曜 9時', '2026-11-20 09:00'],
    ['月曜 9時', '2026-11-23 09:00'],
    ['来月1日 9時', '2026-12-01 09:00'],
    ['25日 18時', '2026-11-25 18:00'],
    ['3日後', '2026-11-21 09:00'],
    ['2時間後', '2026-11-18 12:20'],
    ['30分後', '2026-11-18 10:50'],
    ['1週間後 8:00', '2026-11-25 08:00'],
    ['1430', '2026-11-18 14:30'],
    ['9時', '2026-11-19 09:00'],
    ['2026-11-21 1630', '2026-11-21 16:30'],
    ['そのうち', undefined],
    ['明日 9時ごろ', undefined],
  ],
};

describe.each(languageNames)('a typed date and time (%s)', (language) => {
  test.each(cases[language])('“%s” is %s', (text, expected) => {
    expect(shown(readDateTime(text, { language, timeZone: tokyo, now }), tokyo)).toBe(expected);
  });

  test('what is shown elsewhere can be typed, in any zone and whenever the clocks change', () => {
    const zone = fc.constantFrom(
      'Asia/Tokyo',
      'UTC',
      'America/New_York',
      'Europe/Berlin',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
    );
    const minutes = fc.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2031, 0, 1) / 60_000 });
    fc.assert(
      fc.property(zone, minutes, (timeZone, minute) => {
        const at = minute * 60_000;
        const options = { language, timeZone, now };
        const [first = at, second] = instantsOf(wallClock(at, timeZone), timeZone);
        const note = second === undefined ? {} : { note: 'twice' };
        expect<unknown>(readDateTime(formatLocalDateTime(at, language, timeZone), options)).toEqual({
          at: first,
          ...note,
        });
        expect(readDateTime(formatDateTime(at, language, timeZone), options)).toEqual({ at });
        expect(readDateTime(new Date(at).toISOString(), options)).toEqual({ at });
      }),
      { numRuns: runs(2000) },
    );
  });

  test('nothing that can be typed breaks it', () => {
    const word = fc.constantFrom(
      ...[
        '明日',
        '来週',
        '月曜',
        '午後',
        '9時',
        '31日',
        '2月30日',
        'next',
        'fri',
        'tomorrow',
        'in 9999 days',
      ],
      ...[
        '99:99',
        '24:00',
        '2400',
        '0000-00-00',
        '9999-12-31',
        '0001-01-01',
        '+9999d',
        '---99',
        '--2-30',
        'pm',
      ],
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (typed, isPast) => {
        const reading = readDateTime(typed, { language, timeZone: tokyo, now, before, isPast });
        if (reading !== undefined) expect(wallClock(reading.at, tokyo)).toMatch(/^\d{4}-\d\d-\d\d [\d:]{8}$/);
      }),
      { numRuns: runs(2000) },
    );
  });
});

test.each([
  ['1430', '2026-11-21 14:30'],
  ['24 Nov', '2026-11-24 08:15'],
  ['tomorrow', '2026-11-19 08:15'],
  ['tomorrow 9', '2026-11-19 09:00'],
])('“%s” keeps of the field what is not typed', (text, expected) => {
  const options = { language: 'en', timeZone: tokyo, now, before } as const;
  expect(shown(readDateTime(text, options), tokyo)).toBe(expected);
});

test.each([
  ['10 Nov 9:00', '2026-11-10 09:00'],
  ['20 Nov 9:00', '2025-11-20 09:00'],
  ['Friday 9:00', '2026-11-13 09:00'],
  ['9:00', '2026-11-18 09:00'],
])('“%s” is a day that has passed where the past is meant', (text, expected) => {
  const options = { language: 'en', timeZone: tokyo, now, isPast: true } as const;
  expect(shown(readDateTime(text, options), tokyo)).toBe(expected);
});

test('a time that no clock shows is the later one, and of a time that comes twice it is the first', () => {
  const read = (text: string) => readDateTime(text, { language: 'en', timeZone: 'Europe/Berlin', now });
  expect(read('2027-03-28 02:30')).toEqual({ at: Date.parse('2027-03-28T03:30:00+02:00'), note: 'skipped' });
  expect(read('2027-10-31 02:30')).toEqual({ at: Date.parse('2027-10-31T02:30:00+02:00'), note: 'twice' });
  expect(read('2027-10-31 02:30 CET')).toEqual({ at: Date.parse('2027-10-31T02:30:00+01:00') });
});
