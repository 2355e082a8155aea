import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { exists, link, readdir, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { copyFiles } from '../../../../tests/databaseBytes.ts';
import { inTemporaryFolder, runNewsstand } from '../../../../tests/newsstandProcess.ts';
import { isWrongUsage, outcomeHere, runHere } from '../../../../tests/runHere.ts';
import { sharedS3 } from '../../../../tests/startS3.ts';
import { isFull } from '../../../../tests/testing/runs.ts';
import { realPicture } from '../media/testing/realFiles.ts';
import { withStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';
import { openSqlite } from '../store/sqlite/openSqlite.ts';
import {
  category,
  credential,
  everything,
  item,
  media,
  put,
  space,
  tag,
} from '../store/testing/suite/samples.ts';

/** A folder with a store in it, and the paths of that and of another one that is not there yet. */
function withSource(work: (source: string, target: string, folder: string) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const source = join(folder, 'source.db');
    const fill = async (store: Store) => {
      await put(store, category, tag, media, item);
      await store.write(async (writer) => {
        await writer.putCredential(credential);
        await writer.putInstance({ ...space, app: 'banner', instanceId: 'top' });
      });
    };
    await withStore(`sqlite:${source}`, fill, { creates: true });
    await work(source, join(folder, 'target/newsstand.db'), folder);
  });
}

const wordsOf = (from: string, to: string, ...words: readonly string[]) => [
  'copy',
  ...['--from', `sqlite:${from}`, '--to', `sqlite:${to}`, ...words],
];
const copy = (from: string, to: string, ...words: readonly string[]) =>
  outcomeHere(wordsOf(from, to, ...words));
const contentOf = (path: string) => withStore(`sqlite:${path}`, everything);

