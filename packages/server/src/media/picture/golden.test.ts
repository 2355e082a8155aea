import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parsePicturePath } from '../url/parsePicturePath.ts';
import { difference, pixelsOf } from './drawn.fixture.ts';
import { premultiply } from './filters/premultiply.ts';
import { withAlpha } from './filters/withAlpha.ts';
import { renderPicture } from './renderPicture.ts';

/** Pictures that a real Thumbor made, beside the project where they are at hand. */
const folder = join(import.meta.dir, '../../../../../../shared/golden/thumbor');
const caseSchema = z.object({
  name: z.string(),
  source: z.string(),
  path: z.string(),
  expected: z.string(),
  width: z.int(),
  height: z.int(),
});

if (existsSync(folder)) {
  const cases = z.array(caseSchema).parse(await Bun.file(join(folder, 'cases.json')).json());
  describe('like Thumbor', () => {
    test.each(cases)('$name', async ({ source, path, expected, width, height }) => {
      const { operations } = parsePicturePath(`${path}/${source}`);
      const bytes = await Bun.file(join(folder, 'sources', source)).bytes();
      const result = await renderPicture(bytes, operations, { format: 'png', seed: 1 });
      expect([result.width, result.height]).toEqual([width, height]);
      const ours = await seen(result.bytes);
      const theirs = await seen(await Bun.file(join(folder, expected)).bytes());
      const { psnr, over2 } = difference(ours, theirs);
      const isResized = operations.width + operations.height > 0;
      if (isResized) expect(psnr).toBeGreaterThan(path.includes('round_corner') ? 40 : 45);
      else expect(over2).toBeLessThan(0.001);
    });
  });
} else {
  console.warn('golden.test.ts: the comparison with Thumbor is left out, its pictures are not at hand');
}

/** What can be seen of a picture: the colours of what is clear do not matter. */
async function seen(bytes: Uint8Array) {
  return premultiply(withAlpha(await pixelsOf(bytes)));
}
