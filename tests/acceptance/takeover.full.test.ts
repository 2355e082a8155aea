import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { type Receiver, startReceiver } from '../../packages/server/src/webhooks/testing/startReceiver.ts';
import { engines } from '../engines.ts';
import { importLines } from '../fillStore.ts';
import { inTemporaryFolder, type Running, startNewsstand } from '../newsstandProcess.ts';
import type { EventStream } from '../openEventStream.ts';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';
import { collections, news, newsPath } from './content.ts';
import { type Env, type Headers, keyHeaders, listenAt } from './listening.ts';

/** These take over one after the other, while the service is killed. */
const around = Array.from({ length: 20 }, (_, index) => `around${index}`);
const hour = 3_600_000;

const itemsOf = z.object({ list: z.array(z.object({ contentId: z.string(), name: z.string() })) });

/** A line that leaves an item as it is, and gives it a next version. */
const scheduled = (id: string, takesOverAt: number) => {
  const {
    kind: _,
    projectId: __,
    spaceId: ___,
    instanceId: ____,
    contentId: _____,
    ...next
  } = named(id, 'New');
  return { ...named(id, 'Old'), next: { ...next, takesOverAt } };
};

function named(id: string, name: string): Record<string, unknown> {
  return { ...news(id, { name }) };
}

/** The names of all items at some time between two moments; undefined while nothing answers. */
type Seen = { readonly sent: number; readonly received: number; readonly names: ReadonlyMap<string, string> };

async function look(node: Running, headers: Headers, query = ''): Promise<Seen | undefined> {
  const sent = Date.now();
  const url = `${node.url}${newsPath}?size=50${query}`;
  const ask = async () => {
    const response = await fetch(url, { headers });
    return { status: response.status, text: await response.text() };
  };
  const answer = await ask().catch(() => undefined);
  if (answer === undefined || answer.status === 401 || answer.status === 503) return undefined;
  const { list } = itemsOf.parse(JSON.parse(answer.text));
  const names = new Map(list.map(({ contentId, name }) => [contentId, name]));
  return { sent, received: Date.now(), names };
}

/** The first answer of a node that has just started, or knows a key only now. */
function firstLook(node: Running, headers: Headers, query?: string): Promise<Seen> {
  return until('the answer of a node', () => look(node, headers, query));
}

/** Each item has the name of its time; which one is open while the moment lies within the request. */
function expectExact({ sent, received, names }: Seen, moments: ReadonlyMap<string, number>): void {
  for (const [id, takesOverAt] of moments) {
    if (takesOverAt <= sent) expect([id, names.get(id)]).toEqual([id, 'New']);
    else if (received < takesOverAt) expect([id, names.get(id)]).toEqual([id, 'Old']);
    else expect(['Old', 'New']).toContain(names.get(id) ?? '');
  }
}

/** What a webhook was told, each message once however often it was sent. */
function toldTo({ calls }: Receiver): readonly (readonly [string | undefined, string, number])[] {
  const messages = new Map(calls.map(({ headers, body }) => [headers.get('webhook-id'), body]));
  return Array.from(messages.values(), ({ type, data }) => [data.id, type, data.at] as const);
}