describe('copy', () => {
  test('shows in a table what is the same in both', async () => {
    await withSource(async (source, target) => {
      const first = await runNewsstand(wordsOf(source, target));
      expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
      expect(first.stdout).toMatch(/^PROJECT +SPACE +INSTANCE +KIND +RECORDS +SHA256\n/);
      expect(first.stdout).toMatch(/^acme +web +category +1 +[0-9a-f]{16}$/m);
      expect(first.stdout).toMatch(/^acme +web +press +news +1 +[0-9a-f]{16}$/m);
      expect(first.stdout).toMatch(/^acme +web +top +banner +0 +[0-9a-f]{16}$/m);
      expect(first.stdout).toEndWith(
        '\n4 records, 1 space, 2 instances, 1 key, 0 operators, 0 past versions: the same in both\n',
      );
      expect(await contentOf(target)).toEqual(await contentOf(source));
      expect(await copy(source, target)).toEqual({
        ...first,
        stdout: `${first.stdout}No record was copied: all of them already existed.\n`,
      });
    });
  });

  test('reports the same to a script', async () => {
    await withSource(async (source, target) => {
      const { code, stdout, stderr } = await copy(source, target, '--json');
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      const report = JSON.parse(stdout);
      expect(report).toMatchObject({ outcome: 'copied', from: 'SQLite', to: 'SQLite', differences: [] });
      expect(report).toMatchObject({ records: 4, spaces: 1, instances: 2, credentials: 1 });
      expect(report.shelves).toHaveLength(5);
      expect(report.shelves[3]).toEqual({
        ...{ ...space, instanceId: 'press', kind: 'news', records: 1 },
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      const again = JSON.parse((await copy(source, target, '--json')).stdout);
      expect(again).toEqual({ ...report, outcome: 'already there' });
    });
  });

  test('fails if the copy differs, and names the shelf', async () => {
    await withSource(async (source, target) => {
      await (await openSqlite(target)).close();
      using db = new Database(target);
      db.run(`CREATE TRIGGER damage AFTER INSERT ON records WHEN new.id = 'n1'
        BEGIN UPDATE records SET document = '{}' WHERE record = new.record; END`);
      const { code, stdout, stderr } = await copy(source, target, '--json');
      expect(code).toBe(1);
      expect(JSON.parse(stdout).differences).toEqual(['acme/web/press news']);
      expect(stderr).toStartWith('newsstand: the copy is not the same as the source: acme/web/press news; ');
    });
  });

  test('leaves a target that is not empty alone', async () => {
    await withSource(async (source, target) => {
      await withStore(`sqlite:${target}`, (store) => put(store, tag), { creates: true });
      const before = await contentOf(target);
      const { code, stdout, stderr } = await copy(source, target);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^newsstand: the target is not empty[^\n]+ name an empty store [^\n]+\n$/);
      expect(await contentOf(target)).toEqual(before);
    });
  });

  test('recognises a copy of the file', async () => {
    await withSource(async (source, _, folder) => {
      copyFiles(source, join(folder, 'copied.db'));
      expect((await copy(source, join(folder, 'copied.db'))).stdout).toEndWith('already existed.\n');
    });
  });

  test('refuses the same store, by whatever name', async () => {
    await withSource(async (source, _, folder) => {
      await symlink(source, join(folder, 'symbolic.db'));
      await link(source, join(folder, 'hard.db'));
      const names = [source, `${folder}/../${basename(folder)}/source.db`, `//${source}`];
      for (const name of [...names, join(folder, 'symbolic.db'), join(folder, 'hard.db')]) {
        const { code, stdout, stderr } = await copy(source, name);
        expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
        expect(stderr).toContain('are the same store');
      }
    });
  });

  if (isFull)
    test('stops at once on a signal, and leaves the target empty', async () => {
      await withSource(async (source, target) => {
        const many = Array.from({ length: 20_000 }, (_, index) => ({ ...tag, id: `t${index}` }));
        await withStore(`sqlite:${source}`, (store) => put(store, ...many));
        const fixture = join(import.meta.dir, 'testing/interruptedCopy.ts');
        const child = Bun.spawn([process.execPath, fixture, `sqlite:${source}`, `sqlite:${target}`]);
        expect(await child.exited).toBe(1);
        expect(await contentOf(target)).toEqual({ spaces: [], instances: [], credentials: [], records: [] });
        expect((await copy(source, target)).code).toBe(0);
      });
    });

  test('of a store that does not exist creates none', async () => {
    await withSource(async (_, target, folder) => {
      const { code, stderr } = await copy(join(folder, 'slip.db'), target);
      expect(code).toBe(2);
      expect(stderr).toStartWith(`newsstand: there is no store in ${folder} (slip.db is missing); `);
      expect(await readdir(folder)).toEqual(['source.db']);
    });
  });
});

describe('copy with originals', () => {
  const picture = realPicture('png');
  const sha256 = new Bun.CryptoHasher('sha256').update(picture).digest('hex');
  const name = `${sha256.slice(0, 2)}/${sha256}.png`;
  const document = {
    ...space,
    mediaId: 'm2',
    name: 'Cover',
    type: 'image',
    original: { sha256, ext: 'png' },
  };

  test('copies them too', async () => {
    await withSource(async (source, target, folder) => {
      await withStore(`sqlite:${source}`, (store) =>
        put(store, { ...media, document: JSON.stringify(document) }),
      );
      const places = ['--media-from', `folder:${folder}/old`, '--media-to', `folder:${folder}/new`];
      const missing = await copy(source, target, ...places);
      expect({ code: missing.code, stdout: missing.stdout }).toEqual({ code: 1, stdout: '' });
      expect(missing.stderr).toContain(`${sha256}.png`);
      await Bun.write(join(folder, 'old', name), picture);
      const { code, stdout } = await copy(source, target, ...places);
      expect(code).toBe(0);
      expect(stdout).toContain('\n1 original copied, 0 already existed\n4 records, ');
      expect(await Bun.file(join(folder, 'new', name)).bytes()).toEqual(new Uint8Array(picture));
      const again = JSON.parse((await copy(source, target, '--json', ...places)).stdout);
      expect(again).toMatchObject({ outcome: 'already there', originals: { copied: 0, skipped: 1 } });
    });
  });

  test('copies them to S3, and back', async () => {
    const s3 = await sharedS3();
    await withSource(async (source, target, folder) => {
      await withStore(`sqlite:${source}`, (store) =>
        put(store, { ...media, document: JSON.stringify(document) }),
      );
      await Bun.write(join(folder, 'old', name), picture);
      const place = `s3://${s3.bucket}/${crypto.randomUUID()}`;
      const stores = ['--from', `sqlite:${source}`, '--to', `sqlite:${target}`];
      const env = { ...s3.env, NEWSSTAND_DATA: join(folder, 'data') };
      for (const [from, to] of [
        [`folder:${folder}/old`, place],
        [place, `folder:${folder}/new`],
      ] as const) {
        const words = ['copy', ...stores, '--media-from', from, '--media-to', to];
        const { code, stdout, stderr } = await outcomeHere(words, env);
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toContain('\n1 original copied, 0 already existed\n');
      }
      expect(await Bun.file(join(folder, 'new', name)).bytes()).toEqual(new Uint8Array(picture));
    });
  });

  test.each([
    [['--media-from', 'folder:a'], '--media-from and --media-to must be given together'],
    [['--media-from', 'folder:a', '--media-to', 'hunter2'], '--media-to must be s3://bucket'],
    [['--media-from', 's3://UPPER', '--media-to', 'folder:a'], '--media-from must be s3://bucket'],
    [['--media-from', 'folder:a', '--media-to', 's3://bucket/x'], 'AWS_ACCESS_KEY_ID must be set'],
  ] as const)('%p is wrong usage', async (words, message) => {
    await withSource(async (source, target) => {
      const env = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };
      const stores = ['--from', `sqlite:${source}`, '--to', `sqlite:${target}`];
      const { error, stdout, stderr } = await runHere(['copy', ...stores, ...words], env);
      expect([isWrongUsage(error), stdout]).toEqual([true, '']);
      expect(`${stderr}${error}`).toContain(message);
      expect(`${stderr}${error}`).not.toContain('hunter2');
      expect(await exists(target)).toBe(false);
    });
  });
});

describe('a URL that is wrong ends with 2, and is not repeated', () => {
  const wrong = [
    'data/hunter2.db',
    'sqlite:',
    'sqlite://hunter2/store.db',
    'sqlite::memory:',
    'mysql://user:hunter2@localhost/db',
    'postgres:user:hunter2',
    'postgres://user:hunter2@localhost',
    'postgres://user:hunter2@localhost:99999/db',
    '',
  ];
  test.each(wrong)('%s', async (url) => {
    await withSource(async (source, target) => {
      const { error, stdout, stderr } = await runHere(['copy', '--from', `sqlite:${source}`, '--to', url]);
      expect([isWrongUsage(error), stdout]).toEqual([true, '']);
      expect(error instanceof Error && error.message).toMatch(/^--to\b[^\n]* must be [^\n]+$/);
      expect(`${stderr}${error}`).not.toContain('hunter2');
      const turned = ['copy', '--from', url, '--to', `sqlite:${target}`];
      if (url.includes('localhost')) expect(isWrongUsage((await runHere(turned)).error)).toBe(true);
      expect(await exists(target)).toBe(false);
    });
  });

  test('or missing', async () => {
    const { code, stderr } = await outcomeHere(['copy', '--from', 'sqlite:x.db']);
    expect(code).toBe(2);
    expect(stderr).toContain("required option '--to <url>'");
  });
});
