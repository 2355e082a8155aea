import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signature of a picture path: HMAC-SHA1 in base64url, padded. */
export function signPath(key: string, path: string): string {
  // 20 bytes make 27 characters and one of padding, which `base64url` omits.
  return `${createHmac('sha1', key).update(path).digest('base64url')}=`;
}

/** Verifies a signature in constant time. */
export function isSigned(key: string, signature: string, path: string): boolean {
  // Comparing hashes, since `timingSafeEqual` requires equal lengths.
  return timingSafeEqual(Bun.SHA256.hash(signature), Bun.SHA256.hash(signPath(key, path)));
}
