import { type Editions, editionsOf } from './Edition.ts';
import { type Language, words } from './words.ts';

/** All that the site needs to know, read once. */
export type Settings = {
  readonly name: string;
  /** The address that readers use, without a path. Default: where it listens. */
  readonly url: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly content: {
    readonly url: string;
    readonly key: string;
    readonly secret: string;
    readonly projectId: string;
    readonly spaceId: string;
  };
  /** News instances: each is a section of the site. */
  readonly sections: readonly string[];
  readonly bannerInstance: string;
  /** The languages of the site. */
  readonly editions: Editions;
  /** Where the media of the service come from: its playlists and animated banners are loaded from nowhere else. */
  readonly mediaOrigins: readonly string[];
};

/** Everything that is wrong with the settings. */
export class SettingsError extends Error {
  constructor(faults: readonly string[]) {
    super(`these settings are not right:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.name = 'SettingsError';
  }
}

type Environment = Readonly<Record<string, string | undefined>>;
/** How to read a value: `parse` returns undefined if it breaks the rule. */
type Rule<T> = { readonly must: string; readonly parse: (text: string) => T | undefined };

/** Reads the environment. Throws a `SettingsError` that lists every fault. */
export function readSettings(env: Environment): Settings {
  const faults: string[] = [];
  const given = (name: string) => env[name]?.trim() ?? '';
  const read = <T>(name: string, { must, parse }: Rule<T>, fallback: T): T => {
    if (given(name) === '') return fallback;
    const value = parse(given(name));
    // Never with the value: it may be a secret.
    if (value === undefined) faults.push(`${name} must be ${must}`);
    return value ?? fallback;
  };
  const need = <T>(name: string, rule: Rule<T>, fallback: T): T => {
    if (given(name) === '') faults.push(`${name} is missing: it must be ${rule.must}`);
    return read(name, rule, fallback);
  };

  const host = read('SITE_HOST', line, '127.0.0.1');
  const port = read('SITE_PORT', portNumber, 4100);
  const contentUrl = need('SITE_CONTENT_URL', address, '');
  const settings: Settings = {
    name: read('SITE_NAME', line, 'Kumo Coffee'),
    url: read('SITE_URL', origin, undefined),
    host,
    port,
    content: {
      url: contentUrl,
      key: need('SITE_KEY', line, ''),
      secret: need('SITE_SECRET', line, ''),
      projectId: read('SITE_PROJECT', line, 'demo'),
      spaceId: read('SITE_SPACE', line, 'web'),
    },
    sections: read('SITE_NEWS_INSTANCES', sectionNames, ['press', 'blog']),
    bannerInstance: read('SITE_BANNER_INSTANCE', line, 'top'),
    editions: editionsOf(
      read('SITE_LANGUAGES', languages, ['en', 'ja']),
      read('SITE_TIME_ZONE', timeZone, 'UTC'),
    ),
    mediaOrigins: read(
      'SITE_MEDIA_ORIGINS',
      origins,
      URL.canParse(contentUrl) ? [new URL(contentUrl).origin] : [],
    ),
  };
  if (faults.length > 0) throw new SettingsError(faults);
  return settings;
}

const line: Rule<string> = {
  must: 'one line of at most 500 characters',
  parse: (text) => (/^[^\p{Cc}]{1,500}$/u.test(text) ? text : undefined),
};

const portNumber: Rule<number> = {
  must: 'a whole number from 0 to 65535',
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined),
};

const address: Rule<string> = {
  must: 'an address such as https://content.example.com, without user, query or fragment',
  parse: (text) => {
    const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined || url.username || url.password || /[?#\s]/.test(text)) return undefined;
    return url.href.replace(/\/+$/, '');
  },
};

/** The paths that the site itself uses. */
const ownPaths = [
  'assets',
  'category',
  'tag',
  'search',
  'preview',
  'live',
  'archive',
  'sitemap',
  'language',
  ...Object.keys(words),
];

const sectionNames: Rule<readonly string[]> = {
  must: `news instances separated by commas, such as press,blog, each once, and none of ${ownPaths.join(', ')}`,
  parse: (text) => {
    const names = text.split(',').map((name) => name.trim());
    const areRight = names.every((name) => /^[\w~-][\w.~-]{0,127}$/.test(name) && !ownPaths.includes(name));
    return areRight && new Set(names).size === names.length ? names : undefined;
  },
};

const isLanguage = (text: string): text is Language => Object.hasOwn(words, text);

const languages: Rule<readonly [Language, ...Language[]]> = {
  must: `languages separated by commas, the first one at /, each once, of ${Object.keys(words).join(', ')}`,
  parse: (text) => {
    const names = text.split(',').map((name) => name.trim());
    const [first, ...others] = names.filter(isLanguage);
    const areRight = others.length === names.length - 1 && new Set(names).size === names.length;
    return areRight && first !== undefined ? [first, ...others] : undefined;
  },
};

const timeZone: Rule<string> = {
  must: 'a time zone such as Asia/Tokyo',
  parse: (text) => {
    try {
      return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    } catch {
      return undefined;
    }
  },
};

const origin: Rule<string> = {
  must: 'an address without a path, such as https://www.example.com',
  parse: (text) =>
    /^https?:\/\/[^/?#@\s;,*']+\/?$/.test(text) && URL.canParse(text) ? new URL(text).origin : undefined,
};

const origins: Rule<readonly string[]> = {
  must: 'origins separated by commas, such as https://media.example.com',
  parse: (text) => {
    const list = text.split(',').map((each) => origin.parse(each.trim()));
    const right = list.filter((each) => each !== undefined);
    return right.length === list.length ? right : undefined;
  },
};
