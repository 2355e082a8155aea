import { expect, test } from 'bun:test';
import { deviceCookie, knownDevice } from './cookies.ts';

const ken = { operatorId: 'ken', passwordHash: '$argon2id$ken' };
const mia = { operatorId: 'mia', passwordHash: '$argon2id$mia' };
const clock = { now: Date.UTC(2027, 4, 3) };
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
const here = { now: () => clock.now, random, managementUrl: () => 'http://127.0.0.1:4001' };

const from = (cookie = '') => new Request('http://127.0.0.1:4001/', { headers: { cookie } });
const given = (header: string) => header.split(';')[0] ?? '';
const isKnown = (cookie: string, owner: typeof ken | { operatorId: string; passwordHash?: string } = ken) =>
  knownDevice(from(cookie), owner, here) !== undefined;

test('a browser is known for 400 days by a cookie that no script can read, another one each time', () => {
  const header = deviceCookie(from(), ken, here);
  expect(header).toMatch(
    /^newsstand_device=[\w-]{22}\.\w+\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
  );
  expect(given(deviceCookie(from(), ken, here))).not.toBe(given(header));
  const begin = clock.now;
  clock.now = begin + 400 * 86_400_000 - 1;
  expect(isKnown(given(header))).toBe(true);
  clock.now += 1;
  expect(isKnown(given(header))).toBe(false);
  clock.now = begin;
});

test('by https it is bound to the host', () => {
  const secure = { ...here, managementUrl: () => 'https://console.example.com' };
  const header = deviceCookie(from(), ken, secure);
  expect(header).toMatch(/^__Host-newsstand_device=[\w.-]+; Path=\/; .*; Secure$/);
  expect(knownDevice(from(given(header)), ken, secure)).toBeDefined();
  expect(knownDevice(from(given(header).replace('__Host-', '')), ken, secure)).toBeUndefined();
});

test('it cannot be forged, nor used for another name or after another password', () => {
  const cookie = given(deviceCookie(from(), ken, here));
  expect(isKnown(cookie)).toBe(true);
  expect(isKnown(cookie, mia)).toBe(false);
  expect(isKnown(cookie, { ...ken, operatorId: 'kim' })).toBe(false);
  expect(isKnown(cookie, { ...ken, passwordHash: '$argon2id$next' })).toBe(false);
  const [id = '', issued = '', signature = ''] = cookie.slice(cookie.indexOf('=') + 1).split('.');
  const forged = [
    '',
    '~',
    `${id}.${issued}`,
    `${id}.zzzzzzzz.${signature}`,
    `${'A'.repeat(22)}.${issued}.${signature}`,
    `${id}.${issued}.${'A'.repeat(43)}`,
    `${id}.${issued}.${signature}x`,
    `${id}.${issued}.${signature.slice(1)}%`,
  ];
  for (const value of forged) {
    expect([value, isKnown(`newsstand_device=${value}`)]).toEqual([value, false]);
  }
  // Of two one is somebody else's.
  expect(isKnown(`${cookie}; ${cookie}`)).toBe(false);
});

test('an unknown name has no known device, whatever is signed', () => {
  const nobody = { operatorId: 'nobody' };
  const cookie = given(deviceCookie(from(), nobody, here));
  expect(isKnown(cookie, nobody)).toBe(false);
});

test('five operators may share a browser; the first to sign in is forgotten for a sixth', () => {
  const owners = ['ken', 'mia', 'bo', 'cy', 'di', 'ed'].map((operatorId) => ({
    operatorId,
    passwordHash: `$argon2id$${operatorId}`,
  }));
  let cookie = '';
  for (const owner of owners) cookie = given(deviceCookie(from(cookie), owner, here));
  expect(owners.map((owner) => isKnown(cookie, owner))).toEqual([false, true, true, true, true, true]);
  for (let times = 0; times < 3; times++) cookie = given(deviceCookie(from(cookie), mia, here));
  expect(owners.map((owner) => isKnown(cookie, owner))).toEqual([false, true, true, true, true, true]);
});
