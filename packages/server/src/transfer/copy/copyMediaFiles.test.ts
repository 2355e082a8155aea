import { expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderOriginals } from '../../media/originals/folder/openFolderOriginals.ts';
import { realPicture, writeHls, writePackage } from '../../media/testing/realFiles.ts';
import { everything } from '../../store/testing/suite/samples.ts';
import { expectSame, openPair } from '../testing/copyPair.ts';
import { allLines, lines, openImportStore } from '../testing/importing.ts';
import { copyStore } from './copyStore.ts';

const meta = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' };
const mediaLines = [
  { ...lines.media, mediaId: 'm2', file: 'picture' },
  { ...lines.media, mediaId: 'm3', file: 'picture' },
  { ...lines.media, mediaId: 'm4', file: 'clip', type: 'video' },
  { ...lines.media, mediaId: 'm5', file: 'banner', meta },
];

/** A store with media of every kind, and an empty one with storage for files. */
async function openMoving() {
  const [fixture, pair] = [await openImportStore(), await openPair()];
  writeFileSync(join(fixture.folder, 'picture'), realPicture('png'));
  writeHls(join(fixture.folder, 'clip'));
  writePackage(join(fixture.folder, 'banner'));
  await fixture.run([...allLines, ...mediaLines]);
  const [kept, moved] = [join(fixture.folder, 'kept'), join(fixture.folder, 'moved')];
  const media = { from: fixture.originals, to: openFolderOriginals(moved) };
  return {
    ...{ from: fixture.store, to: pair.to, media, kept, moved },
    [Symbol.asyncDispose]: async () => {
      await pair[Symbol.asyncDispose]();
      await fixture[Symbol.asyncDispose]();
    },
  };
}

/** All files below a folder, with their content. */
async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const files = paths.map(async (path) => [path.slice(folder.length), await readFile(path, 'base64')]);
  return Object.fromEntries(await Promise.all(files));
}

test('copies media files, each once', async () => {
  await using moving = await openMoving();
  const seen: number[] = [];
  const { originals, differences } = await copyStore({
    ...moving,
    onProgress: ({ step, done }) => step === 'originals' && seen.push(done),
  });
  // The picture, the poster, and two bundles.
  expect({ originals, differences }).toEqual({ originals: { copied: 4, skipped: 0 }, differences: [] });
  expect(seen.at(-1)).toBe(4);
  await expectSame(moving.from, moving.to);
  const files = await filesIn(moving.moved);
  expect(Object.keys(files).length).toBeGreaterThan(8);
  expect(files).toEqual(await filesIn(moving.kept));
  expect(await copyStore(moving)).toMatchObject({
    outcome: 'already there',
    originals: { copied: 0, skipped: 4 },
  });
});

test('copies no media files without their locations', async () => {
  await using moving = await openMoving();
  expect((await copyStore({ ...moving, media: undefined })).originals).toBeUndefined();
  // They may come later.
  expect(await copyStore(moving)).toMatchObject({
    outcome: 'already there',
    originals: { copied: 4, skipped: 0 },
  });
});

test('copies nothing if a file is missing', async () => {
  await using moving = await openMoving();
  const [picture = ''] = Object.keys(await filesIn(moving.kept)).filter((path) =>
    /^\/..\/\w+\.png$/.test(path),
  );
  const name = picture.slice(picture.lastIndexOf('/') + 1);
  for (const damage of [
    () => writeFileSync(join(moving.kept, picture), realPicture('jpg')),
    () => rmSync(join(moving.kept, picture)),
  ]) {
    damage();
    await expect(copyStore(moving)).rejects.toThrow(
      `missing or damaged where they were to be copied from: ${name};`,
    );
    expect((await everything(moving.to)).spaces).toEqual([]);
  }
});
