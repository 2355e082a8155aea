import { expect, test } from 'bun:test';
import { movedPoint } from './movedPoint.ts';

test('arrow keys move a point, but not out of the picture', () => {
  expect(movedPoint({ x: 0.5, y: 0.5 }, 'ArrowLeft', false)).toEqual({ x: 0.49, y: 0.5 });
  expect(movedPoint({ x: 0.5, y: 0.95 }, 'ArrowDown', true)).toEqual({ x: 0.5, y: 1 });
  expect(movedPoint({ x: 0, y: 0 }, 'ArrowUp', true)).toEqual({ x: 0, y: 0 });
  expect(movedPoint({ x: 0, y: 0 }, 'Enter', false)).toBeUndefined();
});
