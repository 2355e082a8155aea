import { expect, test } from 'bun:test';
import sharp from 'sharp';
import { engine } from './openPictures.ts';

test('what another version of the engine makes is kept under another name', () => {
  expect(engine).toBe(`sharp ${sharp.versions.sharp}`);
});
