import { timingSafeEqual } from 'node:crypto';
import type { Credential } from '../store/Credential.ts';
import { credentialState } from '../store/credentialState.ts';

/** Whether a credential is in force and the secret is one of its own, compared in constant time. */
export function verifySecret(credential: Credential | undefined, secret: string, now: number): boolean {
  const given = Bun.SHA256.hash(secret);
  // An unknown key takes the same way, so that the time taken does not tell it from a known one.
  let right = false;
  for (const { hash, until } of hashesOf(credential ?? nobody)) {
    if (timingSafeEqual(given, hash) && now < until) right = true;
  }
  return right && credential !== undefined && credentialState(credential, now) === 'active';
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
