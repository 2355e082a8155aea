import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { type FullDisk, fullDisks, mountFullDisk } from '../../files/testing/fullDisk.ts';
import { DiskCache } from '../DiskCache.ts';
import { openFolderOriginals } from '../originals/folder/openFolderOriginals.ts';
import { originalName } from '../originals/Originals.ts';
import { put } from '../originals/testing/originalsSuite.ts';
import { openRenderer } from '../picture/render/openRenderer.ts';
import { createMediaServer } from './createMediaServer.ts';
import type { MediaResponse } from './MediaResponse.ts';
import { everyFile, patient } from './testing/everyFile.ts';

async function sizeOf(outcome: MediaResponse): Promise<readonly [number, number]> {
  if (!('status' in outcome && outcome.body instanceof Uint8Array))
    throw new Error(`no picture: ${Bun.inspect(outcome)}`);
  const { width, height } = await sharp(outcome.body).metadata();
  return [width, height];
}

/** Noise, which can't be compressed. */
async function noise(side: number): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0; at < pixels.length; at += 65_536) crypto.getRandomValues(pixels.subarray(at, at + 65_536));
  const raw = { width: side, height: side, channels: 3 } as const;
  return await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer();
}

/** Renders pictures of a square original with a cache on a full disk. */
async function openScene(disk: FullDisk, side: number) {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  const originals = openFolderOriginals(join(folder, 'originals'));
  writeFileSync(join(folder, 'file'), await noise(side));
  const name = originalName(await put(originals, join(folder, 'file')));
  // A busy machine may take longer than the usual timeout.
  const renderer = openRenderer({ milliseconds: Infinity });
  const faults: unknown[] = [];
  const media = createMediaServer({
    ...everyFile,
    originals,
    renderer,
    cache: new DiskCache(disk.folder, 1e7),
    key: '',
    allowsUnsafe: true,
    onFault: (error) => faults.push(error),
  });
  return {
    renderer,
    faults,
    ask: (path: string) =>
      media.read(`unsafe/${path}/${name}`, { method: 'GET', header: () => undefined })(patient),
    [Symbol.dispose]() {
      renderer.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

for (const how of isFull ? fullDisks : fullDisks.slice(0, 1)) {
  test(`pictures are sent even if they can't be cached (${how})`, async () => {
    using disk = mountFullDisk(how);
    if (disk === undefined) return;
    using scene = await openScene(disk, 720);
    const { ask, faults, renderer } = scene;
    // A cached picture would be read from the disk.
    const sizes = { '6x4': [6, 4], '700x650': [700, 650] } as const;
    for (const [path, size] of Object.entries(sizes)) expect(await sizeOf(await ask(path))).toEqual(size);
    expect(faults).toHaveLength(2);
    // Nothing can render them again.
    renderer.stop();
    for (const [path, size] of Object.entries(sizes)) expect(await sizeOf(await ask(path))).toEqual(size);
  });
}

if (isFull)
  test("a picture too large for memory that can't be cached is unavailable for now", async () => {
    using disk = mountFullDisk('no room');
    if (disk === undefined) return;
    using scene = await openScene(disk, 2500);
    expect(await scene.ask('2440x2440')).toMatchObject({ code: 'media_unavailable' });
    expect(await sizeOf(await scene.ask('6x4'))).toEqual([6, 4]);
  });
