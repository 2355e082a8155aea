import { expect, test } from 'bun:test';
import {
  explorerAnswer,
  issuedKey,
  key as keySchema,
  managedList,
  overview,
  traffic,
} from '@newsstand/contract/manage';
import { z } from 'zod';
import { type Running, startNewsstand } from '../../../../../tests/newsstandProcess.ts';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { press, withDemo } from '../../../../../tests/withDemo.ts';
import { readConfig } from '../../config/readConfig.ts';
import { StoreError } from '../../store/StoreError.ts';
import { createContext } from './openManagement.ts';

const tags = '/projects/demo/spaces/web/collection/tags';
const anyList = managedList(z.looseObject({ name: z.string() }));

type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;

/** Follows a link: a password is chosen. Answers the status, and someone who asks with their session from then on. */
async function follow(running: Running, link: string, names: object): Promise<{ status: number; ask: Ask }> {
  const origin = running.managementUrl;
  const send = (path: string, headers: Record<string, string>, method: string, body?: unknown) =>
    fetch(`${origin}/manage/v1${path}`, {
      ...{ method, headers: { 'content-type': 'application/json', ...headers } },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const password = 'a password of this test';
  const accepted = await send('/invitations', { origin }, 'POST', {
    ...{ token: link.split('#')[1], password, ...names },
  });
  const cookie = accepted.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  if (!accepted.ok) return { status: accepted.status, ask: async () => accepted };
  return {
    status: accepted.status,
    ask: (method, path, body) => send(path, { origin, cookie }, method, body),
  };
}

function linkOf(running: Running): string {
  return /^ {2}(\S+\/console\/welcome#\S+)$/m.exec(running.stdout())?.[1] ?? '';
}

async function beOwner(running: Running): Promise<Ask> {
  const { status, ask } = await follow(running, linkOf(running), { operatorId: 'ken', name: 'Ken' });
  expect(status).toBe(200);
  return ask;
}

async function read<T>(schema: z.ZodType<T>, response: Response | Promise<Response>): Promise<T> {
  return schema.parse(await (await response).json());
}

/** Asks as a reader, each time over a connection of its own. */
function readerOf(running: Running, { key, secret }: { key: string; secret: string }) {
  const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret, connection: 'close' };
  return (path: string) => fetch(running.url + path, { headers });
}

const usesOf = async (ask: Ask, name: string) =>
  (await read(z.array(keySchema), ask('GET', '/keys'))).find(({ key }) => key === name)?.requestsToday;

/** The explorer asks as a reader with a key of the operator, which sees what the operator may see. */
async function expectExplorer(running: Running, ask: Ask): Promise<void> {
  const explore = async (who: Ask, path: string, headers = {}) =>
    read(explorerAnswer, who('POST', '/explorer', { path, headers }));
  const plain = await explore(ask, press);
  expect(plain.status).toBe(200);
  expect(plain.bytes).toBe(Buffer.byteLength(plain.body));
  // Drafts too.
  expect(JSON.parse(plain.body)).toMatchObject({ totalCount: 7 });
  for (const encoding of ['br', 'gzip']) {
    const packed = await explore(ask, press, { 'Accept-Encoding': encoding });
    expect(packed.body).toBe(plain.body);
    expect(packed.bytes).toBeLessThan(plain.bytes);
    expect(packed.headers).toContainEqual(['content-encoding', encoding]);
  }
  const [, etag = ''] = plain.headers.find(([name]) => name === 'etag') ?? [];
  expect(await explore(ask, press, { 'if-none-match': etag })).toMatchObject({ status: 304, bytes: 0 });
  expect((await explore(ask, '/static/projects/demo/spaces/none/collection/tags')).status).toBe(404);
  for (const wrong of [
    { path: '/docs' },
    { path: '/static/projects/../../metrics' },
    { path: '/static/projects/%2e%2e/%2e%2e/docs' },
    { path: press, headers: { cookie: 'a=b' } },
    { path: press, headers: { 'if-none-match': 'a\r\nb: c' } },
  ])
    expect([wrong, (await ask('POST', '/explorer', wrong)).status]).toEqual([wrong, 400]);

  const keys = async () => read(z.array(keySchema), ask('GET', '/keys'));
  const named = async (name: string) => (await keys()).filter((one) => one.name === name);
  const [own, ...more] = await named('Explorer (ken)');
  expect(more).toEqual([]);
  expect(own).toMatchObject({ preview: true, grants: [{ projectId: 'demo' }], state: 'active' });
  // Taken out of force by somebody: then there is another one.
  for (const action of ['rotate', 'revoke']) {
    expect((await ask('POST', `/keys/${own?.key}/${action}`, {})).status).toBe(200);
    expect((await explore(ask, press)).status).toBe(200);
  }
  expect((await named('Explorer (ken)')).map(({ state }) => state).sort()).toEqual(['active', 'revoked']);

  const roles = (projectId: string) => ({ roles: [{ projectId, role: 'viewer' }] });
  const invited = await ask('POST', '/operators', { operatorId: 'mia', name: 'Mia', ...roles('other') });
  const { url } = await read(z.object({ url: z.string() }), invited);
  const { ask: mia } = await follow(running, url, {});
  expect((await explore(mia, press)).status).toBe(403);
  expect((await ask('PATCH', '/operators/mia', roles('demo'))).status).toBe(200);
  expect((await explore(mia, press)).status).toBe(200);
  expect((await ask('PATCH', '/operators/mia', roles('other'))).status).toBe(200);
  expect((await explore(mia, press)).status).toBe(403);
  expect((await named('Explorer (mia)')).length).toBe(1);
}

if (isFull)
  test('with several workers, all show at once what an operator has written, count together, and let them explore', async () => {
    await withDemo(['--workers', '2'], async (running, env) => {
      const link = linkOf(running);
      const ask = await beOwner(running);
      expect((await follow(running, link, { operatorId: 'eve', name: 'Eve' })).status).toBe(403);
      const site = await read(
        issuedKey,
        ask('POST', '/keys', { name: 'site', grants: [{ projectId: 'demo' }] }),
      );
      const reader = readerOf(running, site);
      await expectExplorer(running, ask);
      // Somebody looks from now on.
      expect((await ask('GET', '/traffic')).status).toBe(200);
      let asked = 0;
      let rounds = 0;
      const seen = new Set<string | undefined>();
      /** What was written is shown by whoever answers. */
      async function writeAndLook(): Promise<void> {
        const name = `Round ${rounds}`;
        const put = await ask('PUT', `${tags}/round-${rounds++}`, { name });
        expect(put.status).toBe(201);
        for (let again = 0; again < 2; again++, asked++) {
          const page = await reader(
            '/static/projects/demo/spaces/web/collection/tags?size=99&sort=createdAt:desc',
          );
          seen.add(page.headers.get('x-request-id')?.replace(/-[^-]*$/, ''));
          expect(await page.text()).toContain(`"${name}"`);
          const { list } = await read(
            anyList,
            ask('GET', `${tags}?search=${encodeURIComponent(name)}&sort=name:asc`),
          );
          expect(list.map(({ item }) => item.name)).toContain(name);
        }
      }
      // A key works in both processes as soon as it was made, and so does what was written.
      while (rounds < 5 || seen.size < 2) await writeAndLook();
      const news = await read(
        anyList,
        ask('GET', '/projects/demo/spaces/web/news/instances/press/news?state=scheduled'),
      );
      expect(news.counts).toEqual({ live: 4, scheduled: 1, closed: 1, draft: 1 });
      expect(news.list.map(({ state }) => state)).toEqual(['scheduled']);
      expect((await ask('GET', '/projects/demo/spaces/web/news/instances/none/news')).status).toBe(404);

      const { shelves, moments } = await read(overview, ask('GET', '/overview'));
      expect(shelves.find(({ instanceId }) => instanceId === 'press')).toMatchObject(news.counts ?? {});
      expect(moments.length).toBeGreaterThan(0);
      expect(moments.map(({ at }) => at)).toEqual(moments.map(({ at }) => at).sort((a, b) => a - b));

      await until(
        'the uses of the key',
        () => usesOf(ask, site.key),
        (uses) => uses === asked,
      );
      await until('a sample of traffic', async () => {
        const { nodes } = await read(traffic, ask('GET', '/traffic'));
        return nodes.length === 1 && nodes[0]?.samples.some(({ requests }) => requests > 0) === true;
      });

      // One that is gone is not waited for, and the one after it shows all from its beginning on; what all have counted is
      // written at the end.
      const pids = [...running.stderr().matchAll(/"process":"worker \d+","processPid":(\d+)/g)];
      process.kill(Number(pids[0]?.[1]), 'SIGKILL');
      while (seen.size < 3) await writeAndLook();
      expect((await running.end()).code).toBe(0);

      const again = await startNewsstand([], env);
      try {
        expect(again.stdout()).not.toContain('welcome#');
        const headers = { 'content-type': 'application/json', origin: again.managementUrl };
        const body = JSON.stringify({ operatorId: 'ken', password: 'a password of this test' });
        const session = await fetch(`${again.managementUrl}/manage/v1/session`, {
          method: 'POST',
          headers,
          body,
        });
        const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
        const list: Ask = (_method, path) =>
          fetch(`${again.managementUrl}/manage/v1${path}`, { headers: { cookie } });
        expect(await usesOf(list, site.key)).toBe(asked);
        expect((await readerOf(again, site)(press)).status).toBe(200);
        await until(
          'the next use',
          () => usesOf(list, site.key),
          (uses) => uses === asked + 1,
        );
      } finally {
        again.kill('SIGKILL');
      }
    });
  });

test('an unavailable store does not fill the log, while any other failure is logged', () => {
  const lines: string[] = [];
  const note = (_: object, message: string) => void lines.push(message);
  const log = { debug: note, info: note, warn: note, error: note };
  const options = {
    log,
    node: 'here:1',
    managementPort: 1,
    providers: [],
    port: () => 2,
    service: () => undefined,
  };
  const context = createContext(
    { ...options, config: readConfig({}) },
    () => Promise.reject(new StoreError('away')),
    () => ({ nodes: [] }),
  );
  for (let times = 0; times < 3; times++) context.onError(new StoreError('away'));
  expect(lines.length).toBe(1);
  for (let times = 0; times < 3; times++) context.onError(new Error('broken'));
  expect(lines.length).toBe(4);
});
