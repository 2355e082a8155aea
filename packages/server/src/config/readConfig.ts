import { join } from 'node:path';
import { limits } from '@newsstand/contract/plain';
import { nearest } from '@newsstand/contract/text';
import { isLoopbackName } from '../http/ipAddress.ts';
import type { Config, RateLimit, TlsFiles } from './Config.ts';
import {
  auditDays,
  bearerToken,
  byteSize,
  corsOrigins,
  databaseUrl,
  days,
  host,
  isPostgres,
  mailSender,
  mediaKey,
  oneOf,
  postgresUrl,
  publicUrl,
  purgeHeader,
  purgeUrls,
  type Rule,
  rateLimit,
  scopes,
  smtpUrl,
  text,
  trustedProxies,
  webOrigin,
  wholeNumber,
} from './rules.ts';
import { mediaStore, type NamedStore, withS3Options } from './s3.ts';
import { logFormats, logLevels, type Setting, type SettingName, settings } from './settings.ts';
import { readTracing } from './tracing.ts';

export type * from './Config.ts';
export { isPostgres } from './rules.ts';
export { type SettingName, settings } from './settings.ts';

/** The values of the command line, as text. */
export type Flags = { readonly [Name in SettingName]?: string | undefined };

/** Everything that is wrong with the settings. */
export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`these settings are not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The path of this node's mirror, which differs by database and scopes. */
export function mirrorPath({ dataFolder, databaseUrl, scopes }: Config): string {
  // User, password and parameters may change.
  const place = databaseUrl.replace(/^[^:]*:\/\/(?:[^/]*@)?/, '').replace(/\?.*$/, '');
  const held = scopes?.map(({ projectId, spaceId = '' }) => `${projectId}/${spaceId}`).toSorted();
  // Mirrors from before they held the media of all spaces are obsolete.
  const holding = held && [...held, 'and all media'];
  return join(dataFolder, `mirror-${Bun.hash(JSON.stringify([place, holding])).toString(36)}.db`);
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
  const readTls = (certName: SettingName, keyName: SettingName): TlsFiles | undefined => {
    const cert = read(certName, text, undefined);
    const key = read(keyName, text, undefined);
    if (cert !== undefined && key !== undefined) return { cert, key };
    if (cert !== undefined) faults.push(`${settings[certName].env} needs ${settings[keyName].env} too`);
    if (key !== undefined) faults.push(`${settings[keyName].env} needs ${settings[certName].env} too`);
    return undefined;
  };
  const readMail = (): Config['mail'] => {
    const server = read('smtpUrl', smtpUrl, undefined);
    const from = read('mailFrom', mailSender, undefined);
    if (server !== undefined && from !== undefined) return { server, from };
    if (server !== undefined) faults.push(`${settings.smtpUrl.env} needs ${settings.mailFrom.env} too`);
    if (from !== undefined) faults.push(`${settings.mailFrom.env} needs ${settings.smtpUrl.env} too`);
    return undefined;
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
    docsUrl: read('docsUrl', publicUrl, undefined),
    isDemo: false,
    tls: readTls('tlsCert', 'tlsKey'),
    managementHost: read('managementHost', host, '127.0.0.1'),
    managementPort: read('managementPort', wholeNumber(0, 65_535), 4001),
    managementUrl: read('managementUrl', webOrigin, undefined),
    managementTls: readTls('managementTlsCert', 'managementTlsKey'),
    oidcFile: read('oidcFile', text, undefined),
    metricsHost: read('metricsHost', host, '127.0.0.1'),
    metricsPort: read('metricsPort', wholeNumber(0, 65_535), undefined),
    metricsToken: read('metricsToken', bearerToken, undefined),
    trustedProxies: read('trustedProxies', trustedProxies, []),
    keptVersions: read('keptVersions', wholeNumber(0, 1000), 50),
    auditDays: read('auditDays', auditDays, 0),
    uploadBytes: read('uploadLimit', byteSize, 4e9),
    corsOrigins: read('corsOrigins', corsOrigins, '*'),
    rateLimit: withoutNone(read('rateLimit', rateLimit, 'none')),
    logLevel: read('logLevel', oneOf(logLevels), 'info'),
    logFormat: read('logFormat', oneOf(logFormats), undefined),
    tracing: readTracing(env, faults),
    maxAgeSeconds: read('maxAge', wholeNumber(0, limits.maxAgeSeconds), limits.maxAgeSeconds),
    sharedCache: read('sharedCache', oneOf(['true', 'false']), 'false') === 'true',
    webhookPrivate: read('webhookPrivate', oneOf(['true', 'false']), 'false') === 'true',
    mail: readMail(),
    cdnMaxAgeSeconds: read('cdnMaxAge', wholeNumber(0, 31_536_000), 0),
    purgeUrls: read('purgeUrl', purgeUrls, []),
    purgeHeader: read('purgeHeader', purgeHeader, undefined),
    workers: read('workers', wholeNumber(1, 256), 1),
    subscribers: read('subscribers', wholeNumber(0, 100_000), 5000),
    subscribersPerKey: read('subscribersPerKey', wholeNumber(0, 100_000), 1000),
    memoryBytes: read('memoryLimit', byteSize, undefined),
    bufferBytes: read('bufferLimit', byteSize, undefined),
    mediaKey: read('mediaKey', mediaKey, undefined),
    mediaUrl: read('mediaUrl', publicUrl, undefined),
    mediaUnsafe: read('mediaUnsafe', oneOf(['true', 'false']), 'false') === 'true',
    mediaMaxAgeSeconds: read('mediaMaxAge', wholeNumber(0, 31_536_000), 86_400),
    mediaGrace: withoutOff(read('mediaGrace', days, 30 * 24 * 60 * 60 * 1000)),
    mediaCacheBytes: read('mediaCache', byteSize, 2e9),
    mediaStore: withS3Options(read('mediaStore', mediaStore, folderIn(dataFolder)), env, faults),
    mediaSourcesBytes: read('mediaSources', byteSize, 2e9),
  };
  const isInsecure = read('managementInsecure', oneOf(['true', 'false']), 'false') === 'true';
  faults.push(...portFaults(config), ...managementFaults(config, isInsecure));
  if (config.cdnMaxAgeSeconds > 0 && !config.sharedCache) {
    faults.push(
      `${settings.cdnMaxAge.env} needs ${settings.sharedCache.env}=true: the cache in front must include the credential headers in its key`,
    );
  }
  if (config.databaseReplicaUrl !== undefined && !isPostgres(config.databaseUrl)) {
    faults.push(`${settings.databaseReplicaUrl.env} needs ${settings.databaseUrl.env}=postgres://…`);
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return Object.freeze(config);
}

