import { join } from 'node:path';
import { isId, limits, nearest } from '@newsstand/contract';

/** How much is written to the log. */
export type LogLevel = (typeof logLevels)[number];

/** A project, or a space of it. */
export type HeldScope = { readonly projectId: string; readonly spaceId?: string };

/** At most this many requests of one credential in a stretch of time. */
export type RateLimit = { readonly requests: number; readonly seconds: number };

/** Where the originals of media are kept; `prefix` is empty, or ends with a slash. */
export type MediaStore =
  | { readonly type: 'folder'; readonly folder: string }
  | {
      readonly type: 's3';
      readonly place: {
        readonly bucket: string;
        readonly prefix: string;
        /** Undefined: Amazon's own. */
        readonly endpoint: string | undefined;
        readonly region: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly sessionToken: string | undefined;
      };
    };

/** All settings of a run: read once, never changed. */
export type Config = {
  readonly dataFolder: string;
  readonly databaseUrl: string;
  /** Where a node follows the store, where that is not where it is written. */
  readonly databaseReplicaUrl: string | undefined;
  /** What this node holds; undefined: everything. */
  readonly scopes: readonly HeldScope[] | undefined;
  readonly host: string;
  readonly port: number;
  /** Undefined where not given: with port 0 the address is known only later. */
  readonly publicUrl: string | undefined;
  readonly managementHost: '127.0.0.1';
  readonly managementPort: number;
  /** Where operators find the console; undefined where not given: the local address. */
  readonly managementUrl: string | undefined;
  /** How many past versions of an item are kept. */
  readonly keptVersions: number;
  /** The largest file that may be uploaded. */
  readonly uploadBytes: number;
  /** An empty list allows no origin. */
  readonly corsOrigins: '*' | readonly string[];
  readonly rateLimit: RateLimit | undefined;
  readonly logLevel: LogLevel;
  readonly maxAgeSeconds: number;
  readonly sharedCache: boolean;
  /** How long a shared cache may hold what it can be told to forget; 0: it is told nothing of that. */
  readonly cdnMaxAgeSeconds: number;
  /** Whom to tell what has changed. */
  readonly purgeUrls: readonly string[];
  /** What the purge calls prove themselves with. */
  readonly purgeHeader: { readonly name: string; readonly value: string } | undefined;
  readonly workers: number;
  /** Undefined where not given: then there is one in the data folder. */
  readonly mediaKey: string | undefined;
  /** Undefined where not given: `/media` of the public address. */
  readonly mediaUrl: string | undefined;
  readonly mediaUnsafe: boolean;
  readonly mediaCacheBytes: number;
  readonly mediaStore: MediaStore;
  readonly mediaSourcesBytes: number;
};

