import { randomBytes } from 'node:crypto';

/** Makes the namer of requests: a reader's own ID where it is a sane one, else a new one. */
export function createRequestIds(): (given: string | null) => string {
  // A random beginning and a running number: unique, and far cheaper than randomness for each request.
  const beginning = randomBytes(9).toString('base64url');
  let number = 0;
  return (given) => {
    if (given !== null && /^[A-Za-z0-9._-]{1,128}$/.test(given)) return given;
    return `${beginning}-${(++number).toString(36)}`;
  };
}
