import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { parseDuration, parseMoment } from './parseMoment.ts';

test.each([
  ['0s', 0],
  ['45s', 45_000],
  ['5m', 300_000],
  ['12h', 43_200_000],
  ['90d', 7_776_000_000],
  ['2w', 1_209_600_000],
  ['1h30m', 5_400_000],
])('the duration %s', (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

test.each(['', '5', 'd', '-5d', '1.5h', '5 d', '5D', '5d ', '9999999999s', '5y'])(
  'no duration: "%s"',
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

test.each([
  ['2030-01-02', Date.UTC(2030, 0, 2)],
  ['2030-01-02T03:04', Date.UTC(2030, 0, 2, 3, 4)],
  ['2030-01-02T03:04:05', Date.UTC(2030, 0, 2, 3, 4, 5)],
  ['2030-01-02T03:04:05.678Z', Date.UTC(2030, 0, 2, 3, 4, 5, 678)],
  ['2030-01-02T03:04:05+09:00', Date.UTC(2030, 0, 1, 18, 4, 5)],
  ['2032-02-29', Date.UTC(2032, 1, 29)],
  ['1d', 86_401_000],
])('the moment %s', (text, moment) => {
  expect(parseMoment(text, 1000)).toBe(moment);
});

test.each([
  '',
  'tomorrow',
  '2030-02-30',
  '2030-13-01',
  '2030-1-2',
  '2030-01-02T25:00',
  '1790000000000',
  '01/02/2030',
])('no moment: "%s"', (text) => {
  expect(parseMoment(text, 0)).toBeUndefined();
});

test('any moment that a Date prints is read back, whatever the time zone of the machine', () => {
  const date = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
  fc.assert(fc.property(date, (moment) => parseMoment(moment.toISOString(), 0) === moment.getTime()));
});
