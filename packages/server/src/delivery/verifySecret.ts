import { timingSafeEqual } from 'node:crypto';
import type { Credential } from '../store/Credential.ts';

/**
 * Until when a secret is one of a credential's own, compared in constant time: -Infinity where it is not.
 * Whether the credential itself is in force is another question.
 */
export function verifySecret(credential: Credential | undefined, secret: string): number {
  const given = Bun.SHA256.hash(secret);
  // An unknown key takes the same way, so that the time taken does not tell it from a known one.
  let last = -Infinity;
  for (const { hash, until } of hashesOf(credential ?? nobody)) {
    if (timingSafeEqual(given, hash) && until > last) last = until;
  }
  return credential === undefined ? -Infinity : last;
}

type Hash = { readonly hash: Buffer; readonly until: number };

const decoded = new WeakMap<Credential, readonly Hash[]>();

function hashesOf(credential: Credential): readonly Hash[] {
  let hashes = decoded.get(credential);
  if (hashes === undefined) {
    hashes = credential.secrets.map(({ sha256, until = Infinity }) => ({
      hash: Buffer.from(sha256, 'hex'),
      until,
    }));
    decoded.set(credential, hashes);
  }
  return hashes;
}

const nobody: Credential = {
  key: '',
  name: '',
  secrets: [{ sha256: '00'.repeat(32) }],
  grants: [],
  preview: false,
  createdAt: 0,
};
