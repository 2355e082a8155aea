import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileError } from '../../FileError.ts';
import { sampleFiles } from '../../testing/sampleFiles.ts';
import { type Originals, originalName } from '../Originals.ts';
import { bytesOf, describeOriginals, put as putInto } from '../testing/originalsSuite.ts';
import { openFolderOriginals } from './openFolderOriginals.ts';

describeOriginals('a folder', async (folder) => openFolderOriginals(folder));

let folder: string;
let source: string;
let originals: Originals;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  source = join(folder, 'picture.txt');
  originals = openFolderOriginals(join(folder, 'originals'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (path: string) => putInto(originals, path);

/** All files below the folder of originals. */
function files(): string[] {
  const entries = readdirSync(join(folder, 'originals'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const png = Buffer.concat([sampleFiles[1]?.bytes ?? Buffer.from(''), Buffer.alloc(3_000_000, 7)]);

test('stores a file under the hash of its content, not under its name', async () => {
  writeFileSync(source, png);
  const original = await put(source);
  const sha256 = new Bun.CryptoHasher('sha256').update(png).digest('hex');
  expect(original).toEqual({
    sha256,
    ext: 'png',
    mimetype: 'image/png',
    fileSize: png.length,
    type: 'image',
  });
  const path = join(folder, 'originals', sha256.slice(0, 2), `${sha256}.png`);
  expect(readFileSync(path).equals(png)).toBe(true);
  expect((statSync(path).mode & 0o777).toString(8)).toBe('600');
  expect(readdirSync(join(folder, 'originals', 'incoming'))).toEqual([]);
});

test('does not write an existing file again', async () => {
  writeFileSync(source, png);
  const original = await put(source);
  const path = join(folder, 'originals', original.sha256.slice(0, 2), originalName(original));
  const before = statSync(path);
  expect(await put(source)).toEqual(original);
  expect(statSync(path).ino).toBe(before.ino);
});

test('says what is wrong with a file', async () => {
  writeFileSync(source, '');
  await expect(put(source)).rejects.toThrow('is empty');
  await expect(put(join(folder, 'none.png'))).rejects.toThrow("can't be read (ENOENT)");
  await mkdir(join(folder, 'folder'));
  await expect(put(join(folder, 'folder'))).rejects.toBeInstanceOf(FileError);
  Bun.spawnSync(['mkfifo', join(folder, 'pipe')]);
  await expect(put(join(folder, 'pipe'))).rejects.toThrow('is not a regular file');
  expect(existsSync(join(folder, 'originals'))).toBe(false);
});

test('files are invisible before the commit, and removed without one', async () => {
  writeFileSync(source, png);
  {
    await using ingest = originals.beginIngest();
    const original = await ingest.add(source);
    expect(await ingest.add(source)).toEqual(original);
    expect(await originals.find(originalName(original))).toBeUndefined();
    expect(files()).toHaveLength(1);
  }
  expect(files()).toEqual([]);
  expect(readdirSync(join(folder, 'originals', 'incoming'))).toEqual([]);
});

test('commits all files or none, and leaves existing files alone', async () => {
  const [before, fresh, blocked] = ['before', 'fresh', 'blocked'].map((name) => {
    writeFileSync(join(folder, name), Buffer.concat([png, Buffer.from(name)]));
    return join(folder, name);
  });
  const kept = await put(before ?? '');
  const sha256 = new Bun.CryptoHasher('sha256').update(readFileSync(blocked ?? '')).digest('hex');
  await mkdir(join(folder, 'originals', sha256.slice(0, 2), `${sha256}.png`, 'in the way'), {
    recursive: true,
  });
  {
    await using ingest = originals.beginIngest();
    for (const path of [before, fresh, blocked]) await ingest.add(path ?? '');
    await expect(ingest.commit()).rejects.toThrow();
  }
  expect(files()).toEqual([originalName(kept)]);
  expect(readdirSync(join(folder, 'originals', 'incoming'))).toEqual([]);
});

test('commits nothing if one file has disappeared', async () => {
  writeFileSync(source, png);
  const { sha256 } = await put(source);
  const path = join(folder, 'originals', sha256.slice(0, 2), `${sha256}.png`);
  // Also if the source is the stored file itself, as in an import of an export.
  for (const taken of [source, path]) {
    await using ingest = originals.beginIngest();
    await ingest.add(taken);
    renameSync(path, source);
    await expect(ingest.commit()).rejects.toThrow('nothing was stored, try again');
    await put(source);
  }
});

test('removes what killed processes left more than a day ago', async () => {
  const incoming = join(folder, 'originals', 'incoming');
  for (const [name, hours] of Object.entries({ old: 25, young: 23 })) {
    await mkdir(join(incoming, name), { recursive: true });
    writeFileSync(join(incoming, name, 'part'), png);
    utimesSync(join(incoming, name), Date.now() / 1000, Date.now() / 1000 - hours * 3600);
  }
  writeFileSync(source, png);
  await put(source);
  expect(readdirSync(incoming)).toEqual(['young']);
});

test('several processes can add files at once', async () => {
  const paths = sampleFiles.map(({ bytes }, index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(100_000)]));
    return path;
  });
  const fixture = join(import.meta.dir, '../testing/putSame.ts');
  const command = [process.execPath, fixture, join(folder, 'originals'), ...paths];
  const runs = Array.from({ length: 3 }, () => Bun.spawn(command, { stderr: 'inherit' }).exited);
  expect(await Promise.all(runs)).toEqual([0, 0, 0]);
  for (const path of paths) {
    const kept = await originals.open(originalName(await put(path)));
    expect((await bytesOf(kept)).length).toBe(statSync(path).size);
  }
  expect(readdirSync(join(folder, 'originals', 'incoming'))).toEqual([]);
});
