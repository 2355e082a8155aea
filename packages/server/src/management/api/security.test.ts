import { describe, expect, test } from 'bun:test';
import {
  issuedToken,
  type ManageRoute,
  manageRoutes,
  type Role,
  roleNames,
} from '@newsstand/contract/manage';
import { isFull } from '../../../../../tests/testing/runs.ts';
import type { Writer } from '../../store/Store.ts';
import { guardAccess } from './operators/checkConfirmation.ts';
import { type Ask, cookieOf, refusalOf, type TestApi, withApi } from './testing/withApi.ts';

const samples = new Map([
  ['app', 'news'],
  ['version', '1'],
]);
const pathOf = ({ path }: ManageRoute, projectId: string) =>
  path
    .replace('{projectId}', projectId)
    .replace(/\{(\w+)\}/g, (_, name: string) => samples.get(name) ?? 'x1');
const isReading = ({ method }: ManageRoute) => method === 'GET' || method === 'HEAD';
const roleOf = ({ access }: ManageRoute) => roleNames.find((role) => role === access);
// Providers send browsers, and requests of their own, from elsewhere; neither comes with the rights of an operator.
const fromProviders: readonly string[] = ['providerCallback', 'providerLogout'];
const own = manageRoutes.filter(({ action }) => !fromProviders.includes(action));
const closed = manageRoutes.filter(({ access }) => access !== 'anyone');
/** A quick run tries every route without credentials, and some of them with each kind of wrong ones. */
const some = isFull ? closed : closed.filter((_, index) => index % 6 === 0);
const open = own.filter(({ access }) => access === 'anyone');

/** Asks for every route in turn, and tells those that are not answered as they must be. */
async function walk(
  api: TestApi,
  routes: readonly ManageRoute[],
  wanted: string,
  ask: Ask,
  projectId = 'acme',
): Promise<void> {
  const wrong: string[] = [];
  for (const route of routes) {
    const response = await api.ask(pathOf(route, projectId), { method: route.method, ...ask });
    // An answer to HEAD has no body.
    const found = route.method === 'HEAD' ? `${response.status}` : await refusalOf(response);
    if (!wanted.startsWith(found)) wrong.push(`${route.method} ${route.path}: ${found}`);
  }
  expect(wrong).toEqual([]);
  expect(routes.length).toBeGreaterThan(0);
}

const owner = (api: TestApi) => api.addOperator('ann', [{ projectId: '*', role: 'owner' }]);