function portFaults({ port, managementPort, metricsPort }: Config): string[] {
  const faults: string[] = [];
  const differ = (one: SettingName, other: SettingName) =>
    faults.push(`${settings[one].env} must differ from ${settings[other].env}`);
  if (port !== 0 && port === managementPort) differ('managementPort', 'port');
  if (metricsPort === undefined || metricsPort === 0) return faults;
  if (metricsPort === port) differ('metricsPort', 'port');
  if (metricsPort === managementPort) differ('metricsPort', 'managementPort');
  return faults;
}

/** From other machines, passwords, sessions and drafts would cross the network in plain text. */
function managementFaults(config: Config, isInsecure: boolean): string[] {
  const { managementHost, managementUrl, managementTls } = config;
  const isSafe = managementTls !== undefined || managementUrl?.startsWith('https:') === true;
  if (isLoopbackName(managementHost) || isSafe || isInsecure) return [];
  return [
    `${settings.managementHost.env} is not a loopback address, so the console needs TLS: set ${settings.managementUrl.env}=https://… if a proxy in front provides it, or set ${settings.managementTlsCert.env} and ${settings.managementTlsKey.env}, or ${settings.managementInsecure.env}=true to allow plain HTTP`,
  ];
}

/** An empty variable counts as not set, as in most container setups; an empty flag is a mistake. */
function givenValue(setting: Setting, env: Environment, flag: string | undefined) {
  if (flag !== undefined) return { name: setting.flag, text: flag };
  const value = env[setting.env];
  return value === undefined || value === '' ? undefined : { name: setting.env, text: value };
}

function faultOf(setting: Setting, given: { name: string; text: string }, rule: string): string {
  const shown = setting.isSecret ? '' : ` (it is ${JSON.stringify(given.text.slice(0, 200))})`;
  return `${given.name} ${rule}${shown}`;
}

function unknownNames(env: Environment): string[] {
  const known: string[] = Object.values(settings).map((setting) => setting.env);
  const unknown = Object.keys(env).filter((name) => name.startsWith('NEWSSTAND_') && !known.includes(name));
  return unknown.map((name) => {
    const meant = nearest(name.slice('NEWSSTAND_'.length), known.map(shortName));
    return `${name} is not a known setting${meant === undefined ? '' : `; did you mean NEWSSTAND_${meant}?`}`;
  });
}

/** Compared without the common prefix, which would make any two names look similar. */
function shortName(name: string): string {
  return name.slice('NEWSSTAND_'.length);
}

function folderIn(dataFolder: string): NamedStore {
  return { type: 'folder', folder: join(dataFolder, 'originals') };
}

function withoutOff(time: number | 'off'): number | undefined {
  return time === 'off' ? undefined : time;
}

function withoutNone(limit: RateLimit | 'none'): RateLimit | undefined {
  return limit === 'none' ? undefined : limit;
}
