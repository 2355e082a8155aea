import { join } from 'node:path';
import { limits, nearest } from '@newsstand/contract';

/** How much is written to the log. */
export type LogLevel = (typeof logLevels)[number];

/** At most this many requests of one credential in a stretch of time. */
export type RateLimit = { readonly requests: number; readonly seconds: number };

/** All settings of a run: read once, never changed. */
export type Config = {
  readonly dataFolder: string;
  readonly databaseUrl: string;
  readonly host: string;
  readonly port: number;
  /** Undefined where not given: with port 0 the address is known only later. */
  readonly publicUrl: string | undefined;
  readonly managementHost: '127.0.0.1';
  readonly managementPort: number;
  /** An empty list allows no origin. */
  readonly corsOrigins: '*' | readonly string[];
  readonly rateLimit: RateLimit | undefined;
  readonly logLevel: LogLevel;
  readonly maxAgeSeconds: number;
  readonly sharedCache: boolean;
  readonly workers: number;
  /** Undefined where not given: then there is one in the data folder. */
  readonly mediaKey: string | undefined;
  /** Undefined where not given: `/media` of the public address. */
  readonly mediaUrl: string | undefined;
  readonly mediaUnsafe: boolean;
  readonly mediaCacheBytes: number;
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
    help: 'the store, sqlite:<path> (default: newsstand.db in the data folder)',
    silent: true,
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
    help: 'port on 127.0.0.1 for health and metrics, 0 for any free one (default: 4001)',
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
    host: read('host', host, '127.0.0.1'),
    port: read('port', wholeNumber(0, 65_535), 4000),
    publicUrl: read('publicUrl', publicUrl, undefined),
    managementHost: '127.0.0.1',
    managementPort: read('managementPort', wholeNumber(0, 65_535), 4001),
    corsOrigins: read('corsOrigins', corsOrigins, '*'),
    rateLimit: withoutNone(read('rateLimit', rateLimit, 'none')),
    logLevel: read('logLevel', oneOf(logLevels), 'info'),
    maxAgeSeconds: read('maxAge', wholeNumber(0, limits.maxAgeSeconds), limits.maxAgeSeconds),
    sharedCache: read('sharedCache', oneOf(['true', 'false']), 'false') === 'true',
    workers: read('workers', wholeNumber(1, 256), 1),
    mediaKey: read('mediaKey', mediaKey, undefined),
    mediaUrl: read('mediaUrl', publicUrl, undefined),
    mediaUnsafe: read('mediaUnsafe', oneOf(['true', 'false']), 'false') === 'true',
    mediaCacheBytes: read('mediaCache', byteSize, 2e9),
  };
  if (config.port !== 0 && config.port === config.managementPort) {
    faults.push(`${settings.managementPort.env} must differ from ${settings.port.env}`);
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
  rule: 'must be sqlite:<path>, as in sqlite:data/newsstand.db; PostgreSQL is not supported yet',
  parse: (given) => (/^sqlite:./.test(given) ? given : undefined),
};

const publicUrl: Rule<string> = {
  rule: 'must be an http or https address without user, query or fragment, such as https://content.example.com',
  parse: (given) => {
    const url = /^https?:\/\//.test(given) && URL.canParse(given) ? new URL(given) : undefined;
    if (url === undefined || url.username || url.password || /[?#\s]/.test(given)) return undefined;
    return url.href.replace(/\/+$/, '');
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
