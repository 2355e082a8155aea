import { limits } from '@newsstand/contract';
import type { Random } from './createRandom.ts';
import { type MediaPaths, makeTarget, type Subject, type Target } from './makeTarget.ts';
import { type Reader, readers, type Who, type World } from './world.ts';

/** A key and its secret. */
export type Keys = { readonly key: string; readonly secret: string };

/** What requests are generated from. */
export type Site = {
  readonly world: World;
  readonly media: MediaPaths;
  readonly keys: { readonly [Name in Reader]: Keys };
  /** Expired and revoked keys. */
  readonly ended: readonly Keys[];
};

/** A request, and what is known about its response. */
export type FuzzRequest = {
  readonly bytes: Buffer;
  readonly method: string;
  readonly target: string;
  readonly who: Who;
  /** The key that it sends. */
  readonly key: string | undefined;
  /** The ID that the response must carry; undefined if it is not a valid one. */
  readonly requestId: string | undefined;
  readonly packing: string;
  /** Whether it asks to close the connection. */
  readonly closes: boolean;
  /** Whether it has a body: the service then closes the connection; proxies need not. */
  readonly hasBody: boolean;
  /** Whether its bytes were damaged: then there may be any number of responses, and only certain statuses are known to be wrong. */
  readonly isDamaged: boolean;
  readonly statuses: ReadonlySet<number>;
  /** Whether it is too large for the service; a cache in front may answer it all the same. */
  readonly isTooLarge: boolean;
  readonly subject: Subject | undefined;
};

/** The header section. */
type Headers = readonly (readonly [name: string, value: string])[];

/** Generates a request that is valid HTTP. `name` is unique in the run. */
export function makeRequest(random: Random, site: Site, name: string): FuzzRequest {
  const target = makeTarget(random, site.world, site.media);
  const { who, headers: credentials, key } = makeCredentials(random, site, target);
  const method = random.weigh([
    [84, 'GET'],
    [8, 'HEAD'],
    [3, 'OPTIONS'],
    [4, random.pick(['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PURGE', 'PROPFIND', 'SEARCH', 'QUERY'])],
    [1, random.pick(['get', 'GETS', 'G', 'X-Y', '__PROTO__', "!#$%&'*+.^`|~"])],
  ]);
  const packing = random.weigh([
    [5, ''],
    [3, 'gzip'],
    [3, 'br'],
    [
      1,
      random.pick([
        'gzip;q=0',
        '*',
        'identity;q=0',
        'br;q=0.001, gzip;q=1',
        ',,,',
        'gzip, deflate, br, zstd',
      ]),
    ],
  ]);
  const requestId = random.chance(0.95) ? name : undefined;
  const isConditional = random.chance(0.08);
  const range = random.chance(target.isMedia ? 0.4 : 0.02) ? makeRange(random) : undefined;
  const isOld = random.chance(0.01);
  const body = method !== 'GET' && method !== 'HEAD' && random.chance(0.3) ? 'a body that nobody reads' : '';
  const asksToClose = random.chance(0.02);
  const headers: Headers = [
    ...credentials,
    [
      'x-request-id',
      requestId ?? random.pick([' ', 'a b', 'x'.repeat(129), '\u00e9', '../..', '<b>', 'a,b']),
    ],
    ...optional(packing !== '', 'accept-encoding', packing),
    ...optional(isConditional, 'if-none-match', makeTags(random)),
    ...optional(range !== undefined, 'range', range ?? ''),
    ...optional(range !== undefined && random.chance(0.2), 'if-range', makeTags(random)),
    ...optional(
      random.chance(0.15),
      'origin',
      random.pick(['https://page.test', 'null', 'https://x', '*', '\u00e9']),
    ),
    ...optional(
      random.chance(0.15),
      'accept',
      random.pick(['image/avif,image/webp,*/*', 'image/webp', '*/*', 'a']),
    ),
    ...optional(asksToClose, 'connection', random.pick(['close', 'Close', 'x, close'])),
    ...optional(body !== '', 'content-length', String(body.length)),
    ...junk(random),
  ];
  const host: Headers = isOld && random.chance(0.5) ? [] : [['host', random.pick(hosts)]];
  const lines = [...host, ...headers].map((header) => headerLine(random, header)).join('');
  const line = `${method} ${target.text} HTTP/1.${isOld ? 0 : 1}\r\n`;
  // Invalid UTF-8 has to be tried, too.
  const encoding = random.chance(0.5) && !/[^\x00-\xff]/.test(line + lines) ? 'latin1' : 'utf8';
  const sizes = {
    target: Buffer.byteLength(target.text, encoding),
    headers: Buffer.byteLength(lines, encoding),
  };
  return {
    bytes: Buffer.from(`${line}${lines}\r\n${body}`, encoding),
    method,
    target: target.text,
    who,
    key,
    // Requests that the listener itself rejects get a generated ID.
    requestId: isTooLarge(sizes) ? undefined : requestId,
    packing,
    closes: asksToClose || isOld,
    hasBody: body !== '',
    isDamaged: false,
    statuses: new Set(statusesOf(target, method, who, isConditional, range !== undefined)),
    isTooLarge: isTooLarge(sizes),
    subject: target.subject(who),
  };
}

