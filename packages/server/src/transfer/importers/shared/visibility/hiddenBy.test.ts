import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../../tests/testing/runs.ts';
import { hidingField } from '../../testing/hidingField.ts';
import { endOf, hiddenBy } from './hiddenBy.ts';

const viewing = { now: Date.UTC(2025, 0, 1), timeZone: 'UTC' };
const why = (name: string, value: unknown, more = {}) =>
  hiddenBy({ title: 'A', [name]: value, body: 'B' }, { ...viewing, ...more });

test.each([
  ['status', ['draft'], 'draft'],
  ['visibility', ['private'], 'private'],
  ['公開', false, 'false'],
  ['非公開', true, 'true'],
  ['公開範囲', ['会員限定'], '会員限定'],
  ['公開ステータス', '下書き', '下書き'],
  ['access', 'members', 'members'],
  ['approved', false, 'false'],
  ['approved', null, 'empty'],
  ['ＩＳ＿ＰＵＢＬＩＣ', 'no', 'no'],
  ['is-hidden', 1, '1'],
  ['membersOnly', 'yes', 'yes'],
  ['post status', 'evergreen', 'evergreen'],
  ['publishStatus', 2, '2'],
  ['status', 1, '1'],
  ['access', { label: 'Gold', value: 'gold' }, 'gold, Gold'],
  ['deletedAt', '2024-05-03', '2024-05-03'],
  ['embargoUntil', '2026-01-01', '2026-01-01'],
  ['公開終了日', '2024-12-31', '2024-12-31'],
  ['category', ['会員限定'], '会員限定'],
  ['kind', 'draft', 'draft'],
  ['publishedUntil', '2020-01-01', '2020-01-01'],
  ['hiddenFromPublic', true, 'true'],
  ['restrict_to', 'staff', 'staff'],
  ['not_for_publication', 'yes', 'yes'],
  ['keepPrivate', true, 'true'],
  ['hideFromList', true, 'true'],
  ['clearedForPublication', false, 'false'],
  ['allow_public_access', 'no', 'no'],
  ['whoCanView', 'friends', 'friends'],
  ['viewable_by', 'gold', 'gold'],
  ['minPlan', 'gold', 'gold'],
  ['approvedBy', null, 'empty'],
  ['showUntil', '2020-01-01', '2020-01-01'],
  ['flags', ['hidden'], 'hidden'],
  ['target_audience', 'employees', 'employees'],
  ['公開・非公開', '0', '0'],
  ['公開しますか？', 'いいえ', 'いいえ'],
  ['非公開にする', true, 'true'],
  ['会員限定記事', 'はい', 'はい'],
  ['社内向け', true, 'true'],
  ['閲覧対象者', ['社員'], '社員'],
  ['有効/無効', '無効', '無効'],
  ['公開開始', '2099-01-01', '2099-01-01'],
  ['公開期間', '2020-01-01 ~ 2020-02-01', '2020-01-01 ~ 2020-02-01'],
  ['配信ステータス', '停止', '停止'],
  ['オプション', ['限定公開する'], '限定公開する'],
  ['種別', '会員限定記事', '会員限定記事'],
  ['koukai_flag', '0', '0'],
  ['kaiinGentei', true, 'true'],
])('%s: %p hides a document', (name, value, told) =>
  expect(why(name, value)).toBe(`field ${name} is ${told}`),
);

test('a password is never told', () => {
  expect(why('閲覧パスワード', 'x')).toBe('field 閲覧パスワード is set');
  expect(why('password', 'open sesame')).toBe('field password is set');
  expect(why('passwordHash', 'x1')).toBe('field passwordHash is set');
});

test('fields in a group count, and those in other objects do not', () => {
  expect(why('meta', { 公開設定: { 公開: false } })).toBe('field meta.公開設定.公開 is false');
  expect(why('settings', [{ hidden: 'true' }])).toBe('field settings.hidden is true');
  expect(why('cover', { image: 'a.jpg', hidden: true })).toBe(undefined);
  expect(why('公開設定', { 公開: true })).toBe(undefined);
});

test.each([
  ['draft', false],
  ['published', true],
  ['published', '2024-05-03'],
  ['status', 'Published'],
  ['status', ['PUBLISH']],
  ['公開', true],
  ['公開範囲', ['全員']],
  ['password', null],
  ['noindex', true],
  ['robots', 'noindex'],
  ['orderStatus', 'pending'],
  ['show', 'The morning show'],
  ['hide', ['toc', 'navigation']],
  ['private_notes', 'for us'],
  ['sidebar', 'hidden'],
  ['embargoUntil', '2024-01-01'],
  ['expires', '2030-01-01'],
  ['deletedAt', null],
  ['tags', ['draft', 'internal']],
  ['hideComments', true],
  ['hide_toc', true],
  ['hide_details', true],
  ['hideAds', true],
  ['showOnHomepage', false],
  ['publishToFacebook', false],
  ['publicEmail', false],
  ['internalName', 'Hero'],
  ['internal_link', true],
  ['republished', false],
  ['requiredPlan', 'free'],
  ['publicationName', 'The Times'],
  ['公開・非公開', '公開'],
  ['公開記事', '公開する'],
  ['期間限定', true],
  ['目次を非表示', true],
  ['type', 'team'],
  ['startDate', '2099-01-01'],
])('%s: %p does not', (name, value) =>
  expect(why(name, value, { shown: new Set(['tags']) })).toBe(undefined),
);

test('a date of publication that has yet to come hides, unless the document is scheduled for it', () => {
  expect(why('publishAt', '2030-01-01')).toBe('field publishAt is 2030-01-01');
  expect(why('publishAt', '2030-01-01', { date: 'publishAt' })).toBe(undefined);
  expect(why('status', 'scheduled')).toBe('field status is scheduled');
  expect(why('status', 'scheduled', { isAhead: true })).toBe(undefined);
});

test('a document that lacks what others of its type need is hidden', () => {
  expect(hiddenBy({ title: 'A' }, { ...viewing, needed: ['approved'] })).toBe('field approved is empty');
});

test('the end of publication is known', () => {
  expect(endOf({ 公開終了日: '2030-01-01', expires: '2031-01-01' }, viewing)).toBe(Date.UTC(2030, 0, 1));
});

test('a field hides under any of its names, in any spelling and shape', () => {
  fc.assert(
    fc.property(hidingField, ([name, value]) => expect(why(name, value)).toBeString()),
    { numRuns: runs(3000) },
  );
});
