import { expect, test } from 'bun:test';
import type { ContentEvent, SubscribeOptions } from '../subscribe.ts';
import { type EventBlock, eventStreamParser } from '../subscribe.ts';
import { relayEvents } from './relayEvents.ts';

/** A service whose events the test tells, and how many subscribe to it. */
function openSource() {
  const tells = new Set<(event: ContentEvent) => void>();
  async function* subscribe(_query: unknown, { signal }: SubscribeOptions = {}) {
    let next = Promise.withResolvers<ContentEvent>();
    signal?.addEventListener('abort', () => next.reject(signal.reason));
    const tell = (event: ContentEvent) => next.resolve(event);
    tells.add(tell);
    try {
      yield { type: 'reset', position: 'p0' } satisfies ContentEvent;
      for (;;) {
        const event = await next.promise;
        next = Promise.withResolvers<ContentEvent>();
        yield event;
      }
    } finally {
      tells.delete(tell);
    }
  }
  const tell = (id: string) => {
    for (const each of tells) each({ type: 'changed', kind: 'news', id, at: 1, position: id });
  };
  return { subscribe, tell, count: () => tells.size };
}

/** A page that listens. */
function open(relay: (request: Request) => Response, since?: string) {
  const headers: Record<string, string> = since === undefined ? {} : { 'last-event-id': since };
  const response = relay(new Request('https://x.example/events', { headers }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const parse = eventStreamParser();
  const waiting: EventBlock[] = [];
  return {
    response,
    /** The next event. */
    async next(): Promise<EventBlock> {
      for (;;) {
        const event = waiting.shift();
        if (event?.event !== undefined) return event;
        if (event === undefined) waiting.push(...parse((await reader?.read())?.value ?? ''));
      }
    },
    close: () => reader?.cancel(),
  };
}

test('pages share one subscription, hear the same, and end it when the last one leaves', async () => {
  const source = openSource();
  const relay = relayEvents(source, { kinds: 'news' });
  expect(source.count()).toBe(0);
  const first = open(relay);
  expect(first.response.headers.get('content-type')).toBe('text/event-stream');
  expect(await first.next()).toMatchObject({ event: 'reset', data: '{}' });
  const second = open(relay);
  expect(await second.next()).toMatchObject({ event: 'reset' });
  expect(source.count()).toBe(1);
  source.tell('n1');
  const told = { event: 'changed', data: '{"kind":"news","id":"n1","at":1}' };
  expect([await first.next(), await second.next()]).toMatchObject([told, told]);
  await first.close();
  expect(source.count()).toBe(1);
  await second.close();
  await Bun.sleep(0);
  expect(source.count()).toBe(0);
  // Nobody knows what has happened since then.
  const third = open(relay);
  expect(await third.next()).toMatchObject({ event: 'reset' });
  await third.close();
});

test('a page that comes back hears what it has missed, or that it is not known', async () => {
  const source = openSource();
  const relay = relayEvents(source);
  const stays = open(relay);
  const { id: start } = await stays.next();
  source.tell('n1');
  await stays.next();
  source.tell('n2');
  const { id: end } = await stays.next();
  const back = open(relay, start);
  expect([(await back.next()).data, (await back.next()).data]).toMatchObject([
    expect.stringContaining('n1'),
    expect.stringContaining('n2'),
  ]);
  const current = open(relay, end);
  source.tell('n3');
  expect((await current.next()).data).toContain('n3');
  for (const since of ['another-process.1', `${start}9`, 'x'])
    expect(await open(relay, since).next()).toMatchObject({ event: 'reset' });
});

test('not everybody can listen, and whoever does not read is let go', async () => {
  const source = openSource();
  const relay = relayEvents(source, {}, { most: 2 });
  const reads = open(relay);
  await reads.next();
  for (let at = 0; at < 3; at++)
    expect(relay(new Request('https://x.example/events', { method: 'HEAD' })).status).toBe(200);
  const sleeps = relay(new Request('https://x.example/events'));
  const refused = relay(new Request('https://x.example/events'));
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
  for (let at = 0; at < 200; at++) {
    source.tell(`n${at}`);
    await reads.next();
  }
  expect(relay(new Request('https://x.example/events')).status).toBe(200);
  // It is not an endless stream any more.
  expect((await sleeps.text()).split('event: changed').length).toBeLessThan(150);
});
