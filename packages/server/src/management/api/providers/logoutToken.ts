import * as jose from 'jose';
import { z } from 'zod';
import type { AuthToken } from '../../../store/Admin.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import { newAuthTokenId, sha256Of } from '../operators/authTokens.ts';
import { type ProviderClient, toleranceSeconds } from './openProviders.ts';

/** Who has signed out at a provider: one session of it, or all sessions of a subject. */
export type Logout = {
  readonly issuer: string;
  readonly jti: string;
  readonly sub?: string | undefined;
  readonly sid?: string | undefined;
};

/** A logout token is used at once; an old one is a replay. */
const ageSeconds = 600;
const event = 'http://schemas.openid.net/event/backchannel-logout';
/** Those with a key of the provider alone: a secret that both know could be used by whoever has the file. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
];

const text = z.string().min(1).max(500);
const logoutClaims = z
  .object({
    iss: z.string(),
    jti: text,
    sub: text.optional(),
    sid: text.optional(),
    events: z.object({ [event]: z.looseObject({}) }),
    // One with a nonce could be an ID token.
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

/** Creates the check of a provider's logout tokens; what it returns throws if a token is not valid. */
export function createLogoutCheck({ provider, metadata, fetch }: ProviderClient) {
  let keys: { readonly url: string; readonly set: ReturnType<typeof jose.createRemoteJWKSet> } | undefined;
  return async (token: string): Promise<Logout> => {
    const { issuer, jwks_uri: url } = await metadata();
    if (url === undefined) throw new Error('the provider has no keys');
    if (keys?.url !== url) {
      const get: jose.FetchImplementation = (address, { headers }) =>
        fetch(address, {
          ...{ method: 'GET', headers: Object.fromEntries(headers), body: undefined, redirect: 'manual' },
        });
      keys = { url, set: jose.createRemoteJWKSet(new URL(url), { [jose.customFetch]: get }) };
    }
    const { payload, protectedHeader } = await jose.jwtVerify(token, keys.set, {
      ...{ issuer, audience: provider.clientId, algorithms, clockTolerance: toleranceSeconds },
      ...{ maxTokenAge: ageSeconds, requiredClaims: ['iat', 'jti', 'events'] },
    });
    const { typ } = protectedHeader;
    if (typ !== undefined && !/^(application\/)?(logout\+jwt|jwt)$/i.test(typ)) throw new Error(`typ ${typ}`);
    const { jti, sub, sid } = logoutClaims.parse(payload);
    return { issuer, jti, sub, sid };
  };
}

/** Ends the sessions that have come from a session at the provider, and returns them; undefined if the token was used before. */
export async function endProviderSessions(
  writer: Writer,
  { issuer, jti, sub, sid }: Logout,
  { now, random }: { readonly now: () => number; readonly random: (bytes: number) => Uint8Array },
): Promise<readonly AuthToken[] | undefined> {
  const sha256 = sha256Of(`logout\n${JSON.stringify([issuer, jti])}`);
  if ((await writer.authToken(sha256)) !== undefined) return undefined;
  const expiresAt = now() + (ageSeconds + 2 * toleranceSeconds) * 1000;
  await writer.removeExpiredAuthTokens(now());
  await writer.putAuthToken({
    ...{ sha256, type: 'logout', id: newAuthTokenId(random), createdAt: now(), expiresAt },
  });
  const ended = (await allAuthTokens(writer)).filter(
    ({ providerSession: from }) =>
      from?.issuer === issuer &&
      (sub === undefined || from.subject === sub) &&
      // A provider that did not name its session when it was opened can only mean the person.
      (sid === undefined || from.sid === sid || (from.sid === undefined && sub !== undefined)),
  );
  for (const authToken of ended) await writer.removeAuthToken(authToken.sha256);
  return ended;
}

async function allAuthTokens(reader: StoreReader): Promise<readonly AuthToken[]> {
  const all: AuthToken[] = [];
  for (const { operatorId } of await reader.operators()) all.push(...(await reader.authTokens(operatorId)));
  return all;
}
