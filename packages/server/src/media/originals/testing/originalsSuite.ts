import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { FileError } from '../../FileError.ts';
import { foreignFiles, sampleFiles } from '../../testing/sampleFiles.ts';
import { type Original, type Originals, originalName, type StoredFile } from '../Originals.ts';

/** Opens empty originals for a test. `folder` is theirs alone. */
export type OpenOriginals = (folder: string) => Promise<Originals>;

/** Too large for a local copy of S3 objects and for one part of an upload; no two ranges are equal. */
const large = randomBytes(17_000_000);
const small = Buffer.concat([pngHead(), randomBytes(100_000)]);

function pngHead(): Uint8Array {
  return sampleFiles.find(({ ext }) => ext === 'png')?.bytes ?? new Uint8Array();
}

/** Pseudo-random bytes, the same each time. */
function randomBytes(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = 1; at < length; at += 4) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    bytes.writeInt32LE(state, Math.min(at, length - 4));
  }
  return bytes;
}

/** The bytes of a file from `start` up to `end`. */
export async function bytesOf(
  file: StoredFile | undefined,
  start = 0,
  end = file?.fileSize ?? 0,
): Promise<Buffer> {
  const body = await file?.read(start, end);
  if (body === undefined) throw new Error('there is nothing to read');
  const pieces: Uint8Array[] = [];
  for (let piece = await body.read(); piece; piece = await body.read()) pieces.push(new Uint8Array(piece));
  body.close();
  const bytes = Buffer.concat(pieces);
  expect(body.length).toBe(bytes.length);
  return bytes;
}

/** Adds one file and commits. */
export async function put(originals: Originals, path: string): Promise<Original> {
  await using ingest = originals.beginIngest();
  const original = await ingest.add(path);
  await ingest.commit();
  return original;
}

/** Writes files into a folder. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Longer than the resolution of timestamps in S3. */
const tick = 1100;

const clip = { 'master.m3u8': '#EXTM3U', 'low/0.m4s': 'segment', 'low/ü + 100%.m4s': 'odd', 'empty.txt': '' };
const id = createHash('sha256').update('clip').digest('hex');

