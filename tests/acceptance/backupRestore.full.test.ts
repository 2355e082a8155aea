import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { drawing, writePackage } from '../../packages/server/src/media/testing/realFiles.ts';
import { withStore } from '../../packages/server/src/store/openStore.ts';
import { differences, digestStore } from '../../packages/server/src/transfer/copy/digestStore.ts';
import { createKey, importLines } from '../fillStore.ts';
import {
  inTemporaryFolder,
  type Running,
  runNewsstand,
  startCommand,
  startNewsstand,
} from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { type Databases, sharedPostgres } from '../startPostgres.ts';
import { type S3, startS3 } from '../startS3.ts';
import { until } from '../testing/until.ts';
import { collections, news, newsPath } from './content.ts';

let postgres: Databases;
let s3: S3;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([sharedPostgres(), startS3()]);
});
afterAll(() => s3[Symbol.asyncDispose]());

/** Ended after each test, even if it fails. */
const services: Running[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.end('SIGKILL')));
});

async function serve(env: Settings): Promise<Running> {
  const service = await startNewsstand([], env);
  services.push(service);
  return service;
}

type Settings = Readonly<Record<string, string>>;

const scope = { projectId: 'acme', spaceId: 'web' };
const plannedAt = 4_000_000_000_000;
const previewUrl = 'https://www.example.com/preview/{contentId}?token={token}';
const password = 'a long rather than a complicated one';

/** The settings of a service with a data folder of its own. */
function settingsOf(folder: string, name: string, more: Settings = {}): Settings {
  return {
    NEWSSTAND_DATA: join(folder, name),
    NEWSSTAND_LOG_LEVEL: 'error',
    // The same for all, so that their answers can be compared.
    NEWSSTAND_MEDIA_URL: 'https://media.example.com',
    ...s3.env,
    ...more,
  };
}

