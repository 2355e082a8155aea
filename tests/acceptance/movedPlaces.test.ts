import { expect, test } from 'bun:test';
import { z } from 'zod';
import { childrenOf, isAlive } from '../../bench/processes.ts';
import { inTemporaryFolder, runNewsstand, startCommand, startNewsstand } from '../newsstandProcess.ts';
import { until } from '../withDemo.ts';
import { serviceTest } from './openService.ts';

const items = 3000;
const issued = z.object({ key: z.string(), secret: z.string() });
const removal = z.object({ removalId: z.string() });
const removals = z.tuple([removal]);
const counted = z.object({ totalCount: z.number() });

function content(amount: number): readonly object[] {
  const place = { projectId: 'acme', spaceId: 'web' };
  const media = {
    kind: 'media',
    ...place,
    mediaId: 'm',
    name: 'M',
    type: 'image',
    accessUrl: 'https://example.com/m.jpg',
  };
  const values = { title: 'T', body: { text: 'x'.repeat(500) }, thumbnail: { mediaId: 'm' } };
  const news = Array.from({ length: amount }, (_, index) => ({
    ...{ kind: 'news', ...place, instanceId: 'press', contentId: `n${index}`, name: `N ${index}` },
    ...{ status: 'published', values },
  }));
  return [media, ...news];
}

/** What a reader is told: all of it, or that it is not there. */
type Told = 'all' | 'none' | `unexpected ${string}`;

/** A service with a space, `acme/web`, and readers who ask for it, and for `acme/site`. */
type Moving = Awaited<ReturnType<typeof openMoving>>;

async function openMoving(folder: string) {
  const env = { NEWSSTAND_DATA: folder };
  const run = async (...words: readonly string[]) => {
    const { code, stderr, stdout } = await runNewsstand(words, { env });
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return { stdout, stderr };
  };
  const stdin = content(items)
    .map((line) => JSON.stringify(line))
    .join('\n');
  expect((await runNewsstand(['import', '-'], { env, stdin })).code).toBe(0);
  const grant = ['--project', 'acme', '--space', 'web'];
  const { stdout } = await run('key', 'create', '--name', 'site', ...grant, '--json');
  const { key, secret } = issued.parse(JSON.parse(stdout));
  await run('operator', 'invite', 'boss', '--role', 'owner');
  const { stdout: token } = await run('operator', 'token', 'boss', '--name', 'test');
  const start = () => startNewsstand(['--workers', '1'], env);
  let running = await start();
  const ask = async (spaceId: string): Promise<Told> => {
    const path = `/static/projects/acme/spaces/${spaceId}/news/instances/press/news?size=1`;
    const response = await fetch(`${running.url}${path}`, {
      headers: { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret },
    });
    const text = await response.text();
    if (response.status === 403 || response.status === 404) return 'none';
    const total = response.status === 200 ? counted.parse(JSON.parse(text)).totalCount : undefined;
    return total === items ? 'all' : `unexpected ${response.status} ${total}`;
  };
  return {
    ...{ env, run, ask },
    running: () => running,
    /** Sends a request to the write interface. */
    manage: (method: string, path: string, body?: object) =>
      fetch(`${running.managementUrl}/manage/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    isShown: async (spaceId: string, told: Told) => (await ask(spaceId)) === told,
    /** What is told of each ID, one right after the other, while something is done; the same twice in a row counts once. */
    async whileDoing(work: () => Promise<unknown>): Promise<readonly string[]> {
      const seen: string[] = [];
      let isOver = false;
      const reading = (async () => {
        while (!isOver) seen.push(`${await ask('web')} ${await ask('site')}`);
      })();
      await work();
      isOver = true;
      await reading;
      // It may have moved between the last two requests.
      seen.push(`${await ask('web')} ${await ask('site')}`);
      return seen.filter((each, at, all) => each !== all[at - 1]);
    },
    /** Kills the service, and starts it again. */
    async killed() {
      await running.end('SIGKILL');
      running = await start();
    },
    end: () => running.end(),
  };
}

function withMoving(work: (moving: Moving) => Promise<void>): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const moving = await openMoving(folder);
    try {
      await work(moving);
    } finally {
      await moving.end();
    }
  });
}

// Between two requests it may move: then both are told of everything, and never nothing of both.
const moved = ['all none,none all', 'all none,all all,none all'];

test('readers see all of a place under one ID or the other, before or after, and never a part', () =>
  withMoving(async ({ env, run, isShown, whileDoing }) => {
    const renaming = await whileDoing(async () => {
      await run('project', 'rename', 'acme/web', 'site');
      await until(() => isShown('site', 'all'));
    });
    expect(moved).toContain(renaming.join());
    const removing = await whileDoing(async () => {
      const { stderr } = await run('project', 'remove', 'acme/site', '--confirm', 'site');
      await until(() => isShown('site', 'none'));
      await run('project', 'restore', /restore (\w+)/.exec(stderr)?.[1] ?? '');
      await until(() => isShown('site', 'all'));
    });
    expect(removing).toEqual(['none all', 'none none', 'none all']);
    // Killed in the middle, at several moments: nothing has happened, and nothing is in the way of the next one.
    for (const milliseconds of [250, 400, 600]) {
      const seen = await whileDoing(async () => {
        const killed = startCommand(['project', 'remove', 'acme/site', '--confirm', 'site'], { env });
        await Bun.sleep(milliseconds);
        killed.kill('SIGKILL');
        await killed.ended;
        await Bun.sleep(300);
      });
      if (seen.at(-1) === 'none none') {
        const { stdout: list } = await run('project', 'removed', '--json');
        await run('project', 'restore', removals.parse(JSON.parse(list))[0].removalId);
        await until(() => isShown('site', 'all'));
      } else expect(seen).toEqual(['none all']);
    }
    expect((await run('project', 'removed')).stderr).toContain('Nothing was removed lately');
  }));

const web = '/projects/acme/spaces/web';

/** The process of the service that writes a large change, once there is one. */
async function bulkOf({ running }: Moving): Promise<number> {
  const found = () => childrenOf(running().pid, 'bulkProcess');
  await until(async () => found().length > 0);
  return found()[0] ?? 0;
}

test('the same by the write interface, which goes on answering meanwhile', () =>
  withMoving(async (moving) => {
    const { manage, isShown, whileDoing } = moving;
    let [answered, isOver] = [0, false];
    const asking = (async () => {
      for (; !isOver; answered++) expect((await manage('GET', '/session')).status).toBe(200);
    })();
    const renaming = await whileDoing(async () => {
      const renamed = manage('PATCH', web, { id: 'site' });
      await bulkOf(moving);
      const before = answered;
      expect((await renamed).status).toBe(204);
      expect(answered - before).toBeGreaterThan(2);
      // What was answered is shown.
      expect([await moving.ask('web'), await moving.ask('site')]).toEqual(['none', 'all']);
    });
    expect(moved).toContain(renaming.join());
    const removing = await whileDoing(async () => {
      const response = await manage('POST', '/projects/acme/spaces/site/remove', { confirm: 'site' });
      const removed = z.object({ removalId: z.string(), records: z.number() }).parse(await response.json());
      expect(removed.records).toBe(items + 1);
      expect(await isShown('site', 'none')).toBe(true);
      const restored = await manage('POST', `/removed-places/${removed.removalId}/restore`, {});
      expect(await restored.json()).toEqual({ projectId: 'acme', spaceId: 'site' });
      expect(await isShown('site', 'all')).toBe(true);
    });
    expect(removing).toEqual(['none all', 'none none', 'none all']);
    isOver = true;
    await asking;
    // It refuses as the service itself does, and says so under the ID of the request.
    const refused = await manage('PATCH', '/projects/acme/spaces/site', { id: 'web', name: 'x'.repeat(300) });
    expect(refused.status).toBe(400);
    const nothing = await manage('POST', '/projects/acme/spaces/none/remove', { confirm: 'none' });
    expect(nothing.status).toBe(404);
    expect(await nothing.json()).toMatchObject({
      code: 'not_found',
      requestId: nothing.headers.get('x-request-id'),
    });
  }));

serviceTest('places are moved, and items changed in a batch, on every engine', (withService) =>
  withService(content(100), async ({ run, running }) => {
    await run(['operator', 'invite', 'boss', '--role', 'owner']);
    const token = await run(['operator', 'token', 'boss', '--name', 'test']);
    const manage = async (method: string, path: string, body?: object) => {
      const response = await fetch(`${running.managementUrl}/manage/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token.trim()}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text() };
    };
    const changes = Array.from({ length: 100 }, (_, index) => ({
      ...{ kind: 'news', instanceId: 'press', id: `n${index}`, action: 'unpublish' },
    }));
    const batch = await manage('POST', `${web}/batch`, { changes });
    expect([batch.status, JSON.parse(batch.text)]).toEqual([200, { changed: 100, unchanged: 0 }]);
    const listed = async (space: string) => {
      const { status, text } = await manage(
        'GET',
        `/projects/acme/spaces/${space}/news/instances/press/news`,
      );
      return status === 200 ? counted.parse(JSON.parse(text)).totalCount : status;
    };
    const removed = await manage('POST', `${web}/remove`, { confirm: 'web' });
    expect(await listed('web')).toBe(404);
    const { removalId } = removal.parse(JSON.parse(removed.text));
    expect((await manage('POST', `/removed-places/${removalId}/restore`, {})).status).toBe(200);
    expect(await listed('web')).toBe(100);
    expect((await manage('PATCH', web, { id: 'site' })).status).toBe(204);
    expect([await listed('web'), await listed('site')]).toEqual([404, 100]);
  }),
);

