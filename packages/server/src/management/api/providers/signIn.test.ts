import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { refusalOf } from '../testing/withApi.ts';
import { derivedFrom } from './openProviders.ts';
import { createStrangerLimit } from './providerHandlers.ts';
import { TestBrowser } from './testing/TestBrowser.ts';
import { begin, isCallback, signIn, whoIn, withProviders } from './testing/withProviders.ts';

const editor = { projectId: 'acme', role: 'editor' } as const;
const owner = { projectId: '*', role: 'owner' } as const;

describe('an account that a provider creates', () => {
  const map = { editors: [editor], owners: [owner] };
  const entry = {
    createsAccounts: true,
    scopes: ['openid', 'groups', 'email', 'profile'],
    roles: { claim: 'groups', map },
  };

  test('has the roles of its claims, which change with each sign-in and stay apart from those given by hand', async () => {
    await withProviders([entry], async (api, real) => {
      real.person = { sub: 'm1', name: 'Mia', preferred_username: 'Mia', groups: ['editors', 'staff'] };
      const first = await signIn(api);
      expect(first.end).toBe('/console/');
      expect(await whoIn(api, first.browser)).toMatchObject({
        ...{ operatorId: 'mia', name: 'Mia', roles: [{ ...editor, provider: 'p0' }] },
      });
      const byHand = { projectId: 'beta', role: 'viewer' } as const;
      await api.store.write(async (writer) => {
        const mia = await writer.operator('mia');
        if (mia) await writer.putOperator({ ...mia, roles: [...mia.roles, byHand] });
      });
      // Owners change what was given by hand, and nothing else.
      await api.addOperator('ann', [owner]);
      const cookie = await api.sessionOf('ann');
      const given = async (roles: readonly object[]) => {
        const changed = await api.ask('/operators/mia', { method: 'PATCH', cookie, body: { roles } });
        return z.object({ roles: z.array(z.looseObject({})) }).parse(await changed.json()).roles;
      };
      expect(await given([])).toMatchObject([{ ...editor, provider: 'p0' }]);
      expect(await given([byHand])).toMatchObject([{ ...editor, provider: 'p0' }, byHand]);
      real.person = { ...real.person, groups: [] };
      const second = await signIn(api);
      expect(await whoIn(api, second.browser)).toMatchObject({ operatorId: 'mia', roles: [byHand] });
      // The sessions that were open before have lost it too.
      expect(await whoIn(api, first.browser)).toMatchObject({ roles: [byHand] });
      const actions = (await api.store.read((reader) => reader.audit({ most: 10 }))).map(
        ({ action }) => action,
      );
      expect(actions.filter((action) => action !== 'operator.change')).toEqual([
        ...['session.open', 'operator.claims', 'session.open', 'operator.join'],
      ]);
    });
  });

  test('is refused without a role, and loses the last one even so', async () => {
    await withProviders([entry], async (api, real) => {
      real.person = { sub: 'm1', preferred_username: 'mia', groups: ['staff'] };
      expect((await signIn(api)).end).toBe('/console/?refused=no_role');
      expect(await api.store.read((reader) => reader.operators())).toEqual([]);
      real.person = { ...real.person, groups: 'editors' };
      const { browser } = await signIn(api);
      real.person = { ...real.person, groups: ['constructor', '__proto__', ['owners'], { owners: 1 }, 7] };
      const again = await signIn(api);
      expect(again.end).toBe('/console/?refused=no_role');
      expect(await whoIn(api, again.browser)).toBeUndefined();
      expect(await whoIn(api, browser)).toMatchObject({ roles: [] });
      // Owners of everything still see and remove them; nobody else does.
      await api.addOperator('ann', [owner]);
      await api.addOperator('bob', [{ projectId: 'acme', role: 'owner' }]);
      const list = async (operatorId: string) => {
        const response = await api.ask('/operators', { cookie: await api.sessionOf(operatorId) });
        return z.array(z.looseObject({ operatorId: z.string() })).parse(await response.json());
      };
      expect((await list('ann')).map(({ operatorId }) => operatorId)).toEqual(['ann', 'bob', 'mia']);
      expect((await list('bob')).map(({ operatorId }) => operatorId)).toEqual(['bob']);
      const removal = { method: 'DELETE', cookie: await api.sessionOf('ann') };
      expect((await api.ask('/operators/mia', removal)).status).toBe(204);
      const [entry] = await api.store.read((reader) => reader.audit({ most: 1 }));
      expect(entry).toMatchObject({ action: 'operator.remove', by: 'ann', target: 'operators/mia' });
    });
  });

  test('never is one that exists with the same name or address', async () => {
    await withProviders([{ ...entry, defaultRoles: [editor] }], async (api, real) => {
      await api.addOperator('ken', [owner], 'a long password');
      await api.addOperator('ken@acme.test', [owner], 'a long password');
      real.person = { sub: 'x', preferred_username: 'ken', email: 'ken@acme.test', email_verified: true };
      const { browser } = await signIn(api);
      expect(await whoIn(api, browser)).toMatchObject({ operatorId: 'ken@acme.test-2', roles: [editor] });
    });
  });

  test('never takes a name that the audit log knows for somebody else, or for nobody', async () => {
    await withProviders([{ ...entry, defaultRoles: [editor] }], async (api, real) => {
      await api.addOperator('ken', [owner], 'a long password');
      await api.signIn('ken', 'a long password');
      await api.store.write((writer) => writer.removeOperator('ken'));
      for (const [name, operatorId] of [
        ['ken', 'ken-2'],
        ['nobody', 'nobody-2'],
      ]) {
        real.person = { sub: `x-${name}`, preferred_username: name };
        expect(await whoIn(api, (await signIn(api)).browser)).toMatchObject({ operatorId });
      }
    });
  });

  test('needs a verified address in an allowed domain, whatever its groups say', async () => {
    await withProviders([{ ...entry, emailDomains: ['acme.test'] }], async (api, real) => {
      const groups = ['owners'];
      const refused = [
        { email: 'mia@acme.test' },
        { email: 'mia@acme.test', email_verified: false },
        { email: 'mia@acme.test', email_verified: 'true' },
        { email: 'mia@evil.test', email_verified: true },
        { email: 'mia@evil.test@acme.test', email_verified: true },
        { email: 'mia@sub.acme.test', email_verified: true },
        { email: ['mia@acme.test'], email_verified: true },
        { email_verified: true },
      ];
      for (const claims of refused) {
        real.person = { sub: 'm1', groups, ...claims };
        expect([claims, (await signIn(api)).end]).toEqual([claims, '/console/?refused=email']);
      }
      expect(await api.store.read((reader) => reader.operators())).toEqual([]);
      real.person = { sub: 'm1', groups, email: 'Mia@ACME.test', email_verified: true };
      expect((await signIn(api)).end).toBe('/console/');
    });
  });
});

