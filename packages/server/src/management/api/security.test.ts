import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  issuedToken,
  type ManageRoute,
  manageRoutes,
  type Role,
  roleNames,
} from '@newsstand/contract/manage';
import { type Ask, cookieOf, inOffice, type Office, refusalOf } from './testing/office.ts';

// A busy machine is no fault.
setDefaultTimeout(60_000);

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
const closed = manageRoutes.filter(({ access }) => access !== 'anyone');
const open = manageRoutes.filter(({ access }) => access === 'anyone');

/** Asks for every route in turn, and tells those that are not answered as they must be. */
async function walk(
  office: Office,
  routes: readonly ManageRoute[],
  wanted: string,
  ask: Ask,
  projectId = 'acme',
): Promise<void> {
  const wrong: string[] = [];
  for (const route of routes) {
    const response = await office.ask(pathOf(route, projectId), { method: route.method, ...ask });
    // An answer to HEAD has no body.
    const found = route.method === 'HEAD' ? `${response.status}` : await refusalOf(response);
    if (!wanted.startsWith(found)) wrong.push(`${route.method} ${route.path}: ${found}`);
  }
  expect(wrong).toEqual([]);
  expect(routes.length).toBeGreaterThan(0);
}

const owner = (office: Office) => office.addOperator('ann', [{ projectId: '*', role: 'owner' }]);

describe('every route', () => {
  test('is closed to whom shows nothing, or what nobody has', async () => {
    await inOffice(async (office) => {
      await owner(office);
      const cookie = await office.sessionOf('ann');
      const secret = cookie.slice(cookie.indexOf('=') + 1);
      const missing = '401 session_missing';
      await walk(office, closed, missing, {});
      await walk(office, closed, missing, { origin: undefined });
      await walk(office, closed, missing, { cookie: 'newsstand_session=' });
      await walk(office, closed, missing, { cookie: `newsstand_session=${secret.slice(1)}` });
      await walk(office, closed, missing, { token: `nst_${secret}` });
      // A session is no token, a token no session, and a wrong token is not made good by a cookie.
      await walk(office, closed, missing, { token: secret });
      await walk(office, closed, missing, { cookie, token: 'nst_wrong' });
      await walk(office, closed, missing, { cookie, headers: { authorization: 'Basic YTpi' } });
      await walk(office, closed, missing, { cookie: `${cookie}; newsstand_session=other` });
      expect(office.errors).toEqual([]);
    });
  });

  test('is closed to sessions that are over, ended, or were replaced', async () => {
    await inOffice(async (office) => {
      await office.addOperator('ann', [{ projectId: '*', role: 'owner' }], 'correct horse battery');
      const missing = '401 session_missing';
      const replaced = await office.sessionOf('ann');
      const answer = await office.signIn('ann', 'correct horse battery', { cookie: replaced });
      expect(answer.status).toBe(200);
      await walk(office, closed, missing, { cookie: replaced });

      const ended = cookieOf(answer);
      expect((await office.ask('/session', { cookie: ended })).status).toBe(200);
      expect((await office.ask('/session', { method: 'DELETE', cookie: ended })).status).toBe(204);
      await walk(office, closed, missing, { cookie: ended });

      const idle = await office.sessionOf('ann');
      office.clock += 12 * 3_600_000;
      await walk(office, closed, missing, { cookie: idle });

      const removed = await office.sessionOf('ann');
      await office.store.write((writer) => writer.removeOperator('ann'));
      await walk(office, closed, missing, { cookie: removed });
    });
  });

  test('that changes something is closed to other sites, and so is reading where the browser tells of them', async () => {
    await inOffice(async (office) => {
      await owner(office);
      const refused = '403 origin_refused';
      const changing = closed.filter((route) => !isReading(route));
      const port = new URL(office.origin).port;
      const forged = [
        undefined,
        'null',
        'https://evil.test',
        `http://127.0.0.1.evil.test:${port}`,
        'http://127.0.0.1',
      ];
      const cookie = await office.sessionOf('ann');
      for (const origin of forged) {
        await walk(office, changing, refused, { cookie, origin });
        await walk(office, open, refused, { origin });
      }
      for (const site of ['cross-site', 'same-site']) {
        const headers = { 'sec-fetch-site': site };
        await walk(office, manageRoutes, refused, { cookie, origin: undefined, headers });
      }
      // A forged origin is not made good by anything else.
      const headers = { 'sec-fetch-site': 'same-origin' };
      await walk(office, changing, refused, { cookie, origin: 'https://evil.test', headers });
      expect(office.errors).toEqual([]);
    });
  });

  test('that needs a role is closed to lower ones, and to those of other projects', async () => {
    await inOffice(async (office) => {
      const refused = '403 role_missing';
      const cookieFor = async (role: Role, projectId: string) => {
        await office.addOperator(`${role}.${projectId}`, [{ projectId, role }]);
        return office.sessionOf(`${role}.${projectId}`);
      };
      const foreign = { cookie: await cookieFor('owner', 'other') };
      const own = { cookie: await cookieFor('owner', 'acme') };
      const needing = closed.filter((route) => roleOf(route));
      await walk(office, needing, refused, foreign, 'acme');
      await walk(office, needing, refused, own, 'other');
      for (const [index, role] of roleNames.entries()) {
        const higher = closed.filter((route) =>
          roleNames.slice(index + 1).some((each) => each === roleOf(route)),
        );
        if (higher.length === 0) continue;
        const cookie = await cookieFor(role, 'acme');
        await walk(office, higher, refused, { cookie });
      }
    });
  });

  test('is open to an owner, with a session or with a token, and is never kept by anyone', async () => {
    await inOffice(async (office) => {
      await owner(office);
      const token = await newToken(office);
      for (const route of closed) {
        const cookie = await office.sessionOf('ann');
        for (const ask of [{ cookie }, { token, origin: undefined }]) {
          if (route.action === 'removeToken') continue;
          const response = await office.ask(pathOf(route, 'acme'), { method: route.method, ...ask });
          expect([route.path, [401, 403, 405].includes(response.status)]).toEqual([route.path, false]);
          expect(response.headers.get('cache-control')).toBe('no-store');
          expect(response.headers.get('x-content-type-options')).toBe('nosniff');
          expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
          expect(response.headers.get('x-frame-options')).toBe('DENY');
          expect(response.headers.get('x-request-id')).toMatch(/^[\w-]+$/);
          await response.body?.cancel();
        }
      }
      expect(office.errors).toEqual([]);
    });
  });
});

async function newToken(office: Office): Promise<string> {
  const cookie = await office.sessionOf('ann');
  const response = await office.ask('/session/tokens', {
    method: 'POST',
    cookie,
    body: { name: 'a script' },
  });
  return issuedToken.parse(await response.json()).token;
}

test('what is opened beside the interface', async () => {
  await inOffice(async (office) => {
    const statuses = await Promise.all(
      ['/healthz', '/readyz', '/metrics', '/manage/v1', '/manage/v1/nothing', '/anything'].map(
        async (path) => (await office.get(path)).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 200, 404, 404, 404]);
  });
});

test('roles are those of this very moment', async () => {
  await inOffice(async (office) => {
    const cookie = await owner(office).then(() => office.sessionOf('ann'));
    const path = '/projects/acme/uploads';
    const status = async () => (await office.ask(path, { method: 'POST', cookie })).status;
    expect(await status()).toBe(200);
    await office.addOperator('ann', [{ projectId: 'acme', role: 'viewer' }]);
    expect(await status()).toBe(403);
    await office.addOperator('ann', [{ projectId: 'acme', role: 'editor' }]);
    expect(await status()).toBe(200);
  });
});
