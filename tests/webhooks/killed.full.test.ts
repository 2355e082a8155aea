import { expect, test } from 'bun:test';
import { z } from 'zod';
import {
  type Received,
  type Receiver,
  startReceiver,
} from '../../packages/server/src/webhooks/testing/startReceiver.ts';
import { verify } from '../../packages/server/src/webhooks/testing/verify.ts';
import { collections, news } from '../acceptance/content.ts';
import { importLines } from '../fillStore.ts';
import { inTemporaryFolder, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';

const issued = z.object({ webhookId: z.string(), secret: z.string() });
const numbered = z.array(z.object({ messageId: z.string(), number: z.number() }));

/** A store with some content, and a webhook for all of it. */
async function withWebhook(
  work: (env: Record<string, string>, receiver: Receiver, hook: z.infer<typeof issued>) => Promise<void>,
): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: folder, NEWSSTAND_WEBHOOK_PRIVATE: 'true' };
    await using receiver = startReceiver();
    await importLines(env, collections);
    const words = ['webhook', 'create', '--url', receiver.url, '--project', 'acme', '--json'];
    const { stdout } = await outcomeHere(words, env);
    await work(env, receiver, issued.parse(JSON.parse(stdout)));
  });
}

function callsAbout({ calls }: Receiver, id: string): readonly Received[] {
  return calls.filter(({ body }) => body.data.id === id);
}

function typesOf(receiver: Receiver, id: string): readonly string[] {
  return callsAbout(receiver, id).map(({ body }) => body.type);
}

test('every event arrives at least once and in order, though the service is killed again and again', async () => {
  await withWebhook(async (env, receiver, { webhookId, secret }) => {
    const items = ['one', 'two', 'three'];
    let writes = 0;
    const write = async () => {
      writes++;
      const title = `Version ${writes}`;
      await importLines(
        env,
        items.map((id) => news(id, {}, { title })),
      );
      // Writes within a millisecond would be one event.
      await Bun.sleep(2);
    };
    // A part of the calls fails as well.
    receiver.answer = () => new Response('', { status: Math.random() < 0.1 ? 500 : 200 });
    for (let round = 0; round < 5; round++) {
      await write();
      const running = await startNewsstand([], env);
      const dying = Bun.sleep(Math.random() * 1500).then(() => running.end('SIGKILL'));
      for (let isDead = false; !isDead; ) {
        await write();
        isDead = await Promise.race([
          dying.then(() => true),
          Bun.sleep(Math.random() * 50).then(() => false),
        ]);
      }
    }
    receiver.answer = () => new Response();
    const running = await startNewsstand([], env);
    const idsOf = (id: string) =>
      new Set(callsAbout(receiver, id).map(({ headers }) => headers.get('webhook-id')));
    // Failed calls are repeated only after a while.
    await until(
      'calls about all writes',
      () => items.map((id) => idsOf(id).size),
      (sizes) => sizes.every((size) => size >= writes),
      50,
    );
    for (const { headers, text } of receiver.calls) expect(await verify(secret, headers, text)).toBe(true);
    const log = await outcomeHere(['webhook', 'log', webhookId, '--size', '1000', '--json'], env);
    const numbers = new Map(
      numbered.parse(JSON.parse(log.stdout)).map((each) => [each.messageId, each.number]),
    );
    for (const id of items) {
      expect(idsOf(id).size).toBe(writes);
      // A call is repeated until it is settled, and only then the next one is made.
      const order = callsAbout(receiver, id).map(
        ({ headers }) => numbers.get(headers.get('webhook-id') ?? '') ?? 0,
      );
      expect(order).toEqual(order.toSorted((one, other) => one - other));
      expect(new Set(order).size).toBe(writes);
      const moments = callsAbout(receiver, id).map(({ body }) => body.data.at);
      expect(moments).toEqual(moments.toSorted((one, other) => one - other));
      const types = typesOf(receiver, id);
      expect(new Set(types.slice(types.indexOf('changed')))).toEqual(new Set(['changed']));
      expect(types[0]).toBe('opened');
    }
    expect((await running.end()).code).toBe(0);
  });
  // Six starts, and pauses before calls are repeated.
}, 180_000);

test('openings and closings fire by the clock, also those that came while nothing ran', async () => {
  await withWebhook(async (env, receiver) => {
    const first = await startNewsstand([], env);
    const now = Date.now();
    await importLines(env, [
      news('soon', { openingAt: now + 1500, closingAt: now + 2500 }),
      news('missed', { openingAt: now + 4000, closingAt: now + 4500 }),
      news('draft', { status: 'draft' }),
    ]);
    await until('both calls about an item', () => callsAbout(receiver, 'soon').length === 2);
    expect(callsAbout(receiver, 'soon').map(({ body }) => [body.type, body.data.at])).toEqual([
      ['opened', now + 1500],
      ['closed', now + 2500],
    ]);
    await first.end('SIGKILL');
    await Bun.sleep(Math.max(0, now + 5000 - Date.now()));
    expect(typesOf(receiver, 'missed')).toEqual([]);
    const second = await startNewsstand([], env);
    await until('both calls that were missed', () => callsAbout(receiver, 'missed').length === 2);
    expect(callsAbout(receiver, 'missed').map(({ body }) => [body.type, body.data.at])).toEqual([
      ['opened', now + 4000],
      ['closed', now + 4500],
    ]);
    expect(typesOf(receiver, 'draft')).toEqual([]);
    await second.end();
  });
});
