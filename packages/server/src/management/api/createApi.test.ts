import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manageProblem } from '@newsstand/contract/manage';
import { z } from 'zod';
import { until } from '../../../../../tests/testing/until.ts';
import { IntegrityError } from '../../store/Store.ts';
import { StoreError, StoreFullError, StoreUpgradedError } from '../../store/StoreError.ts';
import { openSqlite } from '../../store/sqlite/openSqlite.ts';
import { ApiProblem } from './ApiProblem.ts';
import { findRoute } from './findRoute.ts';
import { refusalOf, type TestApi, withApi } from './testing/withApi.ts';

const item = '/projects/acme/spaces/web/news/instances/press/news/spring';

const withOwner = (
  work: (api: TestApi, cookie: string) => Promise<void>,
  changes: Parameters<typeof withApi>[1] = {},
) =>
  withApi(async (api) => {
    await api.addOperator('ann', [{ projectId: '*', role: 'owner' }]);
    await work(api, await api.sessionOf('ann'));
  }, changes);

describe('findRoute', () => {
  const found: [string, string, string, object][] = [
    ['GET', item, 'getItem', { projectId: 'acme', spaceId: 'web', instanceId: 'press', contentId: 'spring' }],
    ['HEAD', item, 'getItem', { contentId: 'spring' }],
    ['POST', `${item}/versions/12/restore`, 'restoreVersion', { version: '12' }],
    ['PUT', '/projects/a/spaces/b/banner/instances/c', 'putInstance', { app: 'banner', instanceId: 'c' }],
    ['GET', '/projects/a/spaces/b/collection/tags/t~1', 'getItem', { tagId: 't~1' }],
    ['GET', '/projects/%61%2Db/spaces/b/removed', 'listRemoved', { projectId: 'a-b' }],
    ['PATCH', '/operators/Ken%40acme.test', 'changeOperator', { operatorId: 'ken@acme.test' }],
    ['HEAD', '/projects/a/uploads/u', 'headUpload', { uploadId: 'u' }],
    ['POST', '/keys/nsk_abc/revoke', 'revokeKey', { key: 'nsk_abc' }],
  ];
  test.each(found)('%s %s', (method, path, action, params) => {
    expect(findRoute(method, path)).toMatchObject({ type: 'route', route: { action }, params });
  });

  test.each([
    ...['', '/', '/nothing', '/session/', '//session', '/SESSION', '/projects/a/spaces/b/other/instances/c'],
    ...['/operators/ken%2Fann', '/operators/%ff', '/operators/a%20b', '/keys/a%20b/revoke'],
    ...['/projects/../uploads', '/projects/%2e%2e/uploads', `/projects/${'a'.repeat(129)}/uploads`],
    ...[`${item}/versions/0/restore`, `${item}/versions/1e3/restore`, `${item}/versions/-1/restore`],
    '/projects/__proto__%00/uploads',
  ])('nothing is at %s', (path) => {
    expect(findRoute('POST', path)).toEqual({ type: 'nothing' });
  });

  test('a path that takes other methods says which', () => {
    expect(findRoute('POST', item)).toEqual({
      type: 'methods',
      allow: ['GET', 'PUT', 'PATCH', 'DELETE', 'HEAD'],
    });
    expect(findRoute('OPTIONS', '/invitations')).toEqual({ type: 'methods', allow: ['POST'] });
  });
});

