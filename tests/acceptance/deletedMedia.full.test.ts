import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { sharedPostgres } from '../startPostgres.ts';
import { type S3, startS3 } from '../startS3.ts';
import { until } from '../testing/until.ts';
import {
  type Archive,
  expectGone,
  expectThere,
  only,
  pathsOf,
  type Settings,
  statusesAt,
  withArchive,
} from './mediaArchive.ts';

let s3: S3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3[Symbol.asyncDispose]());

const inS3 = (prefix: string) => ({ ...s3.env, NEWSSTAND_MEDIA_STORE: `s3://${s3.bucket}/${prefix}` });

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

for (const where of ['a folder', 'S3']) {
  test(`a takedown takes effect immediately and permanently (in ${where})`, async () => {
    const prefix = crypto.randomUUID();
    const settings = where === 'S3' ? inS3(prefix) : {};
    const kept = where === 'S3' ? join(s3.folder, s3.bucket, prefix) : undefined;
    const work = async ({ env, files, add, remove, keptFiles, madePictures }: Archive) => {
      const running = await startNewsstand([], env);
      const takedown = (...args: readonly string[]) => outcomeHere(['media', 'takedown', ...args], env);
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
        const left = keptFiles().filter((path) => !path.includes('bundles') && !path.includes('incoming'));
        expect(left).toEqual([]);
        const hashes = [photo, clip].flatMap(({ accessUrl }) => /[0-9a-f]{64}/.exec(accessUrl)?.[0] ?? []);
        const isLeft = () => madePictures().some((name) => hashes.some((hash) => name.includes(hash)));
        await until('the end of renderings', () => !isLeft());
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
        expect(keptFiles().filter((path) => path.includes('bundles/'))).toEqual([]);
      } finally {
        await running.end();
      }
    };
    await withArchive(settings, work, kept);
  });
}

test('no node serves deleted media, and nodes that hold other spaces serve the rest', async () => {
  const shared = {
    ...inS3(crypto.randomUUID()),
    NEWSSTAND_DATABASE_URL: await (await sharedPostgres()).freshStore(),
  };
  await withArchive(shared, async ({ folder, env, files, add, remove }) => {
    const start = (name: string, settings: Settings = {}) =>
      startNewsstand([], { ...env, NEWSSTAND_DATA: join(folder, name), ...settings });
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
