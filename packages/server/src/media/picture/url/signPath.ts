import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of a picture's path: HMAC-SHA1 as base64url, with its padding. */
export function signPath(key: string, path: string): string {
  // 20 bytes are 27 characters and always one of padding, which this encoding leaves out.
  return `${createHmac('sha1', key).update(path).digest('base64url')}=`;
}

/** Whether a signature is the one of this path, compared in constant time. */
export function isSigned(key: string, signature: string, path: string): boolean {
  // Hashes are of one length, so that a signature of another length takes the same way.
  return timingSafeEqual(Bun.SHA256.hash(signature), Bun.SHA256.hash(signPath(key, path)));
}
