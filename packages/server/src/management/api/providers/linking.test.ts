import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { inviteAgain } from '../operators/invitations.ts';
import { addApp, codeOf, cookieNamed, showFactor } from '../testing/factors.ts';
import { refusalOf, type TestApi } from '../testing/withApi.ts';
import { TestBrowser } from './testing/TestBrowser.ts';
import { begin, isCallback, signIn, whoIn, withProviders } from './testing/withProviders.ts';

const viewer = { projectId: 'acme', role: 'viewer' } as const;
const editor = { projectId: 'acme', role: 'editor' } as const;
const list = z.object({
  list: z.array(z.object({ identityId: z.string(), providerId: z.string(), name: z.string() })),
  providers: z.array(z.object({ providerId: z.string(), name: z.string() })),
});

/** A browser in which an operator is signed in. */
async function browserOf(api: TestApi, operatorId: string): Promise<TestBrowser> {
  const browser = new TestBrowser();
  const [name = '', value = ''] = (await api.sessionOf(operatorId)).split('=');
  browser.cookies.set(api.origin, new Map([[name, value]]));
  return browser;
}

async function link(api: TestApi, browser: TestBrowser, id = 'p0'): Promise<string> {
  const { pathname, search } = await browser.follow(await begin(api, browser, id, {}, '/link'));
  return `${pathname}${search}`;
}

async function identitiesOf(api: TestApi, browser: TestBrowser) {
  const response = await browser.request(`${api.origin}/manage/v1/session/identities`);
  return list.parse(await response.json());
}

async function unlink(api: TestApi, browser: TestBrowser, identityId: string): Promise<Response> {
  return browser.request(`${api.origin}/manage/v1/session/identities/${identityId}`, {
    ...{ method: 'DELETE', headers: { origin: api.origin } },
  });
}

/** A link for an operator, as an owner sends it. */
async function invite(api: TestApi, operatorId: string): Promise<string> {
  const { secret } = await api.store.write((writer) => inviteAgain(writer, api.context, operatorId));
  return secret;
}

describe('an identity', () => {
  test('is linked from a session, signs in from then on, and adds the roles of its claims', async () => {
    const roles = { claim: ['acme', 'groups'], map: { editors: [editor] } };
    await withProviders([{ roles, userinfo: true }], async (api, real) => {
      await api.addOperator('ken', [viewer], 'a long password');
      real.person = { sub: 'k1', email: 'ken@acme.test', acme: { groups: ['editors'] } };
      expect((await signIn(api)).end).toBe('/console/?refused=unknown');
      const ken = await browserOf(api, 'ken');
      expect(await link(api, ken)).toBe('/console/account');
      expect(await identitiesOf(api, ken)).toEqual({
        list: [expect.objectContaining({ providerId: 'p0', name: 'ken@acme.test' })],
        providers: [
          { providerId: 'p0', name: 'Provider p0' },
          { providerId: 'p1', name: 'Provider p1' },
        ],
      });
      const { browser, end } = await signIn(api);
      expect(end).toBe('/console/');
      const held = [viewer, { ...editor, provider: 'p0' }];
      expect(await whoIn(api, browser)).toMatchObject({ operatorId: 'ken', roles: held });
    });
  });

  test('belongs to one operator, who alone can unlink it, and not if it is the last way in', async () => {
    await withProviders([{}], async (api, real, other) => {
      await api.addOperator('ken', [viewer]);
      await api.addOperator('mia', [viewer], 'a long password');
      real.person = { sub: 'k1', name: 'Ken' };
      other.person = { sub: 'k2', name: 'Ken' };
      const [ken, mia] = [await browserOf(api, 'ken'), await browserOf(api, 'mia')];
      expect(await link(api, ken)).toBe('/console/account');
      expect(await link(api, mia)).toBe('/console/account?refused=taken');
      expect(await whoIn(api, mia)).toMatchObject({ operatorId: 'mia' });
      const [first] = (await identitiesOf(api, ken)).list;
      expect(await refusalOf(await unlink(api, mia, first?.identityId ?? ''))).toBe('404 not_found');
      expect(await refusalOf(await unlink(api, ken, first?.identityId ?? ''))).toBe('409 conflict');
      expect(await link(api, ken, 'p1')).toBe('/console/account');
      expect((await unlink(api, ken, first?.identityId ?? '')).status).toBe(204);
      expect((await signIn(api)).end).toBe('/console/?refused=unknown');
      expect(await whoIn(api, (await signIn(api, 'p1')).browser)).toMatchObject({ operatorId: 'ken' });
    });
  });

  test('is not linked by a session that a stricter policy has ended', async () => {
    await withProviders([{}], async (api, real) => {
      await api.addOperator('ken', [viewer], 'a long password');
      real.person = { sub: 'x1' };
      const thief = await browserOf(api, 'ken');
      const back = await thief.follow(await begin(api, thief, 'p0', {}, '/link'), isCallback);
      await api.store.write((writer) => writer.putAccessPolicy({ secondFactorRoles: [], passwords: false }));
      expect((await thief.follow(back.href)).search).toBe('?refused=expired');
      expect(await api.store.read((reader) => reader.factors('ken'))).toEqual([]);
    });
  });

  test('is not linked once the session has ended, nor by a token', async () => {
    await withProviders([{}], async (api, real) => {
      await api.addOperator('ken', [viewer], 'a long password');
      real.person = { sub: 'k1' };
      const ken = await browserOf(api, 'ken');
      const back = await ken.follow(await begin(api, ken, 'p0', {}, '/link'), isCallback);
      const headers = { origin: api.origin };
      await ken.request(`${api.origin}/manage/v1/session`, { method: 'DELETE', headers });
      const end = await ken.follow(back.href);
      expect(`${end.pathname}${end.search}`).toBe('/console/account?refused=expired');
      expect(await api.store.read((reader) => reader.factors('ken'))).toEqual([]);
    });
  });
});

