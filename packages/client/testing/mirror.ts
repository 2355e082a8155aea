import { eventsPath } from '@newsstand/contract';
import { type Client, type ContentEvent, NewsstandError } from '../src/index.ts';
import { type Fetch, type Runtime, runtime } from '../src/request.ts';
import { subscribe } from '../src/subscribe.ts';

/** A reader as the docs describe it: one loop that reads everything on `reset`, and then what has changed. */
export function mirror(client: Client, events: AsyncIterable<ContentEvent>, signal: AbortSignal) {
  const press = client.news('press');
  const titles = new Map<string, string>();
  const heard: ContentEvent[] = [];
  async function readAll(): Promise<void> {
    const now = await Array.fromAsync(press.all({}, { signal }));
    titles.clear();
    for (const { contentId, values } of now) titles.set(contentId, values.title);
  }
  async function read(id: string): Promise<void> {
    try {
      titles.set(id, (await press.get(id, {}, { signal })).values.title);
    } catch (error) {
      if (!(error instanceof NewsstandError && error.code === 'not_found')) throw error;
      titles.delete(id);
    }
  }
  const ended = (async () => {
    for await (const event of events) {
      heard.push(event);
      if (event.type === 'reset') await readAll();
      else if (event.type === 'opened' || event.type === 'changed') await read(event.id);
      else titles.delete(event.id);
    }
  })().catch((error: unknown) => error);
  return { titles, heard, ended };
}

type Place = {
  readonly url: string;
  readonly projectId: string;
  readonly keys: { readonly key: string; readonly secret: string };
};

/** Subscribes to news with waits so short that there are many connections to cut, and counts the attempts. */
export function subscribeHastily({ url, projectId, keys }: Place, signal: AbortSignal) {
  let attempts = 0;
  const counting: Fetch = (address, init) => {
    attempts++;
    return fetch(address, init);
  };
  const sleep: Runtime['sleep'] = (milliseconds, given) => runtime.sleep(milliseconds / 50, given);
  const events = subscribe(
    { ...keys, heard: {}, fetch: counting },
    url + eventsPath.replace('{projectId}', projectId).replace('{spaceId}', 'web'),
    { kinds: 'news' },
    { signal },
    { ...runtime, sleep },
  );
  return { events, attempts: () => attempts };
}
