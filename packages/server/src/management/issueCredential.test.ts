import { describe, expect, test } from 'bun:test';
import { createHash, randomBytes } from 'node:crypto';
import type { Credential } from '../store/Credential.ts';
import { issueCredential, rotateCredential } from './issueCredential.ts';

const order = { name: 'site', grants: [{ projectId: 'acme' }], preview: false };
const at = (moment: number) => ({ now: () => moment, random: randomBytes });
const sha256 = (secret: string) => createHash('sha256').update(secret).digest('hex');

describe('issueCredential', () => {
  test('creates a key, and a secret of which only the hash is stored', () => {
    const { credential, secret } = issueCredential({ ...order, expiresAt: 9 }, at(5));
    expect(credential.key).toMatch(/^nsk_[1-9A-HJ-NP-Za-km-z]{22}$/);
    expect(secret).toMatch(/^nss_[A-Za-z0-9_-]{43}$/);
    expect(credential).toMatchObject({ ...order, createdAt: 5, expiresAt: 9 });
    expect(credential.secrets).toEqual([{ sha256: sha256(secret) }]);
    expect(JSON.stringify(credential)).not.toContain(secret);
  });

  test('uses every character of the alphabet and never two keys alike', () => {
    const keys = Array.from({ length: 500 }, () => issueCredential(order, at(0)).credential.key);
    expect(new Set(keys).size).toBe(500);
    expect(new Set(keys.flatMap((key) => [...key.slice(4)])).size).toBe(58);
  });

  test('draws random bytes until the key is complete', () => {
    let call = 0;
    const random = (bytes: number) => new Uint8Array(bytes).fill(call++ === 1 ? 63 : 0);
    const { credential } = issueCredential(order, { now: () => 0, random });
    expect(credential.key).toBe(`nsk_${'1'.repeat(22)}`);
  });
});

describe('rotateCredential', () => {
  const { credential: first } = issueCredential(order, at(0));

  test('lets the old secret work until the grace time is over', () => {
    const { credential, secret } = rotateCredential(first, 100, at(1000));
    expect(credential).toEqual({
      ...first,
      secrets: [{ sha256: sha256(secret) }, { sha256: first.secrets[0]?.sha256 ?? '', until: 1100 }],
    });
  });

  test('drops the old secret at once without a grace period', () => {
    const { credential, secret } = rotateCredential(first, 0, at(1000));
    expect(credential.secrets).toEqual([{ sha256: sha256(secret) }]);
  });

  test('never prolongs a secret that is already on its way out, but can cut it short', () => {
    const second = rotateCredential(first, 100, at(1000)).credential;
    const untils = (credential: Credential) => credential.secrets.map((secret) => secret.until);
    expect(untils(rotateCredential(second, 500, at(1050)).credential)).toEqual([undefined, 1550, 1100]);
    expect(untils(rotateCredential(second, 10, at(1050)).credential)).toEqual([undefined, 1060, 1060]);
    expect(untils(rotateCredential(second, 500, at(1100)).credential)).toEqual([undefined, 1600]);
  });
});
