import { describe, expect, test } from 'bun:test';
import { invitation, issuedToken, session } from '@newsstand/contract/manage';
import { cookieOf, refusalOf, type TestApi, withApi } from '../testing/withApi.ts';
import { firstOwnerLink } from './invitations.ts';

const password = 'correct horse battery';
const everything = { projectId: '*', role: 'owner' } as const;
const tokenIn = (url: string | undefined) => url?.split('#')[1] ?? '';
const accept = (api: TestApi, body: object, cookie?: string) =>
  api.ask('/invitations', { method: 'POST', body, cookie });

describe('the first owner', () => {
  const me = { operatorId: 'Ann@acme.test', name: 'Ann', password };

  test('is made by the link of the first start, once, and is signed in', async () => {
    await withApi(async (api) => {
      const url = await firstOwnerLink(api.context);
      expect(url).toMatch(new RegExp(`^${api.origin}/console/welcome#nso_[\\w-]{43}$`));
      const response = await accept(api, { token: tokenIn(url), ...me });
      expect(response.status).toBe(200);
      const { operator } = session.parse(await response.json());
      expect(operator).toMatchObject({
        operatorId: 'ann@acme.test',
        name: 'Ann',
        roles: [everything],
        hasPassword: true,
      });
      expect((await api.ask('/session', { cookie: cookieOf(response) })).status).toBe(200);
      expect((await api.signIn('ann@acme.test', password)).status).toBe(200);
      expect(await refusalOf(await accept(api, { token: tokenIn(url), ...me }))).toBe('403 link_invalid');
      expect(await firstOwnerLink(api.context)).toBeUndefined();
      const [last] = (await api.store.read((reader) => reader.audit({ most: 9 }))).toReversed();
      expect(last).toMatchObject({
        action: 'operator.create',
        by: 'ann@acme.test',
        target: 'operators/ann@acme.test',
      });
    });
  });

  test('says what is missing, and keeps the link until it is used', async () => {
    await withApi(async (api) => {
      const token = tokenIn(await firstOwnerLink(api.context));
      const errorsOf = async (body: object) => (await accept(api, body)).json();
      expect(await errorsOf({ token, password })).toMatchObject({
        ...{ status: 400, code: 'invalid_body' },
        errors: [
          { path: 'operatorId', message: 'is missing' },
          { path: 'name', message: 'is missing' },
        ],
      });
      expect(await errorsOf({ token, ...me, password: 'short' })).toMatchObject({
        errors: [{ path: 'password', message: 'must be at least 12 characters' }],
      });
      expect((await accept(api, { token, ...me })).status).toBe(200);
    });
  });

  test('is only one, however many links there are and are followed at once', async () => {
    await withApi(async (api) => {
      const links = [await firstOwnerLink(api.context), await firstOwnerLink(api.context)];
      const answers = await Promise.all(
        links.map((url, index) => accept(api, { ...me, token: tokenIn(url), operatorId: `ann${index}` })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      expect(await api.store.read((reader) => reader.operators())).toHaveLength(1);
      expect(await api.store.read((reader) => reader.authTokens(undefined))).toEqual([]);
    });
  });

  test('links are few, and end: those of starts long ago, and all when somebody was invited', async () => {
    await withApi(async (api) => {
      const first = tokenIn(await firstOwnerLink(api.context));
      for (let start = 0; start < 8; start++) {
        api.clock += 1;
        await firstOwnerLink(api.context);
      }
      expect(await api.store.read((reader) => reader.authTokens(undefined))).toHaveLength(8);
      expect(await refusalOf(await accept(api, { token: first, ...me }))).toBe('403 link_invalid');
      const last = tokenIn(await firstOwnerLink(api.context));
      api.clock += 7 * 86_400_000;
      expect(await refusalOf(await accept(api, { token: last, ...me }))).toBe('403 link_invalid');
      const fresh = tokenIn(await firstOwnerLink(api.context));
      await api.addOperator('ken', [everything]);
      expect(await refusalOf(await accept(api, { token: fresh, ...me }))).toBe('403 link_invalid');
    });
  });
});

describe('an invitation', () => {
  async function invite(api: TestApi, path = '/operators', body?: object) {
    const cookie = await api.sessionOf('ann');
    const response = await api.ask(path, { method: 'POST', cookie, body });
    return invitation.parse(await response.json());
  }
  const order = { operatorId: 'ken', name: 'Ken', roles: [{ projectId: 'acme', role: 'editor' }] };

  test('sets a password once, and replaces the session that came along', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [everything], password);
      const { url, expiresAt, operator } = await invite(api, '/operators', order);
      expect(url).toStartWith(`${api.origin}/console/welcome#nsi_`);
      expect(expiresAt).toBe(api.clock + 7 * 86_400_000);
      expect(operator).toMatchObject({ operatorId: 'ken', hasPassword: false, invitedUntil: expiresAt });
      expect((await api.signIn('ken', password)).status).toBe(401);

      const token = tokenIn(url);
      expect(await refusalOf(await accept(api, { token, password, operatorId: 'ann' }))).toBe(
        '400 invalid_body',
      );
      const annsSession = await api.sessionOf('ann');
      const response = await accept(api, { token, password, name: 'Ken Sato' }, annsSession);
      expect(session.parse(await response.json()).operator).toMatchObject({
        name: 'Ken Sato',
        roles: order.roles,
      });
      expect((await api.ask('/session', { cookie: annsSession })).status).toBe(401);
      expect((await api.ask('/session', { cookie: cookieOf(response) })).status).toBe(200);
      expect(await refusalOf(await accept(api, { token, password }))).toBe('403 link_invalid');
    });
  });

  test('for a forgotten password ends the links before it, and the sessions when it is used', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [everything], password);
      const first = await invite(api, '/operators', order);
      await accept(api, { token: tokenIn(first.url), password });
      const cookie = cookieOf(await api.signIn('ken', password));
      const second = await invite(api, '/operators/ken/invitation');
      const third = await invite(api, '/operators/ken/invitation');
      expect((await api.signIn('ken', password)).status).toBe(200);
      const next = 'another horse battery';
      const isRefused = await refusalOf(await accept(api, { token: tokenIn(second.url), password: next }));
      expect(isRefused).toBe('403 link_invalid');
      expect((await accept(api, { token: tokenIn(third.url), password: next })).status).toBe(200);
      expect((await api.ask('/session', { cookie })).status).toBe(401);
      expect((await api.signIn('ken', password)).status).toBe(401);
    });
  });

  test('ends when its operator gets roles that its sender could not grant', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [everything], password);
      const boss = await api.sessionOf('ann');
      const give = (roles: object) =>
        api.ask('/operators/ken', { method: 'PATCH', cookie: boss, body: { roles } });
      const isGood = async (url: string) =>
        (await accept(api, { token: tokenIn(url), password })).status === 200;
      const raised = [{ projectId: 'acme', role: 'owner' }];

      await invite(api, '/operators', order);
      const within = await invite(api, '/operators/ken/invitation');
      expect((await give(raised)).status).toBe(200);
      expect(await isGood(within.url)).toBe(true);
      for (const beyond of [everything, { projectId: 'other', role: 'viewer' }]) {
        expect((await give(raised)).status).toBe(200);
        const { url } = await invite(api, '/operators/ken/invitation');
        expect((await give([...raised, beyond])).status).toBe(200);
        expect(await isGood(url)).toBe(false);
      }
    });
  });

  test('is neither for oneself, nor made by a token or a session that was left open', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [everything], password);
      await api.addOperator('ken', [everything], password);
      const cookie = await api.sessionOf('ann');
      const link = (operatorId: string, by: object) =>
        api.ask(`/operators/${operatorId}/invitation`, { method: 'POST', ...by });
      const own = await link('ann', { cookie });
      expect(await own.json()).toMatchObject({ status: 409, rule: 'own_link' });
      const made = await api.ask('/session/tokens', { method: 'POST', cookie, body: { name: 'a script' } });
      const { token } = issuedToken.parse(await made.json());
      for (const who of ['ann', 'ken'])
        expect(await (await link(who, { token })).json()).toMatchObject({
          status: 409,
          rule: 'session_needed',
        });
      const another = await api.ask('/operators', { method: 'POST', token, body: order });
      expect(await another.json()).toMatchObject({ status: 409, rule: 'session_needed' });
      api.clock += 10 * 60_000;
      expect(await refusalOf(await link('ken', { cookie }))).toBe('403 confirmation_needed');
      const late = await api.ask('/operators', { method: 'POST', cookie, body: order });
      expect(await refusalOf(late)).toBe('403 confirmation_needed');
      const body = { method: 'password', password };
      expect((await api.ask('/session/confirmation', { method: 'POST', cookie, body })).status).toBe(200);
      expect((await link('ken', { cookie })).status).toBe(201);
    });
  });

  test('ends after 7 days, with its operator, and is not a session', async () => {
    await withApi(async (api) => {
      await api.addOperator('ann', [everything], password);
      const token = tokenIn((await invite(api, '/operators', order)).url);
      expect((await api.ask('/session', { token })).status).toBe(401);
      expect((await api.ask('/session', { cookie: `newsstand_session=${token}` })).status).toBe(401);
      api.clock += 7 * 86_400_000;
      expect(await refusalOf(await accept(api, { token, password }))).toBe('403 link_invalid');
      const again = tokenIn((await invite(api, '/operators/ken/invitation')).url);
      await api.store.write((writer) => writer.removeOperator('ken'));
      expect(await refusalOf(await accept(api, { token: again, password }))).toBe('403 link_invalid');
      const session = (await api.sessionOf('ann')).split('=')[1] ?? '';
      expect(await refusalOf(await accept(api, { token: session, password }))).toBe('403 link_invalid');
    });
  });
});
