import { expect } from 'bun:test';
import { join } from 'node:path';
import { until } from '../testing/until.ts';
import { pressRoom } from './content.ts';
import { everywhere, httpTest, type OpenService, serviceTest } from './openService.ts';

const { collections, news, newsPath } = pressRoom('following');

const stock = [...collections, ...Array.from({ length: 200 }, (_, n) => news(`n${n}`, { createdAt: n }))];
/** For tests that share a service: each changes something else. */
const little = [...collections, news('n1', { category: { categoryId: 'c1' }, tags: [{ tagId: 't1' }] })];
const headersOf = ({ key, secret }: { key: string; secret: string }) => ({
  'x-svc-ac-api-key': key,
  'x-svc-ac-api-secret': secret,
});

/** Reads repeatedly on new connections while something happens; returns what it saw. */
async function whileReading<T>(
  { url }: OpenService,
  headers: Record<string, string>,
  work: () => Promise<T>,
) {
  const seen = { requests: 0, statuses: new Set<number>(), totals: new Set<number>() };
  let isOver = false;
  const reader = async () => {
    while (!isOver) {
      // A new connection each time, so that all workers get requests.
      const response = await fetch(`${url}${newsPath}?size=1`, {
        headers: { ...headers, connection: 'close' },
      });
      const body: { totalCount: number } = JSON.parse(await response.text());
      seen.requests++;
      seen.statuses.add(response.status);
      seen.totals.add(body.totalCount);
      await Bun.sleep(2);
    }
  };
  const readers = [reader(), reader(), reader()];
  const result = await work();
  isOver = true;
  await Promise.all(readers);
  return { seen, result };
}

serviceTest(
  'all workers deliver a commit of another process completely, without a failed request',
  async (withService) => {
    await withService(
      stock,
      async (service) => {
        const keys = await service.createKey('--project', 'following');
        const headers = headersOf(keys);
        const totalIs = async (total: number) => {
          const response = await fetch(`${service.url}${newsPath}?size=1`, {
            headers: { ...headers, connection: 'close' },
          });
          const body: { totalCount: number } = JSON.parse(await response.text());
          return body.totalCount === total;
        };
        await everywhere('the key in all workers', () => totalIs(200));
        const { seen } = await whileReading(service, headers, async () => {
          const more = Array.from({ length: 300 }, (_, n) => news(`more${n}`));
          const fewer = Array.from({ length: 50 }, (_, n) => ({ ...news(`n${n}`), deleted: true }));
          await service.put(...more, ...fewer);
          await everywhere('the commit in all workers', () => totalIs(450));
        });
        expect(seen.requests).toBeGreaterThan(20);
        expect([...seen.statuses]).toEqual([200]);
        // Before or after, but never half of it.
        expect([...seen.totals].sort()).toEqual([200, 450]);

        await service.run(['key', 'revoke', keys.key]);
        await everywhere('the end of the key in all workers', async () => {
          const { status } = await fetch(service.url + newsPath, {
            headers: { ...headers, connection: 'close' },
          });
          return status === 401;
        });
      },
      { args: ['--workers', '2'] },
    );
  },
);

httpTest('embedded resources are always current', little, async ({ ask, createKey, put }) => {
  const keys = await createKey('--project', 'following');
  const [category, , tag, , media] = collections;
  const before = await ask(`${newsPath}/n1`, { keys });
  await put({ ...category, name: 'Renamed' }, { ...tag, alias: 'moved' }, { ...media, name: 'New cover' });
  const after = await until(
    'a renamed category in its item',
    () => ask(`${newsPath}/n1`, { keys }),
    ({ body }) => body.category?.name === 'Renamed',
  );
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  expect(after.body.category?.name).toBe('Renamed');
  expect(after.body.tags?.[0]?.alias).toBe('moved');
  expect(after.body.values.thumbnail.media?.name).toBe('New cover');
  expect((await ask(`${newsPath}?tags=moved`, { keys })).body.totalCount).toBe(1);
  expect((await ask(`${newsPath}?tags=launch`, { keys })).body.totalCount).toBe(0);
});

httpTest('an instance is created, becomes empty, and is removed', little, async ({ ask, createKey, put }) => {
  const instance = {
    kind: 'instance',
    app: 'news',
    projectId: 'following',
    spaceId: 'web',
    instanceId: 'later',
  };
  const path = newsPath.replace('press', 'later');
  const keys = await createKey('--project', 'following');
  const statusBecomes = (wanted: number) =>
    until(
      `an instance to answer with ${wanted}`,
      () => ask(path, { keys }),
      ({ status }) => status === wanted,
    );
  await statusBecomes(404);
  await put(instance);
  await statusBecomes(200);
  await put({ ...instance, deleted: true });
  await statusBecomes(404);
});

httpTest(
  'a rotated key has both secrets during the grace period, then only the new one',
  little,
  async ({ ask, createKey, run }) => {
    const old = await createKey('--project', 'following');
    const rotate = async (grace: string) =>
      JSON.parse(await run(['key', 'rotate', old.key, '--grace', grace, '--json']));
    const statusOf = async (keys: { key: string; secret: string }) => (await ask(newsPath, { keys })).status;
    const graceful = await rotate('1h');
    expect(graceful.key).toBe(old.key);
    await until('the second secret', async () => (await statusOf(graceful)) === 200);
    expect([await statusOf(graceful), await statusOf(old)]).toEqual([200, 200]);
    const abrupt = await rotate('0s');
    await until('the third secret', async () => (await statusOf(abrupt)) === 200);
    expect([await statusOf(abrupt), await statusOf(graceful)]).toEqual([200, 401]);
  },
);

httpTest(
  'a file in an import is stored, and the record has its URL, size and type',
  little,
  async ({ folder, ask, createKey, run }) => {
    const keys = await createKey('--project', 'following');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
    await Bun.write(join(folder, 'in/img/dot.svg'), svg);
    const line = {
      kind: 'media',
      projectId: 'following',
      spaceId: 'web',
      mediaId: 'dot',
      name: 'Dot',
      type: 'image',
    };
    await Bun.write(join(folder, 'in/content.ndjson'), JSON.stringify({ ...line, file: 'img/dot.svg' }));
    await run(['import', join(folder, 'in/content.ndjson')]);
    const { body } = await until(
      'an imported picture',
      () => ask(newsPath.replace(/news\/instances.*/, 'collection/medias/dot'), { keys }),
      ({ status }) => status === 200,
    );
    expect(body.fileSize).toBe(svg.length);
    expect(body.meta).toEqual({ ext: 'svg', mimetype: 'image/svg+xml' });
    expect(body.accessUrl).toMatch(/\/media\/[\w-]{27}=\/[0-9a-f]{64}\.svg$/);
    expect(body.originalUrl).toMatch(/\/media\/originals\/[0-9a-f]{64}\.svg$/);
    const name = body.originalUrl.split('/').at(-1);
    const [stored] = [...new Bun.Glob(`data/originals/**/${name}`).scanSync(folder)];
    expect(await Bun.file(join(folder, stored ?? '')).text()).toBe(svg);
  },
);
