import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { languageNames, loadWords } from '../words/languages.ts';
import { describeNext, describeTimes } from './describeTimes.ts';
import { formatDistance, zoneName } from './formatDateTime.ts';
import type { Times } from './liveTime.ts';

await Promise.all(languageNames.map(loadWords));

const zone = 'Asia/Tokyo';
/** 27 April 2027, 12:00 in Tokyo. */
const now = Date.UTC(2027, 3, 27, 3);
const hour = 3_600_000;
const opening = Date.UTC(2027, 4, 3, 0);
const closing = Date.UTC(2027, 4, 10, 9);

const cases: readonly [string, Times, string, string][] = [
  ['a draft', { status: 'draft' }, 'Draft: readers do not see it.', '下書きです。読者には表示されません。'],
  ['live', { status: 'published' }, 'Readers see it now.', '公開中です。'],
  [
    'live since a moment',
    { status: 'draft', reservedAt: now - 26 * hour },
    'Live since 26 Apr 2027 10:00 JST.',
    '2027年4月26日 10:00 JSTから公開中です。',
  ],
  [
    'live until a moment',
    { status: 'published', closingAt: closing },
    'Live now; closes on 10 May 2027 18:00 JST, in 13 days.',
    '公開中です。2027年5月10日 18:00 JST（13日後）に終了します。',
  ],
  [
    'reserved',
    { status: 'draft', reservedAt: opening },
    'Goes live on 3 May 2027 09:00 JST, in 6 days.',
    '2027年5月3日 9:00 JST（6日後）に公開されます。',
  ],
  [
    'published, but not yet open',
    { status: 'published', openingAt: opening, closingAt: closing },
    'Goes live on 3 May 2027 09:00 JST, in 6 days; closes on 10 May 2027 18:00 JST, in 13 days.',
    '2027年5月3日 9:00 JST（6日後）に公開され、2027年5月10日 18:00 JST（13日後）に終了します。',
  ],
  [
    'reserved, and open later: the later moment counts',
    { status: 'draft', reservedAt: now + hour, openingAt: opening },
    'Goes live on 3 May 2027 09:00 JST, in 6 days.',
    '2027年5月3日 9:00 JST（6日後）に公開されます。',
  ],
  [
    'closed',
    { status: 'published', closingAt: now - 24 * hour },
    'Closed on 26 Apr 2027 12:00 JST, yesterday.',
    '2027年4月26日 12:00 JST（昨日）に終了しました。',
  ],
  [
    'times that contradict each other',
    { status: 'published', openingAt: closing, closingAt: opening },
    'Never goes live.',
    '公開されることはありません。',
  ],
];

describe('a schedule is described in a sentence', () => {
  test.each(cases)('%s', (_, item, english, japanese) => {
    expect(describeTimes(item, now, 'en', zone).sentence).toBe(english);
    expect(describeTimes(item, now, 'ja', zone).sentence).toBe(japanese);
  });

  test('with the time since when readers see it, if that is known', () => {
    const sentences = [{ status: 'published' }, { status: 'published', closingAt: closing }].map(
      (item) => describeTimes(item, now, 'en', zone, now - 26 * hour).sentence,
    );
    expect(sentences).toEqual([
      'Live since 26 Apr 2027 10:00 JST.',
      'Live since 26 Apr 2027 10:00 JST; closes on 10 May 2027 18:00 JST, in 13 days.',
    ]);
  });

  test('with a warning if readers will not see what was published', () => {
    const never = describeTimes(
      { status: 'published', openingAt: closing, closingAt: opening },
      now,
      'en',
      zone,
    );
    expect(never.warning).toBe(
      'It closes (3 May 2027 09:00 JST) before it opens (10 May 2027 18:00 JST), so readers never see it.',
    );
    const same = { status: 'published', openingAt: opening, closingAt: opening };
    expect(describeTimes(same, now, 'en', zone).sentence).toBe('Never goes live.');
    expect(describeTimes({ status: 'published', closingAt: now }, now, 'ja', zone).warning).toBe(
      '終了日時を過ぎているため、読者には表示されません。',
    );
    expect(describeTimes({ status: 'published' }, now, 'en', zone).warning).toBeUndefined();
  });

  test('for all times that the interface accepts', () => {
    const moment = fc.option(fc.integer({ min: -8.64e15, max: 8.64e15 }), { nil: undefined });
    const times = fc.record({
      status: fc.constantFrom('draft', 'published'),
      ...{ reservedAt: moment, openingAt: moment, closingAt: moment },
    });
    fc.assert(
      fc.property(times, fc.constantFrom('en' as const, 'ja' as const), (item, language) => {
        const { sentence } = describeTimes(item, now, language, zone);
        expect(sentence).not.toMatch(/undefined|NaN|Infinity/);
        expect(describeNext(item, now, language, zone) ?? '').not.toMatch(/undefined|NaN|Infinity/);
      }),
    );
  });
});

test.each([
  [{ status: 'draft' }, undefined, undefined],
  [{ status: 'published' }, undefined, undefined],
  [{ status: 'draft', reservedAt: opening }, 'goes live in 6 days', '6日後に公開'],
  [{ status: 'published', closingAt: now + 30 * hour }, 'closes tomorrow 18:00', '明日 18:00に終了'],
  [{ status: 'published', closingAt: now + 6 * hour }, 'closes today 18:00', '今日 18:00に終了'],
  [{ status: 'published', closingAt: now - 72 * hour }, 'closed 3 days ago', '3日前に終了済み'],
  [{ status: 'published', openingAt: 2, closingAt: 1 }, 'never goes live', '公開されません'],
  [{ status: 'published', openingAt: now, closingAt: now }, 'never goes live', '公開されません'],
])('in a few words: %j', (item, english, japanese) => {
  expect(describeNext(item, now, 'en', zone)).toBe(english);
  expect(describeNext(item, now, 'ja', zone)).toBe(japanese);
});

test.each([
  [10_000, 'now'],
  [20 * 60_000, 'in 20 minutes'],
  [-3 * hour, '3 hours ago'],
  [13 * hour, 'tomorrow'],
  [24 * hour * 60, 'in 2 months'],
  [24 * hour * 1000, 'in 3 years'],
])('%i ms away', (distance, expected) => {
  expect(formatDistance(now + distance, now, 'en', zone)).toBe(expected);
});

test('time zones have their usual names', () => {
  const names = ['Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata', 'Asia/Bangkok'];
  expect(names.map((name) => zoneName(now, name))).toEqual(['JST', 'CEST', 'EDT', 'UTC', 'IST', 'GMT+7']);
});
