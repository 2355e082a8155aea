import { until } from '../testing/until.ts';

/** Credentials for the headers. */
export type Keys = { readonly key: string; readonly secret: string };

/** The response that a reader gets through a front. */
export type Told = {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** Whether it came from the cache, according to the front. */
  readonly cache: string;
};

/** Sends a request to a front, as a reader does. */
export async function askFront(
  url: string,
  keys: Keys | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const credentials = keys && { 'x-svc-ac-api-key': keys.key, 'x-svc-ac-api-secret': keys.secret };
  const response = await fetch(url, { headers: { ...credentials, ...headers } });
  const text = await response.text();
  return {
    status: response.status,
    text,
    headers: response.headers,
    cache: response.headers.get('x-cache') ?? '',
  };
}

/** Repeats a request until the response is as expected. */
export function untilTold(ask: () => Promise<Told>, isRight: (told: Told) => boolean): Promise<Told> {
  return until('the right answer', ask, isRight);
}
