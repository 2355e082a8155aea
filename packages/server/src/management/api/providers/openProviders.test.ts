import { describe, expect, test } from 'bun:test';
import * as jose from 'jose';
import { derivedFrom, openProvider, ProviderError } from './openProviders.ts';
import {
  clientId,
  type ForgingProvider,
  metadataOf,
  startForgingProvider,
  tokenAnswer,
} from './testing/forgingProvider.ts';

const secret = 's'.repeat(43);
const { state, nonce, verifier } = derivedFrom(secret);

function clientOf({ issuer }: ForgingProvider, patience = 10_000) {
  return openProvider({ id: 'acme', name: 'Acme', issuer, clientId, clientSecret: 'x' }, { patience });
}

/** The URL with which the browser comes back. */
function wayBack(issuer: string, changed: Record<string, string | undefined> = {}): URL {
  const url = new URL('https://console.example.com/back');
  for (const [name, value] of Object.entries({ code: 'c', state, iss: issuer, ...changed }))
    if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

/** `ok`, or the reason why the way back was refused. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return error instanceof ProviderError ? error.reason : `unexpected: ${error}`;
  }
}

test('a code is exchanged with its verifier, and the claims are what was signed', async () => {
  using forging = await startForgingProvider();
  const client = clientOf(forging);
  const url = await client.authorizationUrl(secret, 'https://console.example.com/back');
  const challenge = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier)));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: clientId,
    code_challenge: challenge.toString('base64url'),
    code_challenge_method: 'S256',
    ...{ nonce, state },
    redirect_uri: 'https://console.example.com/back',
    response_type: 'code',
    scope: 'openid profile email',
  });
  let sent = new URLSearchParams();
  forging.next = async (given) => {
    sent = given;
    return tokenAnswer(await forging.sign({ nonce, email: 'mia@acme.test' }));
  };
  const { claims, issuer } = await client.redeem(secret, wayBack(forging.issuer));
  expect(claims).toMatchObject({ sub: 'mia', email: 'mia@acme.test' });
  expect(issuer).toBe(forging.issuer);
  expect(sent.get('code_verifier')).toBe(verifier);
});

test('how somebody signed in is what was signed, and an address is not verified by another answer', async () => {
  using forging = await startForgingProvider();
  const { issuer } = forging;
  const client = openProvider({ id: 'acme', name: 'Acme', issuer, clientId, userinfo: true });
  const profile = { sub: 'mia', groups: ['a'], acr: 'gold', amr: ['mfa'], sid: 's', email_verified: true };
  forging.answers.set('/userinfo', () => Response.json({ ...profile, email: 'mia@acme.test' }));
  const claimsWith = async (signed: object) => {
    forging.next = async () => tokenAnswer(await forging.sign({ nonce, ...signed }));
    return (await client.redeem(secret, wayBack(issuer))).claims;
  };
  const plain = await claimsWith({});
  expect(plain).toMatchObject({ groups: ['a'], email: 'mia@acme.test', email_verified: true });
  for (const name of ['acr', 'amr', 'sid']) expect(plain).not.toHaveProperty(name);
  expect(await claimsWith({ acr: 'silver' })).toMatchObject({ acr: 'silver' });
  expect((await claimsWith({ email: 'mia@acme.test' }))['email_verified']).toBe(true);
  expect((await claimsWith({ email: 'ceo@acme.test' }))['email_verified']).toBeUndefined();
});

describe('forged tokens are refused:', () => {
  const hour = Math.floor(Date.now() / 1000) - 3600;
  const forged: readonly [string, Record<string, unknown>][] = [
    ['for another client', { aud: 'other' }],
    ['for several clients without a party', { aud: [clientId, 'other'], azp: 'other' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['without a nonce', { nonce: undefined }],
    ['with the nonce of another sign-in', { nonce: 'n' }],
    ['that has expired', { exp: hour, iat: hour - 60 }],
    ['that is not valid yet', { nbf: hour + 7200 }],
    ['without an end', { exp: undefined }],
    ['without a subject', { sub: undefined }],
    ['whose subject is a list', { sub: ['mia'] }],
  ];
  test.each(forged)('a token %s', async (_, claims) => {
    using forging = await startForgingProvider();
    forging.next = async () => tokenAnswer(await forging.sign({ nonce, ...claims }));
    expect(await outcome(clientOf(forging).redeem(secret, wayBack(forging.issuer)))).toBe('invalid');
  });

  test('a token of another key, of an algorithm that was not agreed on, or without a signature', async () => {
    using forging = await startForgingProvider();
    const client = clientOf(forging);
    const [other, edwards] = await Promise.all([
      jose.generateKeyPair('ES256'),
      jose.generateKeyPair('Ed25519'),
    ]);
    const right = await forging.sign({ nonce });
    const [, payload = ''] = right.split('.');
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
    const shared = new Uint8Array(Buffer.from('x'.repeat(32)));
    const tokens = [
      await forging.sign({ nonce }, { key: other.privateKey }),
      await forging.sign({ nonce }, { key: edwards.privateKey, alg: 'Ed25519' }),
      await new jose.SignJWT(jose.decodeJwt(right)).setProtectedHeader({ alg: 'HS256' }).sign(shared),
      `${unsigned}.${payload}.`,
      `${right.slice(0, -6)}AAAAAA`,
      'a.b.c',
      '',
    ];
    for (const token of tokens) {
      forging.next = () => tokenAnswer(token);
      expect([token, await outcome(client.redeem(secret, wayBack(forging.issuer)))]).toEqual([
        token,
        'invalid',
      ]);
    }
    forging.next = () => tokenAnswer(right);
    expect(await outcome(client.redeem(secret, wayBack(forging.issuer)))).toBe('ok');
  });

  test('the way back of another provider, of another sign-in, or with an error', async () => {
    using forging = await startForgingProvider();
    const client = clientOf(forging);
    forging.next = async () => tokenAnswer(await forging.sign({ nonce }));
    const come = (changed: Record<string, string | undefined>) =>
      outcome(client.redeem(secret, wayBack(forging.issuer, changed)));
    expect(await come({ iss: 'https://evil.example' })).toBe('invalid');
    expect(await come({ iss: undefined })).toBe('invalid');
    expect(await come({ state: 'other' })).toBe('invalid');
    expect(await come({ state: undefined })).toBe('invalid');
    expect(await come({ code: undefined })).toBe('invalid');
    expect(await come({ code: undefined, error: 'access_denied' })).toBe('denied');
    expect(forging.asked.get('/token')).toBeUndefined();
    expect(await come({})).toBe('ok');
  });
});

describe('a provider', () => {
  test('that is down is asked again soon, and one that answers is not asked each time', async () => {
    using forging = await startForgingProvider();
    const path = '/.well-known/openid-configuration';
    let clock = 0;
    const client = openProvider(
      { id: 'acme', name: 'Acme', issuer: forging.issuer, clientId },
      { now: () => clock },
    );
    forging.answers.set(path, () => new Response('down', { status: 503 }));
    const results = await Promise.all([1, 2, 3].map(() => outcome(client.metadata())));
    expect(results).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(await outcome(client.metadata())).toBe('unavailable');
    expect(forging.asked.get(path)).toBe(1);
    forging.answers.delete(path);
    clock += 3000;
    expect(await outcome(client.metadata())).toBe('ok');
    expect(await outcome(client.metadata())).toBe('ok');
    expect(forging.asked.get(path)).toBe(2);
    // After an hour it is asked again; what is known stays good if it is down then.
    clock += 3_600_000;
    forging.answers.set(path, () => new Response('down', { status: 503 }));
    expect(await outcome(client.metadata())).toBe('ok');
    expect(await outcome(client.metadata())).toBe('ok');
    expect(forging.asked.get(path)).toBe(3);
  });

  test('with metadata of another issuer, endpoints elsewhere, or too much to say is refused', async () => {
    using forging = await startForgingProvider();
    using inside = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('reached') });
    const path = '/.well-known/openid-configuration';
    const answering = (changed: Record<string, unknown>) => () =>
      Response.json({ ...metadataOf(forging.issuer), ...changed });
    forging.answers.set(path, answering({ issuer: 'https://evil.example' }));
    expect(await outcome(clientOf(forging).metadata())).toBe('unavailable');
    forging.answers.set(path, () => Response.redirect(inside.url.href));
    expect(await outcome(clientOf(forging).metadata())).toBe('unavailable');
    forging.answers.set(path, answering({ filler: 'x'.repeat(300_000) }));
    expect(await outcome(clientOf(forging).metadata())).toBe('unavailable');
    forging.answers.set(
      path,
      () => new Response('{'.repeat(1000), { headers: { 'content-type': 'application/json' } }),
    );
    expect(await outcome(clientOf(forging).metadata())).toBe('unavailable');
    // Another service on this machine, or in the same network.
    for (const url of [inside.url.href, 'https://127.0.0.1:1/', 'https://10.0.0.1/', 'http://example.com/']) {
      forging.answers.set(path, answering({ token_endpoint: url }));
      expect([url, await outcome(clientOf(forging).redeem(secret, wayBack(forging.issuer)))]).toEqual([
        url,
        'unavailable',
      ]);
    }
    expect(inside.pendingRequests).toBe(0);
  });

  test('that does not end its answer is given up', async () => {
    using forging = await startForgingProvider();
    const hanging = new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    forging.answers.set('/.well-known/openid-configuration', () => hanging);
    expect(await outcome(clientOf(forging, 300).metadata())).toBe('unavailable');
  });
});
