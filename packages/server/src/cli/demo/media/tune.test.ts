import { expect, test } from 'bun:test';
import { tune } from './tune.ts';

test('is a WAV file that is heard, is never too loud, and ends softly', () => {
  const file = Buffer.from(tune(5));
  expect(file.toString('latin1', 0, 16)).toMatch(/^RIFF....WAVEfmt $/s);
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.readUInt32LE(40)).toBe(file.length - 44);
  const bytesPerSecond = file.readUInt32LE(28);
  expect(file.length - 44).toBe(5 * bytesPerSecond);
  const levels = Array.from({ length: (file.length - 44) / 2 }, (_, index) =>
    Math.abs(file.readInt16LE(44 + index * 2)),
  );
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  expect(loudest).toBeGreaterThan(3000);
  expect(loudest).toBeLessThan(20_000);
  expect(levels.at(-1)).toBeLessThan(30);
});
