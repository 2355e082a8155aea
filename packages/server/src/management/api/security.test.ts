import { describe, expect, test } from 'bun:test';
import {
  issuedToken,
  type ManageRoute,
  manageRoutes,
  type Role,
  roleNames,
} from '@newsstand/contract/manage';
import { isFull } from '../../../../../tests/testing/runs.ts';
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
