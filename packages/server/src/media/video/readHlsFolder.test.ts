import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { FileError } from '../FileError.ts';
import { parsePlaylist } from './parsePlaylist.ts';
import { readHlsFolder } from './readHlsFolder.ts';

let outside: string;
let folder: string;
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  folder = join(outside, 'video');
  mkdirSync(folder);
});
afterEach(() => rmSync(outside, { recursive: true }));

function put(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const read = (maxBytes = 1e6) => readHlsFolder(folder, maxBytes);
const playlist = (...lines: readonly string[]) => ['#EXTM3U', ...lines, '#EXT-X-ENDLIST', ''].join('\n');
const simple = playlist('#EXTINF:4.5,', 'a.ts', '#EXTINF:1,last', 'b.ts');
const master = ['#EXTM3U', '#EXT-X-STREAM-INF:BANDWIDTH=1', 'low/index.m3u8', ''].join('\r\n');

test('takes the only playlist and its segments, and nothing else', async () => {
  put({ 'video.m3u8': simple, 'a.ts': '123', 'b.ts': '4567', 'notes.txt': 'not named', '.DS_Store': '' });
  expect(await read()).toEqual({
    playlist: 'video.m3u8',
    files: [
      { path: 'a.ts', fileSize: 3 },
      { path: 'b.ts', fileSize: 4 },
      { path: 'video.m3u8', fileSize: simple.length },
    ],
    duration: 5500,
  });
});

test('takes everything a master playlist refers to', async () => {
  const first = [
    ...[
      '\uFEFF#EXTM3U',
      '# a comment, URI="never.ts"',
      '#EXT-X-MEDIA:TYPE=AUDIO,URI="sound/de.m3u8",NAME="de"',
    ],
    ...['#EXT-X-I-FRAME-STREAM-INF:URI="low/frames.m3u8"', '#EXT-X-STREAM-INF:BANDWIDTH=1', 'low/index.m3u8'],
    ...['#EXT-X-STREAM-INF:BANDWIDTH=2', 'high/index.m3u8?v=1#x', ''],
  ].join('\n');
  const ranges = ['#EXT-X-BYTERANGE:1@0', 'all.mp4', '#EXTINF:2,', '#EXT-X-BYTERANGE:1@1', 'all.mp4'];
  put({
    ...{
      'master.m3u8': first,
      'other.m3u8': simple,
      'keys/k 1.bin': 'k',
      'low/init.mp4': 'i',
      'low/1.m4s': 's',
    },
    'low/index.m3u8': playlist(
      ...['#EXT-X-KEY:METHOD=AES-128,URI="../keys/k%201.bin",IV=0x1', '#EXT-X-MAP:URI="init.mp4"'],
      ...['#EXTINF:4,', './1.m4s'],
    ),
    ...{ 'low/frames.m3u8': playlist('#EXTINF:4,', '1.m4s'), 'sound/1.aac': 'aac' },
    ...{ 'high/index.m3u8': playlist('#EXTINF:2.25,', ...ranges), 'high/all.mp4': 'v' },
    'sound/de.m3u8': playlist('#EXTINF:3,', '1.aac'),
  });
  const { files, ...rest } = await read();
  expect(rest).toEqual({ playlist: 'master.m3u8', duration: 4250 });
  expect(files.map(({ path }) => path)).toEqual([
    ...['high/all.mp4', 'high/index.m3u8', 'keys/k 1.bin', 'low/1.m4s', 'low/frames.m3u8', 'low/index.m3u8'],
    ...['low/init.mp4', 'master.m3u8', 'sound/1.aac', 'sound/de.m3u8'],
  ]);
});

test('a cycle of playlists terminates', async () => {
  put({ 'a.m3u8': master.replace('low/index', 'b'), 'b.m3u8': playlist('#EXTINF:1,', 'a.m3u8') });
  expect((await read()).files).toHaveLength(2);
});

test('a segment may be listed any number of times', async () => {
  put({ 'video.m3u8': playlist('#EXTINF:1,', ...Array(100_000).fill('a.ts')), 'a.ts': 'abc' });
  expect((await read(1e7)).files).toHaveLength(2);
});

test('a symbolic link within the folder is accepted', async () => {
  put({ 'video.m3u8': playlist('#EXTINF:1,', 'b.ts'), 'a.ts': 'abc' });
  symlinkSync(join(folder, 'a.ts'), join(folder, 'b.ts'));
  expect((await read()).files[0]).toEqual({ path: 'b.ts', fileSize: 3 });
});

const named: [uri: string, message: RegExp][] = [
  ['https://example.com/a.ts', /names "https:.*": only files in the folder/],
  ['//example.com/a.ts', /only files in the folder/],
  ['/etc/hostname', /only files in the folder/],
  ['\\a.ts', /only files in the folder/],
  ['file:///etc/hostname', /only files in the folder/],
  ['data:text/plain,a', /only files in the folder/],
  ['C:/a.ts', /only files in the folder/],
  ['../outside.ts', /: that leads out of the folder/],
  ['%2e%2e/outside.ts', /: that leads out of the folder/],
  ['..%2foutside.ts', /: that leads out of the folder/],
  ['a/../../outside.ts', /: that leads out of the folder/],
  ['..', /: that leads out of the folder/],
  ['a%5c..%5cb', /not a path/],
  ['a%00', /not a path/],
  ['%zz', /not a path/],
  ['?a.ts', /not a path/],
  ['.', /lacks|not a regular file|link/],
  ['missing.ts', /lacks "missing.ts"/],
  ['deep', /not a regular file/],
];

test.each(named)("rejects a playlist that refers to '%s'", async (uri, message) => {
  writeFileSync(join(outside, 'outside.ts'), 'x');
  put({ 'deep/a.ts': '' });
  for (const text of [playlist('#EXTINF:1,', uri), playlist(`#EXT-X-MAP:URI="${uri}"`)]) {
    put({ 'video.m3u8': text });
    await expect(read()).rejects.toThrow(FileError);
    await expect(read()).rejects.toThrow(message);
  }
});

test('rejects symbolic links out of the folder', async () => {
  mkdirSync(join(outside, 'video123'));
  writeFileSync(join(outside, 'video123', 'a.ts'), 'secret');
  symlinkSync(join(outside, 'video123', 'a.ts'), join(folder, 'a.ts'));
  symlinkSync(join(outside, 'video123'), join(folder, 'deep'));
  for (const uri of ['a.ts', 'deep/a.ts']) {
    put({ 'video.m3u8': playlist('#EXTINF:1,', uri) });
    await expect(read()).rejects.toThrow(`contains "${uri}", a link that leads out of the folder`);
  }
  rmSync(join(folder, 'video.m3u8'));
  symlinkSync(join(outside, 'video123', 'a.ts'), join(folder, 'video.m3u8'));
  await expect(read()).rejects.toThrow('leads out of the folder');
});

const refused: [what: string, files: Record<string, string>, message: string][] = [
  ['without a playlist', { 'a.ts': '' }, 'no playlist (.m3u8) at its top'],
  ['with two playlists', { 'a.m3u8': simple, 'b.m3u8': simple }, 'none is a master'],
  ['with two masters', { 'a.m3u8': master, 'b.m3u8': master }, 'several master playlists'],
  ['with an invalid playlist', { 'a.m3u8': '<html>' }, 'not a playlist (#EXTM3U)'],
  ['with a live playlist', { 'a.m3u8': '#EXTM3U\n#EXTINF:1,\na.ts\n' }, 'not finished'],
  ['without segments', { 'a.m3u8': playlist() }, 'no playlist with segments'],
  ['with a playlist that is too long', { 'a.m3u8': `#EXTM3U\n${' '.repeat(5e6)}` }, 'too long'],
];

test.each(refused)('rejects a folder %s', async (_, files, message) => {
  put(files);
  await expect(read(1e9)).rejects.toThrow(FileError);
  await expect(read(1e9)).rejects.toThrow(message);
});

test('says that a folder does not exist', async () => {
  await expect(readHlsFolder(join(outside, 'nothing'), 1)).rejects.toThrow("can't be read (ENOENT)");
});

test('limits bytes', async () => {
  put({ 'video.m3u8': simple, 'a.ts': '123', 'b.ts': '4567' });
  await read(simple.length + 7);
  await expect(read(simple.length + 6)).rejects.toThrow(`more than ${simple.length + 6} bytes`);
});

if (isFull)
  test('limits files', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `${index}.ts`);
    put({ 'video.m3u8': playlist(...names.flatMap((name) => ['#EXTINF:1,', name])) });
    for (const name of names) writeFileSync(join(folder, name), '');
    await expect(read()).rejects.toThrow('more than 10000 files');
  });

test('parses any text without failing', () => {
  const piece = fc.constantFrom(
    '#EXTM3U',
    '#EXTINF:',
    '1e999',
    '-1',
    ',',
    'URI="',
    '"',
    ':',
    '\n',
    '\r',
    '#EXT-X-MAP',
    'a.ts',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
      const durations = parsePlaylist(['#EXTM3U\n', ...pieces].join(''))?.durations ?? [];
      expect(durations.every((seconds) => seconds >= 0 && Number.isFinite(seconds))).toBe(true);
    }),
  );
});
