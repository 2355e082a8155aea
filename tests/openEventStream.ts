import { connect } from 'node:net';
import { z } from 'zod';

/** An event as a client hears it. */
export type Heard = {
  readonly type: string;
  /** When it arrived, in milliseconds since the epoch. */
  readonly heardAt: number;
  readonly data: Told;
};

const told = z.object({
  kind: z.string().optional(),
  instanceId: z.string().optional(),
  id: z.string().optional(),
  alias: z.string().optional(),
  at: z.number().optional(),
});
type Told = z.infer<typeof told>;

export type StreamOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly version?: '1.0' | '1.1';
};

/** A client of server-sent events on a plain socket. */
export type EventStream = {
  readonly status: number;
  /** The head of the response. */
  readonly head: string;
  /** Everything after it so far. */
  body(): string;
  heard(): readonly Heard[];
  /** The position to resume from. */
  position(): string;
  /** Waits until enough was heard; fails if the stream ends before. */
  until(isEnough: (heard: readonly Heard[]) => boolean): Promise<readonly Heard[]>;
  /** Waits until something happened to an item. */
  untilHeard(type: string, id: string): Promise<Heard>;
  /** Resolves when the service has ended the response, and rejects if it broke off the connection. */
  readonly ended: Promise<void>;
  /** Stops reading for now. */
  pause(): void;
  resume(): void;
  close(): void;
  /** Resets the connection, as a client that crashes. */
  vanish(): void;
};

/** Requests events; resolves when the head of the response has come. */
export function openEventStream(
  url: string,
  { headers, version = '1.1' }: StreamOptions,
): Promise<EventStream> {
  const { hostname, port, pathname, search } = new URL(url);
  const lines = Object.entries({ host: hostname, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${pathname}${search} HTTP/${version}\r\n${lines.join('')}\r\n`);
  const waiting = new Set<() => void>();
  const heard: Heard[] = [];
  let head: string | undefined;
  let received = '';
  let unparsed = '';
  let position = '';
  let isOver = false;

  const ended = new Promise<void>((resolve, reject) => {
    socket.on('end', resolve);
    socket.on('error', reject);
    socket.on('close', resolve);
  });
  // Whoever needs it waits for it.
  ended.catch(() => {});
  const look = () => {
    for (const each of waiting) each();
  };
  socket.on('close', () => {
    isOver = true;
    look();
  });

  function take(text: string): void {
    unparsed += text;
    if (head === undefined) {
      const end = unparsed.indexOf('\r\n\r\n');
      if (end < 0) return;
      head = unparsed.slice(0, end + 2);
      unparsed = unparsed.slice(end + 4);
      received = unparsed;
    } else received += text;
    const blocks = unparsed.split('\n\n');
    unparsed = blocks.pop() ?? '';
    for (const block of blocks) takeBlock(block);
  }

  function takeBlock(block: string): void {
    const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/, 2)));
    position = fields['id'] ?? position;
    const type = fields['event'];
    if (type === undefined) return;
    heard.push({ type, heardAt: Date.now(), data: told.parse(JSON.parse(fields['data'] ?? '')) });
  }

  async function until(isEnough: (all: readonly Heard[]) => boolean): Promise<readonly Heard[]> {
    await when(() => isEnough(heard));
    return heard;
  }

  function when(isSo: () => boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (how: string) => reject(new Error(`${how} after: ${head}${received.slice(-1000)}`));
    const deadline = setTimeout(() => fail('nothing more was heard for 20 s'), 20_000);
    const check = () => {
      if (isSo()) resolve();
      else if (isOver) fail('the stream ended');
      else return;
      clearTimeout(deadline);
      waiting.delete(check);
    };
    waiting.add(check);
    check();
    return promise;
  }

  const decoder = new TextDecoder();
  socket.on('data', (chunk) => {
    take(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
    look();
  });
  return when(() => head !== undefined).then(() => ({
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(head ?? '')?.[1]),
    head: head ?? '',
    body: () => received,
    heard: () => heard,
    position: () => position,
    until,
    async untilHeard(type, id) {
      const find = (all: readonly Heard[]) => all.findLast((one) => one.type === type && one.data.id === id);
      const found = find(await until((all) => find(all) !== undefined));
      if (found === undefined) throw new Error('unreachable');
      return found;
    },
    ended,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy(),
    vanish: () => void socket.resetAndDestroy(),
  }));
}
