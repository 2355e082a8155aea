import { describe, expect, test } from 'bun:test';
import {
  confirmationChoice,
  enrolled,
  factors,
  passkeyCreation,
  passkeyRequest,
  session,
  signInStep,
} from '@newsstand/contract/manage';
import { cookieNamed, showFactor } from '../testing/factors.ts';
import { createSoftPasskey } from '../testing/softPasskey.ts';
import { type Ask, refusalOf, type TestApi } from '../testing/withApi.ts';
import { password, withKen } from '../testing/withKen.ts';

type SoftPasskey = ReturnType<typeof createSoftPasskey>;

/** The api as a browser on this machine reaches it by name: an IP address has no passkeys. */
function byName(api: TestApi): TestApi {
  const origin = api.origin.replace('127.0.0.1', 'localhost');
  const host = new URL(origin).host;
  const ask = (path: string, given: Ask = {}) =>
    api.ask(path, { origin, ...given, headers: { host, ...given.headers } });
  const signIn: TestApi['signIn'] = (operatorId, given) =>
    ask('/session', { method: 'POST', body: { operatorId, password: given } });
  // The clock is that of the api itself.
  return Object.assign(Object.create(api), { origin, ask, signIn });
}

async function register(api: TestApi, cookie: string, passkey: SoftPasskey, name = 'Phone') {
  const prepared = await api.ask('/session/passkeys/creation', { method: 'POST', cookie });
  const { challenge } = passkeyCreation.parse(await prepared.json());
  const body = { name, answer: passkey.create(challenge) };
  return api.ask('/session/passkeys', { method: 'POST', cookie, body });
}

async function challengeOf(api: TestApi): Promise<string> {
  const response = await api.ask('/session/passkey/request', { method: 'POST' });
  return passkeyRequest.parse(await response.json()).challenge;
}

function come(api: TestApi, answer: unknown): Promise<Response> {
  return api.ask('/session/passkey', { method: 'POST', body: { answer } });
}

/** An api in which Ken has a passkey. */
async function withPasskey(work: (api: TestApi, passkey: SoftPasskey, cookie: string) => Promise<void>) {
  await withKen(async (bare) => {
    const api = byName(bare);
    const passkey = createSoftPasskey(api.origin);
    const response = await register(api, await api.sessionOf('ken'), passkey);
    expect(enrolled.parse(await response.clone().json()).recoveryCodes).toHaveLength(10);
    await work(api, passkey, cookieNamed(response, 'newsstand_session'));
  });
}

