import { describe, expect, test } from 'bun:test';
import { session } from '@newsstand/contract/manage';
import { z } from 'zod';
import { until } from '../../../../../../tests/testing/until.ts';
import type { Store } from '../../../store/Store.ts';
import { cookieOf } from '../testing/withApi.ts';
import { auditOf, password, roles, withKen } from '../testing/withKen.ts';
import { createPasswordHasher, hashPassword } from './createPasswordChecker.ts';

describe('signing in', () => {
  test('opens a session that works, and stores only its hash', async () => {
    await withKen(async (api) => {
      const response = await api.signIn('KEN', password);
      expect(response.status).toBe(200);
      const [cookie = ''] = response.headers.getSetCookie();
      expect(cookie).toMatch(
        /^newsstand_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
      );
      const view = session.parse(await response.json());
      expect(view).toMatchObject({
        operator: { operatorId: 'ken', hasPassword: true, lastSeenAt: api.clock },
        expiresAt: api.clock + 12 * 3_600_000,
        service: {
          publicUrl: 'https://content.example.com/news',
          docsUrl: 'https://docs.example.com',
          node: 'here:1',
        },
      });
      const seen = await api.ask('/session', { cookie: cookieOf(response) });
      expect(session.parse(await seen.json())).toEqual(view);
      const [authToken] = await api.store.read((reader) => reader.authTokens('ken'));
      const secret = cookieOf(response).split('=')[1] ?? '';
      expect(authToken?.sha256).toBe(new Bun.CryptoHasher('sha256').update(secret).digest('hex'));
      expect(await auditOf(api)).toEqual(['session.open ken']);
    });
  });

  test('by https the cookie is bound to the host', async () => {
    const managementUrl = 'https://console.example.com';
    await withKen(
      async (api) => {
        expect((await api.signIn('ken', password, { origin: 'https://evil.test' })).status).toBe(403);
        const response = await api.signIn('ken', password, { origin: managementUrl });
        expect(response.headers.getSetCookie()[0]).toMatch(
          /^__Host-newsstand_session=[\w-]{43}; Path=\/; .*; Secure$/,
        );
        const cookie = cookieOf(response);
        expect((await api.ask('/session', { cookie })).status).toBe(200);
        const bare = cookie.replace('__Host-', '');
        expect((await api.ask('/session', { cookie: bare })).status).toBe(401);
      },
      { managementUrl },
    );
  });

  test('with https, the same name over http is another site', async () => {
    const managementUrl = 'https://console.example.com';
    await withKen(
      async (api) => {
        const from = (origin: string, host: string) => ({ origin, headers: { host } });
        const status = async (origin: string, host: string) =>
          (await api.signIn('ken', password, from(origin, host))).status;
        expect(await status('http://console.example.com', 'console.example.com')).toBe(403);
        expect(await status('https://console.example.com', 'console.example.com')).toBe(200);
        // Without the proxy, on the machine itself.
        expect(await status('http://127.0.0.1:4001', '127.0.0.1:4001')).toBe(200);
      },
      { managementUrl },
    );
  });

  test('response times do not reveal whether an operator exists: the log is written in the background', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const store = (real: Store): Store =>
      Object.assign(Object.create(real), {
        read: real.read.bind(real),
        bookmark: real.bookmark.bind(real),
        write: (...given: Parameters<Store['write']>) => released.then(() => real.write(...given)),
      });
    await withKen(
      async (api) => {
        for (const name of ['nobody.here', 'ken']) {
          expect((await api.signIn(name, 'wrong horse battery')).status).toBe(401);
        }
        release();
        await until('two lines', async () => (await auditOf(api)).length === 2);
      },
      { store },
    );
  });

  test('a refusal does not reveal whether the name or the password was wrong, nor whether there is a password', async () => {
    await withKen(async (api) => {
      await api.addOperator('mia', roles);
      const answers = await Promise.all(
        [
          ['ken', 'wrong horse battery'],
          ['nobody', password],
          ['mia', password],
          ['mia', ''],
        ].map(async ([operatorId = '', given = '']) => {
          const response = await api.signIn(operatorId, given);
          const { requestId, ...rest } = z
            .looseObject({ requestId: z.string() })
            .parse(await response.json());
          return { ...rest, cookie: cookieOf(response) };
        }),
      );
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject({ status: 401, code: 'sign_in_failed', cookie: '' });
      expect((await auditOf(api)).toSorted()).toEqual(Array(3).fill('session.refused nobody'));
    });
  });

  test('many guesses at once gain nothing', async () => {
    await withKen(async (api) => {
      // As slow as in production, so that all of them begin before the first one ends.
      const ken = await api.addOperator('ken', roles);
      const passwordHash = await hashPassword(password);
      await api.store.write((writer) => writer.putOperator({ ...ken, passwordHash }));
      const all = await Promise.all(Array.from({ length: 20 }, () => api.signIn('ken', 'wrong')));
      const statuses = all.map(({ status }) => status);
      expect(statuses.filter((status) => status === 401)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    });
  });

  test('a password is the same however it was typed, and not with other letters', async () => {
    const passwords = createPasswordHasher(2, 3);
    const hash = await hashPassword('カフェ・オ・レ、１２３４');
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(await passwords.isRight('ｶﾌｪ・ｵ・ﾚ、1234'.normalize('NFD'), hash)).toBe(true);
    expect(await passwords.isRight('カフェ・オ・レ、１２３５', hash)).toBe(false);
    expect(await passwords.isRight('カフェ・オ・レ、１２３４', undefined)).toBe(false);
  });

  test('a full queue refuses more, and moves on', async () => {
    const passwords = createPasswordHasher(2, 3);
    const hash = await hashPassword(password);
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.isRight(password, hash)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await passwords.isRight(password, hash)).toBe(true);
  });
});
