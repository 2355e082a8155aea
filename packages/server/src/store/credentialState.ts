import type { Credential } from './Credential.ts';

/** Whether a credential is accepted at a moment, and if not, why. What is revoked is so on every clock, at once. */
export function credentialState(credential: Credential, now: number): 'active' | 'expired' | 'revoked' {
  if (credential.revokedAt !== undefined) return 'revoked';
  return credential.expiresAt !== undefined && credential.expiresAt <= now ? 'expired' : 'active';
}
