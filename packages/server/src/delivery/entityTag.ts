import type { Encoding } from './negotiateEncoding.ts';

/**
 * The fingerprint of an answer. It is made from the bytes that the reader gets and from nothing else,
 * so it tells nothing of what the reader can't see.
 */
export function fingerprint(bytes: Uint8Array): string {
  return Bun.hash.xxHash3(bytes).toString(36);
}

/** The entity tag of an answer as it is packed: other bytes, another tag. */
export function entityTag(print: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${print}"` : `"${print}-${encoding}"`;
}

/** Whether `If-None-Match` names an answer, however it was packed. */
export function namesAnswer(header: string, print: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => {
    const opaque = tag.trim().replace(/^W\//, '');
    return opaque === `"${print}"` || opaque === `"${print}-br"` || opaque === `"${print}-gzip"`;
  });
}
