import { expect, test } from 'bun:test';
import { mailChoices, operator } from '@newsstand/contract/manage';
import { z } from 'zod';
import { refusalOf, type TestApi, withApi } from '../testing/withApi.ts';
import { operatorHandlers } from './operatorHandlers.ts';

const acme = (role: 'viewer' | 'editor' | 'owner') => [{ projectId: 'acme', role }] as const;

/** Ann owns everything, Bo acme, Cy edits acme, Di edits acme and beta. */
const withPeople = (work: (api: TestApi, as: (name: string) => Promise<string>) => Promise<void>) =>
  withApi(async (api) => {
    await api.addOperator('ann', [{ projectId: '*', role: 'owner' }]);
    await api.addOperator('bo', acme('owner'));
    await api.addOperator('cy', acme('editor'));
    await api.addOperator('di', [...acme('editor'), { projectId: 'beta', role: 'editor' }]);
    await work(api, (name) => api.sessionOf(name));
    expect(api.errors).toEqual([]);
  });

const stored = (api: TestApi, operatorId: string) => api.store.read((reader) => reader.operator(operatorId));

const mailsTo = (api: TestApi, operatorId: string) =>
  api.store.read((reader) => reader.pendingMailsTo(operatorId));

async function lastToken(api: TestApi, operatorId: string): Promise<string> {
  const content = (await mailsTo(api, operatorId)).at(-1)?.content;
  return content?.type === 'confirm' ? content.token : '';
}

test('an address is used once the link that was sent there is followed', async () => {
  await withPeople(async (api, as) => {
    const cookie = await as('cy');
    const change = (body: unknown) => api.ask('/session/mail', { method: 'PATCH', cookie, body });
    const confirm = (token: string, by = cookie) =>
      api.ask('/session/mail/confirmation', { method: 'POST', cookie: by, body: { token } });
    const choices = async (res: Response) => mailChoices.parse(await res.json());

    const none = await choices(await api.ask('/session/mail', { cookie }));
    expect(none).toEqual({ isAvailable: true, review: true });
    const asked = await choices(await change({ email: ' cy@example.com ', language: 'ja', review: false }));
    expect(asked).toEqual({
      ...{ isAvailable: true, unconfirmedEmail: 'cy@example.com', review: false, language: 'ja' },
    });
    const token = await lastToken(api, 'cy');
    expect(token).toStartWith('nsm_');
    // The store could not be used to confirm it, and nobody else can.
    expect(JSON.stringify(await stored(api, 'cy'))).not.toContain(token);
    expect(await refusalOf(await confirm(token, await as('bo')))).toBe('403 link_invalid');
    expect(await refusalOf(await confirm('nsm_x'))).toBe('403 link_invalid');
    expect((await stored(api, 'cy'))?.email).toBeUndefined();
    expect(await choices(await confirm(token))).toEqual({
      ...{ isAvailable: true, email: 'cy@example.com', review: false, language: 'ja' },
    });
    expect(await refusalOf(await confirm(token))).toBe('403 link_invalid');

    // The old address stays until the new one is confirmed; only the last link counts.
    await change({ email: 'one@example.com' });
    const old = await lastToken(api, 'cy');
    await change({ email: 'two@example.com' });
    expect(await refusalOf(await confirm(old))).toBe('403 link_invalid');
    expect(await stored(api, 'cy')).toMatchObject({ email: 'cy@example.com' });
    api.clock += 86_400_000;
    const renewed = await as('cy');
    const late = await confirm(await lastToken(api, 'cy'), renewed);
    expect(await refusalOf(late)).toBe('403 link_invalid');

    const removed = await api.ask('/session/mail', {
      ...{ method: 'PATCH', cookie: renewed, body: { email: null } },
    });
    expect(await choices(removed)).toEqual({ isAvailable: true, review: false, language: 'ja' });
    const log = await api.store.read((reader) => reader.audit({ most: 99 }));
    const actions = log.map(({ action }) => action);
    expect(actions.filter((action) => action === 'email.change')).toHaveLength(4);
    expect(actions.filter((action) => action === 'email.confirm')).toHaveLength(1);
    expect(JSON.stringify(log)).not.toContain('example.com');
  });
});

test('a token for scripts cannot confirm an address', async () => {
  await withPeople(async (api, as) => {
    const cookie = await as('cy');
    const issued = await api.ask('/session/tokens', {
      method: 'POST',
      cookie,
      body: { name: 'script' },
    });
    const { token } = z.object({ token: z.string() }).parse(await issued.json());
    const body = { email: 'eve@example.com' };
    expect((await api.ask('/session/mail', { method: 'PATCH', token, body })).status).toBe(200);
    const confirmation = { token: await lastToken(api, 'cy') };
    const path = '/session/mail/confirmation';
    const refused = await api.ask(path, { method: 'POST', token, body: confirmation });
    expect(await refusalOf(refused)).toBe('409 conflict');
    expect((await stored(api, 'cy'))?.email).toBeUndefined();
  });
});

