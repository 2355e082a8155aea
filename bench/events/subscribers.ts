/** Subscribers in a process of their own: tells when the last of them has heard of an item. */
import { eventsPath } from '@newsstand/contract';
import { scope } from '../content.ts';
import type { Listening, Reached } from './startSubscribers.ts';

const path = eventsPath.replace('{projectId}', scope.projectId).replace('{spaceId}', scope.spaceId);
/** How many connect at once. */
const atOnce = 50;
let wanted = 0;
const heard = new Map<string, number>();

process.on('message', ({ urls, count, headers }: Listening) => void listen(urls, count, headers));
process.on('disconnect', () => process.exit());

async function listen(urls: readonly string[], count: number, headers: Listening['headers']): Promise<void> {
  wanted = count;
  const lines = Object.entries({ host: 'bench', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  for (let n = 0; n < count; n += atOnce) {
    const some = Array.from(
      { length: Math.min(atOnce, count - n) },
      (_, k) => urls[(n + k) % urls.length] ?? '',
    );
    await Promise.all(some.map((url) => subscribe(url, request)));
  }
  process.send?.({ type: 'ready' });
}

/** Resolves when the head of the response and the first position have come. */
async function subscribe(url: string, request: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let unread = '';
  let isOpen = false;
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(request),
      data(_socket, chunk) {
        const text = unread + chunk.toString('latin1');
        const end = text.lastIndexOf('\n\n') + 2;
        unread = end < 2 ? text : text.slice(end);
        if (end < 2) return;
        if (!isOpen && !text.startsWith('HTTP/1.1 200')) reject(new Error(text.slice(0, 300)));
        isOpen = true;
        resolve();
        for (const [, id = ''] of text.slice(0, end).matchAll(/"id":"([^"]+)"/g)) note(id);
      },
      close: () => reject(new Error('a stream ended')),
    },
  });
  await promise;
}

function note(id: string): void {
  const count = (heard.get(id) ?? 0) + 1;
  if (count < wanted) heard.set(id, count);
  else {
    heard.delete(id);
    process.send?.({ type: 'reached', id, at: performance.timeOrigin + performance.now() } satisfies Reached);
  }
}
