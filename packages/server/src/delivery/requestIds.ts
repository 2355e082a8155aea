import { randomBytes } from 'node:crypto';

/** Makes the namer of requests. */
export function createRequestIds(): () => string {
  // A random beginning and a running number: unique, and far cheaper than randomness for each request.
  const beginning = randomBytes(9).toString('base64url');
  let number = 0;
  return () => `${beginning}-${(++number).toString(36)}`;
}

/** A reader's own ID of a request, where it is a sane one. */
export function saneRequestId(given: string | undefined): string | undefined {
  return given !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : undefined;
}
