import { describe, expect, test } from 'bun:test';
import * as jose from 'jose';
import { z } from 'zod';
import { refusalOf, type TestApi, withApi } from '../testing/withApi.ts';
import {
  clientId,
  type ForgingProvider,
  startForgingProvider,
  tokenAnswer,
} from './testing/forgingProvider.ts';
import { TestBrowser } from './testing/TestBrowser.ts';
import { begin, signIn, whoIn, withProviders } from './testing/withProviders.ts';

const editor = { projectId: 'acme', role: 'editor' } as const;
const open = { createsAccounts: true, defaultRoles: [editor] };
const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };

test('signing out everywhere ends all sessions and the one at the provider, but no token', async () => {
  await withProviders([{ ...open, logout: true }], async (api, real) => {
    real.person = { sub: 'm1', name: 'Mia' };
    const [one, other] = [(await signIn(api)).browser, (await signIn(api)).browser];
    const response = await one.request(`${api.origin}/manage/v1/session/everywhere`, {
      ...{ method: 'DELETE', headers: { origin: api.origin } },
    });
    const url = new URL(z.object({ url: z.string() }).parse(await response.json()).url);
    expect(`${url.origin}${url.pathname}`).toBe(`${real.issuer}/session/end`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${api.origin}/console/`);
    expect(jose.decodeJwt(url.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: 'm1' });
    for (const browser of [one, other]) expect(await whoIn(api, browser)).toBeUndefined();
  });
});

test('a provider ends the sessions that came from it, when somebody signs out there', async () => {
  await withProviders([{ ...open, logout: true }], async (api, real) => {
    real.person = { sub: 'm1', name: 'Mia' };
    const { browser } = await signIn(api);
    const other = (await signIn(api)).browser;
    expect(await whoIn(api, browser)).toBeDefined();
    const page = await (await browser.request(`${real.issuer}/session/end`)).text();
    const form = new URLSearchParams({
      logout: 'yes',
      xsrf: /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '',
    });
    await browser.request(`${real.issuer}/session/end/confirm`, { method: 'POST', body: form });
    expect(await whoIn(api, browser)).toBeUndefined();
    // The other one came from another session there.
    expect(await whoIn(api, other)).toBeDefined();
  });
});

describe('a logout token', () => {
  const sidOf = (number: number) => `session-${number}`;

  /** Signs in by a provider that signs anything. */
  async function enter(api: TestApi, forging: ForgingProvider, sid: string | undefined, sub = 'mia') {
    const browser = new TestBrowser();
    const url = new URL(await begin(api, browser, 'forging'));
    const nonce = url.searchParams.get('nonce');
    forging.next = async () => tokenAnswer(await forging.sign({ nonce, sub, sid }));
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    const sent = { code: 'c', iss: forging.issuer, state: url.searchParams.get('state') ?? '' };
    back.search = new URLSearchParams(sent).toString();
    expect((await browser.follow(back.href)).search).toBe('');
    return browser;
  }

  async function withForging(work: (api: TestApi, forging: ForgingProvider) => Promise<void>): Promise<void> {
    using forging = await startForgingProvider();
    const provider = { id: 'forging', name: 'Forging', issuer: forging.issuer, clientId, ...open };
    await withApi((api) => work(api, forging), { providers: [provider] });
  }

  const send = (api: TestApi, token: string, headers: Record<string, string> = {}) =>
    fetch(`${api.origin}/manage/v1/providers/forging/logout`, {
      ...{ method: 'POST', headers, body: new URLSearchParams({ logout_token: token }) },
    });

  test('ends one session by its name, or all of a person, and is used once', async () => {
    await withForging(async (api, forging) => {
      const browsers: TestBrowser[] = [];
      for (const number of [0, 1, 2]) browsers.push(await enter(api, forging, sidOf(number)));
      const stranger = await enter(api, forging, sidOf(9), 'ken');
      const signedIn = async () =>
        (await Promise.all([...browsers, stranger].map((browser) => whoIn(api, browser)))).map(Boolean);
      const token = (claims: Record<string, unknown>) =>
        forging.sign(
          { sub: undefined, events: event, jti: crypto.randomUUID(), ...claims },
          { typ: 'logout+jwt' },
        );
      const first = await token({ sid: sidOf(1) });
      expect((await send(api, first)).status).toBe(200);
      expect(await signedIn()).toEqual([true, false, true, true]);
      const everywhere = await token({ sub: 'mia' });
      expect((await send(api, everywhere)).status).toBe(200);
      expect(await signedIn()).toEqual([false, false, false, true]);
      // Mia has signed in again: what was sent before must not end that.
      const again = await enter(api, forging, sidOf(1));
      expect(await refusalOf(await send(api, first))).toBe('400 invalid_body');
      expect(await refusalOf(await send(api, everywhere))).toBe('400 invalid_body');
      expect(await whoIn(api, again)).toBeDefined();
    });
  });

  test('is taken however many come at once, and whatever strangers send', async () => {
    await withForging(async (api, forging) => {
      const statuses: number[] = [];
      for (let times = 0; times < 25; times++) statuses.push((await send(api, 'x')).status);
      expect(statuses).toEqual([...Array(20).fill(400), ...Array(5).fill(429)]);
      // Refused ones are in the log, as long as they are few.
      expect(api.errors.splice(0)).toHaveLength(20);
      for (let times = 0; times < 25; times++) {
        const token = await forging.sign({ sub: `m${times}`, events: event, jti: crypto.randomUUID() });
        expect((await send(api, token)).status).toBe(200);
      }
    });
  });

  test('that is forged, old, or no logout token ends nothing', async () => {
    await withForging(async (api, forging) => {
      const browser = await enter(api, forging, sidOf(1));
      const other = await jose.generateKeyPair('ES256');
      const old = Math.floor(Date.now() / 1000) - 3600;
      const right = { events: event, sid: sidOf(1), sub: 'mia' };
      const jti = () => ({ jti: crypto.randomUUID() });
      const forged: readonly [string, string][] = [
        ['another key', await forging.sign({ ...right, ...jti() }, { key: other.privateKey })],
        ['another client', await forging.sign({ ...right, ...jti(), aud: 'other' })],
        ['another issuer', await forging.sign({ ...right, ...jti(), iss: 'https://evil.example' })],
        ['no event', await forging.sign({ ...right, ...jti(), events: {} })],
        ['an ID token', await forging.sign({ ...right, ...jti(), nonce: 'n' })],
        ['no ID', await forging.sign(right)],
        ['nobody', await forging.sign({ ...right, ...jti(), sid: undefined, sub: undefined })],
        ['old', await forging.sign({ ...right, ...jti(), iat: old, exp: old + 7200 })],
        ['expired', await forging.sign({ ...right, ...jti(), exp: old })],
        ['another type', await forging.sign({ ...right, ...jti() }, { typ: 'at+jwt' })],
        ['unsigned', `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ ...right, ...jti() }))}.`],
        ['nothing', ''],
      ];
      for (const [name, token] of forged)
        expect([name, await refusalOf(await send(api, token))]).toEqual([name, '400 invalid_body']);
      expect(await whoIn(api, browser)).toBeDefined();
      const json = { 'content-type': 'application/json' };
      expect(await refusalOf(await send(api, 'x', json))).toBe('415 unsupported_type');
      const valid = await forging.sign({ ...right, ...jti() });
      expect((await send(api, valid)).status).toBe(200);
      expect(await whoIn(api, browser)).toBeUndefined();
    });
  });
});
