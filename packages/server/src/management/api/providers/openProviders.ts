import { createHash } from 'node:crypto';
import * as client from 'openid-client';
import type { ConnectOptions } from '../../../http/client/sendRequest.ts';
import type { Claims } from './claims.ts';
import type { Provider } from './Provider.ts';
import { createProviderFetch } from './providerFetch.ts';

/** How far the clock of a provider may be off, in seconds. */
export const toleranceSeconds = 30;
/** How long what a provider says of itself is kept. */
const metadataMilliseconds = 3_600_000;
/** After a failure, the provider is asked again only after this time. */
const retryMilliseconds = 3000;

/** What a provider has said about who signed in. */
export type Redeemed = { readonly issuer: string; readonly claims: Claims; readonly idToken: string };

/** A provider that does not respond, or not as it should. The message is for the log. */
export class ProviderError extends Error {
  /** `unavailable` if it can't be asked, `denied` if it says no, `invalid` if what it says can't be accepted. */
  readonly reason: 'unavailable' | 'denied' | 'invalid';

  constructor(reason: ProviderError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderError';
    this.reason = reason;
  }
}

/** A client of one provider. */
export type ProviderClient = {
  readonly provider: Provider;
  /** What discovery has found. */
  metadata(): Promise<client.ServerMetadata>;
  /** Where the browser goes to sign in. */
  authorizationUrl(secret: string, redirectUri: string): Promise<URL>;
  /** Exchanges the code that the browser has brought back for what the provider says, once all of it is checked. */
  redeem(secret: string, url: URL): Promise<Redeemed>;
  /** Where the browser goes to sign out; undefined if the provider has no such page. */
  logoutUrl(idToken: string | undefined, returnTo: string): Promise<URL | undefined>;
  readonly fetch: client.CustomFetch;
};

/**
 * What protects a sign-in on its way, all derived from the secret in the browser's cookie: a store that leaks holds nothing
 * that helps to complete it.
 */
export function derivedFrom(secret: string): {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
} {
  const derive = (use: string) => createHash('sha256').update(`${use} ${secret}`).digest('base64url');
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') };
}

/** Opens a client of a provider. Nothing is asked before it is needed: a provider that is down must not stop the service. */
export function openProvider(
  provider: Provider,
  options: ConnectOptions & { readonly now?: () => number } = {},
): ProviderClient {
  const { now = () => performance.now(), ...connecting } = options;
  const fetch = createProviderFetch(provider.issuer, connecting);
  let known: { readonly at: number; readonly configuration: client.Configuration } | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<client.Configuration> | undefined;
  const ask = async () => {
    try {
      known = { at: now(), configuration: await discover(provider, fetch) };
      return known.configuration;
    } catch (error) {
      failedAt = now();
      // What the provider said before is most probably still true.
      if (known !== undefined) return known.configuration;
      throw error;
    } finally {
      asking = undefined;
    }
  };
  /** Concurrent sign-ins wait for one discovery. */
  const configuration = async (): Promise<client.Configuration> => {
    const isFresh = known !== undefined && now() - known.at < metadataMilliseconds;
    const hasFailed = now() - failedAt < retryMilliseconds;
    if (known !== undefined && (isFresh || hasFailed)) return known.configuration;
    if (hasFailed) throw new ProviderError('unavailable', `${provider.id} was unavailable just now`);
    asking ??= ask();
    return asking;
  };
  return {
    provider,
    fetch,
    metadata: async () => (await configuration()).serverMetadata(),
    async authorizationUrl(secret, redirectUri) {
      const { state, nonce, verifier } = derivedFrom(secret);
      const { isSecondFactor } = provider;
      const acr = typeof isSecondFactor === 'object' ? isSecondFactor.acr : undefined;
      return client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: (provider.scopes ?? ['openid', 'profile', 'email']).join(' '),
        ...{ state, nonce, code_challenge_method: 'S256' },
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        ...(acr !== undefined && { acr_values: acr.join(' ') }),
      });
    },
    async redeem(secret, url) {
      const { state, nonce, verifier } = derivedFrom(secret);
      const config = await configuration();
      try {
        const tokens = await client.authorizationCodeGrant(config, url, {
          ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || tokens.id_token === undefined)
          throw new ProviderError('invalid', `${provider.id} sent no ID token`);
        const further = provider.userinfo
          ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
          : {};
        return {
          issuer: claims.iss,
          claims: { ...unsigned(further, claims), ...claims },
          idToken: tokens.id_token,
        };
      } catch (error) {
        throw explain(provider, error);
      }
    },
    async logoutUrl(idToken, returnTo) {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(config, {
        post_logout_redirect_uri: returnTo,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      });
    },
  };
}

/** How somebody signed in only the signed token says, and whether an address is verified only what names the address. */
function unsigned(profile: Claims, signed: Claims): Claims {
  const isOther = signed['email'] !== undefined && signed['email'] !== profile['email'];
  const dropped = ['acr', 'amr', 'sid', ...(isOther ? ['email_verified'] : [])];
  return Object.fromEntries(Object.entries(profile).filter(([name]) => !dropped.includes(name)));
}

async function discover(
  { id, issuer, clientId, clientSecret }: Provider,
  fetch: client.CustomFetch,
): Promise<client.Configuration> {
  const isPlain = issuer.startsWith('http:');
  try {
    return await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: toleranceSeconds },
      clientSecret === undefined ? client.None() : secretOf(clientSecret),
      {
        // Without these, the signature of an ID token that came from the provider directly is not checked.
        execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
        [client.customFetch]: fetch,
        timeout: 10,
      },
    );
  } catch (error) {
    throw new ProviderError('unavailable', `${id} cannot be discovered: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** By the header, unless the provider takes the secret only in the body. */
function secretOf(secret: string): client.ClientAuth {
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (as, ...rest) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return methods.includes('client_secret_basic') ? basic(as, ...rest) : post(as, ...rest);
  };
}

function explain({ id }: Provider, error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const message = `${id}: ${messageOf(error)}`;
  if (error instanceof client.AuthorizationResponseError)
    return new ProviderError('denied', `${id} says ${error.error.slice(0, 100)}`, { cause: error });
  if (error instanceof client.ResponseBodyError)
    return new ProviderError('invalid', `${id} says ${error.error.slice(0, 100)}`, { cause: error });
  const cause = error instanceof Error ? error.cause : undefined;
  const isAway = error instanceof Error && (error.name === 'RequestError' || error.name === 'TimeoutError');
  const isCauseAway = cause instanceof Error && cause.name === 'RequestError';
  return new ProviderError(isAway || isCauseAway ? 'unavailable' : 'invalid', message, { cause: error });
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error instanceof Error ? error.message : error}${cause}`.slice(0, 500);
}