describe('the second factor', () => {
  const demanding = { isSecondFactor: { acr: ['gold'] } };

  test('is asked for after a provider that is none, whatever the session at the provider was', async () => {
    await withProviders(
      [{ createsAccounts: true, defaultRoles: [editor], ...demanding }],
      async (api, real) => {
        real.person = { sub: 'm1', preferred_username: 'mia' };
        const first = await signIn(api);
        expect(await whoIn(api, first.browser)).toBeDefined();
        await api.store.write((writer) => writer.putAccessPolicy({ secondFactorRoles: ['editor'] }));
        expect(await whoIn(api, first.browser)).toBeUndefined();
        const { browser, end } = await signIn(api);
        expect(end).toBe('/console/');
        expect(await whoIn(api, browser)).toBeUndefined();
        const step = await browser.request(`${api.origin}/manage/v1/session/step`);
        expect(await step.json()).toEqual({ step: 'enrol' });
      },
    );
  });

  test('is not asked for after a provider that is one', async () => {
    const entry = { createsAccounts: true, defaultRoles: [editor], isSecondFactor: true };
    await withProviders([entry], async (api, real) => {
      real.person = { sub: 'm1', preferred_username: 'mia' };
      await api.store.write((writer) => writer.putAccessPolicy({ secondFactorRoles: ['editor'] }));
      expect(await whoIn(api, (await signIn(api)).browser)).toMatchObject({ operatorId: 'mia' });
    });
  });
});