/** What stays silent about its value in messages may hold a password. */
type Setting = {
  readonly env: string;
  readonly flag: string;
  readonly value: string;
  readonly help: string;
  readonly silent?: true;
};

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Every setting with its two spellings, in the order in which help shows them. */
export const settings = {
  data: {
    env: 'NEWSSTAND_DATA',
    flag: '--data',
    value: 'folder',
    help: 'where content is kept (default: data)',
  },
  databaseUrl: {
    env: 'NEWSSTAND_DATABASE_URL',
    flag: '--database-url',
    value: 'url',
    help: 'the store, sqlite:<path> or postgres://… (default: newsstand.db in the data folder)',
    silent: true,
  },
  databaseReplicaUrl: {
    env: 'NEWSSTAND_DATABASE_REPLICA_URL',
    flag: '--database-replica-url',
    value: 'url',
    help: 'a streaming replica of the PostgreSQL store to follow, postgres://… (default: the store itself)',
    silent: true,
  },
  scopes: {
    env: 'NEWSSTAND_SCOPES',
    flag: '--scopes',
    value: 'list',
    help: 'what this node holds, such as acme,beta/web: projects, or spaces of them (default: everything)',
  },
  host: {
    env: 'NEWSSTAND_HOST',
    flag: '--host',
    value: 'name',
    help: 'address to listen on (default: 127.0.0.1)',
  },
  port: {
    env: 'NEWSSTAND_PORT',
    flag: '--port',
    value: 'number',
    help: 'port to listen on, 0 for any free one (default: 4000)',
  },
  publicUrl: {
    env: 'NEWSSTAND_PUBLIC_URL',
    flag: '--public-url',
    value: 'url',
    help: 'the address that readers use, without a slash at its end (default: http://host:port)',
    silent: true,
  },
  managementPort: {
    env: 'NEWSSTAND_MANAGEMENT_PORT',
    flag: '--management-port',
    value: 'number',
    help: 'port on 127.0.0.1 for console, health and metrics, 0 for any free one (default: 4001)',
  },
  managementUrl: {
    env: 'NEWSSTAND_MANAGEMENT_URL',
    flag: '--management-url',
    value: 'url',
    help: 'the address that operators use, such as https://console.example.com (default: http://127.0.0.1:port)',
    silent: true,
  },
  keptVersions: {
    env: 'NEWSSTAND_KEPT_VERSIONS',
    flag: '--kept-versions',
    value: 'number',
    help: 'how many past versions of an item are kept, 0 to 1000 (default: 50)',
  },
  uploadLimit: {
    env: 'NEWSSTAND_UPLOAD_LIMIT',
    flag: '--upload-limit',
    value: 'size',
    help: 'the largest file that may be uploaded, such as 500MB or 20GB (default: 4GB)',
  },
  corsOrigins: {
    env: 'NEWSSTAND_CORS_ORIGINS',
    flag: '--cors-origins',
    value: 'list',
    help: 'web origins that may read: *, none, or a comma-separated list (default: *)',
  },
  rateLimit: {
    env: 'NEWSSTAND_RATE_LIMIT',
    flag: '--rate-limit',
    value: 'limit',
    help: 'requests per credential, such as 100/1s or 6000/m (default: none)',
  },
  logLevel: {
    env: 'NEWSSTAND_LOG_LEVEL',
    flag: '--log-level',
    value: 'level',
    help: `${logLevels.join(', ')} (default: info)`,
  },
  maxAge: {
    env: 'NEWSSTAND_MAX_AGE',
    flag: '--max-age',
    value: 'seconds',
    help: `how long readers may keep an answer, 0 to ${limits.maxAgeSeconds} (default: ${limits.maxAgeSeconds})`,
  },
  sharedCache: {
    env: 'NEWSSTAND_SHARED_CACHE',
    flag: '--shared-cache',
    value: 'true|false',
    help: 'true where the cache in front keys on the credential headers (default: false)',
  },
  cdnMaxAge: {
    env: 'NEWSSTAND_CDN_MAX_AGE',
    flag: '--cdn-max-age',
    value: 'seconds',
    help: 'how long a shared cache in front may hold an answer, 0 to 31536000 (default: 0, as readers may)',
  },
  purgeUrl: {
    env: 'NEWSSTAND_PURGE_URL',
    flag: '--purge-url',
    value: 'urls',
    help: 'where caches in front are told what has changed, comma-separated (default: nowhere)',
    silent: true,
  },
  purgeHeader: {
    env: 'NEWSSTAND_PURGE_HEADER',
    flag: '--purge-header',
    value: 'header',
    help: 'one header that purge calls carry, such as Fastly-Key: <token> (default: none)',
    silent: true,
  },
  workers: {
    env: 'NEWSSTAND_WORKERS',
    flag: '--workers',
    value: 'number',
    help: 'processes that share the port (default: 1)',
  },
  mediaKey: {
    env: 'NEWSSTAND_MEDIA_KEY',
    flag: '--media-key',
    value: 'key',
    help: 'what picture URLs are signed with (default: made once, and kept in the data folder)',
    silent: true,
  },
  mediaUrl: {
    env: 'NEWSSTAND_MEDIA_URL',
    flag: '--media-url',
    value: 'url',
    help: 'where readers get media, such as a CDN in front of this service (default: <public-url>/media)',
    silent: true,
  },
  mediaUnsafe: {
    env: 'NEWSSTAND_MEDIA_UNSAFE',
    flag: '--media-unsafe',
    value: 'true|false',
    help: "true to take picture URLs with 'unsafe' in place of a signature (default: false)",
  },
  mediaCache: {
    env: 'NEWSSTAND_MEDIA_CACHE',
    flag: '--media-cache',
    value: 'size',
    help: 'how much of the disk pictures that were made may take, such as 500MB or 20GB (default: 2GB)',
  },
  mediaStore: {
    env: 'NEWSSTAND_MEDIA_STORE',
    flag: '--media-store',
    value: 'place',
    help: 'where originals are kept, s3://bucket/prefix or folder:<path> (default: originals in the data folder)',
    silent: true,
  },
  mediaSources: {
    env: 'NEWSSTAND_MEDIA_SOURCES',
    flag: '--media-sources',
    value: 'size',
    help: 'how much of the disk copies of originals in S3 may take (default: 2GB)',
  },
} as const satisfies Record<string, Setting>;