const hosts = ['content.example.com', 'a', '127.0.0.1:4000', '[::1]', 'EXAMPLE.com', 'x_y'];

function optional(isWanted: boolean, name: string, value: string): Headers {
  return isWanted ? [[name, value]] : [];
}

/** Anyone without a key and its matching secret is a stranger. */
function makeCredentials(
  random: Random,
  { keys, ended }: Site,
  target: Target,
): { who: Who; headers: Headers; key: string | undefined } {
  const shown = (key: string | undefined, secret: string | undefined): Headers => [
    ...(key === undefined ? [] : [['x-svc-ac-api-key', key] as const]),
    ...(secret === undefined ? [] : [['x-svc-ac-api-secret', secret] as const]),
  ];
  if (random.chance(0.8)) {
    // Mostly a reader with access: there is more to find.
    const able = readers.filter((reader) => !target.statuses(reader).includes(403));
    const who = random.pick(able.length > 0 && random.chance(0.7) ? able : readers);
    const { key, secret } = keys[who];
    return { who, headers: shown(key, secret), key };
  }
  const [one, other] = [keys[random.pick(readers)], keys[random.pick(readers)]];
  const dead = random.pick(ended);
  const [key, secret] = random.pick<readonly [string | undefined, string | undefined]>([
    [undefined, undefined],
    [one.key, undefined],
    [undefined, one.secret],
    [one.key, `${one.secret}x`],
    [one.key, one.secret.toUpperCase()],
    [one.key, ''],
    [one.key.slice(0, -1), one.secret],
    [one.secret, one.key],
    [one.key, one.key === other.key ? 'wrong' : other.secret],
    [dead.key, dead.secret],
    ['nsk_', 'nss_'],
    ["' OR 1=1 --", "' OR 1=1 --"],
  ]);
  return { who: 'stranger', headers: shown(key, secret), key };
}

function makeTags(random: Random): string {
  return random.pick([
    '*',
    '"x"',
    'W/"x"',
    '"a", "b"',
    '"',
    ',',
    '"x-gzip"',
    'x',
    '""',
    `"${'x'.repeat(500)}"`,
  ]);
}

function makeRange(random: Random): string {
  return random.pick([
    'bytes=0-9',
    'bytes=0-0',
    'bytes=-5',
    'bytes=5-',
    'bytes=9-5',
    'bytes=-0',
    'bytes=99999999-',
    'bytes=999999999999999999-',
    'bytes=0-99999999999999999999999',
    'bytes=0-1,3-4',
    'bytes=a-b',
    'bytes=',
    'lines=1-2',
    'bytes 0-9',
    '\u00e9',
  ]);
}

/** Headers that have no meaning for the service, or should have none. */
function junk(random: Random): Headers {
  const names = [
    'x-junk',
    'cookie',
    'authorization',
    'x-forwarded-for',
    'x-original-url',
    'x-http-method-override',
  ];
  const count = random.weigh([
    [90, 0],
    [8, 1 + random.below(3)],
    [1, 40],
  ]);
  const length = random.weigh([
    [20, 20],
    [2, 1000],
    [0.2, limits.headerBytes],
  ]);
  return random.times(
    count,
    () => [random.pick(names), 'j'.repeat(random.below(count === 40 ? 20 : length))] as const,
  );
}

/** The case of names and spaces around values make no difference. (Nor should tabs, but nginx makes them part of the value.) */
function headerLine(random: Random, [name, value]: readonly [string, string]): string {
  const spelled = random.chance(0.9)
    ? name
    : [...name].map((letter) => (random.chance(0.5) ? letter.toUpperCase() : letter)).join('');
  const [before, after] = random.chance(0.9)
    ? [' ', '']
    : [random.pick(['', ' ', '   ']), random.pick(['', ' ', '  '])];
  return `${spelled}:${before}${value}${after}\r\n`;
}

/** In bytes. */
type Sizes = { readonly target: number; readonly headers: number };

function isTooLarge({ target, headers }: Sizes): boolean {
  return target > limits.urlBytes || headers > limits.headerBytes;
}

function statusesOf(
  target: Target,
  method: string,
  who: Who,
  isConditional: boolean,
  isRanged: boolean,
): readonly number[] {
  if (method !== 'GET' && method !== 'HEAD') {
    const refused = method === 'OPTIONS' ? 204 : 405;
    if (target.isKnown === undefined) return [refused, 404, 400];
    return target.isKnown ? [refused] : [404];
  }
  const usual = target.statuses(who);
  if (!usual.includes(200)) return usual;
  return [...usual, ...(isConditional ? [304] : []), ...(isRanged ? [206, 416] : [])];
}
