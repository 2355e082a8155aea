import { expect, test } from 'bun:test';
import { createHeadMemory } from './createHeadMemory.ts';

const [one, other, longer] = [Buffer.from('head one'), Buffer.from('head two'), Buffer.from('head three')];

test('a head is known from its second time on, as a copy', () => {
  const memory = createHeadMemory<number>();
  const bytes = Buffer.from(one);
  memory.note(bytes, 1);
  expect(memory.find(one)).toBeUndefined();
  memory.note(bytes, 1);
  bytes.fill(0);
  expect(memory.find(one)).toBe(1);
});

test('heads that share a place are never taken for each other', () => {
  const memory = createHeadMemory<number>(1);
  for (const times of [1, 2]) memory.note(one, times);
  expect([one, other, longer].map(memory.find)).toEqual([2, undefined, undefined]);
  for (const head of [other, longer, other, longer]) memory.note(head, 3);
  expect([one, other, longer].map(memory.find)).toEqual([2, undefined, undefined]);
  for (const times of [4, 5]) memory.note(other, times);
  expect([one, other, longer].map(memory.find)).toEqual([undefined, 5, undefined]);
});

test('a long head is never remembered', () => {
  const memory = createHeadMemory<number>();
  const long = Buffer.alloc(2049);
  for (const times of [1, 2, 3]) memory.note(long, times);
  expect(memory.find(long)).toBeUndefined();
});
