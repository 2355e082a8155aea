import { timingSafeEqual } from 'node:crypto';
import type { KeyUsage } from '../store/Admin.ts';
import { type Credential, credentialState, type Grant } from '../store/Credential.ts';

/** The credentials that a request carries. */
export type Credentials = { readonly key: string; readonly secret: string };

/** A credential whose secret was sent, and when that secret ends. */
export type Authenticated = { readonly credential: Credential; readonly secretUntil: number };

/** Authenticates requests, and counts how often each key is used. */
export type Authenticator = {
  /** Undefined if the key is unknown, expired or revoked, or the secret does not match. */
  authenticate(credentials: Credentials, now: number): Authenticated | undefined;
  /** Whether credentials that were authenticated before still are, and still grant the same. */
  isUnchanged(credentials: Credentials, before: Authenticated, now: number): boolean;
  /** How often keys were used since the last call. */
  drainUsage(): readonly KeyUsage[];
};

/** The result of verifying a secret. A changed credential is another object. */
type Verified = { readonly credential: Credential | undefined; readonly secretUntil: number };

/** Makes the authenticator; `credentialOf` looks up a credential as it is now. */
export function createAuthenticator(credentialOf: (key: string) => Credential | undefined): Authenticator {
  /** Without it, the hash makes a list that comes again and again take 30 % longer in this process. */
  const verifications = new WeakMap<Credentials, Verified>();
  const usage = new Map<string, { requests: number; lastUsedAt: number }>();

  function verify(credentials: Credentials): Verified {
    const credential = credentialOf(credentials.key);
    const known = verifications.get(credentials);
    if (known !== undefined && known.credential === credential) return known;
    const verified = { credential, secretUntil: verifySecret(credential, credentials.secret) };
    verifications.set(credentials, verified);
    return verified;
  }

  function countUse(key: string, now: number): void {
    const counted = usage.get(key);
    if (counted === undefined) usage.set(key, { requests: 1, lastUsedAt: now });
    else {
      counted.requests++;
      counted.lastUsedAt = now;
    }
  }

  function current(credentials: Credentials, now: number): Authenticated | undefined {
    const { credential, secretUntil } = verify(credentials);
    if (credential === undefined || now >= secretUntil) return undefined;
    return credentialState(credential, now) === 'active' ? { credential, secretUntil } : undefined;
  }

  return {
    authenticate(credentials, now) {
      const authenticated = current(credentials, now);
      if (authenticated !== undefined) countUse(authenticated.credential.key, now);
      return authenticated;
    },
    isUnchanged(credentials, before, now) {
      const { credential } = current(credentials, now) ?? {};
      if (credential === before.credential) return true;
      return (
        credential !== undefined &&
        credential.preview === before.credential.preview &&
        Bun.deepEquals(credential.grants, before.credential.grants)
      );
    },
    drainUsage() {
      const drained = Array.from(usage, ([key, { requests, lastUsedAt }]) => {
        return { key, day: Math.floor(lastUsedAt / dayMilliseconds), requests, lastUsedAt };
      });
      usage.clear();
      return drained;
    },
  };
}

const dayMilliseconds = 86_400_000;

/** When a secret of a credential ends, compared in constant time; -Infinity if the secret is not one of them. */
function verifySecret(credential: Credential | undefined, secret: string): number {
  const given = Bun.SHA256.hash(secret);
  // An unknown key takes the same path, so that timing does not distinguish it from a known one.
  let last = -Infinity;
  for (const { sha256, until = Infinity } of credential?.secrets ?? noSecrets) {
    if (timingSafeEqual(given, Buffer.from(sha256, 'hex')) && until > last) last = until;
  }
  return credential === undefined ? -Infinity : last;
}

const noSecrets: Credential['secrets'] = [{ sha256: '00'.repeat(32) }];

/** The scope of a request; `instanceId` only for news and banners. */
export type Scope = {
  readonly projectId: string | undefined;
  readonly spaceId: string | undefined;
  readonly instanceId: string | undefined;
};

/** Whether one of the grants covers a scope. An instance's grant does not reach the collections of its space. */
export function isGranted(grants: readonly Grant[], scope: Scope): boolean {
  return grants.some(
    (grant) =>
      grant.projectId === scope.projectId &&
      (grant.spaceId === undefined || grant.spaceId === scope.spaceId) &&
      (grant.instanceId === undefined || grant.instanceId === scope.instanceId),
  );
}
