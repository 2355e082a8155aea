import { describe, expect, test } from 'bun:test';
import { issuedToken, token } from '@newsstand/contract/manage';
import { z } from 'zod';
import { until } from '../../../../../../tests/testing/until.ts';
import type { Store } from '../../../store/Store.ts';
import { cookieOf, refusalOf } from '../testing/withApi.ts';
import { auditOf, password, roles, withKen } from '../testing/withKen.ts';

describe('a session', () => {
  test('lives on while it is used, for 7 days at most', async () => {
    await withKen(async (api) => {
      const cookie = cookieOf(await api.signIn('ken', password));
      const begin = api.clock;
      const status = async () => (await api.ask('/session', { cookie })).status;
      const noted = async () => (await api.store.read((reader) => reader.authTokens('ken')))[0]?.lastUsedAt;
      while (api.clock < begin + 7 * 86_400_000) {
        expect(await status()).toBe(200);
        // Noting the use is nothing that anyone waits for.
        if (api.clock > begin) await until('the time of use', noted, (at) => at === api.clock);
        api.clock += 11 * 3_600_000;
      }
      expect(await status()).toBe(401);
    });
  });

  test('its use is noted once a minute', async () => {
    await withKen(async (api) => {
      const cookie = cookieOf(await api.signIn('ken', password));
      const begin = api.clock;
      api.clock += 59_999;
      await api.ask('/session', { cookie });
      api.clock += 1;
      await api.ask('/session', { cookie });
      const noted = async () => (await api.store.read((reader) => reader.authTokens('ken')))[0]?.lastUsedAt;
      await until('the time of use', noted);
      expect(await noted()).toBe(begin + 60_000);
    });
  });

  test('is not brought back by a use that is noted after its end', async () => {
    let late: Promise<void> = Promise.resolve();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    // The first change, the noting, comes late.
    const store = (real: Store): Store => {
      let number = 0;
      const write: Store['write'] = async (work, options) => {
        number++;
        if (number > 1) return real.write(work, options);
        const result = released.then(() => real.write(work, options));
        late = result.then(() => {});
        return result;
      };
      return Object.assign(Object.create(real), {
        read: real.read.bind(real),
        bookmark: real.bookmark.bind(real),
        write,
      });
    };
    await withKen(
      async (api) => {
        const cookie = await api.sessionOf('ken');
        api.clock += 60_000;
        expect((await api.ask('/session', { cookie })).status).toBe(200);
        expect((await api.ask('/session', { method: 'DELETE', cookie })).status).toBe(204);
        release();
        await late;
        expect(await api.store.read((reader) => reader.authTokens('ken'))).toEqual([]);
        expect((await api.ask('/session', { cookie })).status).toBe(401);
      },
      { store },
    );
  });

  test('is taken from the browser when it ends', async () => {
    await withKen(async (api) => {
      const cookie = cookieOf(await api.signIn('ken', password));
      const response = await api.ask('/session', { method: 'DELETE', cookie });
      expect(response.headers.getSetCookie()[0]).toStartWith('newsstand_session=; Path=/; Max-Age=0;');
      expect(await auditOf(api)).toEqual(['session.close ken', 'session.open ken']);
    });
  });
});

describe('the own password', () => {
  test('can be changed by confirming it; other sessions end, tokens stay', async () => {
    await withKen(async (api) => {
      const [mine, other] = [await api.sessionOf('ken'), await api.sessionOf('ken')];
      const made = await api.ask('/session/tokens', {
        method: 'POST',
        cookie: mine,
        body: { name: 'ci' },
      });
      const { token: script } = issuedToken.parse(await made.json());
      const change = (current: string, next: string) =>
        api.ask('/session/password', { method: 'PUT', cookie: mine, body: { current, next } });
      const refused = await change('wrong', 'another horse battery');
      expect(await refused.json()).toMatchObject({
        ...{ status: 400, code: 'invalid_body' },
        errors: [{ path: 'current', message: 'is not the current password' }],
      });
      expect(await (await change(password, 'short')).json()).toMatchObject({
        errors: [{ path: 'next', message: 'must be at least 12 characters' }],
      });
      expect((await change(password, 'another horse battery')).status).toBe(204);
      const statuses = [mine, other].map(async (cookie) => (await api.ask('/session', { cookie })).status);
      expect(await Promise.all(statuses)).toEqual([200, 401]);
      expect((await api.ask('/session', { token: script })).status).toBe(200);
      expect((await api.signIn('ken', password)).status).toBe(401);
      expect((await api.signIn('ken', 'another horse battery')).status).toBe(200);
      expect(await auditOf(api)).toContain('operator.password ken');
    });
  });

  test('guessing it with a session that was left open is slowed down too', async () => {
    await withKen(async (api) => {
      const cookie = await api.sessionOf('ken');
      const body = { current: 'wrong', next: 'another horse battery' };
      const all: number[] = [];
      for (let tries = 0; tries < 6; tries++) {
        all.push((await api.ask('/session/password', { method: 'PUT', cookie, body })).status);
      }
      expect(all).toEqual([400, 400, 400, 400, 400, 429]);
    });
  });
});

