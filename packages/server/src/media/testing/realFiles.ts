import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** A picture of a given size. Different seeds give different pictures. */
export function drawing(width: number, height: number, seed = 0) {
  const pixels = new Uint8Array(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * (seed * 2 + 7) + (at >> 4) * 31 + seed) & 255;
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const small = () => drawing(12, 8);

/** A real picture of every supported format. */
export const realPictures: readonly { readonly ext: string; readonly bytes: Uint8Array }[] = [
  { ext: 'jpg', bytes: await small().jpeg().toBuffer() },
  { ext: 'png', bytes: await small().png().toBuffer() },
  { ext: 'gif', bytes: await small().gif().toBuffer() },
  { ext: 'webp', bytes: await small().webp().toBuffer() },
  { ext: 'avif', bytes: await small().avif({ effort: 0 }).toBuffer() },
  {
    ext: 'svg',
    bytes: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8"><path d="M0 0h9v5"/></svg>',
    ),
  },
];

/** The real picture of one format. */
export function realPicture(ext: string): Uint8Array {
  return realPictures.find((picture) => picture.ext === ext)?.bytes ?? new Uint8Array();
}

/** Writes a folder with four seconds of HLS, valid except for the video itself. */
export function writeHls(folder: string): void {
  mkdirSync(join(folder, 'low'), { recursive: true });
  const rung = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n';
  writeFileSync(join(folder, 'low', 'index.m3u8'), rung);
  writeFileSync(join(folder, 'low', '0.ts'), 'segment');
  writeFileSync(join(folder, 'master.m3u8'), '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow/index.m3u8\n');
  writeFileSync(join(folder, 'poster.jpg'), realPicture('jpg'));
}

/** Writes an asset package of three files. */
export function writePackage(folder: string): void {
  mkdirSync(join(folder, 'pictures'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<canvas></canvas><script src="banner.js"></script>');
  writeFileSync(join(folder, 'banner.js'), 'fetch("pictures/a.png")');
  writeFileSync(join(folder, 'pictures', 'a.png'), realPicture('png'));
}