describe('every route', () => {
  test('is closed without credentials, and to unknown ones', async () => {
    await withApi(async (api) => {
      await owner(api);
      const cookie = await api.sessionOf('ann');
      const secret = cookie.slice(cookie.indexOf('=') + 1);
      const missing = '401 session_missing';
      await walk(api, closed, missing, {});
      await walk(api, some, missing, { origin: undefined });
      await walk(api, some, missing, { cookie: 'newsstand_session=' });
      await walk(api, some, missing, { cookie: `newsstand_session=${secret.slice(1)}` });
      await walk(api, some, missing, { token: `nst_${secret}` });
      // A session is no token, a token no session, and a wrong token is not made good by a cookie.
      await walk(api, some, missing, { token: secret });
      await walk(api, some, missing, { cookie, token: 'nst_wrong' });
      await walk(api, some, missing, { cookie, headers: { authorization: 'Basic YTpi' } });
      await walk(api, some, missing, { cookie: `${cookie}; newsstand_session=other` });
      expect(api.errors).toEqual([]);
    });
  });

  test('is closed to sessions that are over, ended, or were replaced', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [{ projectId: '*', role: 'owner' }], 'correct horse battery');
      const missing = '401 session_missing';
      const replaced = await api.sessionOf('ann');
      const answer = await api.signIn('ann', 'correct horse battery', { cookie: replaced });
      expect(answer.status).toBe(200);
      await walk(api, some, missing, { cookie: replaced });

      const ended = cookieOf(answer);
      expect((await api.ask('/session', { cookie: ended })).status).toBe(200);
      expect((await api.ask('/session', { method: 'DELETE', cookie: ended })).status).toBe(204);
      await walk(api, some, missing, { cookie: ended });

      const idle = await api.sessionOf('ann');
      api.clock += 12 * 3_600_000;
      await walk(api, some, missing, { cookie: idle });

      const removed = await api.sessionOf('ann');
      await api.store.write((writer) => writer.removeOperator('ann'));
      await walk(api, some, missing, { cookie: removed });
    });
  });

  test('that changes something is closed to other sites, and so is reading if the browser reports a cross-site request', async () => {
    await withApi(async (api) => {
      await owner(api);
      const refused = '403 origin_refused';
      const changing = closed.filter((route) => !isReading(route));
      const port = new URL(api.origin).port;
      const forged = [
        undefined,
        'null',
        'https://evil.test',
        `http://127.0.0.1.evil.test:${port}`,
        'http://127.0.0.1',
      ];
      const cookie = await api.sessionOf('ann');
      for (const origin of forged) {
        const tried = isFull || origin === 'https://evil.test' ? changing : changing.slice(0, 10);
        await walk(api, tried, refused, { cookie, origin });
        await walk(api, open, refused, { origin });
      }
      for (const site of ['cross-site', 'same-site']) {
        const headers = { 'sec-fetch-site': site };
        await walk(api, own, refused, { cookie, origin: undefined, headers });
      }
      // A forged origin is not made good by anything else.
      const headers = { 'sec-fetch-site': 'same-origin' };
      await walk(api, changing, refused, { cookie, origin: 'https://evil.test', headers });
      expect(api.errors).toEqual([]);
    });
  });

  test('that needs a role is closed to lower ones, and to those of other projects', async () => {
    await withApi(async (api) => {
      const refused = '403 role_missing';
      const cookieFor = async (role: Role, projectId: string) => {
        await api.addOperator(`${role}.${projectId}`, [{ projectId, role }]);
        return api.sessionOf(`${role}.${projectId}`);
      };
      const foreign = { cookie: await cookieFor('owner', 'other') };
      const own = { cookie: await cookieFor('owner', 'acme') };
      const needing = closed.filter((route) => roleOf(route));
      await walk(api, needing, refused, foreign, 'acme');
      await walk(api, needing, refused, own, 'other');
      for (const [index, role] of roleNames.entries()) {
        const higher = closed.filter((route) =>
          roleNames.slice(index + 1).some((each) => each === roleOf(route)),
        );
        if (higher.length === 0) continue;
        const cookie = await cookieFor(role, 'acme');
        await walk(api, higher, refused, { cookie });
      }
    });
  });

  test('is open to an owner, with a session or a token, and is never cached', async () => {
    await withApi(async (api) => {
      await owner(api);
      const token = await newToken(api);
      // A sign-in that lacks its second factor is tested beside it.
      for (const route of closed.filter(({ access }) => access !== 'pending')) {
        const cookie = await api.sessionOf('ann');
        for (const ask of [{ cookie }, { token, origin: undefined }]) {
          if (route.action === 'removeToken') continue;
          const response = await api.ask(pathOf(route, 'acme'), { method: route.method, ...ask });
          expect([route.path, [401, 403, 405].includes(response.status)]).toEqual([route.path, false]);
          expect(response.headers.get('cache-control')).toBe('no-store');
          expect(response.headers.get('x-content-type-options')).toBe('nosniff');
          expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
          expect(response.headers.get('x-frame-options')).toBe('DENY');
          expect(response.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
          await response.body?.cancel();
        }
      }
      expect(api.errors).toEqual([]);
    });
  });
});

const minutes = 60_000;

/** Everybody who may write by some role, and what is not content, must say what it demands. */
const changing = closed.filter((route) => !isReading(route));
const ofContent: readonly string[] = ['viewer', 'writer', 'editor'];
const demanding = (...wanted: readonly string[]) =>
  closed.filter(({ confirmation = 'none', access }) => wanted.includes(confirmation) && access !== 'pending');

