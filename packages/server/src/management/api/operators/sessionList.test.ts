import { describe, expect, test } from 'bun:test';
import { openSession } from '@newsstand/contract/manage';
import { z } from 'zod';
import { until } from '../../../../../../tests/testing/until.ts';
import { cookieOf, refusalOf, type TestApi, withApi } from '../testing/withApi.ts';

const password = 'correct horse battery';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Ann owns everything, bo the project acme, ken edits acme, and kim edits acme and beta. */
const withStaff = (work: (api: TestApi) => Promise<void>) =>
  withApi(async (api) => {
    await api.addOperator('ann', [{ projectId: '*', role: 'owner' }], password);
    await api.addOperator('bo', [{ projectId: 'acme', role: 'owner' }]);
    await api.addOperator('ken', [{ projectId: 'acme', role: 'editor' }], password);
    await api.addOperator('kim', [
      { projectId: 'acme', role: 'editor' },
      { projectId: 'beta', role: 'editor' },
    ]);
    await api.addOperator('new', []);
    await work(api);
    expect(api.errors).toEqual([]);
  });

async function signIn(api: TestApi, name: string, userAgent: string): Promise<string> {
  return cookieOf(await api.signIn(name, password, { headers: { 'user-agent': userAgent } }));
}

async function sessions(api: TestApi, cookie: string, name: string) {
  const response = await api.ask(`/operators/${name}/sessions`, { cookie });
  return z.array(openSession).parse(await response.json());
}

const end = (api: TestApi, cookie: string, path: string) =>
  api.ask(`/operators/${path}`, { method: 'DELETE', cookie });

describe('the sessions of an operator', () => {
  test('are listed with device and address, and ended one by one or all others at once', async () => {
    await withStaff(async (api) => {
      const desktop = await signIn(api, 'ken', firefox);
      api.clock += 1000;
      await api.sessionOf('ken');
      api.clock += 1000;
      const phone = await signIn(api, 'ken', safari);
      const listed = await sessions(api, phone, 'ken');
      expect(listed).toHaveLength(3);
      expect(listed).toMatchObject([
        { isThis: true, browser: 'Safari', system: 'iOS', address: '127.0.0.1', createdAt: api.clock },
        { isThis: false },
        { isThis: false, browser: 'Firefox', system: 'Windows', createdAt: api.clock - 2000 },
      ]);
      expect(JSON.stringify(listed)).not.toMatch(/sha256|Mozilla/);
      // The use from another address is noted.
      api.clock += 60_000;
      await api.ask('/session', { cookie: desktop });
      const noted = async () =>
        (await sessions(api, phone, 'ken')).find(({ browser }) => browser === 'Firefox');
      await until('the address', async () => (await noted())?.lastAddress);
      expect(await noted()).toMatchObject({ lastAddress: '127.0.0.1', lastUsedAt: api.clock });
      const sessionId = (await noted())?.sessionId;
      expect((await end(api, phone, `ken/sessions/${sessionId}`)).status).toBe(204);
      expect((await api.ask('/session', { cookie: desktop })).status).toBe(401);
      expect(await refusalOf(await end(api, phone, `ken/sessions/${sessionId}`))).toBe('404 not_found');
      expect(await (await end(api, phone, 'ken/sessions')).json()).toEqual({ ended: 1 });
      expect(await sessions(api, phone, 'ken')).toMatchObject([{ isThis: true }]);
      const [last] = await api.store.read((reader) => reader.audit({ most: 1 }));
      expect(last).toMatchObject({ by: 'ken', action: 'session.end', details: { sessions: 1 } });
      // One's own is ended with its cookie.
      const [own] = await sessions(api, phone, 'ken');
      const response = await end(api, phone, `ken/sessions/${own?.sessionId}`);
      expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
      expect((await api.ask('/session', { cookie: phone })).status).toBe(401);
    });
  });

  test('are seen and ended by those who control the operator wholly, and by nobody else', async () => {
    await withStaff(async (api) => {
      const cookies = new Map<string, string>();
      for (const name of ['ann', 'bo', 'ken', 'kim', 'new']) cookies.set(name, await api.sessionOf(name));
      const outcome = async (by: string, whose: string) => {
        const response = await api.ask(`/operators/${whose}/sessions`, { cookie: cookies.get(by) });
        return response.status === 200 ? '200' : await refusalOf(response);
      };
      expect(
        await Promise.all(['ann', 'bo', 'ken', 'kim', 'new'].map((whose) => outcome('ann', whose))),
      ).toEqual(Array.from({ length: 5 }, () => '200'));
      expect(
        await Promise.all(['ann', 'bo', 'ken', 'kim', 'new', 'none'].map((whose) => outcome('bo', whose))),
      ).toEqual(['404 not_found', '200', '200', '403 role_missing', '404 not_found', '404 not_found']);
      expect(await Promise.all(['ann', 'ken', 'kim', 'new'].map((whose) => outcome('ken', whose)))).toEqual([
        '404 not_found',
        '200',
        '404 not_found',
        '404 not_found',
      ]);
      expect(await refusalOf(await end(api, cookies.get('ken') ?? '', 'kim/sessions'))).toBe('404 not_found');
      // Of others, all end.
      expect(await (await end(api, cookies.get('bo') ?? '', 'ken/sessions')).json()).toEqual({ ended: 1 });
      expect((await api.ask('/session', { cookie: cookies.get('ken') })).status).toBe(401);
    });
  });

  test('keep at most a part of what a browser says about itself', async () => {
    await withStaff(async (api) => {
      await signIn(api, 'ken', `${'x'.repeat(2000)} Firefox/1`);
      const [kept] = await api.store.read((reader) => reader.authTokens('ken'));
      expect(kept?.userAgent).toBe('x'.repeat(256));
    });
  });
});

