import { expect, test } from 'bun:test';
import { openTemporary } from '../store/sqlite/openSqlite.ts';
import { createWebhook, rotateWebhook } from './changeWebhooks.ts';
import { signCall } from './signCall.ts';
import { verify } from './testing/verify.ts';

test('signs as the specification does in its example', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const headers = signCall(
    [{ secret }],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    '{"test": 2432232314}',
    1_614_265_330_999,
  );
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('a new secret signs beside the old one for the grace period, and no third one does', async () => {
  const store = await openTemporary();
  let now = 1_000_000;
  const source = { now: () => now, random: (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)) };
  const order = { url: 'https://example.com', projectId: 'acme', build: false, drafts: false };
  const first = await store.write((writer) => createWebhook(writer, order, source));
  const second = await store.write((writer) => rotateWebhook(writer, first.webhook, 60_000, source));
  const third = await store.write((writer) => rotateWebhook(writer, second.webhook, 60_000, source));
  const last = await store.write((writer) => rotateWebhook(writer, third.webhook, 0, source));
  const accepted = async ({ webhook }: typeof first) => {
    const headers = new Headers(signCall(webhook.secrets, 'msg_1', 'body', now));
    const secrets = [first, second, third, last].map(({ secret }) => secret);
    return Promise.all(secrets.map((secret) => verify(secret, headers, 'body')));
  };
  expect(await accepted(first)).toEqual([true, false, false, false]);
  expect(await accepted(second)).toEqual([true, true, false, false]);
  expect(await accepted(third)).toEqual([false, true, true, false]);
  expect(await accepted(last)).toEqual([false, false, false, true]);
  now += 60_000;
  expect(await accepted(second)).toEqual([false, true, false, false]);
  expect((await store.read((reader) => reader.webhooks()))[0]?.secrets).toHaveLength(1);
  expect(first.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await store.close();
});
