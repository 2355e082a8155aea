import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import {
  backupName,
  createManifest,
  encodeManifest,
  isBackupName,
  type Manifest,
  parseManifest,
} from './Manifest.ts';

const digest = { bytes: 5, sha256: 'ab'.repeat(32) };
const manifest: Manifest = createManifest({
  ...{ name: '2026-01-31T06-00-00.000Z', createdAt: 1, program: '1.0.0', schema: 5, engine: 'SQLite' },
  originals: 'copied',
  counts: {
    ...{ records: 1, versions: 2, spaces: 3, instances: 4, keys: 5, operators: 6 },
    ...{ webhooks: 7, auditEntries: 8, originals: 9, originalBytes: 10, missing: 0 },
  },
  files: { 'store.db': digest, 'originals.ndjson': digest },
});
const text = encodeManifest(manifest);

test('a manifest is read as it was written', () => {
  expect(parseManifest(text, 'it')).toEqual(manifest);
});

test('any change of its meaning is noticed', () => {
  const change = fc.tuple(
    fc.nat(text.length - 1),
    fc.nat(2),
    fc.constantFrom('', '0', '9', 'a', '"', ',', '}'),
  );
  fc.assert(
    fc.property(change, ([at, length, other]) => {
      const changed = text.slice(0, at) + other + text.slice(at + length);
      try {
        expect(parseManifest(changed, 'it')).toEqual(manifest);
      } catch (error) {
        expect(`${error}`).toMatch(/^BackupError: it (is damaged|has format \d+, but this version)/);
      }
    }),
    { numRuns: runs(500) },
  );
  for (const cut of ['', '{', text.slice(0, -3), '[]', 'null', '{"format":1}'])
    expect(() => parseManifest(cut, 'it')).toThrow('it is damaged');
});

test('one that was forged cannot write to a terminal, or have a time that is none', () => {
  const forge = (change: object) => {
    const value = { ...manifest, ...change };
    const sha256 = new Bun.CryptoHasher('sha256').update(JSON.stringify(value)).digest('hex');
    return () => parseManifest(JSON.stringify({ ...value, sha256 }), 'it');
  };
  expect(forge({ program: '2.0.0' })()).toEqual({ ...manifest, program: '2.0.0' });
  for (const change of [{ program: '\u001b[2J' }, { engine: 'S\nQ' }, { createdAt: 9e15 }, { createdAt: -1 }])
    expect(forge(change)).toThrow('it is damaged');
});

test('names are sorted by time', () => {
  const times = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(times, times, (one, other) => {
      expect(isBackupName(backupName(one))).toBe(true);
      expect(backupName(one) < backupName(other)).toBe(one < other);
    }),
  );
});
