import { randomBytes } from 'node:crypto';

/** Content codings that a response can have. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Chooses the content coding that the client's `Accept-Encoding` prefers. */
export function negotiateEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  const weightOf = (name: string): number => weights.get(name) ?? weights.get('*') ?? 0;
  const br = weightOf('br');
  const gzip = weightOf('gzip');
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
}

/** The entity tags that `If-None-Match` names, without quotes and whether weak or not; `*` stands for any. */
export function entityTagsIn(header: string): readonly string[] {
  if (header.trim() === '*') return ['*'];
  return header.split(',').flatMap((tag) => /^\s*(?:W\/)?"(.*)"\s*$/.exec(tag)?.[1] ?? []);
}

/** The client's own ID of a request, where it is safe to log and to send back. */
export function validRequestId(given: string | undefined): string | undefined {
  return given !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : undefined;
}

/** Makes a generator of request IDs. */
export function createRequestIds(): () => string {
  // A random prefix and a running number: unique, and far cheaper than randomness for each request.
  const prefix = randomBytes(9).toString('base64url');
  let number = 0;
  return () => `${prefix}-${(++number).toString(36)}`;
}
