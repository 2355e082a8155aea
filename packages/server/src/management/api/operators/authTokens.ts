import { createHash } from 'node:crypto';

/** Prefixes tell the types of secrets apart, for the console and for scanners of leaked secrets. */
const beginnings = {
  session: '',
  token: 'nst_',
  invitation: 'nsi_',
  email: 'nsm_',
  ownership: 'nso_',
  pending: 'nsp_',
  breakGlass: 'nsb_',
} as const;

type Random = (bytes: number) => Uint8Array;

/** A secret of 256 random bits. */
export function newAuthTokenSecret(type: keyof typeof beginnings, random: Random): string {
  return beginnings[type] + Buffer.from(random(32)).toString('base64url');
}

/** The stored form of a secret. It has 256 random bits, so a slow hash would add nothing. */
export function sha256Of(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** An ID of 96 random bits. */
export function newAuthTokenId(random: Random): string {
  return Buffer.from(random(12)).toString('hex');
}

/** How long an idle session lasts. */
export const idleMilliseconds = 12 * 3_600_000;
/** How long a session lasts at most. */
export const mostMilliseconds = 7 * 86_400_000;
/** How long a link is valid that signs in whatever the policy says. */
export const breakGlassMilliseconds = 3_600_000;
/** How long an invitation is valid. */
export const invitationMilliseconds = 7 * 86_400_000;
/** How long a sign-in may wait for its second factor. */
export const pendingMilliseconds = 10 * 60_000;
