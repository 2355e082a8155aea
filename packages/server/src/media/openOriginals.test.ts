import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OriginalError, type Originals, originalName } from './Originals.ts';
import { openOriginals } from './openOriginals.ts';
import { foreignFiles, sampleFiles } from './samples.fixture.ts';

// A busy machine is no fault.
setDefaultTimeout(300_000);

let folder: string;
let source: string;
let originals: Originals;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  source = join(folder, 'picture.txt');
  originals = openOriginals(join(folder, 'originals'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const png = Buffer.concat([sampleFiles[1]?.bytes ?? Buffer.from(''), Buffer.alloc(3_000_000, 7)]);

test('keeps a file under the hash of its content, whatever its name', async () => {
  writeFileSync(source, png);
  const original = await originals.put(source);
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

test('gives back what it keeps', async () => {
  writeFileSync(source, png);
  const original = await originals.put(source);
  expect(await originals.find(originalName(original))).toEqual(original);
  const bytes = await (await originals.open(originalName(original)))?.bytes();
  expect(bytes && png.equals(bytes)).toBe(true);
});

test('does not write again what is there', async () => {
  writeFileSync(source, png);
  const original = await originals.put(source);
  const path = join(folder, 'originals', original.sha256.slice(0, 2), originalName(original));
  const before = statSync(path);
  expect(await originals.put(source)).toEqual(original);
  expect(statSync(path).ino).toBe(before.ino);
});

test('knows no name that is not one', async () => {
  writeFileSync(source, png);
  const { sha256 } = await originals.put(source);
  const names = [`${sha256}.jpg`, `${sha256}.exe`, sha256, '', '../picture.txt', `${sha256}.png/..`, 'a\0b'];
  for (const name of names) {
    expect(await originals.find(name)).toBeUndefined();
    expect(await originals.open(name)).toBeUndefined();
  }
});

test('takes every format, and nothing else', async () => {
  for (const { ext, bytes } of sampleFiles) {
    writeFileSync(source, bytes);
    expect((await originals.put(source)).ext).toBe(ext);
  }
  for (const bytes of foreignFiles) {
    writeFileSync(source, bytes);
    await expect(originals.put(source)).rejects.toThrow('is of a format that is not taken');
  }
});

test('says what is wrong with a file', async () => {
  writeFileSync(source, '');
  await expect(originals.put(source)).rejects.toThrow('is empty');
  await expect(originals.put(join(folder, 'none.png'))).rejects.toThrow("can't be read (ENOENT)");
  await mkdir(join(folder, 'folder'));
  await expect(originals.put(join(folder, 'folder'))).rejects.toBeInstanceOf(OriginalError);
  Bun.spawnSync(['mkfifo', join(folder, 'pipe')]);
  await expect(originals.put(join(folder, 'pipe'))).rejects.toThrow('is not a regular file');
  expect(existsSync(join(folder, 'originals'))).toBe(false);
});

test('leaves nothing behind when it fails', async () => {
  writeFileSync(source, png);
  const sha256 = new Bun.CryptoHasher('sha256').update(png).digest('hex');
  await mkdir(join(folder, 'originals', sha256.slice(0, 2), `${sha256}.png`, 'in the way'), {
    recursive: true,
  });
  await expect(openOriginals(join(folder, 'originals')).put(source)).rejects.toThrow();
  expect(readdirSync(join(folder, 'originals', 'incoming'))).toEqual([]);
});

test('may be used by several processes at once', async () => {
  const paths = sampleFiles.map(({ bytes }, index) => {
    const path = join(folder, `${index}`);
    writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(100_000)]));
    return path;
  });
  const fixture = join(import.meta.dir, 'putSame.fixture.ts');
  const command = [process.execPath, fixture, join(folder, 'originals'), ...paths];
  const runs = Array.from({ length: 3 }, () => Bun.spawn(command, { stderr: 'inherit' }).exited);
  expect(await Promise.all(runs)).toEqual([0, 0, 0]);
  for (const path of paths) {
    const kept = await originals.open(originalName(await originals.put(path)));
    expect((await kept?.bytes())?.length).toBe(statSync(path).size);
  }
  expect(readdirSync(join(folder, 'originals', 'incoming'))).toEqual([]);
});
