import { describe, expect, test } from 'bun:test';
import { factors, passkeyCreation } from '@newsstand/contract/manage';
import { TOTP } from 'otpauth';
import { identityIdOf } from '../providers/identities.ts';
import { signIn, whoIn, withProviders } from '../providers/testing/withProviders.ts';
import { createSoftPasskey } from '../testing/softPasskey.ts';
import { cookieOf, refusalOf, type TestApi, withApi } from '../testing/withApi.ts';
import { breakGlassFor, inviteAgain } from './invitations.ts';
import { renewRecoveryCodes } from './secondFactors.ts';

const owner = { projectId: '*', role: 'owner' } as const;
const password = 'correct horse battery';
const off = (api: TestApi) =>
  api.store.write((writer) => writer.putAccessPolicy({ secondFactorRoles: [], passwords: false }));

/** A session that did not begin with a password. */
async function sessionWithout(api: TestApi, operatorId: string): Promise<string> {
  const { secret } = await api.store.write((writer) => breakGlassFor(writer, api.context, operatorId));
  return cookieOf(await api.ask('/session/break-glass', { method: 'POST', body: { token: secret } }));
}

describe('without passwords', () => {
  test('nobody signs in with one, and the answer does not tell who exists', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [owner], password);
      const earlier = cookieOf(await api.signIn('ann', password));
      const token = await api.store.write((writer) => inviteAgain(writer, api.context, 'ann'));
      await off(api);
      const answers = [
        await api.signIn('ann', password),
        await api.signIn('ann', 'wrong and long'),
        await api.signIn('nobody', password),
      ];
      const texts = await Promise.all(answers.map((each) => each.text()));
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      const plain = texts.map((text) => text.replace(/"requestId":"[^"]*"/, ''));
      expect(new Set(plain).size).toBe(1);
      expect(plain[0]).toContain('"code":"passwords_off"');
      // A session that began with a password is over, and a link no longer sets one.
      expect((await api.ask('/session', { cookie: earlier })).status).toBe(401);
      const body = { token: token.secret, password: 'another long password' };
      expect(await refusalOf(await api.ask('/invitations', { method: 'POST', body }))).toBe(
        '403 passwords_off',
      );
    });
  });

  test('a sign-in that waits for its second factor is not completed', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [owner], password);
      const app = { factorId: 't', operatorId: 'ann', type: 'totp', createdAt: 1 } as const;
      const [code = ''] = await api.store.write(async (writer) => {
        await writer.putFactor({ ...app, secret: 'A'.repeat(32), lastStep: 0 });
        return renewRecoveryCodes(writer, 'ann', api.context);
      });
      const cookie = cookieOf(await api.signIn('ann', password));
      await off(api);
      const show = () =>
        api.ask('/session/second-factor', { method: 'POST', cookie, body: { method: 'recovery', code } });
      expect(await refusalOf(await show())).toBe('403 passwords_off');
      await api.store.write((writer) => writer.putAccessPolicy({ secondFactorRoles: [] }));
      expect((await show()).status).toBe(200);
    });
  });

  test('an owner who came in with one cannot switch them off, and one who came by a provider can', async () => {
    await withProviders([{}], async (api, real) => {
      await api.addOperator('ann', [owner], password);
      real.person = { sub: 'a1' };
      const cookie = cookieOf(await api.signIn('ann', password));
      const body = { secondFactorRoles: [], passwords: false };
      const refused = await api.ask('/access', { method: 'PUT', cookie, body });
      expect(await refused.json()).toMatchObject({ code: 'conflict', rule: 'own_password' });
      const identity = { provider: 'p0', issuer: real.issuer, subject: 'a1', name: 'Ann' };
      const factorId = identityIdOf(identity);
      await api.store.write((writer) =>
        writer.putFactor({ ...identity, factorId, operatorId: 'ann', type: 'identity', createdAt: 1 }),
      );
      const { browser } = await signIn(api);
      const own = browser.cookieOf(api.origin);
      const allowed = await api.ask('/access', { method: 'PUT', cookie: own, body });
      expect(await allowed.json()).toEqual(body);
      expect(await whoIn(api, browser)).toMatchObject({ operatorId: 'ann' });
      // A policy that does not mention them leaves them off.
      const kept = await api.ask('/access', { method: 'PUT', cookie: own, body: { secondFactorRoles: [] } });
      expect(await kept.json()).toEqual(body);
      const unlinked = await api.ask(`/session/identities/${factorId}`, { method: 'DELETE', cookie: own });
      expect(await unlinked.json()).toMatchObject({ code: 'conflict', rule: 'last_way_in' });
    });
  });
});

