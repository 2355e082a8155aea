import { isObject } from '@newsstand/contract';
import {
  busyStatuses,
  type FetchedResponse,
  type FetchOptions,
  fetchPublic,
  readBody,
  retryAfter,
} from '../../../../http/client/fetchPublic.ts';
import { RequestError } from '../../../../http/client/sendRequest.ts';
import { isDeeperThan, maxDepth } from '../json/depth.ts';
import { tryParseJson } from '../json/tryParseJson.ts';

/** How an API is asked. */
export type ApiOptions = {
  /** The URL that the operator typed. Its origin may be private, and only it gets the headers. */
  readonly address: string;
  /** Headers that prove who asks. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The rest is for tests. */
  readonly fetch?: ((url: string, options: FetchOptions) => Promise<FetchedResponse>) | undefined;
  readonly wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
};

/** What an API answered. */
export type ApiResponse = {
  /** Where the response came from, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The JSON in it; undefined if there is none. */
  readonly value: unknown;
  readonly text: string;
};

/** An API cannot be read. `isLarge`: asking for less may help. */
export class ApiError extends Error {
  readonly status: number | undefined;
  readonly isLarge: boolean;

  constructor(message: string, { status, isLarge = false }: { status?: number; isLarge?: boolean } = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.isLarge = isLarge;
  }
}

export type ApiClient = { get(url: URL): Promise<ApiResponse> };

const maxAttempts = 4;
const firstPause = 1000;
/** A site that wants us to wait longer is closed for now. */
const longestPause = 120_000;
const maxBytes = 64 * 1024 * 1024;

/** Creates a client that asks again, a few times, when a site is busy or a response does not arrive whole. */
export function createApiClient(options: ApiOptions): ApiClient {
  const { address, headers = {}, fetch = fetchPublic, wait = Bun.sleep } = options;
  const { origin } = new URL(address);
  const isSecret = Object.keys(headers).length > 0;

  async function attempt(url: URL): Promise<ApiResponse> {
    // Whoever asks does so on behalf of the operator, and only at the site that was named.
    if (isSecret && url.origin !== origin) throw movedError(address, url.href);
    const plain = {
      accept: 'application/json, text/html;q=0.5',
      'accept-encoding': 'gzip',
      'user-agent': 'newsstand',
    };
    using response = await fetch(url.href, {
      headers: { ...plain, ...headers },
      privateOrigin: origin,
      patience: 60_000,
    });
    if (isSecret && new URL(response.url).origin !== origin) throw movedError(address, response.url);
    const text = new TextDecoder().decode(await readBody(response, maxBytes));
    const value = jsonIn(text);
    // Writing it as JSON would be too much for the stack.
    if (isDeeperThan(maxDepth, value))
      throw new ApiError(`cannot read ${shown(url)}: the response is nested more than ${maxDepth} deep`);
    const header = (name: string) => [response.headers[name] ?? []].flat()[0];
    return { url: response.url, status: response.status, header, text, value };
  }

  return {
    async get(url) {
      for (let tries = 1; ; tries++) {
        const result = await attempt(url).catch((error: unknown) => {
          if (error instanceof RequestError && error.failure !== 'private') return error;
          throw error instanceof RequestError
            ? new ApiError(`cannot read ${shown(url)}: ${error.message}`)
            : error;
        });
        const why = result instanceof RequestError ? result.message : whyAgain(result);
        if (why === undefined && !(result instanceof RequestError)) return result;
        const pause = result instanceof RequestError ? undefined : retryAfter(result.header('retry-after'));
        const isTooLong = pause !== undefined && pause > longestPause;
        if (tries === maxAttempts || isTooLong) throw givenUp(url, result, why ?? '', pause);
        await wait(pause ?? firstPause * 2 ** (tries - 1));
      }
    },
  };
}

/** A URL without its query, for messages. */
export function shown(url: URL): string {
  const route = url.searchParams.get('rest_route');
  return `${url.origin}${url.pathname}${route === null ? '' : `?rest_route=${route}`}`;
}

function movedError(address: string, url: string): ApiError {
  const { origin } = new URL(url);
  return new ApiError(
    `${new URL(address).origin} leads to ${origin}, which does not get the password or key; give that address if it is right`,
  );
}

/** Why a response is not final; undefined if it is. */
function whyAgain({ status, text, value }: ApiResponse): string | undefined {
  if (busyStatuses.includes(status)) return `the site answers with status ${status}`;
  const isCut = status === 200 && value === undefined && /^\s*[[{]/.test(text);
  return isCut ? 'the response is cut off' : undefined;
}

function givenUp(
  url: URL,
  result: ApiResponse | RequestError,
  why: string,
  pause: number | undefined,
): ApiError {
  const status = result instanceof RequestError ? undefined : result.status;
  const later =
    pause !== undefined && pause > longestPause
      ? `, and asks to come back in ${Math.ceil(pause / 1000)} seconds`
      : '';
  const isLarge = status !== 429 && !(result instanceof RequestError && result.failure === 'unreachable');
  return new ApiError(`cannot read ${shown(url)}: ${why}${later}`, { ...(status && { status }), isLarge });
}

/** Warnings that a server may print around the JSON are not longer than this. */
const mostAround = 10_000;

/** The JSON in a response, also with warnings of PHP before it or a comment of a cache behind it. */
export function jsonIn(text: string): unknown {
  const whole = text.replace(/^\ufeff+/, '').trim();
  if (/^<(!doctype|html)/i.test(whole)) return undefined;
  const [start = 0, ...others] = [...whole.slice(0, mostAround).matchAll(/\{"|\[\{|\[\]/g)].map(
    ({ index }) => index,
  );
  const end = Math.max(whole.lastIndexOf('}'), whole.lastIndexOf(']')) + 1;
  const isNear = whole.length - end < mostAround;
  return [whole, ...[start, ...others].slice(0, 5).map((from) => whole.slice(from, isNear ? end : undefined))]
    .map(tryParseJson)
    .find((value) => isObject(value) || Array.isArray(value));
}