/** The name of a setting, as flags give it. */
export type SettingName = keyof typeof settings;

/** What the command line gave, still as text. */
export type Flags = { readonly [Name in SettingName]?: string | undefined };

/** Everything that is wrong with the settings. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`these settings are not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
/** How to read a value: `parse` answers undefined where the rule is not kept. */
type Rule<T> = { readonly rule: string; readonly parse: (text: string) => T | undefined };

/** Whether the store is a database server, which nodes follow from elsewhere. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\/./.test(url);
}

/** Where this node keeps its copy of what it follows; another one for another database, and for other scopes. */
export function mirrorPath({ dataFolder, databaseUrl, scopes }: Config): string {
  // User, password and parameters may change.
  const place = databaseUrl.replace(/^[^:]*:\/\/(?:[^/]*@)?/, '').replace(/\?.*$/, '');
  const held = scopes?.map(({ projectId, spaceId = '' }) => `${projectId}/${spaceId}`).toSorted();
  return join(dataFolder, `mirror-${Bun.hash(JSON.stringify([place, held])).toString(36)}.db`);
}

/** Reads all settings, flags before the environment. Throws a `ConfigError` that lists every fault. */
export function readConfig(env: Environment, flags: Flags = {}): Config {
  const faults = unknownNames(env);
  const read = <T, D>(name: SettingName, { rule, parse }: Rule<T>, fallback: D): T | D => {
    const given = givenValue(settings[name], env, flags[name]);
    if (given === undefined) return fallback;
    const value = parse(given.text);
    if (value === undefined) faults.push(faultOf(settings[name], given, rule));
    return value ?? fallback;
  };

  const dataFolder = read('data', text, 'data');
  const config: Config = {
    dataFolder,
    databaseUrl: read('databaseUrl', databaseUrl, `sqlite:${join(dataFolder, 'newsstand.db')}`),
    databaseReplicaUrl: read('databaseReplicaUrl', postgresUrl, undefined),
    scopes: read('scopes', scopes, undefined),
    host: read('host', host, '127.0.0.1'),
    port: read('port', wholeNumber(0, 65_535), 4000),
    publicUrl: read('publicUrl', publicUrl, undefined),
    managementHost: '127.0.0.1',
    managementPort: read('managementPort', wholeNumber(0, 65_535), 4001),
    managementUrl: read('managementUrl', webOrigin, undefined),
    keptVersions: read('keptVersions', wholeNumber(0, 1000), 50),
    uploadBytes: read('uploadLimit', byteSize, 4e9),
    corsOrigins: read('corsOrigins', corsOrigins, '*'),
    rateLimit: withoutNone(read('rateLimit', rateLimit, 'none')),
    logLevel: read('logLevel', oneOf(logLevels), 'info'),
    maxAgeSeconds: read('maxAge', wholeNumber(0, limits.maxAgeSeconds), limits.maxAgeSeconds),
    sharedCache: read('sharedCache', oneOf(['true', 'false']), 'false') === 'true',
    cdnMaxAgeSeconds: read('cdnMaxAge', wholeNumber(0, 31_536_000), 0),
    purgeUrls: read('purgeUrl', purgeUrls, []),
    purgeHeader: read('purgeHeader', purgeHeader, undefined),
    workers: read('workers', wholeNumber(1, 256), 1),
    mediaKey: read('mediaKey', mediaKey, undefined),
    mediaUrl: read('mediaUrl', publicUrl, undefined),
    mediaUnsafe: read('mediaUnsafe', oneOf(['true', 'false']), 'false') === 'true',
    mediaCacheBytes: read('mediaCache', byteSize, 2e9),
    mediaStore: withKeys(read('mediaStore', mediaStore, folderIn(dataFolder)), env, faults),
    mediaSourcesBytes: read('mediaSources', byteSize, 2e9),
  };
  if (config.port !== 0 && config.port === config.managementPort) {
    faults.push(`${settings.managementPort.env} must differ from ${settings.port.env}`);
  }
  if (config.cdnMaxAgeSeconds > 0 && !config.sharedCache) {
    faults.push(
      `${settings.cdnMaxAge.env} needs ${settings.sharedCache.env}=true: the cache in front must key on the credential headers`,
    );
  }
  if (config.databaseReplicaUrl !== undefined && !isPostgres(config.databaseUrl)) {
    faults.push(`${settings.databaseReplicaUrl.env} needs ${settings.databaseUrl.env}=postgres://…`);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

/** An empty variable counts as not set, as in most container setups; an empty flag is a mistake. */
function givenValue(setting: Setting, env: Environment, flag: string | undefined) {
  if (flag !== undefined) return { name: setting.flag, text: flag };
  const value = env[setting.env];
  return value === undefined || value === '' ? undefined : { name: setting.env, text: value };
}

function faultOf(setting: Setting, given: { name: string; text: string }, rule: string): string {
  const shown = setting.silent ? '' : ` (it is ${JSON.stringify(given.text.slice(0, 200))})`;
  return `${given.name} ${rule}${shown}`;
}

function unknownNames(env: Environment): string[] {
  const known: string[] = Object.values(settings).map((setting) => setting.env);
  const unknown = Object.keys(env).filter((name) => name.startsWith('NEWSSTAND_') && !known.includes(name));
  return unknown.map((name) => {
    const meant = nearest(name.slice('NEWSSTAND_'.length), known.map(shortName));
    return `${name} is no setting${meant === undefined ? '' : `; did you mean NEWSSTAND_${meant}?`}`;
  });
}

/** Compared without the common beginning, since that would make any two names look near. */
function shortName(name: string): string {
  return name.slice('NEWSSTAND_'.length);
}

const text: Rule<string> = {
  rule: 'must not be empty',
  parse: (given) => (given.trim() === '' || given.includes('\0') ? undefined : given),
};

const host: Rule<string> = {
  rule: 'must be a host name or an IP address, such as 127.0.0.1 or 0.0.0.0',
  parse: (given) => (/^[A-Za-z0-9.:_-]+$/.test(given) ? given : undefined),
};

const databaseUrl: Rule<string> = {
  rule: 'must be sqlite:<path>, as in sqlite:data/newsstand.db, or postgres://user:password@host/database',
  parse: (given) => (/^sqlite:./.test(given) || isPostgres(given) ? given : undefined),
};

const postgresUrl: Rule<string> = {
  rule: 'must be postgres://user:password@host/database',
  parse: (given) => (isPostgres(given) ? given : undefined),
};

const scopes: Rule<readonly HeldScope[]> = {
  rule: 'must be a comma-separated list of project or project/space, such as acme,beta/web',
  parse: (given) => {
    const names = given.split(',').map((item) => item.trim().split('/'));
    if (!names.every((parts) => parts.length <= 2 && parts.every(isId))) return undefined;
    return names.map(([projectId = '', spaceId]) =>
      spaceId === undefined ? { projectId } : { projectId, spaceId },
    );
  },
};

const publicUrl: Rule<string> = {
  rule: 'must be an http or https address without user, query or fragment, such as https://content.example.com',
  parse: (given) => {
    const url = /^https?:\/\//.test(given) && URL.canParse(given) ? new URL(given) : undefined;
    if (url === undefined || url.username || url.password || /[?#\s]/.test(given)) return undefined;
    return url.href.replace(/\/+$/, '');
  },
};

const purgeUrls: Rule<readonly string[]> = {
  rule: 'must be http or https addresses without user or fragment, separated by commas, such as http://10.0.0.5:6081/purge',
  parse: (given) => {
    const urls = given.split(',').map((item) => item.trim());
    return urls.every(isPurgeUrl) ? [...new Set(urls.map((url) => new URL(url).href))] : undefined;
  },
};

function isPurgeUrl(given: string): boolean {
  return /^https?:\/\/[^@#\s]+$/.test(given) && URL.canParse(given);
}

const purgeHeader: Rule<{ readonly name: string; readonly value: string }> = {
  rule: 'must be one header, such as Fastly-Key: <token>, and none of those that the call itself is made of',
  parse: (given) => {
    const [, name = '', value = ''] = /^([A-Za-z0-9-]{1,100}): *([!-~]([ -~]*[!-~])?)$/.exec(given) ?? [];
    const isOurs = /^(surrogate-key|host|connection|content-length|transfer-encoding)$/i.test(name);
    return name === '' || isOurs ? undefined : { name, value };
  },
};

const corsOrigins: Rule<'*' | readonly string[]> = {
  rule: 'must be *, none, or a comma-separated list of origins such as https://www.example.com, without a path',
  parse: (given) => {
    if (given === '*') return given;
    if (given === 'none') return [];
    const origins = given.split(',').map((item) => item.trim());
    return origins.every(isOrigin)
      ? [...new Set(origins.map((origin) => new URL(origin).origin))]
      : undefined;
  },
};

const webOrigin: Rule<string> = {
  rule: 'must be an http or https address without a path, such as https://console.example.com',
  parse: (given) => {
    const bare = given.replace(/\/$/, '');
    return isOrigin(bare) ? new URL(bare).origin : undefined;
  },
};

function isOrigin(given: string): boolean {
  return /^https?:\/\/[^/?#@\s*]+$/.test(given) && URL.canParse(given);
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

const rateLimit: Rule<RateLimit | 'none'> = {
  rule: 'must be none or <requests>/<time>, such as 100/1s, 6000/60s, 100/s or 6000/m, at most a day',
  parse: (given) => {
    if (given === 'none') return given;
    const match = /^(\d{1,9})\/(\d{0,5})([smh])$/.exec(given);
    const requests = Number(match?.[1] ?? 0);
    const seconds = Number(match?.[2] || 1) * (unitSeconds[match?.[3] ?? ''] ?? 0);
    return requests >= 1 && seconds >= 1 && seconds <= 86_400 ? { requests, seconds } : undefined;
  },
};

const mediaKey: Rule<string> = {
  rule: 'must be 16 to 256 characters',
  parse: (given) => (given.length >= 16 && given.length <= 256 ? given : undefined),
};

const unitBytes: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

const byteSize: Rule<number> = {
  rule: 'must be a number of MB, GB or TB, such as 500MB or 20GB',
  parse: (given) => {
    const match = /^([1-9]\d{0,5})(MB|GB|TB)$/.exec(given);
    return match === null ? undefined : Number(match[1]) * (unitBytes[match[2] ?? ''] ?? 0);
  },
};

type NamedStore =
  | Extract<MediaStore, { type: 'folder' }>
  | { readonly type: 's3'; readonly bucket: string; readonly prefix: string };

const mediaStore: Rule<NamedStore> = {
  rule: 'must be s3://bucket, s3://bucket/prefix or folder:<path>',
  parse: (given) => {
    const [, scheme, rest = ''] = /^(s3:\/\/|folder:)([^\0]+)$/.exec(given) ?? [];
    if (scheme === undefined) return undefined;
    if (scheme === 'folder:') return { type: 'folder', folder: rest };
    const [bucket = '', ...names] = rest.replace(/\/$/, '').split('/');
    const isRight = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && names.every(isPlainName);
    return isRight ? { type: 's3', bucket, prefix: names.map((name) => `${name}/`).join('') } : undefined;
  },
};

function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9._~-]+$/.test(name) && !/^\.+$/.test(name);
}

function folderIn(dataFolder: string): NamedStore {
  return { type: 'folder', folder: join(dataFolder, 'originals') };
}

/** What else is needed to reach S3, from the variables that all programs for it read. Never shown: keys are among it. */
function withKeys(store: NamedStore, env: Environment, faults: string[]): MediaStore {
  if (store.type === 'folder') return store;
  const given = (...names: readonly string[]) => names.find((name) => (env[name] ?? '') !== '');
  const needed = (name: string) => {
    if (given(name) === undefined) faults.push(`${name} must be set, since originals are in S3`);
    return env[name] ?? '';
  };
  const endpointName = given('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL');
  const endpoint = endpointName === undefined ? undefined : publicUrl.parse(env[endpointName] ?? '');
  if (endpointName !== undefined && endpoint === undefined) faults.push(`${endpointName} ${publicUrl.rule}`);
  const place = {
    bucket: store.bucket,
    prefix: store.prefix,
    endpoint,
    region: env[given('AWS_REGION', 'AWS_DEFAULT_REGION') ?? ''] ?? 'us-east-1',
    accessKeyId: needed('AWS_ACCESS_KEY_ID'),
    secretAccessKey: needed('AWS_SECRET_ACCESS_KEY'),
    sessionToken: env[given('AWS_SESSION_TOKEN') ?? ''],
  };
  return { type: 's3', place };
}

function withoutNone(limit: RateLimit | 'none'): RateLimit | undefined {
  return limit === 'none' ? undefined : limit;
}

function wholeNumber(min: number, max: number): Rule<number> {
  return {
    rule: `must be a whole number from ${min} to ${max}`,
    parse: (given) => {
      const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

function oneOf<T extends string>(values: readonly T[]): Rule<T> {
  return {
    rule: `must be one of ${values.join(', ')}`,
    parse: (given) => values.find((value) => value === given),
  };
}
