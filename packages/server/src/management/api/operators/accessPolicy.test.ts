import { describe, expect, test } from 'bun:test';
import {
  accessPolicy,
  invitation,
  issuedToken,
  type Role,
  session,
  signInStep,
} from '@newsstand/contract/manage';
import { addApp, codeOf, cookieNamed, showFactor } from '../testing/factors.ts';
import { refusalOf, type TestApi } from '../testing/withApi.ts';
import { password, roles, withKen } from '../testing/withKen.ts';

const putPolicy = (api: TestApi, cookie: string, secondFactorRoles: readonly Role[]) =>
  api.ask('/access', { method: 'PUT', cookie, body: { secondFactorRoles } });

/** The policy of the command line, which asks nobody. */
const demand = (api: TestApi, ...secondFactorRoles: Role[]) =>
  api.store.write((writer) => writer.putAccessPolicy({ secondFactorRoles }));

describe('the access policy', () => {
  test('a stricter one holds at once, for sessions that are open already and for what they are about to write', async () => {
    await withKen(async (api) => {
      await api.addOperator('mia', [{ projectId: 'acme', role: 'editor' }], password);
      await api.addOperator('bob', [{ projectId: 'acme', role: 'viewer' }], password);
      const [ken, mia, bob] = [
        (await addApp(api, await api.sessionOf('ken'))).cookie,
        await api.sessionOf('mia'),
        await api.sessionOf('bob'),
      ];
      const made = await api.ask('/session/tokens', { method: 'POST', cookie: mia, body: { name: 'CI' } });
      const { token } = issuedToken.parse(await made.json());
      expect((await putPolicy(api, ken, ['editor', 'owner', 'editor'])).status).toBe(200);
      expect(accessPolicy.parse(await (await api.ask('/access', { cookie: ken })).json())).toEqual({
        secondFactorRoles: ['editor', 'owner'],
      });
      expect((await api.ask('/session', { cookie: ken })).status).toBe(200);
      expect((await api.ask('/session', { cookie: mia })).status).toBe(401);
      expect((await api.get('/console/', { cookie: mia })).status).not.toBe(500);
      expect((await api.ask('/session', { cookie: bob })).status).toBe(200);
      // Tokens are made by those who are signed in.
      expect((await api.ask('/session', { token })).status).toBe(200);
      // A new role brings the need with it.
      const body = { roles: [{ projectId: 'acme', role: 'owner' }] };
      expect((await api.ask('/operators/bob', { method: 'PATCH', cookie: ken, body })).status).toBe(200);
      expect((await api.ask('/session', { cookie: bob })).status).toBe(401);
    });
  });

  test('leads to setting a second factor up, which is all that this sign-in can do', async () => {
    await withKen(async (api) => {
      await demand(api, 'owner');
      const first = await api.signIn('ken', password);
      expect(signInStep.parse(await first.json())).toEqual({ step: 'enrol' });
      const pending = cookieNamed(first, 'newsstand_pending');
      const other = cookieNamed(await api.signIn('ken', password), 'newsstand_pending');
      for (const method of ['totp', 'recovery']) {
        expect((await showFactor(api, pending, { method, code: '123456' })).status).toBe(403);
      }
      const { cookie, secret, response } = await addApp(api, pending);
      expect(response.headers.getSetCookie().some((each) => each.startsWith('newsstand_pending=;'))).toBe(
        true,
      );
      expect(session.parse(await (await api.ask('/session', { cookie })).json()).operator.operatorId).toBe(
        'ken',
      );
      // The other sign-in knows the password alone: it must not add a factor of its own beside that one.
      for (const late of [pending, other]) {
        expect((await api.ask('/session/totp', { method: 'POST', cookie: late })).status).toBe(401);
      }
      const next = cookieNamed(await api.signIn('ken', password), 'newsstand_pending');
      const body = { secret: 'A'.repeat(32), code: codeOf(api, 'A'.repeat(32)) };
      const added = await api.ask('/session/totp', { method: 'PUT', cookie: next, body });
      expect(await added.json()).toMatchObject({ status: 409, rule: 'second_factor_exists' });
      expect((await showFactor(api, next, { method: 'totp', code: codeOf(api, secret) })).status).toBe(200);
    });
  });

  test('holds for links to choose a password too', async () => {
    await withKen(async (api) => {
      const cookie = (await addApp(api, await api.sessionOf('ken'))).cookie;
      await api.addOperator('mia', roles, password);
      const { cookie: mia } = await addApp(api, await api.sessionOf('mia'));
      const made = await api.ask('/operators/mia/invitation', { method: 'POST', cookie });
      const { url } = invitation.parse(await made.json());
      const body = { token: url.split('#')[1], password: 'another long password' };
      const accepted = await api.ask('/invitations', { method: 'POST', body });
      expect(signInStep.parse(await accepted.json())).toMatchObject({ step: 'second_factor' });
      expect(cookieNamed(accepted, 'newsstand_session')).toBe('');
      expect((await api.ask('/session', { cookie: mia })).status).toBe(401);
    });
  });

  test('owners of all projects set it, just confirmed, by a session, and not against themselves', async () => {
    await withKen(async (api) => {
      const cookie = await api.sessionOf('ken');
      expect(await (await putPolicy(api, cookie, ['owner'])).json()).toMatchObject({
        status: 409,
        rule: 'own_second_factor',
      });
      expect((await putPolicy(api, cookie, ['viewer'])).status).toBe(200);
      const made = await api.ask('/session/tokens', { method: 'POST', cookie, body: { name: 'CI' } });
      const { token } = issuedToken.parse(await made.json());
      const loosened = await api.ask('/access', { method: 'PUT', token, body: { secondFactorRoles: [] } });
      expect(await loosened.json()).toMatchObject({ status: 409, rule: 'session_needed' });
      api.clock += 600_000;
      expect(await refusalOf(await putPolicy(api, cookie, []))).toBe('403 confirmation_needed');
      const confirm = (given: string) =>
        api.ask('/session/confirmation', {
          method: 'POST',
          cookie,
          body: { method: 'password', password: given },
        });
      expect(await refusalOf(await confirm('wrong horse battery'))).toBe('400 invalid_body');
      expect((await confirm(password)).status).toBe(200);
      expect((await putPolicy(api, cookie, [])).status).toBe(200);
      await api.addOperator('mia', [{ projectId: 'acme', role: 'owner' }]);
      const mia = await api.sessionOf('mia');
      expect(await refusalOf(await putPolicy(api, mia, []))).toBe('403 role_missing');
      expect(await refusalOf(await api.ask('/access', { cookie: mia }))).toBe('403 role_missing');
    });
  });

  test('the last factor stays while a role needs one, and an owner can reset those of others', async () => {
    await withKen(async (api) => {
      const { cookie } = await addApp(api, await api.sessionOf('ken'));
      await demand(api, 'owner');
      const removed = await api.ask('/session/totp', { method: 'DELETE', cookie });
      expect(await removed.json()).toMatchObject({ status: 409, rule: 'last_second_factor' });
      await demand(api);
      expect((await api.ask('/session/totp', { method: 'DELETE', cookie })).status).toBe(204);
      // Recovery codes go with the last factor: they must not bring it back.
      expect(await api.store.read((reader) => reader.factors('ken'))).toEqual([]);
      expect(session.safeParse(await (await api.signIn('ken', password)).json()).success).toBe(true);

      await demand(api, 'owner');
      await api.addOperator('mia', [{ projectId: 'acme', role: 'owner' }], password);
      const mia = await addApp(api, cookieNamed(await api.signIn('mia', password), 'newsstand_pending'));
      const reset = (operatorId: string, by: string) =>
        api.ask(`/operators/${operatorId}/factors`, { method: 'DELETE', cookie: by });
      // An owner of one project is not the master of those who have roles elsewhere.
      expect(await refusalOf(await reset('ken', mia.cookie))).toBe('404 not_found');
      expect(await refusalOf(await reset('mia', mia.cookie))).toBe('409 conflict');
      expect((await reset('mia', cookie)).status).toBe(204);
      expect((await api.ask('/session', { cookie: mia.cookie })).status).toBe(401);
      expect(signInStep.parse(await (await api.signIn('mia', password)).json())).toEqual({ step: 'enrol' });
    });
  });
});