test('killed at any moment, it has happened or not, and the next change is written', () =>
  withMoving(async (moving) => {
    const { manage, isShown, killed, whileDoing, running, run } = moving;
    const remove = () => manage('POST', `${web}/remove`, { confirm: 'web' });
    const restoreIfGone = async () => {
      const { stdout } = await run('project', 'removed', '--json');
      const list = z.array(removal).parse(JSON.parse(stdout));
      for (const { removalId } of list)
        expect((await manage('POST', `/removed-places/${removalId}/restore`, {})).status).toBe(200);
      await until(() => isShown('web', 'all'));
      return list.length;
    };
    // Its own process.
    for (const milliseconds of [0, 200, 400, 700]) {
      const seen = await whileDoing(async () => {
        const removing = remove();
        const pid = await bulkOf(moving);
        await Bun.sleep(milliseconds);
        if (isAlive(pid)) process.kill(pid, 'SIGKILL');
        const { status } = await removing;
        expect([200, 500]).toContain(status);
        if (status === 200) expect(await isShown('web', 'none')).toBe(true);
      });
      expect(['all none', 'all none,none none']).toContain(seen.join());
      await restoreIfGone();
    }
    // The service with it: the process ends, too.
    for (const milliseconds of [100, 400]) {
      const removing = remove().catch(() => undefined);
      const pid = await bulkOf(moving);
      await Bun.sleep(milliseconds);
      await killed();
      await removing;
      await until(async () => !isAlive(pid));
      await until(async () => (await isShown('web', 'all')) || (await isShown('web', 'none')));
      await restoreIfGone();
    }
    expect(running().stderr()).not.toContain('corrupt');
  }));
