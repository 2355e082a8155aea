import { describe, expect, test } from 'bun:test';
import { issuedKey } from '@newsstand/contract/manage';
import type { Store } from '../../store/Store.ts';
import { StoreError } from '../../store/StoreError.ts';
import { keyHandlers } from './keys/keyHandlers.ts';
import { serviceHandlers } from './service/serviceHandlers.ts';
import { spaceHandlers } from './spaces/spaceHandlers.ts';
import { type Ask, refusalOf, type TestApi, withApi } from './testing/withApi.ts';

const handlers: NonNullable<Parameters<typeof withApi>[1]>['handlers'] = (context) => ({
  ...spaceHandlers(context),
  ...keyHandlers(context, () => []),
});

const within = (work: (api: TestApi) => Promise<void>, store?: (real: Store) => Store) =>
  withApi(work, { handlers, ...(store && { store }) });

const owner = (api: TestApi, projectId = 'acme') => api.addOperator('ann', [{ projectId, role: 'owner' }]);

test('a change that readers do not see in time is answered with where to ask for it', async () => {
  const isShown = { now: false };
  await withApi(
    async (api) => {
      await owner(api, '*');
      const cookie = await api.sessionOf('ann');
      const put = () => api.ask('/projects/acme/spaces/web', { method: 'PUT', cookie });
      const late = await put();
      const { revision } = await api.store.bookmark();
      expect(late.status).toBe(202);
      expect(late.headers.get('link')).toBe(`</manage/v1/shown?revision=${revision}>; rel="monitor"`);
      const shown = async (asked: number) =>
        await (await api.ask(`/shown?revision=${asked}`, { cookie })).json();
      expect(await shown(revision)).toEqual({ revision, isShown: false });
      isShown.now = true;
      expect(await shown(revision)).toEqual({ revision, isShown: true });
      expect(await shown(revision + 1)).toEqual({ revision: revision + 1, isShown: false });
      expect((await api.ask('/shown?revision=x', { cookie })).status).toBe(400);
      const inTime = await api.ask('/projects/acme/spaces/other', { method: 'PUT', cookie });
      expect([inTime.status, inTime.headers.get('link')]).toEqual([204, null]);
    },
    {
      handlers: (context) => {
        const shelves = { ...context.shelves, shown: async () => isShown.now };
        const impatient = { ...context, shelves, showingPatience: 0 };
        return { ...spaceHandlers(impatient), ...serviceHandlers(impatient) };
      },
    },
  );
});

/** Sends the head of a request, then does something else, and then sends the body. */
async function askSlowly(api: TestApi, path: string, ask: Ask, meanwhile: () => Promise<unknown>) {
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Bun.sleep(50);
      await meanwhile();
      controller.enqueue(new TextEncoder().encode(JSON.stringify(ask.body)));
      controller.close();
    },
  });
  return fetch(`${api.origin}/manage/v1${path}`, {
    method: ask.method ?? 'POST',
    body,
    headers: {
      origin: api.origin,
      cookie: ask.cookie ?? '',
      'content-type': 'application/json',
      ...ask.headers,
    },
  });
}

describe('a request whose body takes its time', () => {
  test('creates no token for a session that has ended in the meantime', async () => {
    await within(async (api) => {
      await owner(api);
      const cookie = await api.sessionOf('ann');
      const endSession = () =>
        api.store.write(async (writer) => {
          for (const { sha256 } of await writer.authTokens('ann')) await writer.removeAuthToken(sha256);
        });
      const ask = { cookie, body: { name: 'a way back in' } };
      const answer = await askSlowly(api, '/session/tokens', ask, endSession);
      expect(await refusalOf(answer)).toBe('401 session_missing');
      expect(await api.store.read((reader) => reader.authTokens('ann'))).toEqual([]);
    });
  });

  test('changes nothing if the operator was removed or has lost the role', async () => {
    await within(async (api) => {
      const key = { name: 'site', grants: [{ projectId: 'acme' }] };
      const changes = [
        ['403 role_missing', () => api.addOperator('ann', [{ projectId: 'acme', role: 'viewer' }])],
        ['403 role_missing', () => owner(api, 'other')],
        ['401 session_missing', () => api.store.write((writer) => writer.removeOperator('ann'))],
      ] as const;
      for (const [refusal, change] of changes) {
        await owner(api);
        const cookie = await api.sessionOf('ann');
        expect(await refusalOf(await askSlowly(api, '/keys', { cookie, body: key }, change))).toBe(refusal);
      }
      expect(await api.store.read((reader) => reader.credentials())).toEqual([]);
      expect(await api.store.read((reader) => reader.audit({ most: 9 }))).toEqual([]);
    });
  });
});

test('a role that is lost while others write is lost', async () => {
  await within(async (api) => {
    await owner(api);
    const cookie = await api.sessionOf('ann');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const losing = api.store.write(async (writer) => {
      begin();
      await released;
      const operator = await writer.operator('ann');
      if (operator) await writer.putOperator({ ...operator, roles: [{ projectId: 'acme', role: 'editor' }] });
    });
    await begun;
    const asked = api.ask('/projects/acme/spaces/web', { method: 'PUT', cookie });
    await Bun.sleep(50);
    release();
    await losing;
    expect(await refusalOf(await asked)).toBe('403 role_missing');
    expect(await api.store.read((reader) => reader.spaces())).toEqual([]);
  });
});

test('a committed change is not a failure if the store becomes unavailable right after, and not taken for shown', async () => {
  const away = new StoreError('the store is away');
  const isAway = { now: true };
  const store = (real: Store): Store =>
    Object.assign(Object.create(real), {
      read: real.read.bind(real),
      write: real.write.bind(real),
      bookmark: () => (isAway.now ? Promise.reject(away) : real.bookmark()),
    });
  await withApi(
    async (api) => {
      await owner(api);
      const cookie = await api.sessionOf('ann');
      const body = { name: 'site', grants: [{ projectId: 'acme' }] };
      const answer = await api.ask('/keys', { method: 'POST', cookie, body });
      expect([answer.status, answer.headers.get('link')]).toEqual([202, '</manage/v1/shown>; rel="monitor"']);
      expect(issuedKey.parse(await answer.json()).secret).toStartWith('nss_');
      expect(api.errors).toEqual([away]);
      isAway.now = false;
      const { revision } = await api.store.bookmark();
      expect(await (await api.ask('/shown', { cookie })).json()).toEqual({ revision, isShown: true });
    },
    {
      store,
      handlers: (context) => {
        const impatient = { ...context, showingPatience: 0 };
        return { ...keyHandlers(impatient, () => []), ...serviceHandlers(impatient) };
      },
    },
  );
});
