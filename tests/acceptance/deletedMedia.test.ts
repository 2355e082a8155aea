import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawing, writeHls, writePackage } from '../../packages/server/src/media/testing/realFiles.ts';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { importLines } from '../fillStore.ts';
import { inTemporaryFolder, type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { type Postgres, startPostgres } from '../startPostgres.ts';
import { type S3, startS3 } from '../startS3.ts';
import { eventually } from './openService.ts';

let s3: S3;
let postgres: Postgres;
beforeAll(async () => {
  [s3, postgres] = await Promise.all([startS3(), startPostgres()]);
});
afterAll(async () => {
  await Promise.all([s3[Symbol.asyncDispose](), postgres[Symbol.asyncDispose]()]);
});

const key = 'a key of sixteen letters';
const mediaPlace = { kind: 'media', projectId: 'p', spaceId: 's' } as const;

type Settings = { readonly [name: string]: string };
type Media = {
  readonly mediaId: string;
  readonly accessUrl: string;
  readonly thumbnailAccessUrl?: string;
  readonly originalUrl?: string;
  readonly assets?: readonly { readonly accessUrl: string }[];
};

/** A picture, a video and an asset package, and the means to run commands. */
type Archive = {
  readonly folder: string;
  readonly files: readonly string[];
  readonly env: Settings;
  add(...files: readonly string[]): Promise<readonly Media[]>;
  remove(...ids: readonly string[]): Promise<void>;
  /** The paths of all files among the originals. */
  keptFiles(): Promise<readonly string[]>;
  /** The names of rendered pictures and of cached originals. */
  madePictures(): readonly string[];
};

function withArchive(settings: Settings, work: (archive: Archive) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const base = { NEWSSTAND_MEDIA_KEY: key, NEWSSTAND_LOG_LEVEL: 'error', NEWSSTAND_MEDIA_UNSAFE: 'true' };
    const env: Settings = { ...base, NEWSSTAND_DATA: join(folder, 'data'), ...settings };
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'in', 'photo.jpg'), await drawing(120, 80, 1).jpeg().toBuffer());
    writeHls(join(folder, 'in', 'clip'));
    writePackage(join(folder, 'in', 'banner'));
    const files = ['photo.jpg', 'clip', 'banner'].map((name) => join(folder, 'in', name));
    const run = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await outcomeHere(args, env);
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    };
    await work({
      ...{ folder, files, env },
      add: async (...given) =>
        JSON.parse(await run('media', 'add', ...given, '--project', 'p', '--space', 's', '--json')),
      remove: (...ids) =>
        importLines(
          env,
          ids.map((mediaId) => ({ ...mediaPlace, mediaId, deleted: true })),
        ),
      async keptFiles() {
        const prefix = env['NEWSSTAND_MEDIA_STORE']?.replace('s3://', '');
        return filesIn(prefix === undefined ? join(folder, 'data', 'originals') : join(s3.folder, prefix));
      },
      madePictures: () => ['pictures', 'sources'].flatMap((name) => filesIn(join(folder, 'data', name))),
    });
  });
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Every URL of some media: their own, other sizes, with and without a signature. */
function pathsOf(records: readonly Media[]): readonly string[] {
  return records.flatMap(({ accessUrl, thumbnailAccessUrl = [], originalUrl = [], assets = [] }) => {
    const told = [accessUrl, thumbnailAccessUrl, originalUrl, assets.map((asset) => asset.accessUrl)].flat();
    const name = [originalUrl].flat()[0]?.split('/').at(-1);
    const size = `30x20/${name}`;
    const signature = createHmac('sha1', key).update(size).digest('base64url');
    const sized = name === undefined ? [] : [`/media/unsafe/${size}`, `/media/${signature}=/${size}`];
    const inner = accessUrl.endsWith('master.m3u8') ? [accessUrl.replace('master.m3u8', 'low/0.ts')] : [];
    return [...[...told, ...inner].map((url) => new URL(url).pathname), ...sized];
  });
}

/** On separate connections, so that every worker gets some requests. */
async function statusesAt(
  nodes: readonly Running[],
  paths: readonly string[],
  init: RequestInit = {},
): Promise<ReadonlySet<number>> {
  const ask = async (url: string) => {
    const answer = await fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } });
    await answer.bytes();
    return answer.status;
  };
  const urls = nodes.flatMap(({ url }) => paths.map((path) => url + path));
  return new Set(await Promise.all([...urls, ...urls, ...urls].map(ask)));
}

const only = (...statuses: readonly number[]) => new Set(statuses);

/** Requests them in every way; the tag is that of an earlier response. */
async function expectGone(nodes: readonly Running[], paths: readonly string[], tag = '*'): Promise<void> {
  const isGone = async () => (await statusesAt(nodes, paths)).isSubsetOf(only(404));
  expect(await eventually(isGone, Boolean)).toBe(true);
  expect(await statusesAt(nodes, paths, { method: 'HEAD' })).toEqual(only(404));
  expect(await statusesAt(nodes, paths, { headers: { range: 'bytes=0-1' } })).toEqual(only(404));
  expect(await statusesAt(nodes, paths, { headers: { 'if-none-match': tag } })).toEqual(only(404));
}

async function expectThere(nodes: readonly Running[], paths: readonly string[]): Promise<void> {
  const isThere = async () => (await statusesAt(nodes, paths)).isSubsetOf(only(200));
  expect(await eventually(isThere, Boolean)).toBe(true);
}

