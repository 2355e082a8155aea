import { createHash } from 'node:crypto';
import * as jose from 'jose';
import type { Provider } from '../Provider.ts';
import { clientId } from './forgingProvider.ts';

/** An OpenID Connect provider. Nobody types a password there: whoever is `person` is signed in. */
export type TestProvider = AsyncDisposable & {
  readonly issuer: string;
  /** Who signs in next, with all claims. */
  person: Person;
  /** The client, once the console has an address. */
  register(managementUrl: string, providerId: string): void;
  /** An entry of the file of providers. */
  entry(id: string, more?: Partial<Provider>): Provider;
};

type Person = { readonly sub: string } & Readonly<Record<string, unknown>>;
export type StartProvider = (host?: string) => Promise<TestProvider>;

export const clientSecret = 'a secret that both know';

/** The claims of each scope. */
export const scopes = {
  openid: ['sub', 'sid'],
  email: ['email', 'email_verified'],
  profile: ['name', 'preferred_username', 'acme'],
  groups: ['groups'],
} as const;

type Session = { readonly id: string; readonly sub: string };
type Grant = { readonly session: Session; readonly asked: URLSearchParams };

/** Starts a provider at an address of its own: a small one, or, in the long run, another. */
export const startProvider: StartProvider = async (host = '127.0.0.1') => {
  const other = process.env['TESTS_PROVIDER'];
  if (other === undefined) return startSmallProvider(host);
  const module: { readonly startProvider: StartProvider } = await import(other);
  return module.startProvider(host);
};

async function startSmallProvider(host: string): Promise<TestProvider> {
  const { privateKey, publicKey } = await jose.generateKeyPair('RS256');
  const jwk = { ...(await jose.exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const sessions = new Map<string, Session>();
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  let back = { callback: '', console: '', logout: '' };

  const sign = (claims: Record<string, unknown>, typ = 'JWT') =>
    new jose.SignJWT({ iss: provider.issuer, aud: clientId, ...claims })
      .setProtectedHeader({ alg: 'RS256', typ, kid: 'one' })
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);

  /** What a person has agreed to tell. */
  const claimsOf = ({ session, asked }: Grant): Record<string, unknown> => {
    const all: Record<string, unknown> = { ...provider.person, sub: session.sub, sid: session.id };
    const words = asked.get('scope')?.split(' ') ?? [];
    const names = Object.entries(scopes).flatMap(([scope, own]) => (words.includes(scope) ? own : []));
    return Object.fromEntries(names.flatMap((name) => (name in all ? [[name, all[name]]] : [])));
  };

  function authorize(asked: URLSearchParams, known: Session | undefined): Response {
    const isRight = asked.get('client_id') === clientId && asked.get('redirect_uri') === back.callback;
    if (!isRight || asked.get('code_challenge_method') !== 'S256') return new Response(null, { status: 400 });
    const session = known ?? { id: crypto.randomUUID(), sub: provider.person.sub };
    sessions.set(session.id, session);
    const code = crypto.randomUUID();
    codes.set(code, { session, asked });
    const sent = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: provider.issuer });
    return redirect(`${back.callback}?${sent}`, session.id);
  }

  async function redeem(request: Request): Promise<Response> {
    const sent = new URLSearchParams(await request.text());
    const given = request.headers.get('authorization')?.replace(/^Basic /, '') ?? '';
    const [id, secret] = atob(given)
      .split(':')
      .map((text) => decodeURIComponent(text.replaceAll('+', ' ')));
    if (id !== clientId || secret !== clientSecret) return refusal(401, 'invalid_client');
    const code = sent.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      grant?.asked.get('code_challenge') === challenge && sent.get('redirect_uri') === back.callback;
    if (grant === undefined || !isRight) return refusal(400, 'invalid_grant');
    const token = crypto.randomUUID();
    tokens.set(token, grant);
    const idToken = await sign({ ...claimsOf(grant), nonce: grant.asked.get('nonce') });
    return Response.json({ access_token: token, token_type: 'Bearer', expires_in: 60, id_token: idToken });
  }

  /** Ends a session, and tells the client. */
  async function end(session: Session | undefined): Promise<void> {
    if (session === undefined || !sessions.delete(session.id)) return;
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const about = { sub: session.sub, sid: session.id, events, jti: crypto.randomUUID() };
    const body = new URLSearchParams({ logout_token: await sign(about, 'logout+jwt') });
    await fetch(back.logout, { method: 'POST', body });
  }

  async function respond(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, cookie = ''] = /\bsession=([^;]+)/.exec(request.headers.get('cookie') ?? '') ?? [];
    const known = sessions.get(cookie);
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return Response.json(metadataOf(provider.issuer));
      case '/jwks':
        return Response.json({ keys: [jwk] });
      case '/auth':
        return authorize(searchParams, known);
      case '/token':
        return redeem(request);
      case '/me': {
        const grant = tokens.get(request.headers.get('authorization')?.replace(/^Bearer /, '') ?? '');
        return grant === undefined ? refusal(401, 'invalid_token') : Response.json(claimsOf(grant));
      }
      case '/session/end':
      case '/session/end/confirm':
        await end(known);
        return redirect(back.console, '');
      default:
        return new Response(null, { status: 404 });
    }
  }

  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: respond });
  const issuer = `http://${host}:${server.port}`;
  const provider: TestProvider = {
    issuer,
    person: { sub: 'nobody' },
    register(managementUrl, providerId) {
      const own = `${managementUrl}/manage/v1/providers/${providerId}`;
      back = { callback: `${own}/callback`, console: `${managementUrl}/console/`, logout: `${own}/logout` };
    },
    entry: (id, more = {}) => entryOf(issuer, id, more),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
  return provider;
}

/** An entry of the file of providers. */
export function entryOf(issuer: string, id: string, more: Partial<Provider>): Provider {
  return { id, name: `Provider ${id}`, issuer, clientId, clientSecret, ...more };
}

function metadataOf(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
    end_session_endpoint: `${issuer}/session/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}

function redirect(location: string, session: string): Response {
  const cookie = `session=${session}; Path=/; HttpOnly; SameSite=Lax${session === '' ? '; Max-Age=0' : ''}`;
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } });
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
