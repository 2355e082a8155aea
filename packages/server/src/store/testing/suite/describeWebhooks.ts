import { expect } from 'bun:test';
import type { NewDelivery, Webhook } from '../../Webhook.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';

const hook: Webhook = {
  webhookId: 'wh_1',
  url: 'https://example.com/hook?a=\u0000',
  projectId: 'acme',
  spaceId: 'web',
  kinds: ['news', 'media'],
  events: ['opened'],
  build: false,
  drafts: true,
  secrets: [{ secret: 'whsec_b' }, { secret: 'whsec_a', until: 9 }],
  createdAt: 2,
};
const plainHook: Webhook = {
  ...{ webhookId: 'wh_2', url: 'http://example.com', projectId: 'acme', build: true, drafts: false },
  ...{ secrets: [], createdAt: 1, disabledAt: 3, disabledBecause: 'tired' },
};

function call(thing: string, dueAt: number | undefined, more: Partial<NewDelivery> = {}): NewDelivery {
  return {
    ...{ webhookId: 'wh_1', messageId: `msg_${thing}`, type: 'changed', thing, body: '{"a":"\\u0000 ü"}' },
    ...{ createdAt: 5, attempts: 0, state: dueAt === undefined ? 'delivered' : 'pending' },
    ...(dueAt !== undefined && { dueAt }),
    ...more,
  };
}

