import { expect, test } from 'bun:test';
import { HeadCache } from './listenHttp.ts';

const [one, other, longer] = [Buffer.from('head one'), Buffer.from('head two'), Buffer.from('head three')];

/** A cache of numbers that says, for each head, whether it had to be parsed. */
function openCache(slots?: number) {
  const cache = new HeadCache<string>(slots);
  return (head: Buffer): 'parsed' | 'cached' => {
    let outcome: 'parsed' | 'cached' = 'cached';
    const text = cache.get(head, (bytes) => {
      outcome = 'parsed';
      return bytes.toString();
    });
    expect(text).toBe(head.toString());
    return outcome;
  };
}

test('a head is cached from its second time on, as a copy', () => {
  const cache = new HeadCache<string>();
  const bytes = Buffer.from(one);
  for (const text of ['first', 'second']) expect(cache.get(bytes, () => text)).toBe(text);
  bytes.fill(0);
  expect(cache.get(one, () => 'third')).toBe('second');
});

test('heads that share a slot are never taken for each other', () => {
  const get = openCache(1);
  expect([one, one, one].map(get)).toEqual(['parsed', 'parsed', 'cached']);
  expect([other, longer, other, longer].map(get)).toEqual(['parsed', 'parsed', 'parsed', 'parsed']);
  expect(get(one)).toBe('cached');
  expect([other, other, other].map(get)).toEqual(['parsed', 'parsed', 'cached']);
  expect(get(one)).toBe('parsed');
});

test('a long head is never cached', () => {
  const get = openCache();
  const long = Buffer.alloc(2049);
  expect([long, long, long].map(get)).toEqual(['parsed', 'parsed', 'parsed']);
});
