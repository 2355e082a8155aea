import { limits } from '@newsstand/contract/plain';
import { isEmail, isId } from '@newsstand/contract/text';
import { type IpNetwork, isLoopbackName, loopback, parseIpNetwork } from '../http/ipAddress.ts';

/** How to read a value: `parse` returns undefined if it breaks the rule. */
export type Rule<T> = { readonly rule: string; readonly parse: (text: string) => T | undefined };

/** Whether the store is a remote database. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\/./.test(url);
}

/** Any text that is not empty. */
export const text: Rule<string> = {
  rule: 'must not be empty',
  parse: (given) => (given.trim() === '' || given.includes('\0') ? undefined : given),
};

/** A host to listen on. */
export const host: Rule<string> = {
  rule: 'must be a host name or an IP address, such as 127.0.0.1 or 0.0.0.0',
  parse: (given) => (/^[A-Za-z0-9.:_-]+$/.test(given) ? given : undefined),
};

/** The URL of a store. */
export const databaseUrl: Rule<string> = {
  rule: 'must be sqlite:<path>, as in sqlite:data/newsstand.db, or postgres://user:password@host/database',
  parse: (given) => (/^sqlite:./.test(given) || isPostgres(given) ? given : undefined),
};

/** The URL of a PostgreSQL database. */
export const postgresUrl: Rule<string> = {
  rule: 'must be postgres://user:password@host/database',
  parse: (given) => (isPostgres(given) ? given : undefined),
};

/** A project, or a space of it. */
export type HeldScope = { readonly projectId: string; readonly spaceId?: string };

/** What a node holds. */
export const scopes: Rule<readonly HeldScope[]> = {
  rule: 'must be a comma-separated list of projects and spaces, such as acme,beta/web',
  parse: (given) => {
    const names = given.split(',').map((item) => item.trim().split('/'));
    if (!names.every((parts) => parts.length <= 2 && parts.every(isId))) return undefined;
    return names.map(([projectId = '', spaceId]) =>
      spaceId === undefined ? { projectId } : { projectId, spaceId },
    );
  },
};

