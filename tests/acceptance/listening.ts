import { createKey } from '../fillStore.ts';
import type { Running } from '../newsstandProcess.ts';
import { type EventStream, type Heard, openEventStream } from '../openEventStream.ts';
import { until } from '../testing/until.ts';

/** The events of the press room. */
export const eventsPath = '/events/projects/acme/spaces/web';

export type Headers = Readonly<Record<string, string>>;
export type Env = Readonly<Record<string, string>>;

/** Creates a key with options of `key create`, and returns it as headers. */
export async function keyHeaders(env: Env, ...options: readonly string[]): Promise<Headers> {
  const { key, secret } = await createKey(env, options);
  return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
}

/** Listens to the press room, or elsewhere; tries again while a worker does not know the key yet. */
export async function listenAt(
  url: string,
  headers: Headers,
  query = '',
  path = eventsPath,
): Promise<EventStream> {
  const stream = await until('a worker that knows the key', async () => {
    const opened = await openEventStream(`${url}${path}${query}`, { headers });
    if (opened.status !== 401) return opened;
    opened.close();
    return undefined;
  });
  // The position from which it listens.
  if (stream.status === 200) await until('the position of a stream', () => stream.position() !== '');
  return stream;
}

/** A metric without labels. */
export async function metricOf({ managementUrl }: Running, name: string): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

/** What was heard, one line each. */
export function brief(all: readonly Heard[] = []): readonly string[] {
  return all.map(({ type, data }) => (type === 'reset' ? type : `${type} ${data.kind} ${data.id}`));
}
