import { describe, expect, test } from 'bun:test';
import {
  type DeliveryView,
  delivery,
  deliveryPage,
  issuedWebhook,
  webhook as webhookSchema,
} from '@newsstand/contract/manage';
import { z } from 'zod';
import { startReceiver } from '../../../webhooks/testing/startReceiver.ts';
import { verify } from '../../../webhooks/testing/verify.ts';
import { refusalOf, type TestApi, withApi } from '../testing/withApi.ts';
import { webhookHandlers } from './webhookHandlers.ts';

const path = '/projects/acme/webhooks';
const order = { url: 'https://example.com/hook/token', spaceId: 'web', kinds: ['news'], events: ['opened'] };

/** An interface with an owner of one project. */
async function withOwner(
  work: (api: TestApi, ask: OwnerAsk) => Promise<void>,
  allowsPrivate = true,
): Promise<void> {
  await withApi(
    async (api) => {
      await api.addOperator('ann', [{ projectId: 'acme', role: 'owner' }]);
      const cookie = await api.sessionOf('ann');
      await api.store.write((writer) => writer.putSpace({ projectId: 'acme', spaceId: 'web' }));
      await work(api, (method, where, body) => api.ask(where, { method, cookie, body }));
      expect(api.errors).toEqual([]);
    },
    { handlers: (context) => webhookHandlers({ ...context, webhookCalls: { allowsPrivate } }) },
  );
}

type OwnerAsk = (method: string, where: string, body?: object) => Promise<Response>;

async function read<T>(schema: z.ZodType<T>, response: Promise<Response>): Promise<T> {
  return schema.parse(await (await response).json());
}

const auditOf = async ({ store }: TestApi) =>
  (await store.read((reader) => reader.audit({ most: 100 })))
    .filter(({ action }) => action.startsWith('webhook.'))
    .map(({ action }) => action)
    .toReversed();

describe('webhooks', () => {
  test('are created, listed, changed and removed; the secret is shown once', async () => {
    await withOwner(async (api, ask) => {
      const created = await read(issuedWebhook, ask('POST', path, order));
      const { secret, ...view } = created;
      expect(view).toEqual({
        ...{ ...order, kinds: ['news'], events: ['opened'], webhookId: view.webhookId, projectId: 'acme' },
        ...{ build: false, drafts: false, createdAt: api.clock, pending: 0 },
      });
      const list = await (await ask('GET', path)).text();
      expect(z.array(webhookSchema).parse(JSON.parse(list))).toEqual([view]);
      expect(list).not.toContain(secret);

      const one = `${path}/${view.webhookId}`;
      const changed = await read(webhookSchema, ask('PATCH', one, { kinds: null, drafts: true }));
      const { kinds: _, ...rest } = view;
      expect(changed).toEqual({ ...rest, drafts: true });
      const off = await read(webhookSchema, ask('PATCH', one, { enabled: false }));
      expect(off).toMatchObject({
        disabledAt: api.clock,
        disabledBecause: 'an operator has switched it off',
      });
      // Once on again, it is told to read everything anew; a change without effect is not audited.
      expect(await read(webhookSchema, ask('PATCH', one, { enabled: true }))).toEqual({
        ...{ ...changed, pending: 1, oldestPendingAt: api.clock },
      });
      await ask('PATCH', one, { enabled: true });
      const { list: calls } = await read(deliveryPage, ask('GET', `${one}/deliveries`));
      expect(calls.map(({ type, state }) => [type, state])).toEqual([['reset', 'pending']]);

      expect((await ask('DELETE', one)).status).toBe(204);
      expect(await read(z.array(webhookSchema), ask('GET', path))).toEqual([]);
      expect(await refusalOf(await ask('DELETE', one))).toBe('404 not_found');
      expect(await auditOf(api)).toEqual([
        ...['webhook.create', 'webhook.change', 'webhook.disable', 'webhook.enable', 'webhook.remove'],
      ]);
      const audit = JSON.stringify(await api.store.read((reader) => reader.audit({ most: 100 })));
      expect(audit).not.toContain('token');
      expect(audit).not.toContain(secret);
    });
  });

  test.each([
    [{ url: 'ftp://example.com' }],
    [{ url: 'https://ann:secret@example.com' }],
    [{ url: 'https://ann@example.com' }],
    [{ url: 'example.com' }],
    [{}],
    [{ ...order, kinds: [] }],
    [{ ...order, kinds: ['page'] }],
    [{ ...order, events: ['created'] }],
    [{ url: order.url, instanceId: 'press' }],
    [{ ...order, more: 1 }],
  ])('%j is refused', async (body) => {
    await withOwner(async (api, ask) => {
      expect(await refusalOf(await ask('POST', path, body))).toBe('400 invalid_body');
      expect(await api.store.read((reader) => reader.webhooks())).toEqual([]);
    });
  });

  test.each(['http://127.0.0.1/hook', 'http://[::1]:80', 'https://10.1.2.3', 'http://app.localhost./'])(
    '%s is refused unless private addresses are allowed',
    async (url) => {
      const faults = z.object({ errors: z.array(z.object({ path: z.string(), message: z.string() })) });
      await withOwner(async (_, ask) => {
        const { webhookId } = await read(issuedWebhook, ask('POST', path, order));
        const asked = [ask('POST', path, { url }), ask('PATCH', `${path}/${webhookId}`, { url })];
        for (const response of await Promise.all(asked)) {
          expect(response.status).toBe(400);
          const { errors } = faults.parse(await response.json());
          expect(errors).toEqual([{ path: 'url', message: expect.stringContaining('private') }]);
        }
      }, false);
      await withOwner(async (_, ask) => expect((await ask('POST', path, { url })).status).toBe(201));
    },
  );

  test('of other projects are out of reach, even by their IDs', async () => {
    await withOwner(async (api, ask) => {
      await api.addOperator('bob', [{ projectId: 'beta', role: 'owner' }]);
      const { webhookId } = await read(issuedWebhook, ask('POST', path, order));
      const cookie = await api.sessionOf('bob');
      const base = `/projects/beta/webhooks/${webhookId}`;
      const asked = [
        ...[
          ['PATCH', ''],
          ['DELETE', ''],
          ['POST', '/test'],
          ['POST', '/rotate'],
        ],
        ...[
          ['GET', '/deliveries'],
          ['POST', '/deliveries/1/replay'],
        ],
      ] as const;
      for (const [method = '', rest = ''] of asked) {
        const body = method === 'PATCH' || rest === '/rotate' ? { body: {} } : {};
        const response = await api.ask(`${base}${rest}`, { method, cookie, ...body });
        expect([method, rest, await refusalOf(response)]).toEqual([method, rest, '404 not_found']);
      }
    });
  });

  test('a rotation shows a new secret, and until when the old one works', async () => {
    await withOwner(async (api, ask) => {
      const created = await read(issuedWebhook, ask('POST', path, order));
      const one = `${path}/${created.webhookId}`;
      const rotated = await read(issuedWebhook, ask('POST', `${one}/rotate`, { graceMilliseconds: 1000 }));
      expect(rotated.secret).not.toBe(created.secret);
      expect(rotated.oldSecretUntil).toBe(api.clock + 1000);
      api.clock += 1000;
      const [listed] = await read(z.array(webhookSchema), ask('GET', path));
      expect(listed?.oldSecretUntil).toBeUndefined();
    });
  });
});