/** False if scheduling took longer than it may: then the moments were over before anybody knew of them. */
function takeOver(engine: (typeof engines)[number], milliseconds: number): Promise<boolean> {
  return inTemporaryFolder(async (folder) => {
    const shared = { ...(await engine.freshSettings()), NEWSSTAND_WEBHOOK_PRIVATE: 'true' };
    const nodeNamed = (name: string): Env => ({ ...shared, NEWSSTAND_DATA: join(folder, name) });
    const env = nodeNamed('data');
    await using receiver = startReceiver();
    const all = ['missed', 'later', ...around];
    await importLines(env, [...collections, ...all.map((id) => named(id, 'Old'))]);
    const reader = await keyHeaders(env, '--project', 'acme');
    const previewer = await keyHeaders(env, '--project', 'acme', '--preview');
    const create = ['webhook', 'create', '--url', receiver.url, '--project', 'acme'];
    expect((await outcomeHere(create, env)).code).toBe(0);

    const isShared = 'NEWSSTAND_DATABASE_URL' in shared;
    let node = await startNewsstand([], env);
    /** Never killed. */
    const other = isShared ? await startNewsstand([], nodeNamed('other')) : undefined;
    const streams: EventStream[] = [await listenAt(node.url, reader)];
    const moments = new Map<string, number>();
    const schedule = async (...times: readonly (readonly [string, number])[]) => {
      for (const [id, takesOverAt] of times) moments.set(id, takesOverAt);
      await importLines(
        env,
        times.map(([id, takesOverAt]) => scheduled(id, takesOverAt)),
      );
      const isKnown = async (each: Running) =>
        (await firstLook(each, previewer)).names.get(times[0]?.[0] ?? '') === 'New';
      for (const each of [node, other])
        await until('the next versions', () => each === undefined || isKnown(each));
    };

    try {
      // Killed before the moment, and started again after it.
      const missedAt = Date.now() + milliseconds;
      await schedule(['missed', missedAt], ['later', missedAt + hour]);
      if (Date.now() >= missedAt) return false;
      await node.end('SIGKILL');
      await Bun.sleep(Math.max(0, missedAt - Date.now()));
      node = await startNewsstand([], env);
      expectExact(await firstLook(node, reader), moments);
      for (const each of [node, other]) {
        if (each === undefined) continue;
        for (const [at, name] of [
          [missedAt + hour - 1, 'Old'],
          [missedAt + hour, 'New'],
        ] as const)
          expect((await firstLook(each, previewer, `&previewAt=${at}`)).names.get('later')).toBe(name);
      }

      // Killed while one takes over after the other.
      streams.push(await listenAt(node.url, reader, `?since=${streams.at(-1)?.position()}`));
      const begin = Date.now() + milliseconds;
      await schedule(...around.map((id, index) => [id, begin + index * 10] as const));
      if (Date.now() >= begin) return false;
      await Bun.sleep(Math.max(0, begin - 50 - Date.now()));
      const dying = Bun.sleep(150).then(() => node.end('SIGKILL'));
      for (let isDead = false; !isDead; ) {
        for (const each of [node, other]) {
          const seen = each && (await look(each, reader));
          if (seen !== undefined) expectExact(seen, moments);
        }
        isDead = await Promise.race([dying.then(() => true), Bun.sleep(5).then(() => false)]);
      }
      node = await startNewsstand([], env);
      for (const each of [node, other]) if (each) expectExact(await firstLook(each, reader), moments);

      // Everybody is told once, of the moment itself.
      streams.push(await listenAt(node.url, reader, `?since=${streams.at(-1)?.position()}`));
      await importLines(env, [named('marker', 'Last')]);
      await streams.at(-1)?.untilHeard('opened', 'marker');
      const heard = streams.flatMap((stream) => stream.heard());
      const right = ['missed', ...around].map((id) => [id, 'changed', moments.get(id) ?? 0]);
      expect(
        heard.filter(({ data }) => data.id !== 'marker').map(({ type, data }) => [data.id, type, data.at]),
      ).toEqual(right);
      await until('a call about the marker', () => toldTo(receiver).some(([id]) => id === 'marker'));
      await until(
        'all calls',
        () => toldTo(receiver),
        (told) => told.length > right.length,
      );
      const told = toldTo(receiver).filter(([id]) => id !== 'marker');
      expect(told.toSorted((one, another) => one[2] - another[2])).toEqual(
        right.map(([id, type, at]) => [`${id}`, `${type}`, Number(at)] as const),
      );
      return true;
    } finally {
      for (const stream of streams) stream.close();
      await Promise.all([node, other].map((each) => each?.end('SIGKILL')));
    }
  });
}

for (const engine of engines) {
  test(`a next version takes over at its millisecond, though the service is killed: ${engine.name}`, async () => {
    for (let milliseconds = 1500; !(await takeOver(engine, milliseconds)); ) milliseconds *= 2;
  });
}