test('deleted media are no longer served by any worker, whatever was cached', async () => {
  await withArchive({}, async ({ env, files, add, remove }) => {
    const running = await startNewsstand(['--workers', '2'], env);
    try {
      const [photo, ...others] = await add(...files);
      if (photo === undefined) throw new Error('nothing was added');
      const [mine, theirs] = [pathsOf([photo]), pathsOf(others)];
      // As soon as the command has exited.
      expect(await statusesAt([running], [...mine, ...theirs])).toEqual(only(200));
      await add(...files.slice(0, 1), '--id', 'again');
      await remove(...others.map(({ mediaId }) => mediaId));
      await expectGone([running], theirs);
      // Another record refers to the same bytes: they remain until that one is deleted, too.
      await remove('photo');
      await expectThere([running], mine);
      await remove('again');
      await expectGone([running], mine);
      await add(...files);
      await expectThere([running], [...mine, ...theirs]);
    } finally {
      await running.end();
    }
  });
});

const stores = {
  'a folder': () => ({}),
  S3: () => ({ ...s3.env, NEWSSTAND_MEDIA_STORE: `s3://${s3.bucket}/${crypto.randomUUID()}` }),
} as const;

for (const [where, settings] of Object.entries(stores)) {
  test(`a takedown takes effect immediately and permanently (in ${where})`, async () => {
    await withArchive(settings(), async ({ env, files, add, remove, keptFiles, madePictures }) => {
      const running = await startNewsstand([], env);
      const takedown = (...args: readonly string[]) => runNewsstand(['media', 'takedown', ...args], { env });
      const place = ['--project', 'p', '--space', 's'];
      try {
        const [photo, clip, banner] = await add(...files);
        if (photo === undefined || clip === undefined || banner === undefined)
          throw new Error('nothing was added');
        const [again] = await add(...files.slice(0, 1), '--id', 'again');
        await expectThere([running], pathsOf([photo, clip, banner]));
        const url = `${photo.thumbnailAccessUrl}?x=1`;
        expect(await takedown(url, 'clip')).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('--project'),
        });
        const refused = await takedown('photo', ...place);
        expect(refused).toMatchObject({ code: 1, stdout: '' });
        expect(refused.stderr).toContain(
          'other media have the same files\n  p/s/again\nto take these down too, add --everywhere',
        );
        await expectThere([running], pathsOf([photo]));
        const taken = await takedown(url, 'clip', ...place, '--everywhere', '--json');
        expect(taken).toMatchObject({ code: 0, stderr: '' });
        const { records, versions, files: removed } = JSON.parse(taken.stdout);
        const ids = records.map(({ key }: { key: { id: string } }) => key.id).toSorted();
        expect([ids, versions, removed.length]).toEqual([['again', 'clip', 'photo'], 3, 3]);
        await expectGone([running], pathsOf([photo, clip, again ?? photo]));
        await expectThere([running], pathsOf([banner]));
        // None of their files is left, neither originals nor renderings.
        const left = (await keptFiles()).filter(
          (path) => !path.includes('bundles') && !path.includes('incoming'),
        );
        expect(left).toEqual([]);
        const hashes = [photo, clip].flatMap(({ accessUrl }) => /[0-9a-f]{64}/.exec(accessUrl)?.[0] ?? []);
        const isLeft = () => madePictures().some((name) => hashes.some((hash) => name.includes(hash)));
        expect(await eventually(async () => !isLeft(), Boolean)).toBe(true);
        const none = await takedown(url);
        expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was taken down') });
        // Deleted media whose files are kept for restoring can be taken down by URL, too.
        await remove('banner');
        if (where === 'S3') {
          await s3.stop();
          const [id] = /[0-9a-f]{64}/.exec(banner.accessUrl) ?? [''];
          const unfinished = await takedown(banner.accessUrl);
          expect(unfinished).toMatchObject({ code: 1, stderr: expect.stringContaining(`takedown ${id}`) });
          await s3.restart();
        }
        expect((await takedown(banner.accessUrl)).code).toBe(0);
        expect((await keptFiles()).filter((path) => path.includes('bundles/'))).toEqual([]);
      } finally {
        await running.end();
      }
    });
  });
}

test('no node serves deleted media, and nodes that hold other spaces serve the rest', async () => {
  const shared = {
    ...{ ...s3.env, NEWSSTAND_MEDIA_STORE: `s3://${s3.bucket}/${crypto.randomUUID()}` },
    NEWSSTAND_DATABASE_URL: await postgres.freshDatabase(),
  };
  await withArchive(shared, async ({ folder, env, files, add, remove }) => {
    const start = (name: string, settings: Settings = {}) =>
      startNewsstand([], { ...env, NEWSSTAND_DATA: join(folder, name), ...settings });
    await (await openStore(shared.NEWSSTAND_DATABASE_URL)).close();
    const before = await add(...files.slice(0, 1));
    const nodes = await Promise.all([start('all'), start('some', { NEWSSTAND_SCOPES: 'other' })]);
    try {
      const records = [...before, ...(await add(...files.slice(1)))];
      await expectThere(nodes, pathsOf(records));
      await remove(...records.map(({ mediaId }) => mediaId));
      await expectGone(nodes, pathsOf(records));
      // A node that is restarted without the database knows it, too.
      await nodes[1]?.end();
      const again = await start('some', {
        NEWSSTAND_SCOPES: 'other',
        NEWSSTAND_DATABASE_URL: shared.NEWSSTAND_DATABASE_URL,
      });
      await expectGone([again], pathsOf(records));
      await again.end();
    } finally {
      await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    }
  });
});
