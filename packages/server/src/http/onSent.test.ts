import { afterEach, expect, test } from 'bun:test';
import { until } from '../../../../tests/testing/until.ts';
import type { HttpResponse, StreamedBody } from './HttpResponse.ts';
import { get, openings, type TestRequest } from './testing/openings.ts';

const { open, clientOf, closeAll } = openings();
afterEach(closeAll);

type Sent = readonly [address: string, bytes: number, isWhole: boolean];

/** A listener that notes how its responses ended. */
function openNoting(respond: (request: TestRequest) => Pick<HttpResponse, 'status' | 'body'>) {
  const sent: Sent[] = [];
  const onSent = (...how: Sent) => void sent.push(how);
  const listener = open({
    respond: (request) => ({ headers: 'x-more: 1\r\n', ...respond(request), onSent }),
    keepsAddresses: true,
  });
  const ended = (count: number) =>
    until(
      'the end of the responses',
      () => sent,
      ({ length }) => length >= count,
    );
  return { listener, ended };
}

/** A body that never runs dry; `length` is what it promises. */
function flowing(length: number | undefined): StreamedBody {
  return { length, read: async () => Buffer.alloc(10_000, 'x'), close: () => {} };
}

test('tells the bytes of each body, without its head', async () => {
  const { listener, ended } = openNoting(({ target }) => ({
    status: target === '/old' ? 304 : 200,
    body: Buffer.from('twelve bytes'),
  }));
  const client = await clientOf(listener);
  await client.send(get('/') + get('/old') + get('/').replace('GET', 'HEAD') + get('/'));
  expect(await ended(4)).toEqual([12, 0, 0, 12].map((bytes) => ['127.0.0.1', bytes, true]));
  await client.until((text) => text.split('twelve bytes').length === 3);
  expect(listener.sentBytes).toBe(client.heard().length);
  client.socket.destroy();
  await until('the end of the connection', () => listener.connections === 0);
  expect(listener.sentBytes).toBe(client.heard().length);
});

test('a large body that is read slowly is reported at its end', async () => {
  const { listener, ended } = openNoting(() => ({ status: 200, body: Buffer.alloc(20_000_000) }));
  const client = await clientOf(listener);
  await client.send(get('/'));
  expect(await ended(1)).toEqual([['127.0.0.1', 20_000_000, true]]);
});

test.each([
  ['a buffer', Buffer.alloc(50_000_000)],
  ['a stream', flowing(50_000_000)],
])('of %s, those that were sent until the client left', async (_, body) => {
  const { listener, ended } = openNoting(() => ({ status: 200, body }));
  const client = await clientOf(listener);
  client.socket.pause();
  await client.send(get('/'));
  await until('a full buffer', () => listener.bufferedBytes > 0);
  client.socket.resetAndDestroy();
  // A connection that is reset while it is paused is noticed when it is swept.
  await until('the end of the connection', () => {
    listener.sweep();
    return listener.connections === 0;
  });
  const [[address, bytes, isWhole] = []] = await ended(1);
  expect([address, isWhole]).toEqual(['127.0.0.1', false]);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(50_000_000);
});

test('an endless body ends when its client leaves, and is whole', async () => {
  const { listener, ended } = openNoting(() => ({ status: 200, body: flowing(undefined) }));
  const client = await clientOf(listener);
  await client.send(get('/'));
  await client.until((text) => text.length > 100_000);
  client.socket.destroy();
  const [[, bytes = 0, isWhole] = []] = await ended(1);
  expect(bytes).toBeGreaterThan(90_000);
  expect(isWhole).toBe(true);
});

test('a client that leaves before there is a response got nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const sent: Sent[] = [];
  const listener = open({
    respond: async () => {
      await promise;
      return { status: 200, headers: '', body: Buffer.from('late'), onSent: (...how) => void sent.push(how) };
    },
    keepsAddresses: true,
  });
  const client = await clientOf(listener);
  await client.send(get('/'));
  client.socket.resetAndDestroy();
  await Bun.sleep(50);
  resolve();
  await until('the end of the response', () => sent.length > 0);
  expect(sent.map(([address, , isWhole]) => [address, isWhole])).toEqual([['127.0.0.1', false]]);
});
