import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer } from '@newsstand/contract/manage';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod';

/** What a page and its authenticator say. Defaults are what an honest one says; attacks change it. */
type Lies = {
  readonly origin?: string;
  readonly site?: string;
  readonly challenge?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
};

/** A passkey in software, as a browser at this origin has it. */
export function createSoftPasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = z.object({ x: z.string(), y: z.string() }).parse(publicKey.export({ format: 'jwk' }));
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]),
  );
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }),
    );
  const authenticatorData = (extra: Uint8Array, flags: number, lies: Lies) => {
    counter = lies.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const site = createHash('sha256')
      .update(lies.site ?? new URL(origin).hostname)
      .digest();
    const verified = lies.isVerified === false ? 0 : 4;
    return Buffer.concat([site, Buffer.from([1 | verified | flags]), count, extra]);
  };

  return {
    id,
    create(challenge: string, lies: Lies = {}): NewPasskey['answer'] {
      const length = Buffer.from([0, rawId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, cose]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authenticatorData(credential, 64, lies))],
        ]),
      );
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      };
      return { id, rawId: id, type: 'public-key', response };
    },
    get(challenge: string, lies: Lies = {}): PasskeyAnswer {
      const data = clientData('webauthn.get', challenge, lies);
      const authData = authenticatorData(Buffer.alloc(0), 0, lies);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}

function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64url'));
}
