import { expect, test } from 'bun:test';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStore, inStoreFolder } from '../../../../tests/inStoreFolder.ts';
import { inTemporaryFolder, type Outcome, runNewsstand } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { drawing, realPicture, writeHls, writePackage } from '../media/testing/realFiles.ts';

const space = ['--project', 'acme', '--space', 'web'];

async function inGallery(
  work: (gallery: {
    folder: string;
    add: (files: readonly string[], ...flags: readonly string[]) => Promise<Outcome>;
    run: (...args: readonly string[]) => Promise<Outcome>;
    /** The same in a process of its own. */
    start: (...args: readonly string[]) => Promise<Outcome>;
    import: (lines: string) => Promise<Outcome>;
  }) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_MEDIA_KEY: 'a key of sixteen letters' };
    await createStore(env.NEWSSTAND_DATA);
    writeFileSync(join(folder, 'Mein Foto.JPG'), realPicture('jpg'));
    writeFileSync(join(folder, 'other.png'), await drawing(30, 20, 3).png().toBuffer());
    writeFileSync(join(folder, 'notes.txt'), 'hello');
    writeHls(join(folder, 'clip'));
    writePackage(join(folder, 'banner'));
    const run = (...args: readonly string[]) => outcomeHere(args, env);
    const add = (files: readonly string[], ...flags: readonly string[]) =>
      run('media', 'add', ...space, ...files.map((file) => join(folder, file)), ...flags);
    await work({
      ...{ folder, add, run },
      start: (...args) => runNewsstand(args, { env }),
      import: (stdin) => outcomeHere(['import', '-'], env, { stdin }),
    });
  });
}

test('adds pictures, a video and a package, and shows where they are', async () => {
  await inGallery(async ({ folder, start }) => {
    const files = ['Mein Foto.JPG', 'other.png', 'clip', 'banner'].map((file) => join(folder, file));
    const { code, stdout, stderr } = await start('media', 'add', ...space, ...files);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ID +TYPE +BYTES +ADDRESS\nMein-Foto +image +\d+ +http:\S+\.jpg\nother +image +/);
    expect(stdout).toMatch(
      /\nclip +video +\d+ +http:\S+\/master\.m3u8\nbanner +image +\d+ +http:\S+\/index\.html\n$/,
    );
  });
});

test('the key that picture URLs are signed with is shown: the one that is set, or else that of the store', async () => {
  await inStoreFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: folder };
    const shown = await outcomeHere(['media', 'key'], env);
    expect(shown).toEqual({ code: 0, stdout: expect.stringMatching(/^[\w-]{32,}\n$/), stderr: '' });
    expect(await outcomeHere(['media', 'key'], env)).toEqual(shown);
    const set = { ...env, NEWSSTAND_MEDIA_KEY: 'a key of sixteen letters' };
    expect((await outcomeHere(['media', 'key'], set)).stdout).toBe('a key of sixteen letters\n');
  });
});

test('one file has an ID, an alias, a name and operations of its own', async () => {
  await inGallery(async ({ add }) => {
    const wishes = ['--id', 'cover', '--alias', 'Cover', '--name', 'The cover', '--json'];
    const operations = ['--operations', '[{"type":"size","width":6,"height":4}]'];
    const thumbnail = ['--thumbnail-operations', '[{"type":"smart"}]'];
    const { stdout, stderr } = await add(['other.png'], ...wishes, ...operations, ...thumbnail);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject([
      {
        mediaId: 'cover',
        alias: 'Cover',
        name: 'The cover',
        accessUrl: expect.stringContaining('/6x4/'),
        thumbnailAccessUrl: expect.stringContaining('/smart/'),
        signed: true,
      },
    ]);
  });
});

const notOperations = '--operations must be a JSON array of operations';

test.each([
  [['other.png', 'nothing.jpg'], [], 1, 'nothing.jpg: there is no such file'],
  [['other.png', 'notes.txt'], [], 1, 'is not in a supported format'],
  [['other.png', 'banner'], ['--id', 'x'], 2, '--id is for one file, and 2 are given'],
  [['other.png', 'other.png'], [], 2, 'two files would have the ID other'],
  [['other.png'], ['--operations', '{'], 2, notOperations],
  [['other.png'], ['--operations', '[{"type":"sise"}]'], 2, notOperations],
  [['other.png'], ['--operations', '[{"type":"filters","blur":999}]'], 1, 'blur'],
  [['other.png'], ['--id', 'a/b'], 1, 'mediaId: must be'],
])('says what is wrong with %j %j, and keeps nothing', async (files, flags, code, message) => {
  await inGallery(async ({ add, run }) => {
    const ended = await add(files, ...flags);
    expect(ended).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(JSON.parse((await run('status', '--json')).stdout).shelves).toEqual([]);
  });
});

test('what was added is exported with its files, and imported elsewhere', async () => {
  await inGallery(async ({ folder, add, run }) => {
    await add(['Mein Foto.JPG', 'clip', 'banner']);
    const output = join(folder, 'out/all.ndjson');
    expect((await run('export', '--output', output)).code).toBe(0);
    const elsewhere = ['--data', join(folder, 'elsewhere')];
    expect((await run('import', output, ...elsewhere)).code).toBe(0);
    expect((await run('export', ...elsewhere)).stdout).toBe(await Bun.file(output).text());
    expect((await run('import', output, '--json')).stdout).toContain('"updated": 0');
  });
});

test('files of deleted media are removed after the grace period, and not before', async () => {
  await inGallery(async ({ folder, add, run, import: importLines }) => {
    await add(['other.png', 'banner']);
    const removal = { kind: 'media', projectId: 'acme', spaceId: 'web', mediaId: 'other', deleted: true };
    await importLines(JSON.stringify(removal));
    const first = await run('media', 'collect');
    expect(first.stdout).toMatch(
      /^1 files are used by records\n1 are not, .*\n0 were removed \(0\.0 MB\)\n$/,
    );
    // A month goes by.
    const originals = join(folder, 'data', 'originals');
    for (const { parentPath, name } of readdirSync(originals, { recursive: true, withFileTypes: true }))
      utimesSync(join(parentPath, name), 0, 0);
    const tried = JSON.parse((await run('media', 'collect', '--dry-run', '--json')).stdout);
    expect(tried).toMatchObject({ named: 1, kept: 0, removed: 1 });
    const done = JSON.parse((await run('media', 'collect', '--json')).stdout);
    expect(done).toEqual(tried);
    expect(JSON.parse((await run('media', 'collect', '--json')).stdout)).toMatchObject({
      named: 1,
      removed: 0,
    });
    const off = await run('media', 'collect', '--media-grace', 'off');
    expect(off).toMatchObject({ code: 2, stderr: expect.stringContaining('kept forever') });
  });
});
