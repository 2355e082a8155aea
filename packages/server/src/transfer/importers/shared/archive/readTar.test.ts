import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { runs } from '../../../../../../../tests/testing/runs.ts';
import { tarOf } from '../../testing/tarFile.ts';
import { isArchive, unpackArchive } from './unpackArchive.ts';

function fileOf(bytes: Uint8Array, size = 777) {
  return {
    name: 'export.tar.gz',
    async *open() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
    },
  };
}

/** The files of an archive by path, or what is wrong with it. */
async function unpacked(
  bytes: Uint8Array,
  size?: number,
): Promise<Readonly<Record<string, string>> | string> {
  const folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  try {
    await unpackArchive(fileOf(bytes, size), folder);
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const paths = names.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
    return Object.fromEntries(
      paths.toSorted().map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
    );
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const long = `${'a-long-folder/'.repeat(8)}日本語.txt`;
const files = { 'a/data.ndjson': 'x'.repeat(513), 'a/empty': '', [long]: 'long', 'b.txt': 'b'.repeat(1024) };

test('files are unpacked, with long names, whatever the size of the chunks', async () => {
  const tar = tarOf(Object.entries(files).map(([path, content]) => ({ path, content })));
  for (const bytes of [tar, gzipSync(tar)])
    for (const size of [1, 512, 100_000]) expect(await unpacked(bytes, size)).toEqual(files);
});

test('links, devices, folders and files of macOS are skipped', async () => {
  const tar = tarOf([
    ...['1', '2', '3', '5', '6'].map((type) => ({
      path: `x${type}`,
      content: '',
      type,
      link: '/etc/passwd',
    })),
    { path: 'a/._data.ndjson', content: 'junk' },
    { path: './a/data.ndjson', content: 'x' },
  ]);
  expect(await unpacked(tar)).toEqual({ 'a/data.ndjson': 'x' });
});

test.each(['../x', '/etc/x', 'a/../../x', 'a\\..\\x', '..'])('the path %p is refused', async (path) => {
  expect(await unpacked(tarOf([{ path, content: 'x' }]))).toStartWith(
    'ParseError: the archive has a path that leads out of it',
  );
});

test('a header that is too long is refused', async () => {
  expect(await unpacked(tarOf([{ path: 'x'.repeat(70_000), content: '' }]))).toBe(
    'ParseError: the archive has a path that is too long',
  );
});

test('what is cut off or damaged is never taken for whole', async () => {
  const tar = tarOf(Object.entries(files).map(([path, content]) => ({ path, content })));
  const zip = gzipSync(tar);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(tar.subarray(0, -1024), zip),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (bytes, part) => {
        expect(await unpacked(bytes.slice(0, Math.floor(bytes.length * part)))).toMatch(
          /^ParseError: the archive ends unexpectedly/,
        );
      },
    ),
    { numRuns: runs(40) },
  );
  await fc.assert(
    fc.asyncProperty(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Uint8Array.from(zip, (byte, index) => (index === at ? byte ^ change : byte));
      const read = await unpacked(damaged);
      if (typeof read === 'string') expect(read).toStartWith('ParseError: ');
      else expect(read).toEqual(files);
    }),
    { numRuns: runs(80) },
  );
});

test('what stands for far more than it is, as no export does, is refused before it fills the disk', async () => {
  const fault = 'ParseError: the archive is compressed more than 200 times';
  const size = 200 * 1024 ** 2;
  const first = tarOf([{ path: 'zeros', content: '' }]).subarray(0, 512);
  const folder = tarOf([{ path: 'zeros', content: '', type: '5' }]).subarray(0, 512);
  // In a file, in what is skipped, and behind the end.
  for (const begin of [withSize(first, size), withSize(folder, size), new Uint8Array(512)]) {
    const bomb = gzipSync(Buffer.concat([begin, Buffer.alloc(size)]));
    expect(await unpacked(bomb, 65_536)).toStartWith(fault);
    await expect(isArchive(fileOf(bomb, 65_536))).resolves.toBe(begin[156] === 48);
  }
});

/** A header that says that its file is of this size. */
function withSize(header: Uint8Array, size: number): Uint8Array {
  const changed = Buffer.from(header);
  changed.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  changed.fill(' ', 148, 156);
  const sum = changed.reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(7, '0')}\0`, 148);
  return changed;
}

test('anything else is not an archive', async () => {
  const random = crypto.getRandomValues(new Uint8Array(5000));
  for (const bytes of [random, gzipSync(random), new Uint8Array(), gzipSync('{"_type":"post"}')])
    expect(await isArchive(fileOf(bytes))).toBe(false);
  expect(await isArchive(fileOf(gzipSync(tarOf([{ path: 'a', content: 'b' }]))))).toBe(true);
});