describe('an invitation', () => {
  test('is accepted by a provider, once, and then sets no password', async () => {
    await withProviders([{}], async (api, real) => {
      await api.addOperator('ken', [viewer]);
      real.person = { sub: 'k1', name: 'Ken' };
      const token = await invite(api, 'ken');
      const [browser, late] = [new TestBrowser(), new TestBrowser()];
      const [back, lateBack] = [
        await browser.follow(await begin(api, browser, 'p0', { token }), isCallback),
        await late.follow(await begin(api, late, 'p1', { token }), isCallback),
      ];
      expect((await browser.follow(back.href)).pathname).toBe('/console/');
      expect(await whoIn(api, browser)).toMatchObject({ operatorId: 'ken' });
      expect((await late.follow(lateBack.href)).search).toBe('?refused=link');
      expect(begin(api, late, 'p0', { token })).rejects.toThrow('403 link_invalid');
      const body = { token, password: 'another long password' };
      expect(await refusalOf(await api.ask('/invitations', { method: 'POST', body }))).toBe(
        '403 link_invalid',
      );
    });
  });

  test('is no way around a second factor: it links no account in its place', async () => {
    await withProviders([{ isSecondFactor: true }], async (api, real) => {
      await api.addOperator('ken', [viewer], 'a long password');
      const { secret } = await addApp(api, await api.sessionOf('ken'));
      real.person = { sub: 'x1', name: 'Mallory' };
      const token = await invite(api, 'ken');
      const browser = new TestBrowser();
      const { search } = await browser.follow(await begin(api, browser, 'p0', { token }));
      expect(search).toBe('?refused=second_factor');
      expect(await whoIn(api, browser)).toBeUndefined();
      expect((await signIn(api)).end).toBe('/console/?refused=unknown');
      // The link still works, with the second factor; then the account is linked, and may be used with a link.
      const body = { token, password: 'another long password' };
      const pending = await api.ask('/invitations', { method: 'POST', body });
      const code = { method: 'totp', code: codeOf(api, secret) };
      const shown = await showFactor(api, cookieNamed(pending, 'newsstand_pending'), code);
      expect(shown.status).toBe(200);
      await link(api, await browserOf(api, 'ken'));
      const again = new TestBrowser();
      await again.follow(await begin(api, again, 'p0', { token: await invite(api, 'ken') }));
      expect(await whoIn(api, again)).toMatchObject({ operatorId: 'ken' });
    });
  });

  test('is not used up by an identity that belongs to somebody else, or is not allowed', async () => {
    await withProviders([{}, { emailDomains: ['acme.test'] }], async (api, real) => {
      for (const operatorId of ['ken', 'mia']) await api.addOperator(operatorId, [viewer]);
      real.person = { sub: 'k1' };
      await link(api, await browserOf(api, 'ken'));
      const token = await invite(api, 'mia');
      const browser = new TestBrowser();
      expect((await browser.follow(await begin(api, browser, 'p0', { token }))).search).toBe(
        '?refused=taken',
      );
      expect((await browser.follow(await begin(api, browser, 'p1', { token }))).search).toBe(
        '?refused=email',
      );
      expect(await whoIn(api, browser)).toBeUndefined();
      real.person = { sub: 'm1' };
      await browser.follow(await begin(api, browser, 'p0', { token }));
      // The session at the provider is still that of before: only a new browser signs in as somebody else there.
      const other = new TestBrowser();
      await other.follow(await begin(api, other, 'p0', { token }));
      expect(await whoIn(api, other)).toMatchObject({ operatorId: 'mia' });
    });
  });
});
