import { expect, test } from 'bun:test';
import { z } from 'zod';
import { childrenOf, isAlive } from '../../bench/processes.ts';
import { importLines } from '../fillStore.ts';
import { inTemporaryFolder, startCommand, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';
import { movedSteps, placeContent, type Told, whileReading } from './movedPlaces.ts';

/** So many that it takes a while. */
const items = 3000;
const issued = z.object({ key: z.string(), secret: z.string() });
const removal = z.object({ removalId: z.string() });
const removals = z.tuple([removal]);
const counted = z.object({ totalCount: z.number() });

/** A service with a space, `acme/web`, and readers who ask for it, and for `acme/site`. */
type Moving = Awaited<ReturnType<typeof openMoving>>;

async function openMoving(folder: string) {
  const env = { NEWSSTAND_DATA: folder };
  const run = async (...words: readonly string[]) => {
    const { code, stderr, stdout } = await outcomeHere(words, env);
    expect([code, stderr]).toEqual([0, expect.any(String)]);
    return { stdout, stderr };
  };
  await importLines(env, placeContent('acme', items));
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
    whileDoing: (work: () => Promise<unknown>) => whileReading(ask, work),
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

test('readers see all of a place under one ID or the other, before or after, and never a part', () =>
  withMoving(async ({ env, run, isShown, whileDoing }) => {
    const renaming = await whileDoing(async () => {
      await run('project', 'rename', 'acme/web', 'site');
      await until('the place under its new ID', () => isShown('site', 'all'));
    });
    expect(movedSteps).toContain(renaming.join());
    const removing = await whileDoing(async () => {
      const { stderr } = await run('project', 'remove', 'acme/site', '--confirm', 'site');
      await until('the end of the place', () => isShown('site', 'none'));
      await run('project', 'restore', /restore (\w+)/.exec(stderr)?.[1] ?? '');
      await until('the place under its new ID', () => isShown('site', 'all'));
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
        await until('the place under its new ID', () => isShown('site', 'all'));
      } else expect(seen).toEqual(['none all']);
    }
    expect((await run('project', 'removed')).stderr).toContain('Nothing was removed lately');
  }));

const web = '/projects/acme/spaces/web';

/** The process of the service that writes a large change, once there is one. */
async function bulkOf({ running }: Moving): Promise<number> {
  return await until('the process of a large change', () => childrenOf(running().pid, 'bulkProcess')[0]);
}

test('the same by the write interface, which goes on answering meanwhile', () =>
  withMoving(async (moving) => {
    const { manage, isShown, whileDoing } = moving;
    let [answered, isOver] = [0, false];
    const asking = (async () => {
      for (; !isOver; answered++) {
        expect((await manage('GET', '/session')).status).toBe(200);
        await Bun.sleep(5);
      }
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
    expect(movedSteps).toContain(renaming.join());
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

test('killed at any moment, it has happened or not, and the next change is written', () =>
  withMoving(async (moving) => {
    const { manage, isShown, killed, whileDoing, running, run } = moving;
    const remove = () => manage('POST', `${web}/remove`, { confirm: 'web' });
    const restoreIfGone = async () => {
      const { stdout } = await run('project', 'removed', '--json');
      const list = z.array(removal).parse(JSON.parse(stdout));
      for (const { removalId } of list)
        expect((await manage('POST', `/removed-places/${removalId}/restore`, {})).status).toBe(200);
      await until('the place', () => isShown('web', 'all'));
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
      await until('the end of the process', () => !isAlive(pid));
      await until(
        'all of the place, or nothing',
        async () => (await isShown('web', 'all')) || (await isShown('web', 'none')),
      );
      await restoreIfGone();
    }
    expect(running().stderr()).not.toContain('corrupt');
  }));
