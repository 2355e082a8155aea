import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { invitation, session } from '@newsstand/contract/manage';
import { cookieOf, inOffice, type Office, refusalOf } from '../testing/office.ts';
import { firstOwnerLink } from './firstOwnerLink.ts';

// A busy machine is no fault.
setDefaultTimeout(60_000);

const password = 'correct horse battery';
const everything = { projectId: '*', role: 'owner' } as const;
const tokenIn = (url: string | undefined) => url?.split('#')[1] ?? '';
const accept = (office: Office, body: object, cookie?: string) =>
  office.ask('/invitations', { method: 'POST', body, cookie });

describe('the first owner', () => {
  const me = { operatorId: 'Ann@acme.test', name: 'Ann', password };

  test('is made by the link of the first start, once, and is signed in', async () => {
    await inOffice(async (office) => {
      const url = await firstOwnerLink(office.desk);
      expect(url).toMatch(new RegExp(`^${office.origin}/console/welcome#nso_[\\w-]{43}$`));
      const response = await accept(office, { token: tokenIn(url), ...me });
      expect(response.status).toBe(200);
      const { operator } = session.parse(await response.json());
      expect(operator).toMatchObject({
        operatorId: 'ann@acme.test',
        name: 'Ann',
        roles: [everything],
        hasPassword: true,
      });
      expect((await office.ask('/session', { cookie: cookieOf(response) })).status).toBe(200);
      expect((await office.signIn('ann@acme.test', password)).status).toBe(200);
      expect(await refusalOf(await accept(office, { token: tokenIn(url), ...me }))).toBe('403 link_invalid');
      expect(await firstOwnerLink(office.desk)).toBeUndefined();
      const [last] = (await office.store.read((reader) => reader.audit({ most: 9 }))).toReversed();
      expect(last).toMatchObject({
        action: 'operator.create',
        by: 'ann@acme.test',
        target: 'operators/ann@acme.test',
      });
    });
  });

  test('says what is missing, and keeps the link until it is used', async () => {
    await inOffice(async (office) => {
      const token = tokenIn(await firstOwnerLink(office.desk));
      const errorsOf = async (body: object) => (await accept(office, body)).json();
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
      expect((await accept(office, { token, ...me })).status).toBe(200);
    });
  });

  test('is one, whatever number of links there are and however many follow them at once', async () => {
    await inOffice(async (office) => {
      const links = [await firstOwnerLink(office.desk), await firstOwnerLink(office.desk)];
      const answers = await Promise.all(
        links.map((url, index) => accept(office, { ...me, token: tokenIn(url), operatorId: `ann${index}` })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      expect(await office.store.read((reader) => reader.operators())).toHaveLength(1);
      expect(await office.store.read((reader) => reader.passes(undefined))).toEqual([]);
    });
  });

  test('links are few, and end: those of starts long ago, and all when somebody was invited', async () => {
    await inOffice(async (office) => {
      const first = tokenIn(await firstOwnerLink(office.desk));
      for (let start = 0; start < 8; start++) {
        office.clock += 1;
        await firstOwnerLink(office.desk);
      }
      expect(await office.store.read((reader) => reader.passes(undefined))).toHaveLength(8);
      expect(await refusalOf(await accept(office, { token: first, ...me }))).toBe('403 link_invalid');
      const last = tokenIn(await firstOwnerLink(office.desk));
      office.clock += 7 * 86_400_000;
      expect(await refusalOf(await accept(office, { token: last, ...me }))).toBe('403 link_invalid');
      const fresh = tokenIn(await firstOwnerLink(office.desk));
      await office.addOperator('ken', [everything]);
      expect(await refusalOf(await accept(office, { token: fresh, ...me }))).toBe('403 link_invalid');
    });
  });
});

describe('an invitation', () => {
  async function invite(office: Office, path = '/operators', body?: object) {
    const cookie = await office.sessionOf('ann');
    const response = await office.ask(path, { method: 'POST', cookie, body });
    return invitation.parse(await response.json());
  }
  const order = { operatorId: 'ken', name: 'Ken', roles: [{ projectId: 'acme', role: 'editor' }] };

  test('sets a password once, and replaces the session that came along', async () => {
    await inOffice(async (office) => {
      await office.addOperator('ann', [everything], password);
      const { url, expiresAt, operator } = await invite(office, '/operators', order);
      expect(url).toStartWith(`${office.origin}/console/welcome#nsi_`);
      expect(expiresAt).toBe(office.clock + 7 * 86_400_000);
      expect(operator).toMatchObject({ operatorId: 'ken', hasPassword: false, invitedUntil: expiresAt });
      expect((await office.signIn('ken', password)).status).toBe(401);

      const token = tokenIn(url);
      expect(await refusalOf(await accept(office, { token, password, operatorId: 'ann' }))).toBe(
        '400 invalid_body',
      );
      const annsSession = await office.sessionOf('ann');
      const response = await accept(office, { token, password, name: 'Ken Sato' }, annsSession);
      expect(session.parse(await response.json()).operator).toMatchObject({
        name: 'Ken Sato',
        roles: order.roles,
      });
      expect((await office.ask('/session', { cookie: annsSession })).status).toBe(401);
      expect((await office.ask('/session', { cookie: cookieOf(response) })).status).toBe(200);
      expect(await refusalOf(await accept(office, { token, password }))).toBe('403 link_invalid');
    });
  });

  test('for a forgotten password ends the links before it, and the sessions when it is used', async () => {
    await inOffice(async (office) => {
      await office.addOperator('ann', [everything], password);
      const first = await invite(office, '/operators', order);
      await accept(office, { token: tokenIn(first.url), password });
      const cookie = cookieOf(await office.signIn('ken', password));
      const second = await invite(office, '/operators/ken/invitation');
      const third = await invite(office, '/operators/ken/invitation');
      expect((await office.signIn('ken', password)).status).toBe(200);
      const next = 'another horse battery';
      const isRefused = await refusalOf(await accept(office, { token: tokenIn(second.url), password: next }));
      expect(isRefused).toBe('403 link_invalid');
      expect((await accept(office, { token: tokenIn(third.url), password: next })).status).toBe(200);
      expect((await office.ask('/session', { cookie })).status).toBe(401);
      expect((await office.signIn('ken', password)).status).toBe(401);
    });
  });

  test('ends when its operator gets roles that whoever sent it could not give', async () => {
    await inOffice(async (office) => {
      await office.addOperator('ann', [everything], password);
      const boss = await office.sessionOf('ann');
      const give = (roles: object) =>
        office.ask('/operators/ken', { method: 'PATCH', cookie: boss, body: { roles } });
      const isGood = async (url: string) =>
        (await accept(office, { token: tokenIn(url), password })).status === 200;
      const raised = [{ projectId: 'acme', role: 'owner' }];

      await invite(office, '/operators', order);
      const within = await invite(office, '/operators/ken/invitation');
      expect((await give(raised)).status).toBe(200);
      expect(await isGood(within.url)).toBe(true);
      for (const beyond of [everything, { projectId: 'other', role: 'viewer' }]) {
        expect((await give(raised)).status).toBe(200);
        const { url } = await invite(office, '/operators/ken/invitation');
        expect((await give([...raised, beyond])).status).toBe(200);
        expect(await isGood(url)).toBe(false);
      }
    });
  });

  test('ends after 7 days, with its operator, and is no session', async () => {
    await inOffice(async (office) => {
      await office.addOperator('ann', [everything], password);
      const token = tokenIn((await invite(office, '/operators', order)).url);
      expect((await office.ask('/session', { token })).status).toBe(401);
      expect((await office.ask('/session', { cookie: `newsstand_session=${token}` })).status).toBe(401);
      office.clock += 7 * 86_400_000;
      expect(await refusalOf(await accept(office, { token, password }))).toBe('403 link_invalid');
      const again = tokenIn((await invite(office, '/operators/ken/invitation')).url);
      await office.store.write((writer) => writer.removeOperator('ken'));
      expect(await refusalOf(await accept(office, { token: again, password }))).toBe('403 link_invalid');
      const session = (await office.sessionOf('ann')).split('=')[1] ?? '';
      expect(await refusalOf(await accept(office, { token: session, password }))).toBe('403 link_invalid');
    });
  });
});
