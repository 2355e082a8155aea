import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { FileError } from '../FileError.ts';
import { readPackage } from './readPackage.ts';
import { type EndRecord, type Member, zip } from './testing/zip.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const wide = { maxFileBytes: 1e7, maxBytes: 1e8 };

function putZip(bytes: Uint8Array): string {
  const path = join(folder, 'package.zip');
  writeFileSync(path, bytes);
  return path;
}

function putFolder(files: Readonly<Record<string, string>>): string {
  const root = join(folder, 'package');
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Reads a whole package: its entry page, and the text of each file. */
async function readAll(path: string, limits = wide) {
  const { entryPage, paths, files } = await readPackage(path, limits);
  const texts: Record<string, string> = {};
  for await (const file of files()) texts[file.path] = new TextDecoder().decode(file.bytes);
  expect(Object.keys(texts)).toEqual([...paths]);
  return { entryPage, texts };
}

const animation = {
  'index.html': '<canvas>',
  'lib/anim.js': 'var a',
  'images/é 1.png': 'png',
  'empty.json': '',
};
const members = (files: Readonly<Record<string, string>>): Member[] =>
  Object.entries(files).map(([name, content]) => ({ name, content }));

test('reads folders and zips alike', async () => {
  const expected = { entryPage: 'index.html', texts: animation };
  expect(await readAll(putFolder(animation))).toEqual(expected);
  expect(await readAll(putZip(zip(members(animation))))).toEqual(expected);
  expect(await readAll(putZip(zip(members(animation), { comment: 'made PK\x05\x06 by hand' })))).toEqual(
    expected,
  );
  const stored = members(animation).map((member) => ({ ...member, method: 0 }));
  expect(await readAll(putZip(zip(stored)))).toEqual(expected);
});

test('files are sorted by path', async () => {
  const { paths } = await readPackage(putZip(zip(members(animation).reverse())), wide);
  expect(paths).toEqual(['empty.json', 'images/é 1.png', 'index.html', 'lib/anim.js']);
});

test('leaves out macOS metadata, folders, and a single enclosing folder', async () => {
  const wrapped = Object.fromEntries(Object.entries(animation).map(([path, text]) => [`anim/${path}`, text]));
  const leftOver = {
    '__MACOSX/anim/._index.html': 'x',
    'anim/.DS_Store': 'x',
    '.DS_Store': 'x',
    '__MACOSX/\r': 'x',
  };
  const folders = [
    { name: 'anim/', mode: 0o40755 },
    { name: 'anim/lib/', method: 0, mode: 0 },
  ];
  const packed = putZip(zip([...folders, ...members({ ...leftOver, ...wrapped })]));
  expect(await readAll(packed)).toEqual({ entryPage: 'index.html', texts: animation });
  const put = putFolder({ ...wrapped, '.DS_Store': 'x', 'anim/lib/.DS_Store': 'x' });
  expect(await readAll(put)).toEqual({ entryPage: 'index.html', texts: animation });
});

test('strips only one folder, and only if it encloses everything', async () => {
  const paths = async (...names: string[]) =>
    (await readPackage(putZip(zip(names.map((name) => ({ name })))), wide)).paths;
  expect(await paths('a/b/index.html')).toEqual(['b/index.html']);
  expect(await paths('a/index.html', 'ab/x.js')).toEqual(['a/index.html', 'ab/x.js']);
  expect(await paths('a/index.html', 'x.js')).toEqual(['a/index.html', 'x.js']);
});

test('the entry page is index.html at the top, or the only page', async () => {
  const page = async (...names: string[]) =>
    (await readPackage(putZip(zip(names.map((name) => ({ name })))), wide)).entryPage;
  expect(await page('a.html', 'index.html')).toBe('index.html');
  expect(await page('lib/x.js', 'Banner.HTML')).toBe('Banner.HTML');
  await expect(page('a.html', 'b.html')).rejects.toThrow('several pages, such as "a.html" and "b.html"');
  await expect(page('x/a.html', 'y/index.html')).rejects.toThrow('several pages');
  await expect(page('a.js')).rejects.toThrow('no page (.html)');
  await expect(page()).rejects.toThrow('no page (.html)');
});

const page: Member = { name: 'index.html', content: 'page' };
const zeros = Buffer.alloc(3_000_000);

const refused: [what: string, members: Member[], message: string, end?: EndRecord][] = [
  ['leads out of it', [page, { name: '../x' }], 'leads out of a folder'],
  ['leads out of a folder in it', [page, { name: 'a/../../x' }], 'leads out of a folder'],
  ['is absolute', [page, { name: '/etc/x' }], 'an absolute path'],
  ['has a drive letter', [page, { name: 'C:/x' }], 'an absolute path'],
  ['has backslashes', [page, { name: '..\\x' }], 'backslash'],
  ['has a null byte', [page, { name: 'x\0.js' }], 'invalid characters'],
  ['has a line break', [page, { name: 'x\n.js' }], 'invalid characters'],
  ['has an empty segment', [page, { name: 'a//x' }], 'empty segment'],
  ['has a dot segment', [page, { name: './x' }], 'empty segment'],
  ['has no name', [page, { name: '' }], 'empty segment'],
  ['has a very long name', [page, { name: `${'a/'.repeat(500)}x` }], 'more than 1000 characters'],
  ['has a name in another encoding', [page, { name: Buffer.from([0x82, 0x2e]) }], 'not UTF-8'],
  ['occurs twice', [page, page], 'collide'],
  ['differs only in case', [page, { name: 'INDEX.html' }], '"index.html" and "INDEX.html", which collide'],
  ['differs only in Unicode composition', [page, { name: 'é' }, { name: 'e\u0301' }], 'collide'],
  ['is a file and a folder', [page, { name: 'a' }, { name: 'A/b' }], '"a" is a file, not a folder'],
  ['is a link', [page, { name: 'x', mode: 0o120777, content: '/etc/passwd' }], '"x", a link or a device'],
  ['is a device', [page, { name: 'x', mode: 0o020644 }], 'a link or a device'],
  ['is encrypted', [page, { name: 'x', flags: 1 }], '"x", which is encrypted'],
  ['is strongly encrypted', [page, { name: 'x', flags: 0x40 }], 'encrypted'],
  ['has an unknown compression method', [page, { name: 'x', method: 12 }], 'method other than deflate'],
  ['has a wrong checksum', [page, { name: 'x', content: 'x', crc: 1 }], '"x", which is broken'],
  ['is longer than declared', [page, { name: 'x', content: zeros, size: 9999 }], '"x", which is broken'],
  ['is shorter than declared', [page, { name: 'x', content: 'abc', size: 4 }], '"x", which is broken'],
  ['is truncated', [page, { name: 'x', content: 'abcdef', compressedSize: 4 }], 'broken'],
  [
    'has another name in its local header',
    [page, { name: 'x.js', localName: 'y.js' }],
    '"x.js", which is broken',
  ],
  [
    'has a shorter name in its local header',
    [page, { name: 'x.js', localName: 'x' }],
    '"x.js", which is broken',
  ],
  [
    'is compressed too much',
    [page, { name: 'x', content: zeros }],
    '"x", which is compressed more than 200 times',
  ],
  ['shares its bytes', [page, { name: 'index.html', sameAs: 0 }], 'overlaps'],
  ['extends past the end', [page, { name: 'x', content: 'abc', compressedSize: 99, size: 99 }], 'overlaps'],
  ['is of zip64', [page, { name: 'x', size: 0xffffffff }], 'ordinary zip'],
  ['has contradictory lengths', [page, { name: 'x', method: 0, size: 1 }], 'ordinary zip'],
  ['is on another disk', [page], 'ordinary zip', { disk: 1 }],
  ['is counted wrongly', [page], 'ordinary zip', { count: 2 }],
  ['is at another position', [page], 'ordinary zip', { shift: 1 }],
];

test.each(refused)('rejects a zip with something that %s', async (_, list, message, end) => {
  const path = putZip(zip(list, end));
  await expect(readAll(path)).rejects.toThrow(FileError);
  await expect(readAll(path)).rejects.toThrow(message);
});

test('inflates no more than announced', async () => {
  const failure = async (member: Member) =>
    readAll(putZip(zip([page, member]))).catch((error: Error) => error);
  // Stopped while inflating.
  const swollen = await failure({ name: 'x', content: zeros, size: 9999 });
  expect(swollen).toMatchObject({ cause: { code: 'ERR_BUFFER_TOO_LARGE' } });
  // Never even read.
  const packed = await failure({ name: 'x', content: crypto.getRandomValues(Buffer.alloc(5000)), size: 1 });
  expect(packed).toBeInstanceOf(FileError);
  expect(packed).not.toHaveProperty('cause');
});

test('the content of a small zip is bounded, even if entries overlap', async () => {
  const large: Member = { name: '0.html', content: Buffer.alloc(1_000_000) };
  const same = Array.from({ length: 999 }, (_, index) => ({
    ...large,
    name: `${index + 1}.html`,
    sameAs: 0,
  }));
  await expect(readAll(putZip(zip([large, ...same])))).rejects.toThrow('overlaps');
});

test('accepts a high compression ratio if the file is small', async () => {
  const { texts } = await readAll(
    putZip(zip([page, { name: 'x', content: zeros.subarray(0, 1024 * 1024) }])),
  );
  expect(texts['x']?.length).toBe(1024 * 1024);
});

test('accepts data descriptors', async () => {
  // As written to a pipe: only the directory has the sizes, not the local header.
  const bytes = zip([
    { ...page, flags: 8 },
    { name: 'a.js', content: 'a' },
  ]);
  bytes.fill(0, 14, 26);
  expect((await readAll(putZip(bytes))).texts).toEqual({ 'index.html': 'page', 'a.js': 'a' });
});

test('limits the bytes of each file and of all files', async () => {
  const files = { 'a.html': '12345', 'b.js': '123', 'c.js': '' };
  for (const path of [putFolder(files), putZip(zip(members(files)))]) {
    await readAll(path, { maxFileBytes: 5, maxBytes: 8 });
    const oneTooLarge = readAll(path, { maxFileBytes: 4, maxBytes: 8 });
    await expect(oneTooLarge).rejects.toThrow('"a.html", which is larger than 4 bytes');
    await expect(readAll(path, { maxFileBytes: 5, maxBytes: 7 })).rejects.toThrow(
      'contains more than 7 bytes',
    );
  }
});

test('limits the number of files', async () => {
  const many = (count: number) => zip(Array.from({ length: count }, (_, index) => ({ name: `${index}.js` })));
  const leftOver = Array.from({ length: 2000 }, (_, index) => ({ name: `__MACOSX/${index}` }));
  await expect(readAll(putZip(many(2001)))).rejects.toThrow('more than 2000 files');
  const enough = Array.from({ length: 1999 }, (_, index) => ({ name: `${index}.js` }));
  expect((await readPackage(putZip(zip([page, ...enough, ...leftOver])), wide)).paths).toHaveLength(2000);
});

test('lists no more entries than a package may have', async () => {
  const names = Array.from({ length: 10_001 }, (_, index) => `__MACOSX/${index}`);
  const packed = putZip(zip([page, ...names.map((name) => ({ name }))]));
  await expect(readAll(packed)).rejects.toThrow('contains too many files');
  if (!isFull) return;
  const root = putFolder({ ...animation, '__MACOSX/x': '' });
  for (const name of names) writeFileSync(join(root, name), '');
  await expect(readAll(root)).rejects.toThrow('more than 10000 files and folders');
});

test('rejects folders with links or special files', async () => {
  writeFileSync(join(folder, 'secret'), 'x');
  const root = putFolder(animation);
  symlinkSync(join(folder, 'secret'), join(root, 'x.js'));
  await expect(readAll(root)).rejects.toThrow('"x.js", a link');
  rmSync(join(root, 'x.js'));
  symlinkSync(folder, join(root, 'lib', 'deep'));
  await expect(readAll(root)).rejects.toThrow('"lib/deep", a link');
  rmSync(join(root, 'lib', 'deep'));
  Bun.spawnSync(['mkfifo', join(root, 'pipe')]);
  await expect(readAll(root)).rejects.toThrow('"pipe", which is neither a file nor a folder');
});

test('rejects folders with names that collide on other systems', async () => {
  await expect(readAll(putFolder({ ...animation, 'LIB/Anim.js': '' }))).rejects.toThrow('collide');
  rmSync(join(folder, 'package'), { recursive: true });
  await expect(readAll(putFolder({ ...animation, 'a\\b': '' }))).rejects.toThrow('backslash');
});

test('says that it is not a package', async () => {
  await expect(readAll(join(folder, 'nothing'))).rejects.toThrow("can't be read (ENOENT)");
  await expect(readAll(putZip(Buffer.from('hello')))).rejects.toThrow('neither a folder nor a zip');
  await expect(readAll(putZip(Buffer.alloc(0)))).rejects.toThrow('neither a folder nor a zip');
  await expect(readAll(putZip(Buffer.concat([zip([page]), Buffer.from('x')])))).rejects.toThrow('neither');
  await expect(readAll(putZip(Buffer.concat([Buffer.from('x'), zip([page])])))).rejects.toThrow(
    'ordinary zip',
  );
  Bun.spawnSync(['mkfifo', join(folder, 'pipe')]);
  await expect(readAll(join(folder, 'pipe'))).rejects.toThrow('neither a folder nor a zip');
});

test('throws only FileError for any bytes, and never returns a broken file', async () => {
  const bytes = zip([...members(animation), { name: 'x', content: 'x'.repeat(300), method: 0 }]);
  const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const changed = Buffer.from(bytes);
      for (const [place, value] of changes) changed[place] = value;
      const path = putZip(changed);
      try {
        const { texts } = await readAll(path);
        const known = new Set([...Object.values(animation), 'x'.repeat(300)]);
        for (const text of Object.values(texts)) expect(known).toContain(text);
      } catch (error) {
        expect(error).toBeInstanceOf(FileError);
      }
    }),
    { numRuns: runs(150) },
  );
});
