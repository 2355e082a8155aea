import { expect, test } from 'bun:test';
import { lettering } from './lettering.ts';

const hand = { x: 100, y: 20, size: 50, colour: '#123' };

test('writes each letter behind the one before', () => {
  const words = lettering('LI L', { ...hand, gap: 10 });
  expect([...words.matchAll(/translate\((\S+) 0\)/g)].map(([, at]) => Number(at))).toEqual([0, 62, 112]);
  expect(words).toStartWith('<g transform="translate(100 20) scale(0.5)"');
});

test('puts the middle of the words where it is told', () => {
  // An L is 52 wide.
  expect(lettering('L', { ...hand, isCentred: true })).toContain('translate(87 20)');
});

test('refuses what it can not write', () => {
  expect(() => lettering('AÉ', hand)).toThrow("no strokes are known for 'É'");
});
