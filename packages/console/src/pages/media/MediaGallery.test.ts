import { expect, test } from 'bun:test';
import { ApiError } from '../../api/request.ts';
import { refusedRemovals } from './MediaGallery.tsx';

test('media that cannot be deleted are listed by ID', () => {
  const errors = [
    { path: 'changes.1', message: 'is still used' },
    { path: '', message: 'else' },
  ];
  const refused = refusedRemovals(new ApiError({ status: 409, errors }), ['a', 'b']);
  expect(refused).toEqual([{ id: 'b', message: 'is still used' }]);
  expect(refusedRemovals(new ApiError({ status: 403, errors }), ['a', 'b'])).toEqual([]);
  expect(refusedRemovals(new Error('x'), ['a'])).toEqual([]);
});
