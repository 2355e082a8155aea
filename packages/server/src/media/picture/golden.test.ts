import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { premultiply } from './filters/blur.ts';
import { type Pixels, withAlpha } from './Pixels.ts';
import { difference, pixelsOf, rendered } from './testing/drawn.ts';
import { parsePicturePath } from './url/picturePath.ts';

/** Pictures rendered by a real Thumbor. */
const folder = join(import.meta.dir, '../../../../../../shared/golden/thumbor');
const isAtHand = existsSync(folder);
const caseSchema = z.object({
  name: z.string(),
  source: z.string(),
  path: z.string(),
  expected: z.string(),
  width: z.int(),
  height: z.int(),
});
const cases = isAtHand ? z.array(caseSchema).parse(await Bun.file(join(folder, 'cases.json')).json()) : [];

test('pictures are compared with those of Thumbor, if available', () => {
  if (isAtHand) expect(cases.length).toBeGreaterThan(0);
  else
    console.warn('left out: the pictures of Thumbor are not beside the project (../shared/golden/thumbor)');
});

for (const { name, source, path, expected, width, height } of cases) {
  test(`like Thumbor: ${name}`, async () => {
    const { operations } = parsePicturePath(`${path}/${source}`);
    const ours = await rendered(await Bun.file(join(folder, 'sources', source)).bytes(), operations);
    const theirs = await pixelsOf(await Bun.file(join(folder, expected)).bytes());
    expect([ours.width, ours.height]).toEqual([width, height]);
    const [a, b] = theirs.channels === 3 ? [ours, theirs] : [seen(ours), seen(theirs)];
    const { psnr, over2 } = difference(a, b);
    const isResized = operations.width + operations.height > 0;
    if (isResized) expect(psnr).toBeGreaterThan(path.includes('round_corner') ? 40 : 45);
    else expect(over2).toBeLessThan(0.001);
  });
}

/** The visible pixels: transparent ones have no colour. */
function seen(pixels: Pixels): Pixels {
  return premultiply(withAlpha(pixels));
}