describe('the write interface', () => {
  test('reports unknown paths and allowed methods before anything else', async () => {
    await withApi(async (api) => {
      expect(await refusalOf(await api.ask('/nothing', { method: 'POST' }))).toBe('404 unknown_path');
      const response = await api.ask('/session', { method: 'PUT' });
      expect(response.headers.get('allow')).toBe('GET, POST, DELETE, HEAD');
      expect(await refusalOf(response)).toBe('405 method_not_allowed');
    });
  });

  test('reports problems with the ID of their request', async () => {
    await withApi(async (api) => {
      const response = await api.ask('/session', { headers: { 'x-request-id': 'mine-1' } });
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.get('x-request-id')).toBe('mine-1');
      const detail = 'sign in, or send a token as Authorization: Bearer';
      expect(await response.json()).toEqual(manageProblem('session_missing', detail, 'mine-1', {}));
      const other = await api.ask('/session', { headers: { 'x-request-id': '<script>' } });
      expect(other.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
    });
  });

  test('a wrong body is explained in plain words', async () => {
    await withApi(async (api) => {
      const send = async (body: string, headers = {}) => {
        const response = await api.ask('/session', { method: 'POST', body, headers });
        const told = z.object({ code: z.string(), errors: z.array(z.unknown()).optional() });
        return told.parse(await response.json());
      };
      const whole = (message: string) => ({ code: 'invalid_body', errors: [{ path: '', message }] });
      expect(await send('{')).toMatchObject(whole('is not valid JSON'));
      expect(await send(' ')).toMatchObject(whole('is missing'));
      expect(await send('[]')).toMatchObject(whole('must be an object'));
      expect(await send('['.repeat(60_000))).toMatchObject(
        whole('is nested 60000 levels deep; at most 128 are allowed'),
      );
      expect(await send('{"operatorId":"a","password":"\\ud800"}')).toMatchObject({
        code: 'invalid_body',
        errors: [
          {
            path: 'password',
            message: 'is not valid Unicode: it holds \\ud800, which is half a character',
          },
        ],
      });
      expect(await send('{"operatorId":"a b","passwort":1}')).toMatchObject({
        code: 'invalid_body',
        errors: [
          {
            path: 'operatorId',
            message: 'must be 1 to 128 letters, digits or . _ @ + -, as in ken or ken@acme.test',
          },
          { path: 'password', message: 'is missing', rule: 'missing' },
          {
            path: 'passwort',
            message: "is not known; did you mean 'password'?",
            rule: 'unknown_member',
            values: { name: 'password' },
          },
        ],
      });
      const body = '{"operatorId":"a","password":"b"}';
      expect(await send(body, { 'content-type': 'text/plain' })).toEqual({ code: 'unsupported_type' });
      expect(await send(body, { 'content-type': 'application/merge-patch+json' })).toEqual({
        code: 'unsupported_type',
      });
      expect(await send(body, { 'content-type': 'Application/JSON; charset=utf-8' })).toEqual({
        code: 'sign_in_failed',
      });
      expect(await send(`"${'x'.repeat(65_536)}"`)).toEqual({ code: 'too_large' });
      expect(api.errors).toEqual([]);
    });
  });

  test('a body that is not text, or is chunked', async () => {
    await withApi(async (api) => {
      const sent = async (piece: string) => {
        const body = new ReadableStream({
          async start(controller) {
            for (let begin = 0; begin < piece.length; begin += 10_000) {
              controller.enqueue(Buffer.from(piece.slice(begin, begin + 10_000), 'latin1'));
              await Bun.sleep(1);
            }
            controller.close();
          },
        });
        const headers = { origin: api.origin, 'content-type': 'application/json' };
        return refusalOf(await fetch(`${api.origin}/manage/v1/session`, { method: 'POST', headers, body }));
      };
      expect(await sent('"\xff"')).toBe('400 invalid_body');
      expect(await sent('x'.repeat(70_000))).toBe('413 too_large');
      expect(await sent('{"operatorId":"a","password":"b"}')).toBe('401 sign_in_failed');
    });
  });

  test('an item may have 16 MB, and not more', async () => {
    const handlers = () => ({
      putItem: async ({ text }: { text(): Promise<string> }) => Response.json((await text()).length),
      patchItem: async ({ text }: { text(): Promise<string> }) => Response.json(await text()),
    });
    await withOwner(
      async (api, cookie) => {
        const put = (length: number) => api.ask(item, { method: 'PUT', cookie, body: 'x'.repeat(length) });
        expect(await (await put(16 * 1024 * 1024)).json()).toBe(16 * 1024 * 1024);
        expect((await put(16 * 1024 * 1024 + 1)).status).toBe(413);
        const headers = { 'content-type': 'application/merge-patch+json' };
        const patched = await api.ask(item, { method: 'PATCH', cookie, body: '{}', headers });
        expect(await patched.json()).toBe('{}');
      },
      { handlers },
    );
  });

  test('few large items are held at once, some queue, and more are refused', async () => {
    let [held, most] = [0, 0];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const putItem = async ({ text }: { text(): Promise<string> }) => {
      most = Math.max(most, ++held);
      await text();
      await released;
      held--;
      return Response.json('kept');
    };
    await withOwner(
      async (api, cookie) => {
        const put = (length: number) => api.ask(item, { method: 'PUT', cookie, body: 'x'.repeat(length) });
        const large = Array.from({ length: 30 }, () => put(1024 * 1024 + 1));
        const refused = await Promise.race(large);
        expect(await refusalOf(refused)).toBe('503 store_busy');
        expect(refused.headers.get('retry-after')).toBe('1');
        const small = put(1000);
        await until('five requests', () => held === 5);
        release();
        expect((await small).status).toBe(200);
        const statuses = (await Promise.all(large)).map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(20);
        expect(most).toBe(5);
        expect((await put(1024 * 1024 + 1)).status).toBe(200);
      },
      { handlers: () => ({ putItem }) },
    );
  });

  test('bodies other than items are small', async () => {
    const read = async ({ text }: { text(): Promise<string> }) => Response.json((await text()).length);
    await withOwner(
      async (api, cookie) => {
        const batch = '/projects/acme/spaces/web/batch';
        for (const path of ['/explorer', '/keys', '/operators', '/session/tokens', batch]) {
          const send = async (length: number) =>
            (await api.ask(path, { method: 'POST', cookie, body: `"${'x'.repeat(length)}"` })).status;
          expect([path, await send(1024 * 1024)]).toEqual([path, 413]);
          expect([path, await send(1000)]).not.toEqual([path, 413]);
        }
      },
      { handlers: () => ({ explore: read, createKey: read, batch: read }) },
    );
  });

  test('a body that breaks off ends nothing but its own request', async () => {
    await withOwner(async (api, cookie) => {
      const { port, host } = new URL(api.origin);
      const head = `POST /manage/v1/session HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${api.origin}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"op`;
      await new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(head, () => socket.destroy()));
        socket.on('close', () => resolve());
      });
      expect((await api.ask('/session', { cookie })).status).toBe(200);
      expect(api.errors).toEqual([]);
    });
  });

  const faults: [string, () => unknown, string, boolean][] = [
    ['a refusal', () => new ApiProblem('not_ready', 'wait'), '503 not_ready', false],
    ['a broken rule of the store', () => new IntegrityError([], true), '409 conflict', false],
    [
      'a full disk',
      () => new StoreFullError('the store /hidden does not fit', '12 kB free'),
      '507 disk_full',
      true,
    ],
    [
      'a store that is away',
      () => new StoreError('the store /hidden is away'),
      '503 store_unavailable',
      true,
    ],
    ['a store of a newer version', () => new StoreUpgradedError(9, 8), '503 store_unavailable', true],
    ['anything else', () => new Error('hidden'), '500 server_error', true],
    ['what is no error', () => 'hidden', '500 server_error', true],
  ];
  test.each(faults)('%s', async (_, fault, expected, isTold) => {
    const thrown = fault();
    await withOwner(
      async (api, cookie) => {
        const response = await api.ask('/overview', { cookie });
        const text = await response.clone().text();
        expect(await refusalOf(response)).toBe(expected);
        expect(text).not.toContain('hidden');
        expect(api.errors).toEqual(isTold ? [thrown] : []);
      },
      { handlers: () => ({ overview: () => Promise.reject(thrown) }) },
    );
  });

  test('a store that another process is writing to is busy', async () => {
    const busy = await lockedStoreError();
    await withOwner(
      async (api, cookie) => {
        const response = await api.ask('/overview', { cookie });
        expect(response.headers.get('retry-after')).toBe('1');
        expect(await refusalOf(response)).toBe('503 store_busy');
        expect(api.errors).toEqual([]);
      },
      { handlers: () => ({ overview: () => Promise.reject(busy) }) },
    );
  });
});

/** What a store throws when another program holds its lock for too long. */
async function lockedStoreError(): Promise<unknown> {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  resources.defer(() => rm(folder, { recursive: true, force: true }));
  const open = async () =>
    resources.adopt(await openSqlite(join(folder, 'store.db'), { patience: 20 }), (store) => store.close());
  const [one, other] = [await open(), await open()];
  return await one.write(async (writer) => {
    await writer.putSpace({ projectId: 'a', spaceId: 'b' });
    return other.write((second) => second.putSpace({ projectId: 'a', spaceId: 'c' })).catch((error) => error);
  });
}