async function run(env: Settings, words: readonly string[], stdin = ''): Promise<string> {
  const { code, stdout, stderr } = await runNewsstand(words, { env, stdin });
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

/** The same without a process, for what is not about one. */
async function runHere(env: Settings, words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await outcomeHere(words, env);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
}

const databaseOf = (env: Settings) =>
  env['NEWSSTAND_DATABASE_URL'] ?? `sqlite:${join(env['NEWSSTAND_DATA'] ?? '', 'newsstand.db')}`;
/** What a store holds; one that was killed while it was created holds nothing. */
const digestOf = (env: Settings) =>
  withStore(databaseOf(env), (store) => store.read((reader) => digestStore(reader, {})), { creates: true });

/** Writes two tags in one transaction, again and again, while some work is done. */
async function whileWriting<T>(env: Settings, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const writing = (async () => {
    for (let count = 0; !isOver; count++) {
      const name = `${count}`;
      await importLines(env, [
        { kind: 'tag', ...scope, tagId: 'left', name },
        { kind: 'tag', ...scope, tagId: 'right', name },
        { kind: 'tag', ...scope, tagId: `t-${count % 50}`, name },
      ]);
      await Bun.sleep(20);
    }
  })();
  try {
    return await work();
  } finally {
    isOver = true;
    await writing;
  }
}

/** Both tags of the writer, which must be of the same transaction. */
function pairIn(env: Settings): Promise<readonly unknown[]> {
  return withStore(databaseOf(env), (store) =>
    store.read(async (reader) => {
      const keys = ['left', 'right'].map((id) => ({ kind: 'tag', ...scope, id }) as const);
      const found = await reader.findAll(keys);
      return found.map((record): unknown => JSON.parse(record?.document ?? '{}').name);
    }),
  );
}

/** What a service shows to readers and operators. */
async function answersOf(
  running: Running,
  keys: { readonly key: string; readonly secret: string },
  token: string,
) {
  const headers = { 'x-svc-ac-api-key': keys.key, 'x-svc-ac-api-secret': keys.secret };
  const read = async (path: string) => {
    const answer = await until(
      `an answer to ${path}`,
      () => fetch(running.url + path, { headers }),
      ({ status }) => status === 200,
    );
    return { status: answer.status, etag: answer.headers.get('etag'), body: await answer.text() };
  };
  const media = await read('/static/projects/acme/spaces/web/collection/medias?sort=mediaId:asc');
  const [, picture = ''] = /"accessUrl":"https:\/\/media\.example\.com([^"]+)"/.exec(media.body) ?? [];
  const manage = async (path: string) => {
    const authorization = `Bearer ${token}`;
    const answer = await fetch(`${running.managementUrl}/manage/v1/${path}`, { headers: { authorization } });
    return { status: answer.status, body: await answer.text() };
  };
  const session = await fetch(`${running.managementUrl}/manage/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: running.managementUrl },
    body: JSON.stringify({ operatorId: 'ken', password }),
  });
  const rendered = await fetch(`${running.url}/media${picture}`);
  return {
    news: await read(`${newsPath}?includeTags=true`),
    tags: await read('/static/projects/acme/spaces/web/collection/tags?size=99&sort=tagId:asc'),
    media,
    picture: { status: rendered.status, hash: Bun.hash(await rendered.arrayBuffer()) },
    versions: await manage('projects/acme/spaces/web/collection/tags/left/versions'),
    planned: await manage('projects/acme/spaces/web/news/instances/press/news/n3'),
    preview: await manage('projects/acme/spaces/web/news/instances/press/settings'),
    signIn: session.status,
  };
}

test('a service is moved by backups from SQLite to PostgreSQL and back, while it is written to', async () => {
  await inTemporaryFolder(async (folder) => {
    const [first, second, third] = [
      settingsOf(folder, 'first'),
      settingsOf(folder, 'second', {
        NEWSSTAND_DATABASE_URL: await postgres.freshDatabase(),
        NEWSSTAND_MEDIA_STORE: `s3://${s3.bucket}/second`,
      }),
      settingsOf(folder, 'third'),
    ];
    const [local, remote] = [join(folder, 'backups'), `s3://${s3.bucket}/backups`];
    await Bun.write(join(folder, 'front.png'), await drawing(80, 60, 1).png().toBuffer());
    writePackage(join(folder, 'banner'));
    const {
      contentId: _,
      kind: __,
      projectId: ___,
      spaceId: ____,
      instanceId: _____,
      ...next
    } = {
      ...{ contentId: '', kind: '', projectId: '', spaceId: '', instanceId: '' },
      ...news('n3', { name: 'Planned' }),
    };
    await importLines(first, [
      { kind: 'instance', app: 'news', ...scope, instanceId: 'press', previewUrl },
      ...[...collections, news('n1'), news('n2')],
      { ...news('n3'), next: { ...next, takesOverAt: plannedAt } },
    ]);
    await run(first, [
      'media',
      'add',
      join(folder, 'front.png'),
      join(folder, 'banner'),
      '--project',
      'acme',
      '--space',
      'web',
    ]);
    await runHere(first, ['operator', 'invite', 'ken', '--role', 'owner']);
    await run(first, ['operator', 'password', 'ken'], password);
    const token = (await runHere(first, ['operator', 'token', 'ken', '--name', 'test'])).trim();
    await runHere(first, ['webhook', 'create', '--url', 'https://example.com/hook', '--project', 'acme']);
    const keys = await createKey(first, ['--project', 'acme']);

    let running = await serve(first);
    // Consistent, whatever is written meanwhile.
    await whileWriting(first, async () => {
      await until(
        'a few writes',
        () => pairIn(first),
        ([left]) => Number(left) > 2,
      );
      const [before] = await pairIn(first);
      await run(first, ['backup', local]);
      await run(first, ['backup', local]);
      const [after] = await pairIn(first);
      const trial = settingsOf(folder, 'trial');
      await run(trial, ['restore', local]);
      const [left, right] = await pairIn(trial);
      expect(left).toBe(right);
      expect(Number(left)).toBeGreaterThanOrEqual(Number(before));
      expect(Number(left)).toBeLessThanOrEqual(Number(after));
    });
    // And complete.
    await run(first, ['backup', remote, '--json']);
    const expected = await answersOf(running, keys, token);
    expect(expected).toMatchObject({ news: { status: 200 }, picture: { status: 200 }, signIn: 200 });
    expect(expected.versions.status).toBe(200);
    expect(expected.planned.body).toContain(`"takesOverAt":${plannedAt}`);
    expect(JSON.parse(expected.preview.body)).toEqual({ previewUrl });
    await running.end();

    const restored = await runNewsstand(['restore', remote], { env: second });
    expect({ code: restored.code, stderr: restored.stderr }).toEqual({
      code: 0,
      stderr:
        "1 webhook is off, so that receivers don't get calls from two stores; switch them on with newsstand webhook enable\n",
    });
    running = await serve(second);
    const answers = await answersOf(running, keys, token);
    expect(answers).toEqual(expected);

    await whileWriting(second, () => run(second, ['backup', local, '--keep', '2']));
    // The service follows what was written to its store directly.
    const [written] = await pairIn(second);
    const final = await until(
      'the last write, for readers',
      () => answersOf(running, keys, token),
      ({ tags }) => tags.body.includes(`"tagId":"left","name":"${written}"`),
    );
    // It writes how often keys were used.
    await running.end();
    const report = await run(second, ['backup', local, '--keep', '1']);
    expect(report.split('\n')[0]).toEndWith('2 originals (0 copied, 2 already there), verified');
    const source = await digestOf(second);
    await run(third, ['restore', local]);
    expect(differences(source, await digestOf(third))).toEqual(['the audit log']);
    running = await serve(third);
    expect(await answersOf(running, keys, token)).toEqual(final);
    expect(JSON.parse(await runHere(third, ['backup', 'list', local, '--json']))).toHaveLength(1);
    // Not into a folder that a service uses.
    const refused = await runNewsstand(['restore', local], { env: third });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('is using the data folder');
  });
  // Ten commands and four services, one after the other.
}, 180_000);

