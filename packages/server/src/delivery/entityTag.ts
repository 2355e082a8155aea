import type { Encoding } from './negotiateEncoding.ts';

/**
 * The fingerprint of an answer. It is made from the bytes that the reader gets and from nothing else,
 * so it tells nothing of what the reader can't see.
 */
export function fingerprint(bytes: Uint8Array): string {
  // A base that is a power of two is written far quicker.
  return Bun.hash.xxHash3(bytes).toString(32);
}

/** The entity tag of an answer as it is packed: other bytes, another tag. */
export function entityTag(print: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${print}"` : `"${print}-${encoding}"`;
}

/** The tags that `If-None-Match` names, without their quotes and however weak; `*` stands for any. */
export function readTags(header: string): readonly string[] {
  if (header.trim() === '*') return ['*'];
  return header.split(',').flatMap((tag) => /^\s*(?:W\/)?"(.*)"\s*$/.exec(tag)?.[1] ?? []);
}

/** Whether some tags name an answer, however it was packed. */
export function namesAnswer(tags: readonly string[], print: string): boolean {
  return tags.some((tag) => tag === print || tag === '*' || tag === `${print}-br` || tag === `${print}-gzip`);
}
