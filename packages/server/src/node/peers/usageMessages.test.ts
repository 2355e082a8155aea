import { expect, test } from 'bun:test';
import { createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { issueCredential } from '../../management/issueCredential.ts';
import { mostUsages, openMessage, sealMessage } from './openUsageExchange.ts';

const secret = 'a key that only nodes have';
const message = {
  sender: '6f9c0a0e-5a7c-4f0e-9a52-0d6a4b1f5c11',
  sequence: 1,
  window: 1_000_000,
  usages: [{ key: newKey(), count: 3 }],
};

function newKey(): string {
  const order = { name: 'n', grants: [{ projectId: 'p' }], preview: false };
  return issueCredential(order, { now: Date.now, random: randomBytes }).credential.key;
}

/** As a node would that says something else. */
function seal(contents: unknown): string {
  const text = typeof contents === 'string' ? contents : JSON.stringify(contents);
  return createHmac('sha256', secret).update(`newsstand usage\n${text}`).digest('base64url') + text;
}

test('a message is readable only with its key, and only if nothing in it was changed', () => {
  const sealed = sealMessage(message, secret);
  expect(sealed).toBe(seal(message));
  expect(openMessage(sealed, secret)).toEqual(message);
  expect(openMessage(sealed, 'another key')).toBeUndefined();
  expect(openMessage(JSON.stringify(message), secret)).toBeUndefined();
  const place = fc.nat(sealed.length - 1);
  fc.assert(
    fc.property(place, fc.string({ maxLength: 2 }), (at, other) => {
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      if (changed !== sealed) expect(openMessage(changed, secret)).toBeUndefined();
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => expect(openMessage(text, secret)).toBeUndefined()));
});

test('invalid messages are ignored, whoever sends them', () => {
  const [usage] = message.usages;
  const counts = [0, -1, 1.5, 1e308, 2 ** 53, '1', null].map((count) => ({ usages: [{ ...usage, count }] }));
  const keys = ['', 'nsk_', `${newKey()}x`, `${newKey()}\n`, 7].map((key) => ({
    usages: [{ key, count: 1 }],
  }));
  const lists = [[], Array.from({ length: mostUsages + 1 }, () => usage), {}, [[]]].map((usages) => ({
    usages,
  }));
  const others = [
    { sequence: 0 },
    { sequence: 1.5 },
    { sender: 'x' },
    { window: 0.5 },
    { window: null },
    { more: 1 },
  ];
  for (const wrong of [...counts, ...keys, ...lists, ...others])
    expect([wrong, openMessage(seal({ ...message, ...wrong }), secret)]).toEqual([wrong, undefined]);
  for (const text of ['', '{', 'null', '[]']) expect(openMessage(seal(text), secret)).toBeUndefined();
});

test('the longest message fits into a notification of PostgreSQL', () => {
  const usages = Array.from({ length: mostUsages }, () => ({ key: newKey(), count: 999_999_999 }));
  const longest = { ...message, sequence: Number.MAX_SAFE_INTEGER, window: -Number.MAX_SAFE_INTEGER, usages };
  const sealed = sealMessage(longest, secret);
  expect(Buffer.byteLength(sealed)).toBeLessThan(7000);
  expect(openMessage(sealed, secret)).toEqual(longest);
});
