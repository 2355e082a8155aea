import { expect, test } from 'bun:test';
import { isId as isContractId } from '@newsstand/contract';
import fc from 'fast-check';
import { isId } from './CreateDialog.tsx';

test('IDs are those that the service accepts', () => {
  const odd = fc.constantFrom(
    '',
    '.',
    '..',
    '...',
    'a b',
    'a/b',
    'ニュース',
    'a'.repeat(128),
    'a'.repeat(129),
  );
  const near = fc.stringMatching(/^[A-Za-z0-9._~\- /%]{0,6}$/);
  fc.assert(
    fc.property(fc.oneof(odd, near, fc.string()), (text) => {
      expect(isId(text)).toBe(isContractId(text));
    }),
  );
});
