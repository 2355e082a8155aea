import { credentialHeaders } from '@newsstand/contract';
import type { Catalogue } from '../catalogue/Catalogue.ts';
import type { Credential } from '../store/Credential.ts';
import type { Refusal } from './Reply.ts';
import { refusals } from './refusals.ts';
import { verifySecret } from './verifySecret.ts';

/** Finds out whose request it is. */
export function identify(headers: Headers, catalogue: Catalogue, now: number): Credential | Refusal {
  const key = headers.get(credentialHeaders.key);
  const secret = headers.get(credentialHeaders.secret);
  if (key === null || secret === null) return refusals.credentialsMissing;
  const credential = catalogue.credential(key);
  const isRight = verifySecret(credential, secret, now);
  return isRight && credential !== undefined ? credential : refusals.credentialsInvalid;
}
