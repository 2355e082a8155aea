import { expect, test } from 'bun:test';
import { isId } from '@newsstand/contract';
import fc from 'fast-check';
import { isPlaceId } from './PlaceDialog.tsx';

test('it is what the service takes as an ID', () => {
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
      expect(isPlaceId(text)).toBe(isId(text));
    }),
  );
});