describe('calls', () => {
  const find = (list: readonly DeliveryView[], number: number) => list.find((each) => each.number === number);

  test('a test is sent at once, is in the log, and can be sent again', async () => {
    await withOwner(async (api, ask) => {
      await using receiver = startReceiver();
      receiver.answer = () => new Response('busy', { status: 503 });
      const { webhookId, secret } = await read(issuedWebhook, ask('POST', path, { url: receiver.url }));
      const one = `${path}/${webhookId}`;
      const failed = await read(delivery, ask('POST', `${one}/test`));
      expect(failed).toMatchObject({
        type: 'test',
        state: 'failed',
        status: 503,
        response: 'busy',
        attempts: 1,
      });
      receiver.answer = () => new Response('fine');
      const made = await read(delivery, ask('POST', `${one}/test`));
      expect(made).toMatchObject({
        state: 'delivered',
        status: 200,
        response: 'fine',
        lastAttemptAt: api.clock,
      });
      const call = receiver.calls.at(-1);
      expect(call?.headers.get('webhook-id')).toBe(made.messageId);
      expect(call?.text).toBe(made.body);
      expect(call && (await verify(secret, call.headers, call.text))).toBe(true);

      const again = await read(delivery, ask('POST', `${one}/deliveries/${failed.number}/replay`));
      expect(again).toMatchObject({
        ...{
          state: 'pending',
          attempts: 0,
          messageId: failed.messageId,
          body: failed.body,
          dueAt: api.clock,
        },
      });
      const { list } = await read(deliveryPage, ask('GET', `${one}/deliveries`));
      expect(list.map(({ number }) => number)).toEqual([again.number, made.number, failed.number]);
      expect(find(list, failed.number)).toEqual(failed);
      const { list: pending } = await read(
        deliveryPage,
        ask('GET', `${one}/deliveries?state=pending&size=1`),
      );
      expect(pending).toEqual([again]);
      for (const number of ['999', 'x', '1e99']) {
        const response = await ask('POST', `${one}/deliveries/${number}/replay`);
        expect(await refusalOf(response)).toBe('404 not_found');
      }
      const [{ lastCall } = {}] = await read(z.array(webhookSchema), ask('GET', path));
      expect(lastCall).toEqual({ at: api.clock, isDelivered: true, status: 200 });
      await ask('PATCH', one, { enabled: false });
      const refused = await ask('POST', `${one}/deliveries/${failed.number}/replay`);
      expect(await refusalOf(refused)).toBe('409 conflict');
    });
  });
});