/** A URL, with or without a path. */
export const publicUrl: Rule<string> = {
  rule: 'must be an http or https URL without user, query or fragment, such as https://content.example.com',
  parse: (given) => {
    const url = /^https?:\/\/[^/?#]/i.test(given) && URL.canParse(given) ? new URL(given) : undefined;
    if (url === undefined || url.username || url.password || /[?#\s]/.test(given)) return undefined;
    return url.href.replace(/\/+$/, '');
  },
};

/** The URLs of the caches to purge. */
export const purgeUrls: Rule<readonly string[]> = {
  rule: 'must be http or https URLs without user or fragment, separated by commas, such as http://10.0.0.5:6081/purge',
  parse: (given) => {
    const urls = given.split(',').map((item) => item.trim());
    return urls.every(isPurgeUrl) ? [...new Set(urls.map((url) => new URL(url).href))] : undefined;
  },
};

function isPurgeUrl(given: string): boolean {
  return /^https?:\/\/[^@#\s/?][^@#\s]*$/i.test(given) && URL.canParse(given);
}

/** The header that authenticates purge calls. */
export const purgeHeader: Rule<{ readonly name: string; readonly value: string }> = {
  rule: 'must be one header, such as Fastly-Key: <token>, and not one that purge calls set themselves',
  parse: (given) => {
    const [, name = '', value = ''] = /^([A-Za-z0-9-]{1,100}): *([!-~]([ -~]*[!-~])?)$/.exec(given) ?? [];
    const isOurs = /^(surrogate-key|host|connection|content-length|transfer-encoding)$/i.test(name);
    return name === '' || isOurs ? undefined : { name, value };
  },
};

/** A mail server. */
export type SmtpServer = {
  readonly host: string;
  readonly port: number;
  /** `tls`: from the first byte. `starttls`: nothing is sent before it is encrypted. `none`: in plain text. */
  readonly security: 'tls' | 'starttls' | 'none';
  readonly user: string | undefined;
  readonly password: string | undefined;
};

/** The mail server. */
export const smtpUrl: Rule<SmtpServer> = {
  rule: 'must be smtp://user:password@host:port or smtps://user:password@host:port, with special characters of the password percent-encoded; ?tls=off after smtp: allows plain text',
  parse: (given) => {
    const url = /^smtps?:\/\/[^/?#\s]+\/?(?:\?tls=(?:off|required))?$/.test(given) && URL.canParse(given);
    const { protocol, hostname, port, username, password, searchParams } = new URL(url ? given : 'smtp:');
    const host = hostname.replaceAll(/^\[|\]$/g, '');
    const isTls = protocol === 'smtps:';
    const [user, secret] = [decoded(username), decoded(password)];
    const isWhole = user !== undefined && secret !== undefined && (user === '') === (secret === '');
    if (host === '' || !isWhole || (isTls && searchParams.has('tls'))) return undefined;
    // What stays on this machine need not be encrypted.
    const isPlain = (searchParams.get('tls') ?? (isLoopbackName(host) ? 'off' : 'required')) === 'off';
    return {
      host,
      port: port === '' ? (isTls ? 465 : 587) : Number(port),
      security: isTls ? 'tls' : isPlain ? 'none' : 'starttls',
      user: user === '' ? undefined : user,
      password: secret === '' ? undefined : secret,
    };
  },
};

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Who mails come from. */
export type MailSender = { readonly name: string; readonly address: string };

/** The sender of mails. */
export const mailSender: Rule<MailSender> = {
  rule: 'must be an address, such as news@example.com, or Newsstand <news@example.com>',
  parse: (given) => {
    const [, name = '', address = given] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(given.trim()) ?? [];
    return isEmail(address.trim()) ? { name: name.trim(), address: address.trim() } : undefined;
  },
};

/** The allowed origins. */
export const corsOrigins: Rule<'*' | readonly string[]> = {
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

/** A URL without a path. */
export const webOrigin: Rule<string> = {
  rule: 'must be an http or https URL without a path, such as https://console.example.com',
  parse: (given) => {
    const bare = given.replace(/\/$/, '');
    return isOrigin(bare) ? new URL(bare).origin : undefined;
  },
};

/** Proxies whose X-Forwarded-For is trusted. */
export const trustedProxies: Rule<readonly IpNetwork[]> = {
  rule: 'must be none, or a comma-separated list of loopback, IP addresses and networks, such as loopback,10.0.0.0/8,fd00::/8; a network must not cover all addresses, nor have bits set beyond its prefix',
  parse: (given) => {
    if (given === 'none') return [];
    const networks = given
      .split(',')
      .map((item) => item.trim())
      .map(networksOf);
    return networks.every((each) => each !== undefined) ? networks.flat() : undefined;
  },
};

function networksOf(item: string): readonly IpNetwork[] | undefined {
  if (item === 'loopback') return loopback;
  const network = parseIpNetwork(item);
  // Trusting all addresses means trusting what clients make up.
  return network === undefined || network.prefix === 0 ? undefined : [network];
}

function isOrigin(given: string): boolean {
  return /^https?:\/\/[^/?#@\s*]+$/.test(given) && URL.canParse(given);
}

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** The largest number of requests per credential in an interval. */
export type RateLimit = { readonly requests: number; readonly seconds: number };

/** How many requests in which time. */
export const rateLimit: Rule<RateLimit | 'none'> = {
  rule: 'must be none or <requests>/<time>, such as 100/s or 6000/60s, with a time of at most a day (24h)',
  parse: (given) => {
    if (given === 'none') return given;
    const match = /^(\d{1,9})\/(\d{0,5})([smh])$/.exec(given);
    const requests = Number(match?.[1] ?? 0);
    const seconds = Number(match?.[2] || 1) * (unitSeconds[match?.[3] ?? ''] ?? 0);
    return requests >= 1 && seconds >= 1 && seconds <= 86_400 ? { requests, seconds } : undefined;
  },
};

/** The key that signs picture URLs. */
export const mediaKey: Rule<string> = {
  rule: 'must be 16 to 256 characters',
  parse: (given) => (given.length >= 16 && given.length <= 256 ? given : undefined),
};

/** What a client presents in a header. */
export const bearerToken: Rule<string> = {
  rule: 'must be 16 to 256 printable ASCII characters, without spaces',
  parse: (given) => (/^[!-~]{16,256}$/.test(given) ? given : undefined),
};

const unitBytes: Readonly<Record<string, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** A size in bytes. */
export const byteSize: Rule<number> = {
  rule: 'must be a whole number of MB, GB or TB, such as 500MB or 20GB',
  parse: (given) => {
    const match = /^([1-9]\d{0,5})(MB|GB|TB)$/.exec(given);
    return match === null ? undefined : Number(match[1]) * (unitBytes[match[2] ?? ''] ?? 0);
  },
};

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** A number of days, in milliseconds. */
export const days: Rule<number | 'off'> = {
  rule: 'must be off, or a number of days from 1d to 3650d, such as 30d',
  parse: (given) => {
    if (given === 'off') return given;
    const count = Number(/^([1-9]\d{0,3})d$/.exec(given)?.[1] ?? 0);
    return count >= 1 && count <= 3650 ? count * dayMilliseconds : undefined;
  },
};

/** A whole number. */
export function wholeNumber(min: number, max: number): Rule<number> {
  return {
    rule: `must be a whole number from ${min} to ${max}`,
    parse: (given) => {
      const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

/** How many days entries of the audit log are kept, or 0 for ever: four eyes look that far back. */
export const auditDays: Rule<number> = {
  rule: `must be 0, for ever, or a whole number from ${limits.handoverDays} to 36500; four eyes need the entries of ${limits.handoverDays} days`,
  parse: (given) => (given === '0' ? 0 : wholeNumber(limits.handoverDays, 36_500).parse(given)),
};

/** One of a few words. */
export function oneOf<T extends string>(values: readonly T[]): Rule<T> {
  return {
    rule: `must be one of ${values.join(', ')}`,
    parse: (given) => values.find((value) => value === given),
  };
}
