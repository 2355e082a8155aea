import * as jose from 'jose';

/** A provider that says and signs whatever a test wants. */
export type ForgingProvider = Disposable & {
  readonly issuer: string;
  /** What the token endpoint answers next: the claims of the ID token, or how it is made. */
  next: (sent: URLSearchParams) => Promise<Response> | Response;
  /** Replaces the answer of a path, such as the metadata. */
  readonly answers: Map<string, (request: Request) => Response | Promise<Response>>;
  /** How often each path was asked for. */
  readonly asked: Map<string, number>;
  /** An ID token with right claims, apart from the given ones; undefined removes one. */
  sign(
    claims: Record<string, unknown>,
    header?: { alg?: string; typ?: string; key?: CryptoKey },
  ): Promise<string>;
};

export const clientId = 'newsstand';

/** Starts a provider at an address of its own. */
export async function startForgingProvider(): Promise<ForgingProvider> {
  const { privateKey, publicKey } = await jose.generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await jose.exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const answers: ForgingProvider['answers'] = new Map();
  const asked: ForgingProvider['asked'] = new Map();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      asked.set(pathname, (asked.get(pathname) ?? 0) + 1);
      const given = answers.get(pathname);
      if (given !== undefined) return given(request);
      if (pathname === '/.well-known/openid-configuration') return Response.json(metadataOf(forging.issuer));
      if (pathname === '/jwks') return Response.json({ keys: [jwk] });
      if (pathname === '/token') return forging.next(new URLSearchParams(await request.text()));
      return new Response(null, { status: 404 });
    },
  });
  const forging: ForgingProvider = {
    issuer: server.url.origin,
    next: () => new Response(null, { status: 500 }),
    ...{ answers, asked },
    sign(claims, { alg = 'ES256', typ = 'JWT', key = privateKey } = {}) {
      const now = Math.floor(Date.now() / 1000);
      const right = { iss: forging.issuer, aud: clientId, iat: now, exp: now + 300, sub: 'mia' };
      return new jose.SignJWT(JSON.parse(JSON.stringify({ ...right, ...claims })))
        .setProtectedHeader({ alg, typ, kid: 'one' })
        .sign(key);
    },
    [Symbol.dispose]: () => void server.stop(true),
  };
  return forging;
}

/** What such a provider says of itself. */
export function metadataOf(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** The answer of the token endpoint with an ID token. */
export function tokenAnswer(idToken: string): Response {
  return Response.json({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken });
}
