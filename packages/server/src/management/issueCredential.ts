import { createHash } from 'node:crypto';
import { type Credential, type Grant, isExplorerName, type SecretHash } from '../store/Credential.ts';
import type { AuditEvent } from './api/writeAs.ts';

/** The sources of time and randomness. */
type Source = { readonly now: () => number; readonly random: (bytes: number) => Uint8Array };

/** A credential, and its secret, which is known only now. */
export type Issued = { readonly credential: Credential; readonly secret: string };

/** The properties of a new credential. */
type CredentialOrder = {
  readonly name: string;
  readonly grants: readonly Grant[];
  readonly preview: boolean;
  readonly expiresAt?: number | undefined;
  readonly item?: Credential['item'];
  readonly createdBy?: string | undefined;
};

/** Creates a key and its secret. */
export function issueCredential(order: CredentialOrder, { now, random }: Source): Issued {
  const secret = newSecret(random);
  const credential = { key: newKey(random), secrets: [hashOf(secret)], createdAt: now(), ...order };
  return { credential, secret };
}

/** Gives a key a new secret. Earlier secrets work until the end of the grace period at most. */
export function rotateCredential(
  credential: Credential,
  graceMilliseconds: number,
  { now, random }: Source,
): Issued {
  const secret = newSecret(random);
  const until = now() + graceMilliseconds;
  const kept = credential.secrets
    .map((old) => ({ ...old, until: Math.min(old.until ?? until, until) }))
    .filter((old) => old.until > now());
  return { credential: { ...credential, secrets: [hashOf(secret), ...kept] }, secret };
}

function hashOf(secret: string): SecretHash {
  return { sha256: createHash('sha256').update(secret).digest('hex') };
}

function newSecret(random: Source['random']): string {
  return `nss_${Buffer.from(random(32)).toString('base64url')}`;
}

/** Letters and digits without lookalikes: no 0 and O, no I and l. */
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const keyCharacters = 22;

function newKey(random: Source['random']): string {
  let key = '';
  while (key.length < keyCharacters) {
    for (const byte of random(keyCharacters)) {
      // Only the lower six bits, and values past the alphabet are dropped: every character is equally likely.
      if (key.length < keyCharacters) key += alphabet[byte & 63] ?? '';
    }
  }
  return `nsk_${key}`;
}

/** The audit events of a key: one for each project, so that its owners see it. */
export function keyAuditEvents(action: string, { key, name, grants }: Credential): readonly AuditEvent[] {
  const projectIds = [...new Set(grants.map(({ projectId }) => projectId))];
  // The log outlives the operator whom the explorer's key names.
  const details = { name: isExplorerName(name) ? 'Explorer' : name };
  return projectIds.map((projectId) => ({ action, projectId, target: `keys/${key}`, details }));
}