/** For a longer run: KILLS=100 bun test --timeout 1000000 tests/acceptance/backupRestore.full.test.ts -t killed */
const kills = Number(process.env['KILLS'] ?? 3);

describe('killed at any moment', () => {
  /** A store that takes a while to back up. */
  async function withStoreToKill(
    work: (env: Settings, folder: string, moments: readonly number[]) => Promise<void>,
  ): Promise<void> {
    // Shares of the time that it takes; the message of a failure names them.
    const moments = Array.from({ length: kills }, () => 0.15 + 0.85 * Math.random());
    await inTemporaryFolder(async (folder) => {
      const env = settingsOf(folder, 'data');
      const body = { text: 'x'.repeat(2000) };
      const items = Array.from({ length: 1500 }, (_, count) => news(`n${count}`, {}, { body }));
      await importLines(env, [...collections, ...items]);
      for (let seed = 0; seed < 12; seed++)
        await Bun.write(
          join(folder, 'pictures', `${seed}.png`),
          await drawing(60, 60, seed).png().toBuffer(),
        );
      const files = readdirSync(join(folder, 'pictures')).map((name) => join(folder, 'pictures', name));
      await runHere(env, ['media', 'add', ...files, '--project', 'acme', '--space', 'web']);
      await work(env, folder, moments).catch((cause: unknown) => {
        throw new Error(`killed at ${moments.join(', ')}: ${cause}`, { cause });
      });
    });
  }

  /** Kills a command after a while. */
  async function kill(words: readonly string[], env: Settings, milliseconds: number): Promise<void> {
    const command = startCommand(words, { env });
    await Bun.sleep(milliseconds);
    command.kill('SIGKILL');
    await command.ended;
  }

  test('what has a manifest is whole, and the next backup works', async () => {
    await withStoreToKill(async (env, folder, moments) => {
      const target = join(folder, 'backups');
      const start = performance.now();
      await run(env, ['backup', join(folder, 'measured')]);
      const whole = performance.now() - start;
      for (const share of moments) {
        await kill(['backup', target, '--keep', '2'], env, share * whole);
        if (existsSync(join(target, 'backups')) && existsSync(join(target, 'newsstand-backup.json')))
          for (const { name } of JSON.parse(await runHere(env, ['backup', 'list', target, '--json'])))
            await runHere(env, ['backup', 'verify', target, '--backup', name]);
      }
      await run(env, ['backup', target, '--keep', '1']);
      await runHere(env, ['backup', 'verify', target]);
      expect(readdirSync(join(target, 'backups'))).toHaveLength(1);
      expect(readdirSync(target).toSorted()).toEqual([
        'backups',
        'lock',
        'newsstand-backup.json',
        'originals',
      ]);
      expect(readdirSync(join(target, 'originals'))).not.toContain('incoming');
    });
  });

  test('a restore is whole or has not happened', async () => {
    await withStoreToKill(async (env, folder, moments) => {
      const target = join(folder, 'backups');
      await run(env, ['backup', target]);
      const source = await digestOf(env);
      const start = performance.now();
      await run(settingsOf(folder, 'measured'), ['restore', target]);
      const whole = performance.now() - start;
      let into = settingsOf(folder, 'into-0');
      for (const [count, share] of moments.entries()) {
        await kill(['restore', target], into, share * whole);
        if (!existsSync(join(into['NEWSSTAND_DATA'] ?? '', 'newsstand.db'))) continue;
        const digest = await digestOf(into);
        if (digest.audit.count === 0) expect(digest.shelves).toEqual([]);
        else {
          // Only the entry about the restore differs. The next one is killed in another folder.
          expect(differences(source, digest)).toEqual(['the audit log']);
          into = settingsOf(folder, `into-${count + 1}`);
        }
      }
      await run(into, ['restore', target]);
      expect(differences(source, await digestOf(into))).toEqual(['the audit log']);
      expect(readdirSync(into['NEWSSTAND_DATA'] ?? '')).not.toContain('restoring');
    });
  });
});
