import { type Client, NewsstandError } from '@newsstand/client';
import { publishedAt } from '@newsstand/client/page';
import { placeOf, tellStory } from './newsroom.ts';
import { categoryTopic, tagTopic } from './parts/topicLinks.ts';
import type { Settings } from './readSettings.ts';
import type { Story } from './Story.ts';

/** What tells open pages about new stories. One subscription serves them all, so the secret stays on the server. */
export type Live = {
  /** How far everything has been told. Pages carry it, so that they hear of all that comes after them. */
  readonly position: string;
  /** What is told after a position, without end; undefined if too many listen already. */
  listen(since: string): ReadableStream<Uint8Array> | undefined;
  close(): void;
};

const mostListeners = 1000;
/** Of how many messages a page that comes back can hear. */
const mostKept = 100;
const mostAgeMilliseconds = 24 * 3_600_000;
const heartbeatMilliseconds = 15_000;
const restMilliseconds = 30_000;
const encoder = new TextEncoder();

/** Subscribes to the news of the site, until it is closed. */
export function openLive(client: Client, settings: Settings): Live {
  const closing = new AbortController();
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  // Positions of another process mean nothing here.
  const run = crypto.randomUUID();
  const kept: { readonly item: string; readonly text: string }[] = [];
  let count = 0;

  const send = (listener: ReadableStreamDefaultController<Uint8Array>, text: string) => {
    // Whoever does not read what is sent has gone.
    if ((listener.desiredSize ?? 0) >= -mostKept) listener.enqueue(encoder.encode(text));
    else if (listeners.delete(listener)) listener.close();
  };
  const tell = (event: 'story' | 'reset', data: object, item = '') => {
    count++;
    const text = `event: ${event}\nid: ${run}.${count}\ndata: ${JSON.stringify(data)}\n\n`;
    kept.push({ item, text });
    if (kept.length > mostKept) kept.shift();
    for (const listener of listeners) send(listener, text);
  };
  /** Nobody hears again of a story that was withdrawn; who comes back from before it reads everything anew. */
  const forget = (item: string) => {
    kept.splice(0, kept.findLastIndex((each) => each.item === item) + 1);
  };

  async function follow(): Promise<void> {
    for await (const event of client.subscribe({ kinds: 'news' }, { signal: closing.signal })) {
      if (event.type === 'reset') {
        // It is not known what was withdrawn meanwhile.
        kept.length = 0;
        tell('reset', {});
        continue;
      }
      const { instanceId = '' } = event;
      const item = `${instanceId}/${event.id}`;
      if (event.type === 'closed' || event.type === 'removed') forget(item);
      if (event.type !== 'opened') continue;
      const place = placeOf(settings, instanceId);
      if (place === undefined) continue;
      try {
        const news = await client.news(instanceId).get(event.id, {}, { signal: closing.signal });
        // An archive that is imported is no news.
        if (event.at - publishedAt(news) > mostAgeMilliseconds) continue;
        const story = tellStory(place.edition, place.section, news);
        tell('story', { path: story.path, lists: listsOf(story) }, item);
      } catch {
        // Pages find out by themselves.
        tell('reset', {});
      }
    }
  }

  const heartbeat = setInterval(() => {
    for (const listener of listeners) send(listener, ':\n\n');
  }, heartbeatMilliseconds);
  void (async () => {
    while (!closing.signal.aborted) {
      await follow().catch((error: unknown) => {
        // Such as a space that does not exist yet. The pages work without it.
        if (error instanceof NewsstandError) console.error(`new stories are not told: ${error.message}`);
      });
      if (!closing.signal.aborted) await rest(restMilliseconds, closing.signal);
    }
  })();

  return {
    get position() {
      return `${run}.${count}`;
    },
    listen(since) {
      if (listeners.size >= mostListeners) return undefined;
      const [ofRun, number] = since.split('.');
      const missed = ofRun === run ? count - Number(number) : Number.NaN;
      const isKnown = missed >= 0 && missed <= kept.length;
      let listener: ReadableStreamDefaultController<Uint8Array>;
      return new ReadableStream({
        start(controller) {
          listener = controller;
          listeners.add(listener);
          send(listener, 'retry: 3000\n\n');
          if (!isKnown) send(listener, `event: reset\nid: ${run}.${count}\ndata: {}\n\n`);
          else for (const { text } of missed === 0 ? [] : kept.slice(-missed)) send(listener, text);
        },
        cancel() {
          listeners.delete(listener);
        },
      });
    },
    close() {
      closing.abort();
      clearInterval(heartbeat);
      for (const listener of listeners) listener.close();
      listeners.clear();
    },
  };
}

/** The paths of the lists that a story is in. */
function listsOf({ news, section, edition }: Story): readonly string[] {
  const { category, tags = [] } = news;
  const topics = [
    ...(category === undefined ? [] : [categoryTopic(edition, category)]),
    ...tags.map((tag) => tagTopic(edition, tag)),
  ];
  return [edition.path || '/', `${edition.path}/${section}`, ...topics.map(({ path }) => path)];
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
