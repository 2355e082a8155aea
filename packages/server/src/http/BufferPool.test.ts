import { expect, test } from 'bun:test';
import { BufferPool } from './BufferPool.ts';

test('a copy is its own until it is released, and its memory is used again afterwards', () => {
  const pool = new BufferPool();
  const source = Buffer.from('one');
  const first = pool.copyOf(source);
  source.fill('x');
  const second = pool.copyOf(Buffer.from('second'));
  expect([first, second].map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['one', 'second']);
  first.release?.();
  // Twice must not lend it to two.
  first.release?.();
  const [third, fourth] = [pool.copyOf(Buffer.from('3')), pool.copyOf(Buffer.from('4'))];
  expect(third.bytes.buffer).toBe(first.bytes.buffer);
  expect([third, fourth].map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['3', '4']);
});

test('a large copy has memory of its own', () => {
  const { bytes, release } = new BufferPool().copyOf(Buffer.alloc(65_537, 'x'));
  expect([bytes.length, release]).toEqual([65_537, undefined]);
});
