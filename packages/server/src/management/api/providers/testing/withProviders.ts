import { z } from 'zod';
import { refusalOf, type TestApi, withApi } from '../../testing/withApi.ts';
import type { Provider } from '../Provider.ts';
import { startProvider, type TestProvider } from './startProvider.ts';
import { TestBrowser } from './TestBrowser.ts';

const departure = z.object({ url: z.string() });

type Entry = Partial<Provider>;

/** An api whose operators may sign in by two providers, `p0` and `p1`. */
export async function withProviders(
  entries: readonly [Entry, Entry?],
  work: (api: TestApi, one: TestProvider, other: TestProvider) => Promise<void>,
): Promise<void> {
  await using one = await startProvider();
  await using other = await startProvider();
  const providers = [one.entry('p0', entries[0]), other.entry('p1', entries[1] ?? entries[0])];
  await withApi(
    async (api) => {
      one.register(api.origin, 'p0');
      other.register(api.origin, 'p1');
      await work(api, one, other);
    },
    { providers },
  );
}

/** Begins to sign in, and returns where the browser goes. */
export async function begin(
  api: TestApi,
  browser: TestBrowser,
  id = 'p0',
  body: object = {},
  path = '',
): Promise<string> {
  const response = await browser.request(`${api.origin}/manage/v1/session/providers/${id}${path}`, {
    method: 'POST',
    headers: { origin: api.origin, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(await refusalOf(response));
  return departure.parse(await response.json()).url;
}

/** Signs in by a provider in a new browser, and returns where that ends. */
export async function signIn(api: TestApi, id = 'p0', browser = new TestBrowser()) {
  const { pathname, search } = await browser.follow(await begin(api, browser, id));
  return { browser, end: `${pathname}${search}` };
}

/** Who is signed in with a browser; undefined if nobody is. */
export async function whoIn(api: TestApi, browser: TestBrowser) {
  const response = await browser.request(`${api.origin}/manage/v1/session`);
  if (response.status !== 200) return undefined;
  const session = z.object({
    operator: z.object({ operatorId: z.string(), name: z.string(), roles: z.array(z.looseObject({})) }),
  });
  return session.parse(await response.json()).operator;
}

/** Whether a URL is that to which a provider sends a browser back. */
export const isCallback = (url: URL) => url.pathname.endsWith('/callback');
