import type { SubscribeQuery } from './contract/queries.ts';
import type { EventData, EventType } from './contract/resources.ts';
import { NewsstandError } from './NewsstandError.ts';
import {
  type Connection,
  credentialsOf,
  explain,
  longestTimer,
  membersOf,
  parse,
  type Runtime,
  readFailure,
  runtime,
  unexpected,
} from './request.ts';
import { writeQuery } from './writeQuery.ts';

/** Something that happened to content. */
export interface ContentChange extends EventData {
  type: EventType;
  /** Where to resume after this: a subscription `since` here misses nothing, but may repeat this event. */
  position: string;
}

/** Tells to read everything anew: at the beginning, and when it is not known what was missed. */
export interface Reset {
  type: 'reset';
  position: string;
}

/** What a subscription tells. */
export type ContentEvent = ContentChange | Reset;

/** Options of a subscription. */
export interface SubscribeOptions {
  /** Ends the subscription, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called when the connection is lost or refused, before the next attempt. */
  onRetry?: ((error: NewsstandError) => void) | undefined;
}

const operation = 'subscribe';

const types: readonly string[] = ['opened', 'changed', 'closed', 'removed', 'reset'];

/** The longest wait of the backoff. If the service asks for more, that holds. */
const longestBackoff = 30_000;

/** After so many milliseconds without a heartbeat, which comes every 15 s, a connection counts as lost. */
const longestSilence = 45_000;

/** Hears of changes until it is aborted; a connection that breaks is resumed. Throws if the service refuses for good. */
export async function* subscribe(
  { key, secret, fetch, heard }: Pick<Connection, 'key' | 'secret' | 'fetch' | 'heard'>,
  url: string,
  query: SubscribeQuery = {},
  { signal, onRetry }: SubscribeOptions = {},
  { random, now, sleep }: Runtime = runtime,
  silence = longestSilence,
): AsyncGenerator<ContentEvent, void, undefined> {
  let position = query.since;
  let backoff = 2000;
  for (let failures = 0; ; ) {
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    const soon = async <Value>(work: Promise<Value>): Promise<Value> => {
      const end = () => controller.abort(new Error(`nothing was heard for ${silence} ms`));
      const timer = setTimeout(end, silence);
      return await work.finally(() => clearTimeout(timer));
    };
    let failure: NewsstandError;
    signal?.addEventListener('abort', abort);
    try {
      signal?.throwIfAborted();
      const response = await soon(
        fetch(url + writeQuery({ ...query, since: position }), {
          headers: credentialsOf(key, secret),
          redirect: 'manual',
          signal: controller.signal,
        }),
      );
      if (!response.ok) throw readFailure(operation, response, await soon(response.text()), now());
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
        throw unexpected(operation, response);
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      const read = eventStreamParser();
      let together: ContentEvent[] = [];
      for (;;) {
        const { done, value } = await soon(reader.read());
        if (done) throw new Error('the connection was closed');
        for (const { event = '', data, id, retry = backoff } of read(
          decoder.decode(value, { stream: true }),
        )) {
          signal?.throwIfAborted();
          failures = 0;
          backoff = retry;
          // Whoever begins has read nothing yet, or before this.
          if (position === undefined && id) together.push({ type: 'reset', position: id });
          // Later versions of the service may tell more.
          if (data !== undefined && types.includes(event)) {
            const told = readEvent(event, data, id ?? position ?? '');
            if (told === undefined) throw unexpected(operation, response);
            together.push(told);
          }
          // What happened at once has one position, at its end: only from there can it be read anywhere.
          if (!id) continue;
          position = heard.position = id;
          yield* together;
          together = [];
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      failure = error instanceof NewsstandError ? error : explain(error, { operation, url });
      const { status = 500 } = failure;
      if (status < 500 && status !== 429) throw failure;
    } finally {
      signal?.removeEventListener('abort', abort);
      controller.abort();
    }
    onRetry?.(failure);
    const wait = Math.max(failure.retryAfter ?? 0, Math.min(backoff * 2 ** failures++, longestBackoff));
    await sleep(Math.min(wait * (1 + random() / 2), longestTimer), signal);
  }
}

/** The event in a block of this type; undefined if it is none. */
export function readEvent(type: string, data: string, position: string): ContentEvent | undefined {
  const told = { ...membersOf(parse(data)), type, position };
  return isEvent(told) ? told : undefined;
}

/** Whether this is what the service sends; the rest is what the contract says. */
function isEvent(told: {
  readonly type: string;
  readonly kind?: unknown;
  readonly id?: unknown;
}): told is ContentEvent {
  return told.type === 'reset' || (typeof told.kind === 'string' && typeof told.id === 'string');
}

/** One block of server-sent events: its fields, as far as it has them. */
export interface EventBlock {
  event?: string;
  data?: string;
  id?: string;
  retry?: number;
}

/** How many characters of a block are held at most. Those of the service are far shorter. */
export const longestBlock = 65_536;

/** Parses server-sent events as they come: the function takes the next text, and returns the blocks that it completes. */
export function eventStreamParser(): (text: string) => EventBlock[] {
  let block: EventBlock = {};
  /** The beginning of a line. */
  let begun = '';
  let isAfterReturn = false;
  return (text) => {
    if (text === '') return [];
    // A line that ends with CR is complete; an LF that comes later still belongs to it.
    const lines = (isAfterReturn ? text.replace(/^\n/, '') : text).split(/\r\n?|\n/);
    isAfterReturn = text.endsWith('\r');
    lines[0] = begun + lines[0];
    begun = lines.pop() ?? '';
    const blocks: EventBlock[] = [];
    for (const line of lines) {
      if (line === '') {
        blocks.push(block);
        block = {};
      } else addLine(block, line);
    }
    if (begun.length + (block.data?.length ?? 0) > longestBlock)
      throw new Error(`an event is longer than ${longestBlock} characters`);
    return blocks;
  };
}

/** Comments, which begin with a colon, have a field without a name. */
function addLine(block: EventBlock, line: string): void {
  const [, field, value = ''] = /^([^:]*):? ?(.*)/s.exec(line) ?? [];
  if (field === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
  if (field === 'event') block.event = value;
  if (field === 'id' && !value.includes('\0')) block.id = value;
  if (field === 'retry' && /^\d+$/.test(value)) block.retry = Number(value);
}
