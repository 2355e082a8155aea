import { describe, expect, test } from 'bun:test';
import { factors, manageRoutes, newRecoveryCodes, session, signInStep } from '@newsstand/contract/manage';
import { addApp, codeOf, cookieNamed, showFactor } from '../testing/factors.ts';
import { refusalOf, type TestApi } from '../testing/withApi.ts';
import { auditOf, password, withKen } from '../testing/withKen.ts';

/** Signs Ken in up to the second factor. Answers the cookie of the pending sign-in. */
async function pendingOf(api: TestApi): Promise<string> {
  const response = await api.signIn('ken', password);
  expect(cookieNamed(response, 'newsstand_session')).toBe('');
  return cookieNamed(response, 'newsstand_pending');
}

async function withApp(
  work: (api: TestApi, app: Awaited<ReturnType<typeof addApp>>) => Promise<void>,
): Promise<void> {
  await withKen(async (api) => work(api, await addApp(api, await api.sessionOf('ken'))));
}

describe('a second factor', () => {
  test('is asked for once it is set up, and opens a session with a secret of its own', async () => {
    await withApp(async (api, { secret }) => {
      const first = await api.signIn('ken', password);
      expect(signInStep.parse(await first.clone().json())).toEqual({
        step: 'second_factor',
        methods: ['totp', 'recovery'],
      });
      expect(first.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^newsstand_pending=nsp_[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
        ),
      ]);
      const pending = cookieNamed(first, 'newsstand_pending');
      const step = await api.ask('/session/step', { cookie: pending });
      expect(signInStep.parse(await step.json())).toEqual(signInStep.parse(await first.json()));
      // A session that somebody has planted in this browser ends, and is not the one that is opened.
      const planted = await api.sessionOf('ken');
      const code = codeOf(api, secret).replace(/^.../, '$& ');
      const done = await showFactor(api, `${pending}; ${planted}`, { method: 'totp', code });
      expect(session.parse(await done.json()).operator).toMatchObject({
        operatorId: 'ken',
        hasSecondFactor: true,
      });
      expect(done.headers.getSetCookie().some((each) => each.startsWith('newsstand_pending=;'))).toBe(true);
      const cookie = cookieNamed(done, 'newsstand_session');
      expect((await api.ask('/session', { cookie })).status).toBe(200);
      expect((await api.ask('/session', { cookie: planted })).status).toBe(401);
      const [opened] = await api.store.read((reader) => reader.audit({ most: 1 }));
      expect(opened).toMatchObject({ action: 'session.open', details: { methods: ['password', 'totp'] } });
    });
  });

  test('a pending sign-in is good for its next step only, once, and for ten minutes', async () => {
    await withApp(async (api, { secret, recoveryCodes }) => {
      const pending = await pendingOf(api);
      const bare = pending.replace('newsstand_pending', 'newsstand_session');
      const own = new Set(['pending', 'enrolling', 'anyone']);
      for (const { method, path, access } of manageRoutes.filter((each) => !own.has(each.access))) {
        const target = path.replace('{app}', 'news').replaceAll(/\{\w+\}/g, '1');
        for (const cookie of [pending, bare]) {
          const response = await api.ask(target, { method, cookie });
          expect(`${method} ${path} ${access} ${response.status}`).toEndWith(' 401');
        }
      }
      const token = pending.split('=')[1] ?? '';
      expect((await api.ask('/session', { token })).status).toBe(401);
      expect((await api.ask('/session/step', { token })).status).toBe(401);
      // Nor does a session, or what another site sends.
      const cookie = await api.sessionOf('ken');
      expect((await api.ask('/session/step', { cookie })).status).toBe(401);
      const code = codeOf(api, secret);
      const foreign = await api.ask('/session/second-factor', {
        ...{ method: 'POST', cookie: pending, origin: 'https://evil.test', body: { method: 'totp', code } },
      });
      expect(await refusalOf(foreign)).toBe('403 origin_refused');
      expect((await showFactor(api, pending, { method: 'totp', code })).status).toBe(200);
      const again = await showFactor(api, pending, { method: 'recovery', code: recoveryCodes[0] });
      expect(await refusalOf(again)).toBe('401 session_missing');

      const old = await pendingOf(api);
      api.clock += 600_000;
      const late = await showFactor(api, old, { method: 'totp', code: codeOf(api, secret) });
      expect(await refusalOf(late)).toBe('401 session_missing');

      const given = await pendingOf(api);
      expect((await api.ask('/session/step', { method: 'DELETE', cookie: given })).status).toBe(204);
      expect((await api.ask('/session/step', { cookie: given })).status).toBe(401);
      // The password was changed in the meantime.
      const stale = await pendingOf(api);
      const body = { current: password, next: 'another long password' };
      await api.ask('/session/password', { method: 'PUT', cookie, body });
      expect((await api.ask('/session/step', { cookie: stale })).status).toBe(401);
    });
  });

  test('a code works once, and no earlier one after it', async () => {
    await withApp(async (api, { secret }) => {
      const earlier = codeOf(api, secret);
      api.clock += 30_000;
      const code = codeOf(api, secret);
      const [one, other, late] = [await pendingOf(api), await pendingOf(api), await pendingOf(api)];
      // Two requests at once with one code: one of them comes in.
      const both = await Promise.all(
        [one, other].map((each) => showFactor(api, each, { method: 'totp', code })),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      for (const used of [code, earlier]) {
        expect(await refusalOf(await showFactor(api, late, { method: 'totp', code: used }))).toBe(
          '403 second_factor_failed',
        );
      }
      api.clock += 30_000;
      expect((await showFactor(api, late, { method: 'totp', code: codeOf(api, secret) })).status).toBe(200);
    });
  });

  test('a recovery code works once, even in two requests at the same moment, and not for others', async () => {
    await withApp(async (api, { recoveryCodes }) => {
      expect(recoveryCodes).toHaveLength(10);
      expect(new Set(recoveryCodes).size).toBe(10);
      for (const code of recoveryCodes) expect(code).toMatch(/^([a-km-np-z2-9]{4}-){3}[a-km-np-z2-9]{4}$/);
      const stored = JSON.stringify(await api.store.read((reader) => reader.factors('ken')));
      for (const code of recoveryCodes) expect(stored).not.toContain(code.slice(0, 9));
      const [code = ''] = recoveryCodes;
      const [one, other] = [await pendingOf(api), await pendingOf(api)];
      const typed = code.toUpperCase().replaceAll('-', ' ');
      const both = await Promise.all(
        [one, other].map((each) => showFactor(api, each, { method: 'recovery', code: typed })),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
      const cookie = both.map((each) => cookieNamed(each, 'newsstand_session')).find((each) => each !== '');
      const left = await api.ask('/session/factors', { cookie });
      expect(factors.parse(await left.json())).toMatchObject({ recoveryCodes: 9 });

      const renewed = await api.ask('/session/recovery-codes', { method: 'POST', cookie });
      const [next] = newRecoveryCodes.parse(await renewed.json()).recoveryCodes;
      const pending = await pendingOf(api);
      const old = await showFactor(api, pending, { method: 'recovery', code: recoveryCodes[1] });
      expect(await refusalOf(old)).toBe('403 second_factor_failed');

      await api.addOperator('mia', [{ projectId: '*', role: 'owner' }], password);
      await addApp(api, await api.sessionOf('mia'));
      const mia = cookieNamed(await api.signIn('mia', password), 'newsstand_pending');
      const foreign = await showFactor(api, mia, { method: 'recovery', code: next });
      expect(await refusalOf(foreign)).toBe('403 second_factor_failed');
      expect((await showFactor(api, pending, { method: 'recovery', code: next })).status).toBe(200);
    });
  });

  test('guessing codes is slowed down, whatever else the guesser knows', async () => {
    await withApp(async (api, { secret }) => {
      const wrong = { method: 'totp', code: codeOf({ clock: api.clock + 3_600_000 }, secret) };
      const statuses: number[] = [];
      for (let guess = 0; guess < 8; guess++) {
        // A new sign-in with the right password for each guess gains nothing.
        statuses.push((await showFactor(api, await pendingOf(api), wrong)).status);
      }
      expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
      const recovery = await showFactor(api, await pendingOf(api), { method: 'recovery', code: 'aaaa' });
      expect(recovery.status).toBe(429);
      const pending = await pendingOf(api);
      const many = await Promise.all(
        Array.from({ length: 10 }, async () => (await showFactor(api, pending, wrong)).status),
      );
      expect(new Set(many)).toEqual(new Set([429]));
      api.clock += 60_000;
      const right = { method: 'totp', code: codeOf(api, secret) };
      expect((await showFactor(api, await pendingOf(api), right)).status).toBe(200);
      const refusals = (await auditOf(api)).filter((entry) => entry === 'session.refused nobody');
      expect(refusals.length).toBeGreaterThan(0);
    });
  });
});
