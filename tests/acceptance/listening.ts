import { createKey } from '../fillStore.ts';
import type { Running } from '../newsstandProcess.ts';
import { type EventStream, type Heard, openEventStream } from '../openEventStream.ts';
import { eventually } from './openService.ts';

/** The events of the press room. */
export const eventsPath = '/events/projects/acme/spaces/web';

export type Headers = Readonly<Record<string, string>>;
export type Env = Readonly<Record<string, string>>;

/** Creates a key with options of `key create`, and returns it as headers. */
export async function keyHeaders(env: Env, ...options: readonly string[]): Promise<Headers> {
  const { key, secret } = await createKey(env, options);
  return { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
}

/** Listens to the press room; tries again while a worker does not know the key yet. */
export async function listenAt(url: string, headers: Headers, query = ''): Promise<EventStream> {
  for (;;) {
    const stream = await openEventStream(`${url}${eventsPath}${query}`, { headers });
    if (stream.status === 401) {
      stream.close();
      continue;
    }
    // The position from which it listens.
    if (stream.status === 200) await eventually(async () => stream.position() !== '', Boolean);
    return stream;
  }
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