describe('what lets somebody in, or lets them do more', () => {
  test('is declared by every route but those of content', () => {
    const silent = changing.filter(
      ({ access, confirmation }) => !ofContent.includes(access) && confirmation === undefined,
    );
    expect(silent.map(({ action }) => action)).toEqual([]);
    // A new one belongs here only if nothing comes of it that somebody could come in by, or do more by.
    const harmless = changing.filter(({ confirmation }) => confirmation === 'none');
    expect([...new Set(harmless.map(({ action }) => `${action}`))].toSorted()).toEqual([
      ...['changeInstance', 'changeMail', 'changeProject', 'changeSpace', 'createPreview', 'emptyInstance'],
      ...['endSession', 'endSessions', 'endSignIn', 'explore', 'putInstance', 'putSpace', 'removeInstance'],
      ...['removeOperator', 'removeProject', 'removeSpace', 'removeToken', 'removeWebhook', 'replayDelivery'],
      ...['restorePlace', 'revokeKey', 'revokePreview', 'signOut', 'signOutEverywhere', 'testWebhook'],
    ]);
  });

  test('is open to strangers only where they show a secret, or a provider vouches for them', () => {
    // A new one belongs here only if it throttles guessing, and opens no session without the factors that are demanded.
    const ways = manageRoutes.filter(({ access }) => access === 'anyone' || access === 'pending');
    expect(ways.map(({ action }) => `${action}`).toSorted()).toEqual([
      ...['accept', 'breakGlass', 'endSignIn', 'getSignInStep', 'providerCallback', 'providerLogout'],
      ...['requestPasskey', 'showSecondFactor', 'signIn', 'signInByProvider', 'signInWithPasskey'],
    ]);
  });

  test('is refused to a session that was not confirmed within ten minutes', async () => {
    await withApi(async (api) => {
      await owner(api);
      const cookie = await api.sessionOf('ann');
      const confirmed = demanding('confirmed', 'confirmedOrToken');
      api.clock += 10 * minutes - 1;
      for (const route of confirmed) {
        const response = await api.ask(pathOf(route, 'acme'), { method: route.method, cookie });
        expect([route.action, await response.text()]).not.toEqual([
          route.action,
          expect.stringContaining('confirmation_needed'),
        ]);
      }
      api.clock += 1;
      await walk(api, confirmed, '403 confirmation_needed', { cookie });
      expect(api.errors).toEqual([]);
    });
  });

  test('is refused to tokens if it could lead to a session', async () => {
    await withApi(async (api) => {
      await owner(api);
      const token = await newToken(api);
      await walk(api, demanding('session', 'confirmed'), '409 conflict', { token, origin: undefined });
      const cookie = await api.sessionOf('ann');
      // A session beside it changes nothing.
      await walk(api, demanding('session', 'confirmed'), '409 conflict', { token, cookie });
    });
  });

  test('is not written by a route that does not say what it demands', async () => {
    const silent = manageRoutes.find(({ confirmation, access }) => !confirmation && access === 'viewer');
    if (silent === undefined) throw new Error('no route is silent');
    await withApi(async (api) => {
      const ann = await owner(api);
      const writes: readonly ((writer: Writer) => Promise<void>)[] = [
        (writer) => writer.putOperator({ ...ann, name: 'Mallory' }),
        (writer) => writer.putAuthToken({ sha256: 'x', type: 'token', id: 'x', createdAt: 0 }),
        (writer) => writer.putFactor({ factorId: 'x', operatorId: 'ann', createdAt: 0, type: 'recovery' }),
        (writer) => writer.putAccessPolicy({ secondFactorRoles: [], passwords: true }),
        (writer) => writer.putMediaKey('k'),
        (writer) =>
          writer.putInstanceSettings({ app: 'news', projectId: 'a', spaceId: 'b', instanceId: 'c' }, {}),
      ];
      for (const write of writes) {
        const written = api.store.write(async (writer) => write(guardAccess(writer, silent)));
        await expect(written).rejects.toThrow('does not say which confirmation');
      }
      // Those that say so write as they wish.
      const [declared] = demanding('confirmed');
      if (declared === undefined) throw new Error('no route demands a confirmation');
      await api.store.write(async (writer) => writes[0]?.(guardAccess(writer, declared)));
      expect((await api.store.read((reader) => reader.operator('ann')))?.name).toBe('Mallory');
    });
  });
});

async function newToken(api: TestApi): Promise<string> {
  const cookie = await api.sessionOf('ann');
  const response = await api.ask('/session/tokens', {
    method: 'POST',
    cookie,
    body: { name: 'a script' },
  });
  return issuedToken.parse(await response.json()).token;
}

test('what is served beside the interface', async () => {
  await withApi(async (api) => {
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/metrics', '/manage/v1', '/manage/v1/nothing', '/anything'].map(
        async (path) => (await api.get(path)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404, 404]);
  });
});

test('a change of roles takes effect at once', async () => {
  await withApi(async (api) => {
    const cookie = await owner(api).then(() => api.sessionOf('ann'));
    const path = '/projects/acme/uploads';
    const status = async () => (await api.ask(path, { method: 'POST', cookie })).status;
    expect(await status()).toBe(200);
    await api.addOperator('ann', [{ projectId: 'acme', role: 'viewer' }]);
    expect(await status()).toBe(403);
    await api.addOperator('ann', [{ projectId: 'acme', role: 'editor' }]);
    expect(await status()).toBe(200);
  });
});