/** The tests that every storage of originals must pass. */
export function describeOriginals(where: string, open: OpenOriginals): void {
  describe(`originals in ${where}`, () => {
    let folder: string;
    let source: string;
    let originals: Originals;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
      source = join(folder, 'picture.txt');
      originals = await open(join(folder, 'own'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    async function putClip(make = (target: string) => writeFiles(target, clip)): Promise<void> {
      await using ingest = originals.beginIngest();
      await ingest.addBundle(id, async (target) => make(target));
      await ingest.commit();
    }

    test('stores a file under the hash of its content, not under its name', async () => {
      writeFileSync(source, small);
      const original = await put(originals, source);
      const sha256 = createHash('sha256').update(small).digest('hex');
      const format = { ext: 'png', mimetype: 'image/png', type: 'image' } as const;
      expect(original).toEqual({ sha256, fileSize: small.length, ...format });
      expect(await originals.find(originalName(original))).toEqual(original);
      expect((await bytesOf(await originals.open(originalName(original)))).equals(small)).toBe(true);
      expect(await put(originals, source)).toEqual(original);
    });

    test('reads any range, of large files too, and can be aborted', async () => {
      const both = { small, large: Buffer.concat([pngHead(), large]) };
      for (const bytes of Object.values(both)) {
        writeFileSync(source, bytes);
        const file = await originals.open(originalName(await put(originals, source)));
        expect(file?.fileSize).toBe(bytes.length);
        expect((await bytesOf(file)).equals(bytes)).toBe(true);
        const place = fc.nat({ max: bytes.length });
        const property = fc.asyncProperty(place, place, async (one, other) => {
          const [start, end] = [Math.min(one, other), Math.max(one, other)];
          // The S3 server of these tests takes `bytes=0-0` for the whole object.
          fc.pre(end !== 1);
          expect((await bytesOf(file, start, end)).equals(bytes.subarray(start, end))).toBe(true);
          (await file?.read(start, end))?.close();
        });
        await fc.assert(property, { numRuns: runs(5) });
      }
    });

    test('gives a local path, downloading the file if necessary', async () => {
      writeFileSync(source, small);
      const name = originalName(await put(originals, source));
      const local = await Promise.all([originals.localPath(name), originals.localPath(name)]);
      for (const path of local) expect(readFileSync(path ?? '').equals(small)).toBe(true);
      const path = await originals.download(name, join(folder, 'brought'));
      expect(readFileSync(path ?? '').equals(small)).toBe(true);
    });

    test('finds nothing under invalid names', async () => {
      writeFileSync(source, small);
      const { sha256 } = await put(originals, source);
      const other = `${sha256.slice(0, 63)}${sha256.endsWith('0') ? '1' : '0'}.png`;
      for (const name of [
        other,
        `${sha256}.jpg`,
        `${sha256}.exe`,
        sha256,
        '',
        '../x',
        `${sha256}.png/..`,
        'a\0b',
      ]) {
        expect(await originals.find(name)).toBeUndefined();
        expect(await originals.open(name)).toBeUndefined();
        expect(await originals.localPath(name)).toBeUndefined();
        expect(await originals.download(name, join(folder, 'none'))).toBeUndefined();
      }
      expect(readdirSync(folder)).not.toContain('none');
    });

    test('accepts every supported format, and nothing else', async () => {
      for (const { ext, bytes } of sampleFiles) {
        writeFileSync(source, bytes);
        expect((await put(originals, source)).ext).toBe(ext);
      }
      for (const bytes of [...foreignFiles, new Uint8Array()]) {
        writeFileSync(source, bytes);
        await expect(put(originals, source)).rejects.toBeInstanceOf(FileError);
      }
      await expect(put(originals, join(folder, 'none.png'))).rejects.toThrow("can't be read (ENOENT)");
    });

    test('the same file can be added concurrently', async () => {
      writeFileSync(source, small);
      const all = await Promise.all(Array.from({ length: 5 }, () => put(originals, source)));
      expect(new Set(all.map(originalName)).size).toBe(1);
      expect(
        (await bytesOf(await originals.open(originalName(all[0] ?? { sha256: '', ext: '' })))).equals(small),
      ).toBe(true);
    });

    test('a bundle is made once, and all its files can be read', async () => {
      await putClip();
      await putClip(() => {
        throw new Error('it is there already');
      });
      for (const [path, content] of Object.entries(clip))
        expect(`${await bytesOf(await originals.openPart(id, path))}`).toBe(content);
      expect(`${await bytesOf(await originals.openPart(id, 'low/0.m4s'), 1, 3)}`).toBe('eg');
      for (const path of [
        '',
        'low',
        'low/',
        'none',
        '../x',
        'low/../master.m3u8',
        './master.m3u8',
        'a\0b',
        '/etc/passwd',
      ])
        expect(await originals.openPart(id, path)).toBeUndefined();
      for (const other of ['', '..', id.slice(1), `${id}/..`, id.replace(/./g, '0')])
        expect(await originals.openPart(other, 'master.m3u8')).toBeUndefined();
    });

    test('downloads a bundle with all its files', async () => {
      await putClip();
      const path = (await originals.download(id, join(folder, 'brought'))) ?? '';
      for (const [name, content] of Object.entries(clip))
        expect(readFileSync(join(path, name), 'utf8')).toBe(content);
      expect(await originals.download(id.replace(/./g, '0'), join(folder, 'none'))).toBeUndefined();
    });

    test('an added bundle can be inspected, new or not', async () => {
      for (const _ of ['new', 'kept']) {
        await using ingest = originals.beginIngest();
        const taken = await ingest.addBundle(id, async (target) => writeFiles(target, clip));
        expect(readFileSync((await taken.localPart('low/0.m4s')) ?? '', 'utf8')).toBe('segment');
        expect(await taken.localPart('none')).toBeUndefined();
        await ingest.commit();
      }
    });

    test('a bundle that could not be made does not exist', async () => {
      const broken = (target: string) => {
        writeFiles(target, clip);
        throw new Error('broken');
      };
      await expect(putClip(broken)).rejects.toThrow('broken');
      expect(await originals.openPart(id, 'master.m3u8')).toBeUndefined();
      await putClip();
      expect(`${await bytesOf(await originals.openPart(id, 'master.m3u8'))}`).toBe('#EXTM3U');
    });

    test('lists each original and each bundle once', async () => {
      writeFileSync(source, small);
      const name = originalName(await put(originals, source));
      await putClip();
      const gc = originals.gc();
      await gc.claim('a'.repeat(32));
      await gc.mark(name);
      const files = (await Array.fromAsync(gc.files())).flat().toSorted((a, b) => a.bytes - b.bytes);
      expect(files.map((file) => file.name)).toEqual([id, name]);
      expect(files[1]?.bytes).toBe(small.length);
      for (const { changedAt } of files) expect(Math.abs(Date.now() - changedAt)).toBeLessThan(600_000);
    });

    test('marks have a time, are renewed before a record refers to the file, and can be removed', async () => {
      writeFileSync(source, small);
      const name = originalName(await put(originals, source));
      await putClip();
      const gc = originals.gc();
      expect(await gc.marks()).toEqual(new Map());
      expect(await gc.markedAt(name)).toBeUndefined();
      for (const each of [name, id]) await gc.mark(each);
      const marks = await gc.marks();
      expect([...marks.keys()].toSorted()).toEqual([name, id].toSorted());
      const ways = [
        () => Promise.all([put(originals, source), putClip()]),
        () => originals.findMissing([name, id]),
      ];
      for (const renew of ways) {
        const before = await gc.marks();
        await Bun.sleep(tick);
        await renew();
        const after = await gc.marks();
        for (const each of [name, id]) {
          expect(after.get(each)).toBeGreaterThan(before.get(each) ?? Infinity);
          expect(await gc.markedAt(each)).toBe(after.get(each) ?? 0);
        }
      }
      for (const each of [name, name, id]) await gc.unmark(each);
      expect(await gc.marks()).toEqual(new Map());
    });

    test('a removed file cannot be found by new readers, and can be added again', async () => {
      writeFileSync(source, small);
      const name = originalName(await put(originals, source));
      await putClip();
      const gc = originals.gc();
      expect(await originals.findMissing([name, id])).toEqual([]);
      for (const each of [name, id, name]) expect(await gc.remove(each)).toBe(true);
      expect(await originals.findMissing([name, id, 'x.png'])).toEqual([name, id, 'x.png']);
      expect((await Array.fromAsync(gc.files())).flat()).toEqual([]);
      // Without what this process has cached.
      await putClip();
      await put(originals, source);
      expect(await originals.findMissing([name, id])).toEqual([]);
      expect((await bytesOf(await originals.open(name))).equals(small)).toBe(true);
    });

    test('a claim returns the claims of other stores and the current time', async () => {
      const gc = originals.gc();
      const [one, other] = ['1'.repeat(32), '2'.repeat(32)];
      const { now, others } = await gc.claim(one);
      expect(others).toEqual([]);
      expect(Math.abs(Date.now() - now)).toBeLessThan(600_000);
      await Bun.sleep(tick);
      const told = await gc.claim(other);
      expect(told.others).toEqual([{ store: one, at: now }]);
      expect(told.now).toBeGreaterThan(now);
    });

    test('no staged files are left behind', async () => {
      writeFileSync(source, small);
      await put(originals, source);
      await putClip();
      expect(readdirSync(join(folder, 'own', 'incoming'))).toEqual([]);
    });
  });
}