describe('an invitation without passwords', () => {
  test('ends with what was begun by it: by another one, and by roles that its sender could not grant', async () => {
    await withApi(async (api) => {
      const acme = { projectId: 'acme', role: 'editor' } as const;
      await api.addOperator('ann', [owner]);
      await api.addOperator('kai', [acme]);
      await off(api);
      const begun = async () => {
        const { secret } = await api.store.write((writer) => inviteAgain(writer, api.context, 'kai'));
        const accepted = await api.ask('/invitations', { method: 'POST', body: { token: secret } });
        return cookieOf(accepted);
      };
      const step = async (cookie: string) => (await api.ask('/session/step', { cookie })).status;
      const [first, second] = [await begun(), await begun()];
      expect([await step(first), await step(second)]).toEqual([401, 200]);
      const body = { roles: [acme, { projectId: 'beta', role: 'viewer' }] };
      const cookie = await sessionWithout(api, 'ann');
      expect((await api.ask('/operators/kai', { method: 'PATCH', cookie, body })).status).toBe(200);
      expect(await step(second)).toBe(401);
    });
  });

  test('is used up by the passkey that it sets up, and by nothing less', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [owner]);
      const { secret: token } = await api.store.write((writer) => inviteAgain(writer, api.context, 'ann'));
      // By name: an IP address has no passkeys.
      const origin = api.origin.replace('127.0.0.1', 'localhost');
      const headers = { host: new URL(origin).host };
      const post = (path: string, body?: unknown, cookie?: string) =>
        api.ask(path, { method: 'POST', origin, headers, body, cookie });
      expect(await refusalOf(await post('/invitations', { token }))).toBe('400 invalid_body');
      await off(api);
      const accepted = await post('/invitations', { token });
      expect(await accepted.json()).toEqual({ step: 'enrol' });
      const cookie = cookieOf(accepted);
      expect((await api.ask('/session', { cookie })).status).toBe(401);
      // The app alone would be no way to come in again.
      const secret = 'A'.repeat(32);
      const code = new TOTP({ secret }).generate({ timestamp: api.clock });
      const app = await api.ask('/session/totp', { method: 'PUT', cookie, body: { secret, code } });
      expect(await app.json()).toMatchObject({ code: 'conflict', rule: 'passkey_needed' });
      expect((await post('/invitations', { token })).status).toBe(200);
      const passkey = createSoftPasskey(origin);
      const prepared = await post('/session/passkeys/creation', undefined, cookie);
      const { challenge } = passkeyCreation.parse(await prepared.json());
      const answer = passkey.create(challenge);
      const added = await post('/session/passkeys', { name: 'Phone', answer }, cookie);
      expect(added.status).toBe(200);
      expect(await refusalOf(await post('/invitations', { token }))).toBe('403 link_invalid');
      const own = added.headers.getSetCookie()[0]?.split(';')[0];
      const [shown] = factors.parse(
        await (await api.ask('/session/factors', { cookie: own })).json(),
      ).passkeys;
      const removal = { method: 'DELETE', cookie: own };
      const removed = await api.ask(`/session/passkeys/${shown?.passkeyId}`, removal);
      expect(await removed.json()).toMatchObject({ code: 'conflict', rule: 'last_way_in' });
    });
  });
});

describe('a link that breaks the glass', () => {
  test('signs in once, whatever the policy demands, and within an hour', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [owner]);
      await api.store.write((writer) =>
        writer.putAccessPolicy({ secondFactorRoles: ['owner'], passwords: false }),
      );
      const issue = () => api.store.write((writer) => breakGlassFor(writer, api.context, 'ann'));
      const use = (token: string) => api.ask('/session/break-glass', { method: 'POST', body: { token } });
      const [first, second] = [(await issue()).secret, (await issue()).secret];
      expect(await refusalOf(await use(first))).toBe('403 link_invalid');
      // It is no invitation, nor is an invitation such a link.
      const accepted = { method: 'POST', body: { token: second, password } };
      expect(await refusalOf(await api.ask('/invitations', accepted))).toBe('403 link_invalid');
      const invitation = await api.store.write((writer) => inviteAgain(writer, api.context, 'ann'));
      expect(await refusalOf(await use(invitation.secret))).toBe('403 link_invalid');
      const [one, other] = await Promise.all([use(second), use(second)]);
      expect([one.status, other.status].toSorted()).toEqual([200, 403]);
      const cookie = cookieOf(one.status === 200 ? one : other);
      expect((await api.ask('/access', { cookie })).status).toBe(200);
      const late = (await issue()).secret;
      api.clock += 3_600_000;
      expect(await refusalOf(await use(late))).toBe('403 link_invalid');
    });
  });
});
