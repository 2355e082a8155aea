import type { Credential } from '../store/Credential.ts';
import { credentialState } from '../store/credentialState.ts';
import { isGranted } from './isGranted.ts';
import type { Route } from './route.ts';
import { verifySecret } from './verifySecret.ts';

/** What a secret proves about a credential as it is now; a changed credential is another object. */
export type Proof = {
  readonly credential: Credential | undefined;
  /** Until when the secret is one of its own. */
  readonly until: number;
  readonly isGranted: boolean;
};

/** Finds out what is true of a secret and a credential at any time. */
export function prove(credential: Credential | undefined, secret: string, route: Route): Proof {
  return {
    credential,
    until: verifySecret(credential, secret),
    isGranted: credential !== undefined && isGranted(credential.grants, route),
  };
}

/** The credential that a proof is about, where the proof holds and the credential is in force at a moment. */
export function provenAt({ credential, until }: Proof, now: number): Credential | undefined {
  if (credential === undefined || now >= until) return undefined;
  return credentialState(credential, now) === 'active' ? credential : undefined;
}
