import { join } from 'node:path';
import sharp from 'sharp';
import { seededRandom } from '../content.ts';

/** The pictures of the bench: one as from a camera, one as for a web page. */
export const sources = [
  { name: 'large.jpg', width: 4000, height: 3000 },
  { name: 'small.jpg', width: 800, height: 533 },
] as const;

/** Writes the pictures: large soft shapes with fine grain, because decoding takes longer with more detail. */
export async function writeSources(folder: string): Promise<void> {
  for (const { name, width, height } of sources) {
    const random = seededRandom(width);
    const coarse = Buffer.from(Array.from({ length: 40 * 30 * 3 }, () => Math.floor(random() * 256)));
    const shapes = await sharp(coarse, { raw: { width: 40, height: 30, channels: 3 } })
      .resize(width, height, { fit: 'fill', kernel: 'cubic' })
      .raw()
      .toBuffer();
    for (let at = 0; at < shapes.length; at++) {
      shapes[at] = Math.max(0, Math.min(255, (shapes[at] ?? 0) + Math.floor((random() - 0.5) * 24)));
    }
    await sharp(shapes, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 88 })
      .toFile(join(folder, name));
  }
}