describe('a way to a provider', () => {
  const open = { createsAccounts: true, defaultRoles: [editor] };

  test('works once, and only in the browser that began it', async () => {
    await withProviders([open], async (api, real) => {
      real.person = { sub: 'm1', name: 'Mia' };
      const browser = new TestBrowser();
      const url = await begin(api, browser, 'p0', { returnTo: '/console/news?x=1' });
      const back = await browser.follow(url, isCallback);
      const thief = new TestBrowser();
      expect((await thief.follow(back.href)).search).toBe('?refused=expired');
      // A victim's browser, with a way of its own, does not complete the attacker's.
      await begin(api, thief);
      expect((await thief.follow(back.href)).search).toBe('?refused=expired');
      const secret = browser.cookies.get(api.origin)?.get('newsstand_provider') ?? '';
      const { pathname, search } = await browser.follow(back.href);
      expect(`${pathname}${search}`).toBe('/console/news?x=1');
      expect(await whoIn(api, browser)).toBeDefined();
      const again = new TestBrowser();
      again.cookies.set(api.origin, new Map([['newsstand_provider', secret]]));
      expect((await again.follow(back.href)).search).toBe('?refused=expired');
      expect(await whoIn(api, thief)).toBeUndefined();
    });
  });

  test('ends after ten minutes, and what leads elsewhere is refused', async () => {
    await withProviders([open], async (api) => {
      const browser = new TestBrowser();
      const back = await browser.follow(await begin(api, browser), isCallback);
      api.clock += 10 * 60_000;
      expect((await browser.follow(back.href)).search).toBe('?refused=expired');
      for (const returnTo of [
        '//evil.example',
        'https://evil.example/',
        '/console/\\evil',
        '/manage/v1/session',
      ])
        expect(begin(api, browser, 'p0', { returnTo })).rejects.toThrow('400 invalid_body');
      expect(begin(api, browser, 'p9')).rejects.toThrow('404 not_found');
    });
  });

  test('ends here even if it is refused, and never makes others wait', async () => {
    await withProviders([open], async (api) => {
      const browser = new TestBrowser();
      const returnTo = '/console/..//evil.example/';
      const back = await browser.follow(await begin(api, browser, 'p0', { returnTo }), isCallback);
      back.searchParams.set('code', 'wrong');
      const { origin, search } = await browser.follow(back.href, (next) => !isCallback(next));
      expect([origin, search]).toEqual([api.origin, '?refused=invalid']);
      // Anybody can make up a secret, and the state that fits it.
      back.searchParams.set('state', derivedFrom('made-up').state);
      const stranger = new TestBrowser();
      stranger.cookies.set(api.origin, new Map([['newsstand_provider', 'made-up']]));
      const end = await api.store.write(() => stranger.follow(back.href));
      expect(end.search).toBe('?refused=expired');
    });
  });

  test('is not completed by another provider', async () => {
    await withProviders([open, open], async (api, one, other) => {
      one.person = { sub: 'm1', name: 'Mia' };
      other.person = { sub: 'm1', name: 'Mallory' };
      const browser = new TestBrowser();
      // The code of one provider at the callback of the other, with the right state.
      const back = await browser.follow(await begin(api, browser, 'p0'), isCallback);
      const mixed = new URL(back.href.replace('/p0/', '/p1/'));
      expect((await browser.follow(mixed.href)).search).toBe('?refused=expired');
      // The answer of one provider with the issuer of the other.
      const next = await browser.follow(await begin(api, browser, 'p0'), isCallback);
      next.searchParams.set('iss', other.issuer);
      expect((await browser.follow(next.href)).search).toBe('?refused=invalid');
      // The code of one provider on a way to the other.
      const code = (await browser.follow(await begin(api, new TestBrowser(), 'p1'), isCallback)).searchParams;
      const third = await browser.follow(await begin(api, browser, 'p0'), isCallback);
      third.searchParams.set('code', code.get('code') ?? '');
      expect((await browser.follow(third.href)).search).toBe('?refused=invalid');
      // The same subject at two issuers is two people.
      expect(await whoIn(api, (await signIn(api, 'p0')).browser)).toMatchObject({ name: 'Mia' });
      expect(await whoIn(api, (await signIn(api, 'p1')).browser)).toMatchObject({ name: 'Mallory' });
    });
  });

  test('is limited by network: whoever has one has more addresses than can be counted', () => {
    const limit = createStrangerLimit(() => 0);
    for (let host = 0; host < 20; host++) limit(`2001:db8:1:${host}::${host}`);
    expect(() => limit('2001:db8:1:77::1')).toThrow('try again');
    limit('2001:db8:2::1');
    limit('192.0.2.1');
  });

  test('does not begin from another site, nor too often', async () => {
    await withProviders([open], async (api) => {
      const path = '/session/providers/p0';
      const foreign = await api.ask(path, { method: 'POST', body: {}, origin: 'https://evil.example' });
      expect(await refusalOf(foreign)).toBe('403 origin_refused');
      const statuses: number[] = [];
      for (let times = 0; times < 25; times++)
        statuses.push((await api.ask(path, { method: 'POST', body: {} })).status);
      expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
      expect(statuses.slice(20)).toEqual(Array(5).fill(429));
    });
  });
});
