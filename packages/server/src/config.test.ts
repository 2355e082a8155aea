import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Config, ConfigError, type Flags, readConfig, settings } from './config.ts';

function faultsOf(env: Record<string, string>, flags: Flags = {}): readonly string[] {
  try {
    readConfig(env, flags);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      dataFolder: 'data',
      databaseUrl: 'sqlite:data/newsstand.db',
      host: '127.0.0.1',
      port: 4000,
      publicUrl: undefined,
      managementHost: '127.0.0.1',
      managementPort: 4001,
      corsOrigins: '*',
      rateLimit: undefined,
      logLevel: 'info',
      maxAgeSeconds: 60,
      sharedCache: false,
      workers: 1,
      mediaKey: undefined,
      mediaUrl: undefined,
      mediaUnsafe: false,
      mediaCacheBytes: 2_000_000_000,
    });
  });

  test('is frozen', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  const good: [string, string, Partial<Config>][] = [
    [
      'NEWSSTAND_DATA',
      '/srv/news',
      { dataFolder: '/srv/news', databaseUrl: 'sqlite:/srv/news/newsstand.db' },
    ],
    ['NEWSSTAND_DATABASE_URL', 'sqlite:x.db', { databaseUrl: 'sqlite:x.db' }],
    ['NEWSSTAND_HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['NEWSSTAND_HOST', '::1', { host: '::1' }],
    ['NEWSSTAND_PORT', '0', { port: 0 }],
    ['NEWSSTAND_PORT', '65535', { port: 65_535 }],
    ['NEWSSTAND_PUBLIC_URL', 'https://cdn.example.com/news/', { publicUrl: 'https://cdn.example.com/news' }],
    ['NEWSSTAND_MANAGEMENT_PORT', '9000', { managementPort: 9000 }],
    ['NEWSSTAND_CORS_ORIGINS', '*', { corsOrigins: '*' }],
    ['NEWSSTAND_CORS_ORIGINS', 'none', { corsOrigins: [] }],
    [
      'NEWSSTAND_CORS_ORIGINS',
      'https://A.example.com, http://localhost:3000,https://a.example.com',
      { corsOrigins: ['https://a.example.com', 'http://localhost:3000'] },
    ],
    ['NEWSSTAND_RATE_LIMIT', 'none', { rateLimit: undefined }],
    ['NEWSSTAND_RATE_LIMIT', '100/1s', { rateLimit: { requests: 100, seconds: 1 } }],
    ['NEWSSTAND_RATE_LIMIT', '6000/60s', { rateLimit: { requests: 6000, seconds: 60 } }],
    ['NEWSSTAND_RATE_LIMIT', '100/s', { rateLimit: { requests: 100, seconds: 1 } }],
    ['NEWSSTAND_RATE_LIMIT', '6000/m', { rateLimit: { requests: 6000, seconds: 60 } }],
    ['NEWSSTAND_RATE_LIMIT', '5/2h', { rateLimit: { requests: 5, seconds: 7200 } }],
    ['NEWSSTAND_LOG_LEVEL', 'debug', { logLevel: 'debug' }],
    ['NEWSSTAND_MAX_AGE', '0', { maxAgeSeconds: 0 }],
    ['NEWSSTAND_SHARED_CACHE', 'true', { sharedCache: true }],
    ['NEWSSTAND_SHARED_CACHE', 'false', { sharedCache: false }],
    ['NEWSSTAND_WORKERS', '4', { workers: 4 }],
  ];
  test.each(good)('%s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), ...expected });
  });

  const bad: [string, string][] = [
    ['NEWSSTAND_DATA', '  '],
    ['NEWSSTAND_DATABASE_URL', 'mysql://x'],
    ['NEWSSTAND_DATABASE_URL', 'sqlite:'],
    ['NEWSSTAND_DATABASE_URL', 'postgres://u:p@h/d'],
    ['NEWSSTAND_DATABASE_URL', 'postgresql://u:p@h/d'],
    ['NEWSSTAND_HOST', 'http://localhost'],
    ['NEWSSTAND_PORT', '65536'],
    ['NEWSSTAND_PORT', '-1'],
    ['NEWSSTAND_PORT', '80a'],
    ['NEWSSTAND_PORT', '1e3'],
    ['NEWSSTAND_PUBLIC_URL', 'cdn.example.com'],
    ['NEWSSTAND_PUBLIC_URL', 'https://u:p@example.com'],
    ['NEWSSTAND_PUBLIC_URL', 'https://example.com/?a'],
    ['NEWSSTAND_PUBLIC_URL', 'ftp://example.com'],
    ['NEWSSTAND_MANAGEMENT_PORT', 'x'],
    ['NEWSSTAND_CORS_ORIGINS', 'https://a.example.com/path'],
    ['NEWSSTAND_CORS_ORIGINS', 'https://a.example.com,'],
    ['NEWSSTAND_CORS_ORIGINS', 'https://*.example.com'],
    ['NEWSSTAND_CORS_ORIGINS', 'example.com'],
    ['NEWSSTAND_RATE_LIMIT', '100'],
    ['NEWSSTAND_RATE_LIMIT', '0/s'],
    ['NEWSSTAND_RATE_LIMIT', '10/0s'],
    ['NEWSSTAND_RATE_LIMIT', '10/25h'],
    ['NEWSSTAND_RATE_LIMIT', '10/1d'],
    ['NEWSSTAND_LOG_LEVEL', 'loud'],
    ['NEWSSTAND_MAX_AGE', '61'],
    ['NEWSSTAND_SHARED_CACHE', 'yes'],
    ['NEWSSTAND_WORKERS', '0'],
  ];
  test.each(bad)('refuses %s=%s', (name, value) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toStartWith(`${name} must `);
  });

  test('lists all that is wrong at once, with what was given', () => {
    const faults = faultsOf({ NEWSSTAND_PORT: 'x', NEWSSTAND_WORKERS: '0' }, { maxAge: '-5' });
    expect(faults).toEqual([
      'NEWSSTAND_PORT must be a whole number from 0 to 65535 (it is "x")',
      '--max-age must be a whole number from 0 to 60 (it is "-5")',
      'NEWSSTAND_WORKERS must be a whole number from 1 to 256 (it is "0")',
    ]);
  });

  test('names the nearest setting for an unknown one', () => {
    expect(faultsOf({ NEWSSTAND_PROT: '1', NEWSSTAND_QQQQQQQQQ: '1', OTHER: '1' })).toEqual([
      'NEWSSTAND_PROT is no setting; did you mean NEWSSTAND_PORT?',
      'NEWSSTAND_QQQQQQQQQ is no setting',
    ]);
  });

  test('never shows a database URL, which may hold a password', () => {
    expect(faultsOf({ NEWSSTAND_DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toContain('hunter2');
    expect(faultsOf({ NEWSSTAND_PUBLIC_URL: 'https://u:hunter2@h' }).join()).not.toContain('hunter2');
  });

  test('takes flags before the environment', () => {
    const config = readConfig({ NEWSSTAND_PORT: 'not read', NEWSSTAND_HOST: '::' }, { port: '1234' });
    expect(config.port).toBe(1234);
    expect(config.host).toBe('::');
  });

  test('counts an empty variable as not set, an empty flag as a fault', () => {
    expect(readConfig({ NEWSSTAND_PORT: '', NEWSSTAND_DATA: '' })).toEqual(readConfig({}));
    expect(faultsOf({}, { data: '' })).toHaveLength(1);
  });

  test('keeps the two listeners apart', () => {
    expect(faultsOf({ NEWSSTAND_PORT: '4001' })).toEqual([
      'NEWSSTAND_MANAGEMENT_PORT must differ from NEWSSTAND_PORT',
    ]);
    expect(readConfig({ NEWSSTAND_PORT: '0', NEWSSTAND_MANAGEMENT_PORT: '0' }).port).toBe(0);
  });

  test('ends every text of every kind with settings or with faults', () => {
    const names = Object.values(settings).map((setting) => setting.env);
    const env = fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' }));
    fc.assert(fc.property(env, (given) => faultsOf(given).length <= names.length + 1));
  });
});