test('owners of all places of an operator enter an address and see it; it has to be confirmed too', async () => {
  await withPeople(async (api, as) => {
    const [ann, bo] = [await as('ann'), await as('bo')];
    const change = (name: string, cookie: string, email: string | null) =>
      api.ask(`/operators/${name}`, { method: 'PATCH', cookie, body: { email } });
    expect((await change('cy', bo, 'cy@example.com')).status).toBe(200);
    expect(await refusalOf(await change('di', bo, 'di@example.com'))).toBe('403 role_missing');
    expect(await refusalOf(await change('cy', await as('di'), 'x@example.com'))).toBe('403 role_missing');
    expect((await mailsTo(api, 'cy'))[0]).toMatchObject({ by: 'bo', content: { to: 'cy@example.com' } });
    expect((await stored(api, 'cy'))?.email).toBeUndefined();
    const invited = await api.ask('/operators', {
      ...{ method: 'POST', cookie: bo },
      body: { operatorId: 'el', name: 'El', roles: acme('viewer'), email: 'el@example.com' },
    });
    expect(invited.status).toBe(201);
    expect(await mailsTo(api, 'el')).toHaveLength(1);
    expect((await stored(api, 'el'))?.unconfirmedEmail?.address).toBe('el@example.com');

    for (const name of ['cy', 'di']) {
      await api.store.write(async (writer) => {
        const found = await writer.operator(name);
        if (found !== undefined) await writer.putOperator({ ...found, email: `${name}@example.com` });
      });
    }
    const seenBy = async (cookie: string) => {
      const list = z.array(operator).parse(await (await api.ask('/operators', { cookie })).json());
      return list.flatMap(({ email }) => email ?? []);
    };
    expect(await seenBy(ann)).toEqual(['cy@example.com', 'di@example.com']);
    expect(await seenBy(bo)).toEqual(['cy@example.com']);
    expect(await seenBy(await as('di'))).toEqual(['di@example.com']);
    expect((await change('cy', bo, null)).status).toBe(200);
    expect((await stored(api, 'cy'))?.email).toBeUndefined();
  });
});

test('nobody can have strangers flooded with mail', async () => {
  await withPeople(async (api, as) => {
    const ask = async (name: string, email: string) =>
      api.ask('/session/mail', { method: 'PATCH', cookie: await as(name), body: { email } });
    for (let count = 0; count < 20; count++) {
      expect((await ask('cy', `a${count}@example.com`)).status).toBe(200);
    }
    const refused = await ask('cy', 'b@example.com');
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect(await refused.json()).toMatchObject({ code: 'too_many_attempts', rule: 'too_many_mails' });
    expect((await stored(api, 'cy'))?.unconfirmedEmail?.address).toBe('a19@example.com');
    // What was sent counts as well as what is still to be sent.
    expect((await ask('di', 'di@example.com')).status).toBe(200);
    await api.store.write(async (writer) => {
      for (let count = 0; count < 80; count++) {
        await writer.addMail({
          ...{ mailId: 'm', operatorId: 'ann', by: `other${count}`, createdAt: api.clock, attempts: 1 },
          content: { type: 'confirm', to: '', token: '' },
        });
      }
    });
    expect((await ask('di', 'dee@example.com')).status).toBe(429);
    api.clock += 3_600_001;
    expect((await ask('cy', 'b@example.com')).status).toBe(200);
  });
});

test('faults say what to do, and without a mail server there is nothing to confirm', async () => {
  await withPeople(async (api, as) => {
    const change = async (body: unknown) =>
      refusalOf(await api.ask('/session/mail', { method: 'PATCH', cookie: await as('cy'), body }));
    for (const email of [
      'cy',
      'cy@',
      'a@b\r\nBcc: x@y',
      'a b@c',
      `${'a'.repeat(65)}@b`,
      'ü@example.com',
      7,
    ]) {
      expect(await change({ email })).toBe('400 invalid_body');
    }
    expect(await change({ language: 'J' })).toBe('400 invalid_body');
    expect(await mailsTo(api, 'cy')).toEqual([]);
  });
  await withApi(
    async (api) => {
      await api.addOperator('cy', acme('editor'));
      const cookie = await api.sessionOf('cy');
      const got = await api.ask('/session/mail', { cookie });
      expect(await got.json()).toEqual({ isAvailable: false, review: true });
      const body = { email: 'cy@example.com' };
      const refused = await api.ask('/session/mail', { method: 'PATCH', cookie, body });
      expect(await refused.json()).toMatchObject({ code: 'conflict', rule: 'no_mail_server' });
    },
    { handlers: (context) => operatorHandlers({ ...context, sendsMail: false }) },
  );
});
