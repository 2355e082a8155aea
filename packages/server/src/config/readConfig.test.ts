import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Config, ConfigError, type Flags, mirrorPath, readConfig, settings } from './readConfig.ts';

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
      databaseReplicaUrl: undefined,
      scopes: undefined,
      host: '127.0.0.1',
      port: 4000,
      publicUrl: undefined,
      docsUrl: undefined,
      isDemo: false,
      tls: undefined,
      managementHost: '127.0.0.1',
      managementPort: 4001,
      managementUrl: undefined,
      managementTls: undefined,
      oidcFile: undefined,
      metricsHost: '127.0.0.1',
      metricsPort: undefined,
      metricsToken: undefined,
      trustedProxies: [],
      keptVersions: 50,
      auditDays: 0,
      uploadBytes: 4_000_000_000,
      corsOrigins: '*',
      rateLimit: undefined,
      logLevel: 'info',
      logFormat: undefined,
      tracing: undefined,
      maxAgeSeconds: 60,
      sharedCache: false,
      webhookPrivate: false,
      mail: undefined,
      cdnMaxAgeSeconds: 0,
      purgeUrls: [],
      purgeHeader: undefined,
      workers: 1,
      subscribers: 5000,
      subscribersPerKey: 1000,
      memoryBytes: undefined,
      bufferBytes: undefined,
      mediaKey: undefined,
      mediaUrl: undefined,
      mediaUnsafe: false,
      mediaMaxAgeSeconds: 86_400,
      mediaGrace: 30 * 86_400_000,
      mediaCacheBytes: 2_000_000_000,
      mediaStore: { type: 'folder', folder: 'data/originals' },
      mediaSourcesBytes: 2_000_000_000,
    });
  });

  test('is frozen', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  const good: [string, string, Partial<Config>][] = [
    [
      'NEWSSTAND_DATA',
      '/srv/news',
      {
        dataFolder: '/srv/news',
        databaseUrl: 'sqlite:/srv/news/newsstand.db',
        mediaStore: { type: 'folder', folder: '/srv/news/originals' },
      },
    ],
    ['NEWSSTAND_DATABASE_URL', 'sqlite:x.db', { databaseUrl: 'sqlite:x.db' }],
    ['NEWSSTAND_DATABASE_URL', 'postgres://u:p@h/d', { databaseUrl: 'postgres://u:p@h/d' }],
    ['NEWSSTAND_SCOPES', 'acme', { scopes: [{ projectId: 'acme' }] }],
    [
      'NEWSSTAND_SCOPES',
      'acme/web, beta',
      { scopes: [{ projectId: 'acme', spaceId: 'web' }, { projectId: 'beta' }] },
    ],
    ['NEWSSTAND_HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['NEWSSTAND_HOST', '::1', { host: '::1' }],
    ['NEWSSTAND_PORT', '0', { port: 0 }],
    ['NEWSSTAND_PORT', '65535', { port: 65_535 }],
    ['NEWSSTAND_DOCS_URL', 'https://docs.example.com/', { docsUrl: 'https://docs.example.com' }],
    ['NEWSSTAND_PUBLIC_URL', 'https://cdn.example.com/news/', { publicUrl: 'https://cdn.example.com/news' }],
    ['NEWSSTAND_MANAGEMENT_PORT', '9000', { managementPort: 9000 }],
    ['NEWSSTAND_MANAGEMENT_HOST', '::1', { managementHost: '::1' }],
    ['NEWSSTAND_MANAGEMENT_HOST', '127.0.0.2', { managementHost: '127.0.0.2' }],
    ['NEWSSTAND_MANAGEMENT_HOST', 'localhost', { managementHost: 'localhost' }],
    ['NEWSSTAND_MANAGEMENT_INSECURE', 'true', {}],
    ['NEWSSTAND_METRICS_HOST', '::', { metricsHost: '::' }],
    ['NEWSSTAND_METRICS_PORT', '9464', { metricsPort: 9464 }],
    ['NEWSSTAND_METRICS_PORT', '0', { metricsPort: 0 }],
    ['NEWSSTAND_METRICS_TOKEN', 'x'.repeat(16), { metricsToken: 'x'.repeat(16) }],
    [
      'NEWSSTAND_MANAGEMENT_URL',
      'https://Console.example.com:8443/',
      { managementUrl: 'https://console.example.com:8443' },
    ],
    ['NEWSSTAND_TRUSTED_PROXIES', 'none', { trustedProxies: [] }],
    [
      'NEWSSTAND_TRUSTED_PROXIES',
      'loopback, 10.0.0.0/8,2001:db8::5',
      {
        trustedProxies: [
          { bytes: [127, 0, 0, 0], prefix: 8 },
          { bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], prefix: 128 },
          { bytes: [10, 0, 0, 0], prefix: 8 },
          { bytes: [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5], prefix: 128 },
        ],
      },
    ],
    ['NEWSSTAND_KEPT_VERSIONS', '0', { keptVersions: 0 }],
    ['NEWSSTAND_KEPT_VERSIONS', '1000', { keptVersions: 1000 }],
    ['NEWSSTAND_AUDIT_DAYS', '0', { auditDays: 0 }],
    ['NEWSSTAND_AUDIT_DAYS', '7', { auditDays: 7 }],
    ['NEWSSTAND_UPLOAD_LIMIT', '500MB', { uploadBytes: 500_000_000 }],
    ['NEWSSTAND_MEMORY_LIMIT', '512MB', { memoryBytes: 512_000_000 }],
    ['NEWSSTAND_BUFFER_LIMIT', '64MB', { bufferBytes: 64_000_000 }],
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
    ['NEWSSTAND_LOG_FORMAT', 'text', { logFormat: 'text' }],
    ['NEWSSTAND_LOG_FORMAT', 'json', { logFormat: 'json' }],
    ['NEWSSTAND_MAX_AGE', '0', { maxAgeSeconds: 0 }],
    ['NEWSSTAND_WEBHOOK_PRIVATE', 'true', { webhookPrivate: true }],
    ['NEWSSTAND_SHARED_CACHE', 'true', { sharedCache: true }],
    ['NEWSSTAND_SHARED_CACHE', 'false', { sharedCache: false }],
    ['NEWSSTAND_CDN_MAX_AGE', '0', { cdnMaxAgeSeconds: 0 }],
    [
      'NEWSSTAND_PURGE_URL',
      'http://10.0.0.5:6081/purge, https://api.fastly.com/service/x/purge?a=b,http://10.0.0.5:6081/purge',
      { purgeUrls: ['http://10.0.0.5:6081/purge', 'https://api.fastly.com/service/x/purge?a=b'] },
    ],
    ['NEWSSTAND_PURGE_HEADER', 'Fastly-Key: a b', { purgeHeader: { name: 'Fastly-Key', value: 'a b' } }],
    ['NEWSSTAND_WORKERS', '4', { workers: 4 }],
    ['NEWSSTAND_MEDIA_STORE', 'folder:../all', { mediaStore: { type: 'folder', folder: '../all' } }],
    ['NEWSSTAND_MEDIA_MAX_AGE', '31536000', { mediaMaxAgeSeconds: 31_536_000 }],
    ['NEWSSTAND_MEDIA_GRACE', '7d', { mediaGrace: 7 * 86_400_000 }],
    ['NEWSSTAND_MEDIA_GRACE', 'off', { mediaGrace: undefined }],
    ['NEWSSTAND_MEDIA_SOURCES', '50GB', { mediaSourcesBytes: 50_000_000_000 }],
  ];
  test.each(good)('%s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toEqual({ ...readConfig({}), ...expected });
  });

  const bad: [string, string][] = [
    ['NEWSSTAND_DATA', '  '],
    ['NEWSSTAND_DATABASE_URL', 'mysql://x'],
    ['NEWSSTAND_DATABASE_URL', 'sqlite:'],
    ['NEWSSTAND_DATABASE_URL', 'postgres:'],
    ['NEWSSTAND_DATABASE_REPLICA_URL', 'sqlite:x.db'],
    ['NEWSSTAND_SCOPES', 'acme,'],
    ['NEWSSTAND_SCOPES', 'acme/web/press'],
    ['NEWSSTAND_SCOPES', 'acme/..'],
    ['NEWSSTAND_HOST', 'http://localhost'],
    ['NEWSSTAND_PORT', '65536'],
    ['NEWSSTAND_PORT', '-1'],
    ['NEWSSTAND_PORT', '80a'],
    ['NEWSSTAND_PORT', '1e3'],
    ['NEWSSTAND_DOCS_URL', 'javascript:alert(1)'],
    ['NEWSSTAND_PUBLIC_URL', 'cdn.example.com'],
    ['NEWSSTAND_PUBLIC_URL', 'https://u:p@example.com'],
    ['NEWSSTAND_PUBLIC_URL', 'https://example.com/?a'],
    ['NEWSSTAND_PUBLIC_URL', 'ftp://example.com'],
    ['NEWSSTAND_MANAGEMENT_PORT', 'x'],
    ['NEWSSTAND_MANAGEMENT_HOST', 'https://localhost'],
    ['NEWSSTAND_MANAGEMENT_HOST', '[::1]'],
    ['NEWSSTAND_MANAGEMENT_INSECURE', 'yes'],
    ['NEWSSTAND_METRICS_HOST', 'a b'],
    ['NEWSSTAND_METRICS_PORT', '70000'],
    ['NEWSSTAND_METRICS_TOKEN', 'x'.repeat(15)],
    ['NEWSSTAND_METRICS_TOKEN', 'x'.repeat(257)],
    ['NEWSSTAND_METRICS_TOKEN', 'with a space in it'],
    ['NEWSSTAND_MANAGEMENT_URL', 'https://console.example.com/newsstand'],
    ['NEWSSTAND_MANAGEMENT_URL', 'https://u:p@console.example.com'],
    ['NEWSSTAND_MANAGEMENT_URL', 'console.example.com'],
    ['NEWSSTAND_TRUSTED_PROXIES', '*'],
    ['NEWSSTAND_TRUSTED_PROXIES', '0.0.0.0/0'],
    ['NEWSSTAND_TRUSTED_PROXIES', '::/0'],
    ['NEWSSTAND_TRUSTED_PROXIES', '10.1.0.0/8'],
    ['NEWSSTAND_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['NEWSSTAND_TRUSTED_PROXIES', '10.0.0.0/'],
    ['NEWSSTAND_TRUSTED_PROXIES', 'loopback,'],
    ['NEWSSTAND_TRUSTED_PROXIES', 'proxy.example.com'],
    ['NEWSSTAND_MEDIA_MAX_AGE', '31536001'],
    ['NEWSSTAND_MEDIA_GRACE', '0d'],
    ['NEWSSTAND_MEDIA_GRACE', '12h'],
    ['NEWSSTAND_MEDIA_GRACE', '3651d'],
    ['NEWSSTAND_KEPT_VERSIONS', '1001'],
    ['NEWSSTAND_KEPT_VERSIONS', '-1'],
    ['NEWSSTAND_AUDIT_DAYS', '-1'],
    ['NEWSSTAND_AUDIT_DAYS', '6'],
    ['NEWSSTAND_UPLOAD_LIMIT', '4'],
    ['NEWSSTAND_BUFFER_LIMIT', '0MB'],
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
    ['NEWSSTAND_LOG_FORMAT', 'pretty'],
    ['NEWSSTAND_MAX_AGE', '61'],
    ['NEWSSTAND_SHARED_CACHE', 'yes'],
    ['NEWSSTAND_CDN_MAX_AGE', '31536001'],
    ['NEWSSTAND_CDN_MAX_AGE', '1d'],
    ['NEWSSTAND_PURGE_URL', 'http://a.example.com,'],
    ['NEWSSTAND_PURGE_URL', 'a.example.com'],
    ['NEWSSTAND_PURGE_URL', 'http://u:p@a.example.com'],
    ['NEWSSTAND_PURGE_URL', 'http://a.example.com/#x'],
    ['NEWSSTAND_PURGE_HEADER', 'token'],
    ['NEWSSTAND_PURGE_HEADER', 'A: b\r\nC: d'],
    ['NEWSSTAND_PURGE_HEADER', 'Surrogate-Key: x'],
    ['NEWSSTAND_PURGE_HEADER', 'X-Token: '],
    ['NEWSSTAND_WORKERS', '0'],
    ['NEWSSTAND_MEDIA_STORE', 'originals'],
    ['NEWSSTAND_MEDIA_STORE', 'folder:'],
    ['NEWSSTAND_MEDIA_STORE', 's3://'],
    ['NEWSSTAND_MEDIA_STORE', 's3://Bucket'],
    ['NEWSSTAND_MEDIA_STORE', 's3://bucket/../other'],
    ['NEWSSTAND_MEDIA_STORE', 's3://bucket//x'],
    ['NEWSSTAND_MEDIA_STORE', 's3://key:secret@bucket'],
    ['NEWSSTAND_MEDIA_SOURCES', '1'],
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
      'NEWSSTAND_PROT is not a known setting; did you mean NEWSSTAND_PORT?',
      'NEWSSTAND_QQQQQQQQQ is not a known setting',
    ]);
  });

  test('a replica is one of a database', () => {
    const url = 'postgres://u:hunter2@h/d';
    const faults = faultsOf({ NEWSSTAND_DATABASE_REPLICA_URL: url });
    expect(faults).toEqual(['NEWSSTAND_DATABASE_REPLICA_URL needs NEWSSTAND_DATABASE_URL=postgres://…']);
    expect(faultsOf({ NEWSSTAND_DATABASE_REPLICA_URL: url, NEWSSTAND_DATABASE_URL: url })).toEqual([]);
  });

  test('a mirror of other scopes is another one', () => {
    const pathOf = (scopes: string) => mirrorPath(readConfig({ NEWSSTAND_SCOPES: scopes }));
    expect(new Set(['', 'acme', 'acme/web', 'beta'].map(pathOf)).size).toBe(4);
    expect(pathOf('acme,beta/web')).toBe(pathOf('beta/web,acme'));
  });

  test('another database has another mirror, whoever the user is', () => {
    const pathOf = (url: string) => mirrorPath(readConfig({ NEWSSTAND_DATABASE_URL: url }));
    const urls = ['postgres://u:p@h/d', 'postgres://u:p@h/e', 'postgres://u:p@h,i/d', 'postgres://u:p@h:1/d'];
    expect(new Set(urls.map(pathOf)).size).toBe(4);
    expect(pathOf('postgresql://other:p%40ss@h/d?sslmode=require')).toBe(pathOf(urls[0] ?? ''));
  });

  test('never shows a database URL, which may hold a password', () => {
    expect(faultsOf({ NEWSSTAND_DATABASE_URL: 'mysql://u:hunter2@h/d' }).join()).not.toContain('hunter2');
    expect(faultsOf({ NEWSSTAND_PUBLIC_URL: 'https://u:hunter2@h' }).join()).not.toContain('hunter2');
    expect(faultsOf({ NEWSSTAND_MANAGEMENT_URL: 'https://u:hunter2@h' }).join()).not.toContain('hunter2');
    expect(faultsOf({ NEWSSTAND_PURGE_URL: 'https://u:hunter2@h' }).join()).not.toContain('hunter2');
    expect(faultsOf({ NEWSSTAND_PURGE_HEADER: 'hunter2' }).join()).not.toContain('hunter2');
  });

  const keys = { AWS_ACCESS_KEY_ID: 'AKIA', AWS_SECRET_ACCESS_KEY: 'hunter2' };

  test('takes what S3 needs from the variables that are usual for it', () => {
    const place = { bucket: 'media', accessKeyId: 'AKIA', secretAccessKey: 'hunter2' };
    expect(readConfig({ NEWSSTAND_MEDIA_STORE: 's3://media', ...keys }).mediaStore).toEqual({
      type: 's3',
      place: { ...place, prefix: '', endpoint: undefined, region: 'us-east-1', sessionToken: undefined },
    });
    const more = {
      AWS_ENDPOINT_URL_S3: 'http://localhost:9000/',
      AWS_ENDPOINT_URL: 'not read',
      AWS_REGION: '',
      AWS_DEFAULT_REGION: 'eu-west-1',
      AWS_SESSION_TOKEN: 'token',
    };
    const given = readConfig({ ...keys, ...more }, { mediaStore: 's3://media/news/2026/' });
    const endpoint = 'http://localhost:9000';
    expect(given.mediaStore).toEqual({
      type: 's3',
      place: { ...place, prefix: 'news/2026/', endpoint, region: 'eu-west-1', sessionToken: 'token' },
    });
  });

  test('says all that S3 lacks, and shows none of it', () => {
    const faults = faultsOf({
      NEWSSTAND_MEDIA_STORE: 's3://media',
      AWS_ACCESS_KEY_ID: '',
      AWS_ENDPOINT_URL: 'https://u:hunter2@h',
    });
    expect(faults.map((fault) => fault.split(' ', 2).join(' '))).toEqual([
      'AWS_ENDPOINT_URL must',
      'AWS_ACCESS_KEY_ID must',
      'AWS_SECRET_ACCESS_KEY must',
    ]);
    expect(faults.join()).not.toContain('hunter2');
    expect(faultsOf({ NEWSSTAND_MEDIA_STORE: 's3://AKIA:hunter2@media' }).join()).not.toContain('hunter2');
  });

  const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

  test('takes what tracing needs from the variables that are usual for it', () => {
    const tracing = {
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      serviceName: 'newsstand',
      isParentBased: true,
      ratio: 1,
    };
    const read = (env: Record<string, string>) => readConfig({ ...collector, ...env }).tracing;
    expect(read({})).toEqual(tracing);
    expect(
      read({
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-tenant=a b',
        OTEL_SERVICE_NAME: 'site',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      }),
    ).toEqual({
      ...{ ...tracing, headers: { authorization: 'Basic abc', 'x-tenant': 'a b' } },
      ...{ serviceName: 'site', ratio: 0.25 },
    });
    expect(read({ OTEL_TRACES_SAMPLER: 'always_off' })).toMatchObject({ isParentBased: false, ratio: 0 });
    expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://t.test/in' })?.url).toBe('https://t.test/in');
    for (const off of [{ OTEL_SDK_DISABLED: 'true' }, { OTEL_TRACES_EXPORTER: 'none' }])
      expect(read(off)).toBeUndefined();
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', '127.0.0.1:4318', 'must be a URL'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://u:hunter2@h', 'must be a URL'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'no', 'must be a URL'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'gRPC is not supported'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2', 'must be a list'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=hunter2%0a', 'must be a list'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%hunter2', 'must be a list'],
    ['OTEL_TRACES_SAMPLER', 'sometimes', '(it is "sometimes")'],
  ])('%s=%s has one fault, which shows nothing secret', (name, value, fault) => {
    const faults = faultsOf({ ...collector, [name]: value });
    expect(faults).toEqual([expect.stringContaining(fault)]);
    expect(faults[0]).toStartWith(name);
    expect(faults.join()).not.toContain('hunter2');
  });

  test.each(['2', '-1', 'half', '1e-3', '0x1'])('a share of %s is none', (share) => {
    const env = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: share };
    expect(faultsOf({ ...collector, ...env })).toEqual([
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.05 (it is "${share}")`,
    ]);
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
    expect(faultsOf({ NEWSSTAND_METRICS_PORT: '4000' })).toEqual([
      'NEWSSTAND_METRICS_PORT must differ from NEWSSTAND_PORT',
    ]);
    expect(faultsOf({ NEWSSTAND_METRICS_PORT: '4001' })).toEqual([
      'NEWSSTAND_METRICS_PORT must differ from NEWSSTAND_MANAGEMENT_PORT',
    ]);
  });

  const everywhere = ['0.0.0.0', '::', '10.0.0.5', 'fd00::5', 'console.internal', '128.0.0.1'];
  test.each(everywhere)('demands TLS for a console on %s', (managementHost) => {
    const faults = (env: Record<string, string>) => faultsOf(env, { managementHost });
    const [fault = '', ...more] = faults({ NEWSSTAND_MANAGEMENT_URL: 'http://console.example.com' });
    expect(more).toEqual([]);
    expect(fault).toStartWith(
      'NEWSSTAND_MANAGEMENT_HOST is not a loopback address, so the console needs TLS',
    );
    for (const way of ['URL=https', 'TLS_CERT', 'TLS_KEY', 'INSECURE=true'])
      expect(fault).toContain(`NEWSSTAND_MANAGEMENT_${way}`);
    expect(faults({ NEWSSTAND_MANAGEMENT_URL: 'https://console.example.com' })).toEqual([]);
    expect(faults({ NEWSSTAND_MANAGEMENT_INSECURE: 'true' })).toEqual([]);
    expect(faults({ NEWSSTAND_MANAGEMENT_INSECURE: 'false' })).toHaveLength(1);
    const files = { NEWSSTAND_MANAGEMENT_TLS_CERT: 'a.crt', NEWSSTAND_MANAGEMENT_TLS_KEY: 'a.key' };
    expect(faults(files)).toEqual([]);
  });

  test('takes a certificate and a key together or not at all', () => {
    const files = { NEWSSTAND_TLS_CERT: 'a.crt', NEWSSTAND_TLS_KEY: 'a.key' };
    expect(readConfig(files).tls).toEqual({ cert: 'a.crt', key: 'a.key' });
    expect(readConfig({}, { managementTlsCert: 'b.crt', managementTlsKey: 'b.key' }).managementTls).toEqual({
      ...{ cert: 'b.crt', key: 'b.key' },
    });
    for (const listener of ['', 'MANAGEMENT_']) {
      const [cert, key] = [`NEWSSTAND_${listener}TLS_CERT`, `NEWSSTAND_${listener}TLS_KEY`];
      expect(faultsOf({ [cert]: 'a.crt' })).toEqual([`${cert} needs ${key} too`]);
      expect(faultsOf({ [key]: 'a.key' })).toEqual([`${key} needs ${cert} too`]);
    }
    expect(faultsOf({}, { tlsCert: '', tlsKey: 'a.key' })).toContain(
      '--tls-cert must not be empty (it is "")',
    );
  });

  test('allows a shared cache only if it keys on the credentials', () => {
    const shared = { NEWSSTAND_CDN_MAX_AGE: '86400', NEWSSTAND_SHARED_CACHE: 'true' };
    expect(readConfig(shared)).toMatchObject({ cdnMaxAgeSeconds: 86_400, sharedCache: true });
    const [fault, ...more] = faultsOf({ NEWSSTAND_CDN_MAX_AGE: '1' });
    expect([fault, more]).toEqual([expect.stringContaining('needs NEWSSTAND_SHARED_CACHE=true'), []]);
  });

  test('ends every text of every kind with settings or with faults', () => {
    const names = Object.values(settings).map((setting) => setting.env);
    const env = fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'binary' }));
    fc.assert(fc.property(env, (given) => faultsOf(given).length <= names.length + 1));
  });
});