describe('an operator who is removed and erased', () => {
  const remove = (api: TestApi, cookie: string, name: string) => end(api, cookie, `${name}?erase=true`);

  test('is a former operator in the audit log, and cannot come back in somebody else', async () => {
    await withStaff(async (api) => {
      const ken = await signIn(api, 'ken', firefox);
      const ann = await api.sessionOf('ann');
      expect((await remove(api, ann, 'ken')).status).toBe(204);
      expect((await api.ask('/session', { cookie: ken })).status).toBe(401);
      await api.addOperator('ken', [{ projectId: 'acme', role: 'editor' }]);
      const entries = await api.store.read((reader) => reader.audit({ most: 9 }));
      const label = entries[0]?.target.split('/')[1] ?? '';
      expect(label).toMatch(/^former operator /);
      expect(entries.map(({ by, action, target }) => [by, action, target])).toEqual([
        ['ann', 'operator.erase', `operators/${label}`],
        [label, 'session.open', `operators/${label}`],
      ]);
      expect(entries[1]?.details).toEqual({ methods: ['password'] });
    });
  });

  test('needs an owner of all their places, and not themselves', async () => {
    await withStaff(async (api) => {
      const [ann, bo] = [await api.sessionOf('ann'), await api.sessionOf('bo')];
      expect(await refusalOf(await remove(api, bo, 'kim'))).toBe('403 role_missing');
      expect(await refusalOf(await remove(api, bo, 'bo'))).toBe('409 conflict');
      expect(await refusalOf(await remove(api, ann, 'ann'))).toBe('409 conflict');
      expect(await refusalOf(await end(api, ann, 'ken?erase=yes'))).toBe('400 invalid_parameters');
      expect((await remove(api, bo, 'ken')).status).toBe(204);
      expect(
        (await api.store.read((reader) => reader.operators())).map(({ operatorId }) => operatorId),
      ).toEqual(['ann', 'bo', 'kim', 'new']);
    });
  });
});