/** Webhooks, their calls, and who makes them. */
export function describeWebhooks(open: OpenHarness): void {
  describeOpened('webhooks', open, (test) => {
    test('come back as they were put, the oldest first, and change no bookmark', async ({
      store,
      another,
    }) => {
      const before = await store.bookmark();
      await store.write(async (writer) => {
        await writer.putWebhook(hook);
        await writer.putWebhook(plainHook);
        expect(await writer.webhooks()).toEqual([plainHook, hook]);
      });
      expect(await (await another()).read((reader) => reader.webhooks())).toEqual([plainHook, hook]);
      await store.write((writer) => writer.putWebhook({ ...plainHook, url: 'http://other' }));
      expect((await store.read((reader) => reader.webhooks()))[0]?.url).toBe('http://other');
      expect(await store.bookmark()).toEqual(before);
    });

    test('are removed with their calls', async ({ store }) => {
      await store.write(async (writer) => {
        await writer.putWebhook(hook);
        await writer.putWebhook(plainHook);
        await writer.addDeliveries([call('a', 1), call('b', undefined), call('c', 1, { webhookId: 'wh_2' })]);
      });
      expect(await store.write((writer) => writer.removeWebhook('wh_1'))).toBe(true);
      expect(await store.write((writer) => writer.removeWebhook('wh_1'))).toBe(false);
      await store.read(async (reader) => {
        expect(await reader.deliveries('wh_1', { most: 9 })).toEqual([]);
        expect(await reader.pendingCalls()).toEqual([{ webhookId: 'wh_2', count: 1, oldestAt: 5, dueAt: 1 }]);
      });
      await expect(store.write((writer) => writer.addDeliveries([call('a', 1)]))).rejects.toThrow();
    });
  });

  describeOpened('calls of webhooks', open, (test) => {
    test('are numbered in order, read from the newest on, and changed', async ({ store }) => {
      const done = { attempts: 2, firstAttemptAt: 1, lastAttemptAt: 2, milliseconds: 1.5, status: 500 };
      await store.write(async (writer) => {
        await writer.putWebhook(hook);
        await writer.addDeliveries([
          call('a', 1),
          call('b', undefined, { ...done, response: 'no', error: 'x' }),
        ]);
        await writer.addDeliveries([call('c', 1)]);
        await writer.addDeliveries([]);
      });
      const all = await store.read((reader) => reader.deliveries('wh_1', { most: 9 }));
      expect(all.map(({ number: _, ...rest }) => rest)).toEqual([
        call('c', 1),
        call('b', undefined, { ...done, response: 'no', error: 'x' }),
        call('a', 1),
      ]);
      const [c, b, a] = all;
      if (a === undefined || b === undefined || c === undefined) throw new Error('calls are missing');
      expect([a.number < b.number, b.number < c.number]).toEqual([true, true]);
      const { dueAt: _, ...rest } = a;
      const changed = { ...rest, ...done, state: 'failed' } as const;
      await store.write((writer) => writer.putDelivery(changed));
      await store.write((writer) => writer.putDelivery({ ...changed, number: 99_999 }));
      await store.read(async (reader) => {
        expect(await reader.delivery(a.number)).toEqual(changed);
        expect(await reader.delivery(99_999)).toBeUndefined();
        expect(await reader.deliveries('wh_1', { most: 1, before: c.number })).toEqual([b]);
        expect(await reader.deliveries('wh_1', { most: 9, state: 'failed' })).toEqual([changed]);
        expect(await reader.deliveries('wh_2', { most: 9 })).toEqual([]);
      });
    });

    test('are due one after the other for one thing', async ({ store }) => {
      await store.write(async (writer) => {
        await writer.putWebhook(hook);
        await writer.putWebhook(plainHook);
        await writer.addDeliveries([
          ...[call('a', 10), call('b', 20), call('a', 1), call('b', 1), call('c', undefined), call('c', 5)],
          ...[call('a', 1, { webhookId: 'wh_2' })],
        ]);
      });
      const due = (now: number, most = 9) =>
        store.read(async (reader) =>
          (await reader.dueDeliveries('wh_1', now, most)).map(({ thing, dueAt }) => [thing, dueAt]),
        );
      expect(await due(4)).toEqual([]);
      expect(await due(5)).toEqual([['c', 5]]);
      expect(await due(10)).toEqual([
        ['a', 10],
        ['c', 5],
      ]);
      expect(await due(20, 2)).toEqual([
        ['a', 10],
        ['b', 20],
      ]);
      const [first] = await store.read((reader) => reader.dueDeliveries('wh_1', 10, 1));
      if (first === undefined) throw new Error('it is missing');
      await store.write((writer) => writer.putDelivery({ ...first, state: 'delivered', dueAt: undefined }));
      expect(await due(10)).toEqual([
        ['a', 1],
        ['c', 5],
      ]);
      await store.write((writer) => writer.dropPending('wh_1'));
      expect(await due(99)).toEqual([]);
      await store.read(async (reader) => {
        expect(await reader.deliveries('wh_1', { most: 9, state: 'failed' })).toHaveLength(4);
        expect(await reader.pendingCalls()).toMatchObject([{ webhookId: 'wh_2', count: 1 }]);
      });
    });

    test('are deleted when they are old or too many, unless they are still to be made', async ({ store }) => {
      const old = { createdAt: 1 };
      await store.write(async (writer) => {
        await writer.putWebhook(hook);
        await writer.addDeliveries([
          ...[call('old', undefined, old), call('old-due', 1, old), call('due', 1)],
          ...[call('a', undefined), call('b', undefined), call('c', undefined)],
        ]);
        await writer.pruneDeliveries(2, 2);
      });
      const left = await store.read((reader) => reader.deliveries('wh_1', { most: 9 }));
      expect(left.map(({ thing }) => thing)).toEqual(['c', 'b', 'due', 'old-due']);
    });
  });

  describeOpened('the right to call webhooks', open, (test) => {
    test('is held by one at a time, until it ends', async ({ store, another }) => {
      const other = await another();
      const position = { revision: 3, mark: 'm', at: 7 };
      expect(await store.read((reader) => reader.webhookSender())).toMatchObject({ position: undefined });
      expect(await store.write((writer) => writer.holdSending('one', 60_000))).toBe(true);
      expect(await other.write((writer) => writer.holdSending('two', 60_000))).toBe(false);
      expect(await store.write((writer) => writer.holdSending('one', 60_000))).toBe(true);
      await store.write((writer) => writer.putWebhookPosition(position));
      const held = await other.read((reader) => reader.webhookSender());
      expect(held).toMatchObject({ holder: 'one', position });
      expect(held.remaining).toBeGreaterThan(10_000);
      await other.write((writer) => writer.releaseSending('two'));
      expect(await other.write((writer) => writer.holdSending('two', 60_000))).toBe(false);
      await store.write((writer) => writer.releaseSending('one'));
      expect((await other.read((reader) => reader.webhookSender())).remaining).toBeLessThanOrEqual(0);
      expect(await other.write((writer) => writer.holdSending('two', 1))).toBe(true);
      await Bun.sleep(5);
      expect(await store.write((writer) => writer.holdSending('one', 60_000))).toBe(true);
      expect((await store.read((reader) => reader.webhookSender())).position).toEqual(position);
    });
  });
}
