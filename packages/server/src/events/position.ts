import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Catalogue } from '../catalogue/Catalogue.ts';
import type { Position } from './readEvents.ts';

/** Writes positions for clients, and reads them. */
export type PositionCodec = {
  encode(position: Position): string;
  /** Undefined if it is none, or was written with another key. */
  decode(text: string): Position | undefined;
};

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const markBytes = 16;
const plainBytes = 8 + 8 + markBytes;
const encodedBytes = nonceBytes + plainBytes + tagBytes;

/**
 * Positions are encrypted: a revision counts hidden writes too, so that two positions would tell how often somebody has
 * saved a draft in between. All nodes of a store derive the same key from its secret.
 */
export function createPositionCodec(secret: string): PositionCodec {
  const key = createHmac('sha256', secret).update('positions of events').digest();
  return {
    encode({ revision, mark, at }) {
      const plain = Buffer.alloc(plainBytes);
      plain.writeDoubleBE(revision, 0);
      plain.writeDoubleBE(at, 8);
      plain.write(mark, 16, 'hex');
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce);
      const sealed = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },
    decode(text) {
      const sealed = Buffer.from(text, 'base64url');
      if (sealed.length !== encodedBytes || sealed.toString('base64url') !== text) return undefined;
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      try {
        const plain = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
        decipher.final();
        const revision = plain.readDoubleBE(0);
        // Only an empty store has no mark.
        const mark = revision === 0 ? '' : plain.toString('hex', 16);
        return { revision, mark, at: plain.readDoubleBE(8) };
      } catch {
        return undefined;
      }
    },
  };
}

/** What waiting for a position needs. */
type AwaitOptions = {
  readonly catalogue: Catalogue;
  readonly positions: PositionCodec;
  readonly now: () => number;
  /** Resolves when the content of the time of the call is shown. */
  readonly look: () => Promise<void>;
  readonly patienceMilliseconds?: number;
};

const pauseMilliseconds = 5;

/**
 * Whether this process shows everything up to a position, by writes and by the clock: whoever heard of an event elsewhere
 * must not read what was before it. A promise if it has to be waited for; false if that takes too long.
 */
export function awaitPosition(options: AwaitOptions, text: string): true | Promise<boolean> {
  const { catalogue, positions, now, look, patienceMilliseconds = 2000 } = options;
  const position = positions.decode(text);
  if (position === undefined) return true;
  const isShown = () => (catalogue.bookmark?.revision ?? -1) >= position.revision;
  const isReached = () => isShown() && now() >= position.at;
  return isReached() || wait();

  async function wait(): Promise<boolean> {
    for (const end = performance.now() + patienceMilliseconds; performance.now() < end; ) {
      if (!isShown()) await look();
      if (isReached()) return true;
      await Bun.sleep(pauseMilliseconds);
    }
    return false;
  }
}
