import { expect, test } from 'bun:test';
import { isSigned, signPath } from './signPath.ts';

/** Worked out with Python's hmac and with openssl. */
const known: [key: string, path: string, signature: string][] = [
  ['abc', '300x200/a.jpg', 'r7rl3TTcGw5WXr9ALubzwQyfAZ8='],
  ['ключ', 'fit-in/-120x120/filters:fill(white)/0f.png', '_PIvPfqQ2CS6q67H_ILaByxrbNU='],
  ['key', '31x31/a.jpg', '6cPWVsR_TCl_-qFwM1L6c-tWr6c='],
];

test.each(known)('signs as others do (%s)', (key, path, signature) => {
  expect(signPath(key, path)).toBe(signature);
  expect(isSigned(key, signature, path)).toBe(true);
});

test('no other signature, path or key will do', () => {
  for (const [key, path, signature] of known) {
    const others = [
      '',
      'unsafe',
      signature.slice(0, -1),
      `${signature}=`,
      `A${signature.slice(1)}`,
      ` ${signature}`,
    ];
    for (const other of others) expect(isSigned(key, other, path)).toBe(false);
    expect(isSigned(key, signature, `${path}x`)).toBe(false);
    expect(isSigned(key, signature, path.replace('(', '%28').replace('.', '%2e'))).toBe(false);
    expect(isSigned(`${key}x`, signature, path)).toBe(false);
  }
});
