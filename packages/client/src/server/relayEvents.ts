import type { SubscribeQuery } from '../contract/queries.ts';
import type { Client } from '../createClient.ts';
import { runtime } from '../request.ts';
import type { ContentEvent } from '../subscribe.ts';

/** How events are passed on. */
export interface RelayOptions {
  /** How many pages may listen at once; others are told to come back later. Default: 1,000. */
  most?: number | undefined;
  /** Called if the service refuses the subscription, such as for a wrong key. It is tried again 30 seconds later. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Of how many events a page that comes back can hear. */
const mostKept = 100;
const heartbeat = 15_000;
const rest = 30_000;
const encoder = new TextEncoder();

type Listener = ReadableStreamDefaultController<Uint8Array>;

/**
 * Passes the events of a space on to browsers, which then need no key: returns the handler of a route. All pages share one
 * subscription, which lasts as long as somebody listens. Use an ordinary key: whoever opens the route hears all that the key hears.
 */
export function relayEvents(
  client: Pick<Client, 'subscribe'>,
  query: Omit<SubscribeQuery, 'since'> = {},
  { most = 1000, onError = (error) => console.error(error) }: RelayOptions = {},
): (request: Request) => Response {
  // Positions of another process mean nothing here.
  const run = crypto.randomUUID();
  const kept: string[] = [];
  const listeners = new Set<Listener>();
  let count = 0;
  let following: AbortController | undefined;
  /** Whether the subscription has begun, and passes on everything since then. */
  let isOpen = false;

  const leave = (listener: Listener) => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    following?.abort();
    isOpen = false;
  };
  const send = (listener: Listener, text: string) => {
    // Whoever does not read what is sent has gone.
    if ((listener.desiredSize ?? 0) >= -mostKept) return listener.enqueue(encoder.encode(text));
    listener.close();
    leave(listener);
  };
  const tell = ({ type, position: _, ...data }: ContentEvent) => {
    count++;
    const text = `event: ${type}\nid: ${run}.${count}\ndata: ${JSON.stringify(data)}\n\n`;
    kept.push(text);
    if (kept.length > mostKept) kept.shift();
    for (const listener of listeners) send(listener, text);
  };

  async function follow({ signal }: AbortController): Promise<void> {
    const timer = setInterval(() => {
      for (const listener of listeners) send(listener, ':\n\n');
    }, heartbeat);
    while (!signal.aborted) {
      try {
        // It begins with a `reset`, so pages catch up with what happened while nobody listened.
        for await (const event of client.subscribe(query, { signal })) {
          if (signal.aborted) break;
          isOpen = true;
          tell(event);
        }
      } catch (error) {
        if (signal.aborted) break;
        isOpen = false;
        onError(error);
        // Rejects when nobody listens any more, which ends the loop.
        await runtime.sleep(rest, signal).catch(() => undefined);
      }
    }
    clearInterval(timer);
  }

  function listen(since: string): ReadableStream<Uint8Array> {
    const [ofRun, number] = since.split('.');
    const missed = ofRun === run ? count - Number(number) : Number.NaN;
    const isKnown = missed >= 0 && missed <= kept.length;
    let own: Listener;
    return new ReadableStream<Uint8Array>({
      start(listener) {
        own = listener;
        listeners.add(listener);
        send(listener, 'retry: 2000\n\n');
        if (isOpen && !isKnown) send(listener, `event: reset\nid: ${run}.${count}\ndata: {}\n\n`);
        if (isOpen && missed > 0) for (const text of kept.slice(-missed)) send(listener, text);
        if (following?.signal.aborted === false) return;
        following = new AbortController();
        void follow(following);
      },
      cancel: () => leave(own),
    });
  }

  return (request) => {
    if (listeners.size >= most) return new Response(null, { status: 503, headers: { 'retry-after': '30' } });
    // Frameworks hand on a HEAD as a GET and drop the body, whose listener would never leave.
    const body = request.method === 'HEAD' ? null : listen(request.headers.get('last-event-id') ?? '');
    return new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        // `no-transform`: compression would hold events back; the last one says so to nginx.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    });
  };
}
