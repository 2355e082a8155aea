import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { verifyWebhook } from './verifyWebhook.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const event = { type: 'opened', data: { kind: 'news', instanceId: 'press', id: 'n1', at: 1 } };

function call(body: string, { key = secret, time = Date.now() / 1000, before = '', sent = body } = {}) {
  const seconds = `${Math.floor(time)}`;
  const bytes = Buffer.from(key.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', bytes).update(`msg_1.${seconds}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': seconds,
    'webhook-signature': `${before}v1,${signature}`,
  };
  return verifyWebhook(new Request('https://x.example/', { method: 'POST', headers, body: sent }), secret);
}

test('a genuine call is read, also while the secret is replaced', async () => {
  const body = JSON.stringify(event);
  expect(await call(body)).toMatchObject(event);
  expect(await call(body, { before: `v1,${btoa('of the old secret')} v1,? ` })).toMatchObject(event);
  expect(await call('{"type":"test"}')).toEqual({ type: 'test', data: {} });
});

test('any other call is not', async () => {
  const body = JSON.stringify(event);
  expect(await call(body, { key: `whsec_${btoa('another')}` })).toBeUndefined();
  expect(await call(body, { sent: body.replace('n1', 'n2') })).toBeUndefined();
  expect(await call(body, { time: Date.now() / 1000 - 600 })).toBeUndefined();
  expect(await call(body, { time: Date.now() / 1000 + 600 })).toBeUndefined();
  expect(await call(`"${'x'.repeat(100_000)}"`)).toBeUndefined();
  expect(await call('null')).toBeUndefined();
  const bare = new Request('https://x.example/', { method: 'POST', body });
  expect(await verifyWebhook(bare, secret)).toBeUndefined();
  expect(verifyWebhook(bare, '')).rejects.toThrow('secret must be that of a webhook');
});