describe('a passkey', () => {
  test('signs in alone, and as a second factor after the password', async () => {
    await withPasskey(async (api, passkey) => {
      const alone = await come(api, passkey.get(await challengeOf(api)));
      expect(session.parse(await alone.json()).operator.operatorId).toBe('ken');
      const [opened] = await api.store.read((reader) => reader.audit({ most: 1 }));
      expect(opened).toMatchObject({ action: 'session.open', details: { methods: ['passkey'] } });

      const first = await api.signIn('ken', password);
      const step = signInStep.parse(await first.json());
      if (step.step !== 'second_factor') throw new Error(step.step);
      expect(step.methods).toEqual(['passkey', 'recovery']);
      expect(step.passkeyRequest).toMatchObject({
        rpId: 'localhost',
        userVerification: 'required',
        allowCredentials: [{ id: passkey.id, transports: ['internal'] }],
      });
      const answer = passkey.get(step.passkeyRequest?.challenge ?? '');
      const pending = cookieNamed(first, 'newsstand_pending');
      const second = await showFactor(api, pending, { method: 'passkey', answer });
      expect(second.status).toBe(200);
    });
  });

  test('the answer of a passkey works once, for its own purpose, within five minutes', async () => {
    await withPasskey(async (api, passkey, cookie) => {
      const failed = '401 sign_in_failed';
      const answer = passkey.get(await challengeOf(api));
      // Two at once: one comes in.
      const both = await Promise.all([come(api, answer), come(api, answer)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect(await refusalOf(await come(api, answer))).toBe(failed);
      // Not even after everybody was signed out, by a new password.
      const body = { current: password, next: 'another long password' };
      expect((await api.ask('/session/password', { method: 'PUT', cookie, body })).status).toBe(204);
      expect(await refusalOf(await come(api, answer))).toBe(failed);
      // A challenge for one purpose is none for another: second factor, confirmation, registration, signing in.
      const first = await api.signIn('ken', 'another long password');
      const step = signInStep.parse(await first.json());
      const pending = cookieNamed(first, 'newsstand_pending');
      const second = step.step === 'second_factor' ? (step.passkeyRequest?.challenge ?? '') : '';
      expect(await refusalOf(await come(api, passkey.get(second)))).toBe(failed);
      const other = cookieNamed(await api.signIn('ken', 'another long password'), 'newsstand_pending');
      for (const [holder, challenge] of [
        [other, second],
        [pending, await challengeOf(api)],
      ] as const) {
        const shown = await showFactor(api, holder, { method: 'passkey', answer: passkey.get(challenge) });
        expect(await refusalOf(shown)).toBe('403 second_factor_failed');
      }
      const late = passkey.get(await challengeOf(api));
      Object.getPrototypeOf(api).clock += 5 * 60_000;
      expect(await refusalOf(await come(api, late))).toBe(failed);
      expect(await refusalOf(await come(api, passkey.get('bm90IG91cnM')))).toBe(failed);
    });
  });

  test('the answer of a passkey works once even if its device does not count, as those that are synchronised', async () => {
    await withKen(async (bare) => {
      const api = byName(bare);
      const passkey = createSoftPasskey(api.origin);
      const uncounted = { counter: 0 };
      const session = await api.sessionOf('ken');
      const prepared = await api.ask('/session/passkeys/creation', { method: 'POST', cookie: session });
      const { challenge } = passkeyCreation.parse(await prepared.json());
      const body = { name: 'Phone', answer: passkey.create(challenge, uncounted) };
      const added = await api.ask('/session/passkeys', { method: 'POST', cookie: session, body });
      const cookie = cookieNamed(added, 'newsstand_session');

      const alone = passkey.get(await challengeOf(api), uncounted);
      const both = await Promise.all([come(api, alone), come(api, alone)]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect(await refusalOf(await come(api, alone))).toBe('401 sign_in_failed');

      const asked = await api.ask('/session/confirmation', { cookie });
      const { passkeyRequest: wanted } = confirmationChoice.parse(await asked.json());
      const shown = { method: 'passkey', answer: passkey.get(wanted?.challenge ?? '', uncounted) };
      const confirm = () => api.ask('/session/confirmation', { method: 'POST', cookie, body: shown });
      expect((await confirm()).status).toBe(200);
      expect(await refusalOf(await confirm())).toBe('403 second_factor_failed');

      // Not even after everybody was signed out, by a new password.
      const next = { current: password, next: 'another long password' };
      expect((await api.ask('/session/password', { method: 'PUT', cookie, body: next })).status).toBe(204);
      expect(await refusalOf(await come(api, alone))).toBe('401 sign_in_failed');
    });
  });

  test('one that was removed does not come back by the answer that has added it', async () => {
    await withPasskey(async (api, _, cookie) => {
      const prepared = await api.ask('/session/passkeys/creation', { method: 'POST', cookie });
      const { challenge } = passkeyCreation.parse(await prepared.json());
      const body = { name: 'Lost', answer: createSoftPasskey(api.origin).create(challenge) };
      const add = () => api.ask('/session/passkeys', { method: 'POST', cookie, body });
      expect((await add()).status).toBe(200);
      const { passkeys } = factors.parse(await (await api.ask('/session/factors', { cookie })).json());
      const lost = passkeys.find(({ name }) => name === 'Lost');
      const one = `/session/passkeys/${lost?.passkeyId}`;
      expect((await api.ask(one, { method: 'DELETE', cookie })).status).toBe(204);
      expect(await (await add()).json()).toMatchObject({ status: 409, rule: 'passkey_refused' });
    });
  });

  test('lies of a page or a device are refused, all in the same way', async () => {
    await withPasskey(async (api, passkey) => {
      const stranger = createSoftPasskey(api.origin);
      const lies = [
        async () => passkey.get(await challengeOf(api), { origin: 'https://evil.test' }),
        async () => passkey.get(await challengeOf(api), { site: 'evil.test' }),
        // Not unlocked: whoever finds the device could use it.
        async () => passkey.get(await challengeOf(api), { isVerified: false }),
        // A copy of the device has used it since.
        async () => passkey.get(await challengeOf(api), { counter: 1 }),
        async () => stranger.get(await challengeOf(api)),
        // The key of somebody else under the ID of a known one.
        async () => ({ ...stranger.get(await challengeOf(api)), id: passkey.id, rawId: passkey.id }),
      ];
      const answers = new Set<string>();
      for (const lie of lies) {
        const response = await come(api, await lie());
        answers.add((await response.text()).replace(/"requestId":"[^"]*"/, ''));
        expect(response.status).toBe(401);
      }
      expect(answers.size).toBe(1);
      // What is asked for says nothing about who has a passkey: it takes no name.
      const asked = await api.ask('/session/passkey/request', {
        method: 'POST',
        body: { operatorId: 'ken' },
      });
      const { challenge: _, ...rest } = passkeyRequest.parse(await asked.json());
      expect(rest).toEqual({ rpId: 'localhost', timeout: 300_000, userVerification: 'required' });
      expect((await come(api, passkey.get(await challengeOf(api), { counter: 9 }))).status).toBe(200);
    });
  });

  test('several can be added, renamed and removed, after a confirmation', async () => {
    await withPasskey(async (api, passkey, cookie) => {
      const key = createSoftPasskey(api.origin);
      Object.getPrototypeOf(api).clock += 1;
      expect((await register(api, cookie, key, 'Key')).status).toBe(200);
      expect(await refusalOf(await register(api, cookie, key))).toBe('409 conflict');
      const list = async () => factors.parse(await (await api.ask('/session/factors', { cookie })).json());
      expect((await list()).passkeys.map(({ name }) => name)).toEqual(['Phone', 'Key']);
      const [phone] = (await list()).passkeys;
      const one = `/session/passkeys/${phone?.passkeyId}`;
      const renamed = await api.ask(one, { method: 'PATCH', cookie, body: { name: '電話' } });
      expect(renamed.status).toBe(204);
      expect((await list()).passkeys[0]?.name).toBe('電話');

      Object.getPrototypeOf(api).clock += 11 * 60_000;
      const needed = '403 confirmation_needed';
      expect(await refusalOf(await api.ask(one, { method: 'DELETE', cookie }))).toBe(needed);
      const prepared = await api.ask('/session/passkeys/creation', { method: 'POST', cookie });
      expect(await refusalOf(prepared)).toBe(needed);
      const asked = await api.ask('/session/confirmation', { cookie });
      const { methods, passkeyRequest: wanted } = confirmationChoice.parse(await asked.json());
      expect(methods).toEqual(['passkey', 'recovery']);
      const confirm = (body: unknown) => api.ask('/session/confirmation', { method: 'POST', cookie, body });
      // A stolen session and password are not enough.
      expect(await refusalOf(await confirm({ method: 'password', password }))).toBe(
        '403 second_factor_failed',
      );
      const answer = passkey.get(wanted?.challenge ?? '');
      expect((await confirm({ method: 'passkey', answer })).status).toBe(200);
      expect(await refusalOf(await confirm({ method: 'passkey', answer }))).toBe('403 second_factor_failed');
      expect((await api.ask(one, { method: 'DELETE', cookie })).status).toBe(204);
      expect(await refusalOf(await come(api, passkey.get(await challengeOf(api))))).toBe(
        '401 sign_in_failed',
      );
      expect((await come(api, key.get(await challengeOf(api)))).status).toBe(200);
    });
  });

  test('there are none at an IP address, and that is said', async () => {
    await withKen(async (api) => {
      const cookie = await api.sessionOf('ken');
      const prepared = await api.ask('/session/passkeys/creation', { method: 'POST', cookie });
      expect(await prepared.json()).toMatchObject({ status: 409, rule: 'passkeys_need_name' });
    });
  });
});
