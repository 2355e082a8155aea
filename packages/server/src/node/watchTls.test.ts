import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../../../tests/testing/until.ts';
import { ConfigError } from '../config/readConfig.ts';
import { encryptedKey, expiredPair, firstPair, secondPair } from '../http/testing/certificates.ts';
import { type TlsPair, validityOf } from '../http/tls.ts';
import type { Logger } from '../log/createLog.ts';
import { checkTls, type WatchedTls, watchTls } from './watchTls.ts';

let folder: string;
let logged: [level: string, message: string][];
let changes: TlsPair[];
let watched: WatchedTls | undefined;
/** Why a listener refuses a new pair. */
let refusal: Error | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsstand-test-'));
  [logged, changes, refusal] = [[], [], undefined];
});
afterEach(() => {
  watched?.close();
  watched = undefined;
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);
const write = ({ cert, key }: TlsPair, inFolder = '.') => {
  writeFileSync(at(`${inFolder}/tls.crt`), cert);
  writeFileSync(at(`${inFolder}/tls.key`), key);
};

function watch(inFolder = '.', { now = Date.now, lookMilliseconds = 3_600_000 } = {}): WatchedTls {
  const to = (level: string) => (_: unknown, message: string) => void logged.push([level, message]);
  const log: Logger = { debug: to('debug'), info: to('info'), warn: to('warn'), error: to('error') };
  watched?.close();
  const onChange = (pair: TlsPair) => {
    if (refusal !== undefined) throw refusal;
    changes.push(pair);
  };
  watched = watchTls({
    files: { cert: at(`${inFolder}/tls.crt`), key: at(`${inFolder}/tls.key`) },
    names: { cert: 'tlsCert', key: 'tlsKey' },
    ...{ log, now, lookMilliseconds, onChange },
  });
  return watched;
}

function faultOf(): string {
  try {
    watch();
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.join('; ');
    throw error;
  }
  return '';
}

test('a pair that cannot be used is reported with its setting and its path', () => {
  expect(faultOf()).toBe(
    `NEWSSTAND_TLS_CERT: ${at('tls.crt')} does not exist; NEWSSTAND_TLS_KEY: ${at('tls.key')} does not exist`,
  );
  writeFileSync(at('tls.crt'), firstPair.cert);
  expect(faultOf()).toBe(`NEWSSTAND_TLS_KEY: ${at('tls.key')} does not exist`);
  mkdirSync(at('tls.key'));
  expect(faultOf()).toBe(`NEWSSTAND_TLS_KEY: ${at('tls.key')} is a folder`);
  rmSync(at('tls.key'), { recursive: true });
  writeFileSync(at('tls.key'), secondPair.key);
  expect(faultOf()).toBe(
    `NEWSSTAND_TLS_KEY: ${at('tls.key')} is not the key of the first certificate; replace both together`,
  );
  writeFileSync(at('tls.key'), encryptedKey);
  expect(faultOf()).toStartWith(`NEWSSTAND_TLS_KEY: ${at('tls.key')} is encrypted`);
  write({ cert: 'x', key: 'x' });
  expect(faultOf()).toBe(`NEWSSTAND_TLS_CERT: ${at('tls.crt')} is not a certificate in PEM format`);
});

test('all files of all listeners that cannot be used are reported at once', () => {
  const managed = { cert: at('other.crt'), key: at('other.key') };
  const listeners = [
    {
      files: { cert: at('tls.crt'), key: at('tls.key') },
      names: { cert: 'tlsCert', key: 'tlsKey' } as const,
    },
    { files: managed, names: { cert: 'managementTlsCert', key: 'managementTlsKey' } as const },
  ];
  expect(() => checkTls(listeners)).toThrow(
    new ConfigError([
      `NEWSSTAND_TLS_CERT: ${at('tls.crt')} does not exist`,
      `NEWSSTAND_TLS_KEY: ${at('tls.key')} does not exist`,
      `NEWSSTAND_MANAGEMENT_TLS_CERT: ${at('other.crt')} does not exist`,
      `NEWSSTAND_MANAGEMENT_TLS_KEY: ${at('other.key')} does not exist`,
    ]),
  );
});

test('a new pair is used, however it gets there', async () => {
  const swap = (to: string) => {
    symlinkSync(to, at('next'));
    renameSync(at('next'), at('current'));
  };
  for (const [name, pair] of [
    ['one', firstPair],
    ['two', secondPair],
  ] as const) {
    mkdirSync(at(name));
    write(pair, name);
  }
  // As Kubernetes does, and certbot.
  swap('one');
  expect(watch('current', { lookMilliseconds: 10 }).pair()).toEqual(firstPair);
  swap('two');
  await until('a new pair', () => changes.length === 1);
  swap('one');
  await until('a new pair', () => changes.length === 2);
  expect(changes).toEqual([secondPair, firstPair]);
  expect(watched?.pair()).toEqual(firstPair);
  // Overwritten in place.
  write(secondPair, 'one');
  await until('a new pair', () => changes.length === 3);
  expect(logged).toEqual(Array(3).fill(['info', 'a new certificate is in use']));
});

test('a bad pair is reported once, and the old one stays', () => {
  write(firstPair);
  const { look, pair } = watch();
  writeFileSync(at('tls.crt'), secondPair.cert);
  for (let times = 0; times < 3; times++) look(true);
  expect(logged).toEqual([
    ['error', expect.stringMatching(/is not the key .*; the previous certificate stays in use$/)],
  ]);
  unlinkSync(at('tls.crt'));
  for (let times = 0; times < 3; times++) look(true);
  expect(logged).toHaveLength(2);
  expect([pair(), changes]).toEqual([firstPair, []]);
  write(secondPair);
  look(true);
  expect([pair(), changes]).toEqual([secondPair, [secondPair]]);
});

test('a listener that cannot use a new pair keeps the old one, and gets it again', () => {
  write(firstPair);
  const { look, pair } = watch();
  write(secondPair);
  refusal = new Error('Failed to listen at 10.0.0.1');
  for (let times = 0; times < 3; times++) look(true);
  expect([pair(), changes]).toEqual([firstPair, []]);
  expect(logged.splice(0)).toEqual([
    [
      'error',
      `NEWSSTAND_TLS_CERT: ${at('tls.crt')} cannot be used for now (Failed to listen at 10.0.0.1); the previous certificate stays in use`,
    ],
  ]);
  refusal = undefined;
  look(false);
  expect([pair(), changes]).toEqual([secondPair, [secondPair]]);
  expect(logged).toEqual([['info', 'a new certificate is in use']]);
});

test('files that are replaced one by one are no fault, unless it stays so or someone asks', () => {
  write(firstPair);
  const { look } = watch();
  writeFileSync(at('tls.crt'), secondPair.cert);
  look(false);
  expect(logged).toEqual([]);
  writeFileSync(at('tls.key'), secondPair.key);
  look(false);
  expect(logged.splice(0)).toEqual([['info', 'a new certificate is in use']]);
  writeFileSync(at('tls.key'), firstPair.key);
  for (let times = 0; times < 3; times++) look(false);
  expect(logged.splice(0)).toHaveLength(1);
  write(secondPair);
  look(false);
  writeFileSync(at('tls.key'), firstPair.key);
  look(true);
  expect(logged).toHaveLength(1);
});

test('the end of a certificate is announced a week before, once a day', () => {
  write(expiredPair);
  const { until: end, from } = validityOf(expiredPair);
  const hour = 3_600_000;
  const warningAt = (now: number) => {
    logged = [];
    watch('.', { now: () => now });
    return logged.map(([, message]) => message.replace(/^.*tls\.crt /, '')).join();
  };
  expect(warningAt(end)).toBe('expired at 2020-02-01T00:00:00.000Z: clients refuse it');
  expect(warningAt(from - 1)).toBe('is not valid before 2020-01-01T00:00:00.000Z: clients refuse it');
  expect(warningAt(end - 8 * 24 * hour)).toBe('');
  let now = end - 6 * 24 * hour;
  logged = [];
  const { look } = watch('.', { now: () => now });
  for (const end = now + 47 * hour; now < end; now += hour) look(false);
  expect(logged.map(([level]) => level)).toEqual(['warn', 'warn']);
});
