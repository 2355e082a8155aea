import { expect, setDefaultTimeout, test } from 'bun:test';
import { z } from 'zod';
import { inTemporaryFolder, runNewsstand, startCommand, startNewsstand } from '../newsstandProcess.ts';
import { until } from '../withDemo.ts';

// A busy machine is not a failure.
setDefaultTimeout(600_000);

const items = 3000;
const issued = z.object({ key: z.string(), secret: z.string() });
const removals = z.tuple([z.object({ removalId: z.string() })]);
const counted = z.object({ totalCount: z.number() });

function content(): string {
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
  const news = Array.from({ length: items }, (_, index) => ({
    ...{ kind: 'news', ...place, instanceId: 'press', contentId: `n${index}`, name: `N ${index}` },
    ...{ status: 'published', values },
  }));
  return [media, ...news].map((line) => JSON.stringify(line)).join('\n');
}

/** What a reader is told: all of it, or that it is not there. */
type Told = 'all' | 'none' | `unexpected ${string}`;

test('readers see all of a place under one ID or the other, before or after, and never a part', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: folder };
    const run = async (...words: readonly string[]) => {
      const { code, stderr, stdout } = await runNewsstand(words, { env });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      return { stdout, stderr };
    };
    expect((await runNewsstand(['import', '-'], { env, stdin: content() })).code).toBe(0);
    const grant = ['--project', 'acme', '--space', 'web'];
    const { stdout } = await run('key', 'create', '--name', 'site', ...grant, '--json');
    const { key, secret } = issued.parse(JSON.parse(stdout));
    const running = await startNewsstand(['--workers', '1'], env);
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
    /** Pairs of answers while something is done: what is told of each ID, one right after the other. */
    const whileDoing = async (work: () => Promise<unknown>) => {
      const seen: (readonly [Told, Told])[] = [];
      let isOver = false;
      const reading = (async () => {
        while (!isOver) seen.push([await ask('web'), await ask('site')]);
      })();
      await work();
      isOver = true;
      await reading;
      return seen;
    };
    const isShown = async (spaceId: string, told: Told) => (await ask(spaceId)) === told;
    try {
      const renaming = await whileDoing(async () => {
        await run('project', 'rename', 'acme/web', 'site');
        await until(() => isShown('site', 'all'));
      });
      const steps = (seen: typeof renaming) =>
        seen.map(([web, site]) => `${web} ${site}`).filter((each, at, all) => each !== all[at - 1]);
      // Between two requests it may move: then both are told of everything, and never nothing of both.
      expect(['all none,none all', 'all none,all all,none all']).toContain(steps(renaming).join());
      const removing = await whileDoing(async () => {
        const { stderr } = await run('project', 'remove', 'acme/site', '--confirm', 'site');
        await until(() => isShown('site', 'none'));
        await run('project', 'restore', /restore (\w+)/.exec(stderr)?.[1] ?? '');
        await until(() => isShown('site', 'all'));
      });
      expect(steps(removing)).toEqual(['none all', 'none none', 'none all']);
      // Killed in the middle, at several moments: nothing has happened, and nothing is in the way of the next one.
      for (const milliseconds of [250, 400, 600]) {
        const seen = await whileDoing(async () => {
          const killed = startCommand(['project', 'remove', 'acme/site', '--confirm', 'site'], { env });
          await Bun.sleep(milliseconds);
          killed.kill('SIGKILL');
          await killed.ended;
          await Bun.sleep(300);
        });
        const [last] = steps(seen).slice(-1);
        if (last === 'none none') {
          const { stdout: list } = await run('project', 'removed', '--json');
          await run('project', 'restore', removals.parse(JSON.parse(list))[0].removalId);
          await until(() => isShown('site', 'all'));
        } else expect(steps(seen)).toEqual(['none all']);
      }
      expect((await run('project', 'removed')).stderr).toContain('Nothing was removed lately');
    } finally {
      await running.end();
    }
  });
});
