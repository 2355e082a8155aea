import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedS3 } from '../../../../../tests/startS3.ts';
import { realPicture, realPictures } from '../testing/realFiles.ts';
import { type CopyProgress, copyOriginals } from './copyOriginals.ts';
import { originalPath } from './folder/findOriginal.ts';
import { openFolderOriginals } from './folder/openFolderOriginals.ts';
import { type Originals, originalName } from './Originals.ts';
import { openS3Originals } from './s3/openS3Originals.ts';
import { s3LocationOf } from './s3/testing/s3Location.ts';
import { bytesOf, put, writeFiles } from './testing/originalsSuite.ts';

let s3: Awaited<ReturnType<typeof sharedS3>>;
let folder: string;
let prefix: string;
beforeEach(async () => {
  s3 = await sharedS3();
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  prefix = crypto.randomUUID();
});
afterEach(() => rmSync(folder, { recursive: true }));

const inS3 = (name: string, url = s3.url) => {
  const location = s3LocationOf({ ...s3, url }, `${prefix}/${name}/`);
  return openS3Originals({ location, folder: join(folder, name), maxBytes: 1e7 });
};
const inFolder = (name: string) => openFolderOriginals(join(folder, name));

const id = createHash('sha256').update('clip').digest('hex');
const clip = { 'master.m3u8': 'list', 'low/0.ts': 'segment', empty: '' };

async function fill(originals: Originals): Promise<readonly string[]> {
  const names: string[] = [];
  for (const { bytes } of realPictures) {
    writeFileSync(join(folder, 'file'), bytes);
    names.push(originalName(await put(originals, join(folder, 'file'))));
  }
  await using ingest = originals.beginIngest();
  await ingest.addBundle(id, async (target) => writeFiles(target, clip));
  await ingest.commit();
  return [...names, id];
}

/** Everything that is stored, in hexadecimal. */
async function contentOf(originals: Originals, names: readonly string[]): Promise<readonly string[]> {
  const files = names.filter((name) => name !== id).map((name) => originals.open(name));
  const parts = Object.keys(clip).map((path) => originals.openPart(id, path));
  return await Promise.all(
    [...files, ...parts].map(async (file) => (await bytesOf(await file)).toString('hex')),
  );
}

test('copies from a folder to S3, to another S3 prefix and back to a folder; skips files that exist', async () => {
  const places = [inFolder('one'), inS3('two'), inS3('three'), inFolder('four')];
  const names = await fill(inFolder('one'));
  const content = await contentOf(inFolder('one'), names);
  for (const [place, to] of places.slice(1).entries()) {
    const from = places[place] ?? inFolder('none');
    const seen: CopyProgress[] = [];
    const all = { copied: names.length, skipped: 0, missing: [], damaged: [] };
    expect(await copyOriginals(from, to, [...names, ...names], (progress) => seen.push(progress))).toEqual(
      all,
    );
    expect(seen.map(({ copied }) => copied)).toEqual(names.map((_, index) => index + 1));
    expect(await contentOf(to, names)).toEqual(content);
    expect(await copyOriginals(from, to, names)).toEqual({ ...all, copied: 0, skipped: names.length });
  }
});

test('reports missing and damaged files, and copies the rest', async () => {
  const from = inFolder('from');
  const [missing = '', damaged = '', unreadable = '', ...rest] = await fill(from);
  rmSync(originalPath(join(folder, 'from'), missing));
  const other = Buffer.concat([realPicture('png'), Buffer.from('and more')]);
  writeFileSync(originalPath(join(folder, 'from'), damaged), other);
  writeFileSync(originalPath(join(folder, 'from'), unreadable), 'nothing known');
  const noBundle = id.replace(/./g, '0');
  const to = inS3('to');
  const done = await copyOriginals(
    from,
    to,
    [missing, damaged, unreadable, noBundle, ...rest],
    undefined,
    folder,
  );
  expect({ ...done, missing: done.missing.toSorted(), damaged: done.damaged.toSorted() }).toEqual({
    copied: rest.length,
    skipped: 0,
    missing: [missing, noBundle].toSorted(),
    damaged: [damaged, unreadable].toSorted(),
  });
  for (const name of [missing, damaged, unreadable]) expect(await to.find(name)).toBeUndefined();
  expect(await to.openPart(noBundle, 'master.m3u8')).toBeUndefined();
  expect(readdirSync(folder).filter((name) => name.startsWith('newsstand-'))).toEqual([]);
});

test('fails if S3 is unreachable, and can be resumed', async () => {
  const from = inFolder('from');
  const names = await fill(from);
  const nobody = 'http://127.0.0.1:1';
  await expect(copyOriginals(from, inS3('to', nobody), names)).rejects.toThrow("S3 can't be reached");
  expect(await copyOriginals(from, inS3('to'), names)).toMatchObject({ copied: names.length });
});
