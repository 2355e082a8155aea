import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  drawing,
  realPicture,
  writeHls,
  writePackage,
} from '../../packages/server/src/media/testing/realFiles.ts';
import type { Running } from '../newsstandProcess.ts';
import { until } from '../testing/until.ts';
import { mediaKey, type OpenService } from './openService.ts';

type Record = {
  mediaId: string;
  accessUrl: string;
  thumbnailAccessUrl: string;
  originalUrl: string;
  assets: { accessUrl: string }[];
};

/** A service with a few media. */
export type Gallery = {
  readonly running: Running;
  readonly data: string;
  readonly record: (id: string) => Record;
  /** The signed URL of a picture with operations. */
  readonly signed: (path: string) => string;
  /** The name of a picture's original. */
  readonly image: (id: string) => string;
  readonly get: (url: string, headers?: { [name: string]: string }, method?: string) => Promise<Response>;
};

/** Adds media of every kind to a service. */
export async function addGallery({ running, folder, env, run }: OpenService): Promise<Gallery> {
  const source = mkdtempSync(join(folder, 'in-'));
  const put = (name: string, bytes: Uint8Array) => writeFileSync(join(source, name), bytes);
  put('photo.jpg', await drawing(120, 80, 1).jpeg().toBuffer());
  put('drawing.svg', realPicture('svg'));
  put('moving.gif', await movingGif());
  put('large.png', await drawing(900, 700, 2).png({ compressionLevel: 0 }).toBuffer());
  put('broken.png', await drawing(60, 40, 3).png().toBuffer());
  writeHls(join(source, 'clip'));
  writePackage(join(source, 'banner'));
  const names = ['photo.jpg', 'drawing.svg', 'moving.gif', 'large.png', 'broken.png', 'clip', 'banner'];
  const files = names.map((name) => join(source, name));
  const place = ['--project', 'gallery', '--space', 's'];
  const added = await run(['media', 'add', ...files, ...place, '--json', '--public-url', running.url]);
  const records: Record[] = JSON.parse(added);
  // Not the one whose file a test replaces: nothing of it may be cached.
  const shown = records.filter(({ mediaId }) => mediaId !== 'broken');
  await until('all workers to show the gallery', async () => {
    const asked = [...shown, ...shown, ...shown].map(({ accessUrl }) => fetch(accessUrl, { method: 'HEAD' }));
    return (await Promise.all(asked)).every(({ ok }) => ok);
  });
  const record = (id: string) => records.find(({ mediaId }) => mediaId === id) ?? fail(id);
  return {
    running,
    data: env.NEWSSTAND_DATA,
    record,
    signed: (path) =>
      `${running.url}/media/${createHmac('sha1', mediaKey).update(path).digest('base64url')}=/${path}`,
    image: (id) => record(id).originalUrl.split('/').at(-1) ?? '',
    get: (url, headers = {}, method = 'GET') => fetch(url, { headers, method, decompress: false }),
  };
}

/** Two frames, one white and one black. */
function movingGif(): Promise<Uint8Array> {
  const pixels = Buffer.alloc(8 * 8 * 2 * 3).fill(255, 0, 8 * 8 * 3);
  const raw = { width: 8, height: 16, channels: 3, pageHeight: 8 } as const;
  return sharp(pixels, { raw })
    .gif({ delay: [100, 100] })
    .toBuffer();
}

function fail(id: string): never {
  throw new Error(`there is no ${id}`);
}