describe('tokens', () => {
  test('have the permissions of their operator, are listed without their secret, expire and can be removed', async () => {
    await withKen(async (api) => {
      const cookie = await api.sessionOf('ken');
      const make = (body: object) => api.ask('/session/tokens', { method: 'POST', cookie, body });
      expect(await refusalOf(await make({ name: 'late', expiresAt: api.clock }))).toBe('400 invalid_body');
      const first = issuedToken.parse(await (await make({ name: 'ci' })).json());
      api.clock += 1;
      const second = issuedToken.parse(
        await (await make({ name: 'x', expiresAt: api.clock + 90_000 })).json(),
      );
      expect(first.token).toMatch(/^nst_[\w-]{43}$/);
      const status = async (given: string) => (await api.ask('/session', { token: given })).status;
      expect([await status(first.token), await status(second.token)]).toEqual([200, 200]);
      api.clock += 90_000;
      expect([await status(first.token), await status(second.token)]).toEqual([200, 401]);
      const listed = await (await api.ask('/session/tokens', { cookie })).text();
      expect(
        z
          .array(token)
          .parse(JSON.parse(listed))
          .map(({ name }) => name),
      ).toEqual(['ci', 'x']);
      expect(listed).not.toContain(first.token);

      const end = (tokenId: string, by: string) =>
        api.ask(`/session/tokens/${tokenId}`, { method: 'DELETE', cookie: by });
      await api.addOperator('mia', roles);
      expect((await end(first.tokenId, await api.sessionOf('mia'))).status).toBe(404);
      expect((await end(first.tokenId, cookie)).status).toBe(204);
      expect((await end(first.tokenId, cookie)).status).toBe(404);
      expect(await status(first.token)).toBe(401);
      expect(await auditOf(api)).toEqual(['token.remove ken', 'token.create ken', 'token.create ken']);
    });
  });

  test('that end some day make none that lasts longer', async () => {
    await withKen(async (api) => {
      const make = (by: object, body: object) => api.ask('/session/tokens', { method: 'POST', ...by, body });
      const expiresAt = api.clock + 90_000;
      const cookie = await api.sessionOf('ken');
      const short = issuedToken.parse(await (await make({ cookie }, { name: 'short', expiresAt })).json());
      const by = { token: short.token };
      for (const later of [{}, { expiresAt: expiresAt + 1 }]) {
        expect(await refusalOf(await make(by, { name: 'long', ...later }))).toBe('400 invalid_body');
      }
      expect((await make(by, { name: 'as short', expiresAt })).status).toBe(201);
    });
  });

  test('need a session that was confirmed lately, or another token', async () => {
    await withKen(async (api) => {
      const make = (by: object) =>
        api.ask('/session/tokens', { method: 'POST', ...by, body: { name: 'CI' } });
      const cookie = await api.sessionOf('ken');
      const { token } = issuedToken.parse(await (await make({ cookie })).json());
      api.clock += 600_000;
      expect(await refusalOf(await make({ cookie }))).toBe('403 confirmation_needed');
      expect((await make({ token })).status).toBe(201);
      const body = { method: 'password', password: 'correct horse battery' };
      expect((await api.ask('/session/confirmation', { method: 'POST', cookie, body })).status).toBe(200);
      expect((await make({ cookie })).status).toBe(201);
    });
  });

  test('there is an end to them', async () => {
    await withKen(async (api) => {
      const cookie = await api.sessionOf('ken');
      const statuses = new Set<number>();
      for (let number = 0; number < 101; number++) {
        const body = { name: `${number}` };
        statuses.add((await api.ask('/session/tokens', { method: 'POST', cookie, body })).status);
      }
      expect([...statuses]).toEqual([201, 409]);
    });
  });
});
