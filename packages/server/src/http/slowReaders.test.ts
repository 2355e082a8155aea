import { afterEach, describe, expect, test } from 'bun:test';
import { until } from '../../../../tests/testing/until.ts';
import type { HttpResponse, StreamedBody } from './HttpResponse.ts';
import type { HttpListener } from './listenHttp.ts';
import { graceSeconds, minimumRate } from './ReadRate.ts';
import type { Client } from './testing/client.ts';
import { get, openings } from './testing/openings.ts';

const { open, clientOf, disconnects, closeAll } = openings();
afterEach(closeAll);

/** More than the system's buffers of both sides take. */
const large = 24_000_000;

/** Waits until a client that does not read has been sent all that fits between it and the listener. */
async function untilStuck(listener: HttpListener): Promise<void> {
  for (let before = 0; before === 0 || before !== listener.bufferedBytes; ) {
    before = listener.bufferedBytes;
    await Bun.sleep(100);
  }
}

function sweep(listener: HttpListener, seconds: number): void {
  for (let second = 0; second < seconds; second++) listener.sweep();
}

/** Opens a listener whose responses all use the same memory, so that each unread one has to be copied. */
function openReusing(bufferedBytes?: number) {
  const slab = Buffer.alloc(large);
  const answered = { count: 0 };
  const listener = open(
    {
      respond: () => {
        answered.count++;
        return { status: 200, headers: '', body: slab, release: () => {} };
      },
    },
    bufferedBytes === undefined ? {} : { bufferedBytes },
  );
  return { listener, answered };
}

/** Asks, and does not read the answer. */
async function askUnread(listener: HttpListener, requests = get('/')): Promise<Client> {
  const client = await clientOf(listener);
  client.socket.pause();
  await client.send(requests);
  return client;
}

describe('memory held for clients that do not read', () => {
  test('stays within the limit: those who have waited longest are cut off', async () => {
    const limit = 70_000_000;
    const { listener, answered } = openReusing(limit);
    const held: number[] = [];
    for (let count = 1; count <= 12; count++) {
      await askUnread(listener);
      await until('the responses', () => answered.count === count);
      held.push(listener.bufferedBytes);
      sweep(listener, 1);
    }
    // Each holds most of its answer, so some three of them have room.
    expect(Math.max(...held)).toBeLessThanOrEqual(limit);
    expect(Math.max(...held)).toBeGreaterThan(limit / 2);
    const reasons = disconnects();
    expect(new Set(reasons)).toEqual(new Set(['buffer_limit']));
    await until('the right number of connections', () => listener.connections === 12 - reasons.length);
    expect(listener.connections).toBeGreaterThanOrEqual(2);
    // The last one to come is still there, and gets everything.
    const last = await askUnread(listener, get('/', 'connection: close\r\n'));
    await until('the responses', () => answered.count === 13);
    last.socket.resume();
    expect((await last.ended()).length).toBeGreaterThan(large);
  });

  test('spares a client that takes something', async () => {
    const { listener, answered } = openReusing(70_000_000);
    const reading = await askUnread(listener, get('/', 'connection: close\r\n'));
    await until('the responses', () => answered.count === 1);
    for (let count = 2; count <= 10; count++) {
      const target = reading.heard().length + 1_000_000;
      reading.socket.resume();
      await reading.until((heard) => heard.length > target);
      reading.socket.pause();
      await askUnread(listener);
      await until('the responses', () => answered.count === count);
      sweep(listener, 2);
    }
    expect(disconnects().length).toBeGreaterThan(0);
    reading.socket.resume();
    expect((await reading.ended()).length).toBeGreaterThan(large);
  });

  test('counts a response that many clients share once, and disconnects nobody for it', async () => {
    const body = Buffer.alloc(large);
    const listener = open(
      { respond: () => ({ status: 200, headers: '', body }) },
      { bufferedBytes: large + 1_000_000 },
    );
    const readers = await Promise.all(Array.from({ length: 20 }, () => askUnread(listener)));
    await until(
      'the right number of connections',
      () => listener.connections === 20 && listener.bufferedBytes > 0,
    );
    await Bun.sleep(20);
    // Parts of heads may have been left too.
    expect(listener.bufferedBytes).toBeGreaterThanOrEqual(large);
    expect(listener.bufferedBytes).toBeLessThan(large + 100_000);
    expect(disconnects()).toEqual([]);
    for (const { socket } of readers) socket.destroy();
    await until('empty buffers', () => listener.bufferedBytes === 0);
  });

  test('includes requests that wait behind an unread response', async () => {
    const limit = large + 3_000_000;
    const body = Buffer.alloc(large);
    const listener = open({ respond: () => ({ status: 200, headers: '', body }) }, { bufferedBytes: limit });
    const pipeline = get('/', `x-filler: ${'x'.repeat(3000)}\r\n`).repeat(150);
    const held: number[] = [];
    let cut = 0;
    while (cut === 0) {
      await askUnread(listener, pipeline);
      await Bun.sleep(10);
      held.push(listener.bufferedBytes);
      cut += disconnects().length;
    }
    expect(Math.max(...held)).toBeGreaterThan(large + 500_000);
    expect(Math.max(...held)).toBeLessThanOrEqual(limit);
  });

  test('includes unfinished heads', async () => {
    const listener = open(
      { respond: () => ({ status: 200, headers: '', body: undefined }) },
      { bufferedBytes: 20_000 },
    );
    for (let count = 0; count < 10; count++) {
      await askUnread(listener, `GET / HTTP/1.1\r\nhost: h\r\nx-filler: ${'x'.repeat(3500)}`);
    }
    await until('the right number of connections', () => listener.connections < 10);
    expect(listener.bufferedBytes).toBeLessThanOrEqual(20_000);
    expect(new Set(disconnects())).toEqual(new Set(['buffer_limit']));
  });

  test('is zero once everything is sent, or every client has gone', async () => {
    const { listener, answered } = openReusing();
    const [staying, leaving] = [await askUnread(listener), await askUnread(listener)];
    await until('the responses', () => answered.count === 2);
    expect(listener.bufferedBytes).toBeGreaterThan(large);
    leaving.socket.resetAndDestroy();
    staying.socket.resume();
    await staying.until((heard) => heard.length > large);
    await until('empty buffers', () => listener.bufferedBytes === 0);
    // The connection is as good as new.
    await staying.send(get('/'));
    await staying.until((heard) => heard.length > 2 * large);
    await until('empty buffers', () => listener.bufferedBytes === 0);
    expect(disconnects()).toEqual([]);
  });
});

/** A body without end in pieces, which tells how much was read of it. */
function endless(piece: number): StreamedBody & { readonly closed: () => boolean } {
  let isClosed = false;
  return {
    length: 1e12,
    read: async () => new Uint8Array(piece),
    close: () => {
      isClosed = true;
    },
    closed: () => isClosed,
  };
}

test('streamed bodies count by the bytes read, and are released', async () => {
  const bodies: ReturnType<typeof endless>[] = [];
  const listener = open(
    {
      respond: (): HttpResponse => {
        const body = endless(500_000);
        bodies.push(body);
        return { status: 200, headers: '', body };
      },
    },
    { bufferedBytes: 1_200_000 },
  );
  for (let count = 1; count <= 5; count++) {
    await askUnread(listener);
    await until(
      'full buffers',
      () => bodies.length === count && listener.bufferedBytes >= Math.min(count, 2) * 500_000,
    );
    expect(listener.bufferedBytes).toBeLessThanOrEqual(1_200_000);
    sweep(listener, 1);
  }
  await until('2 connections', () => listener.connections === 2);
  expect(bodies.filter((body) => body.closed())).toHaveLength(3);
  expect(disconnects()).toEqual(['buffer_limit', 'buffer_limit', 'buffer_limit']);
});

describe('the minimum rate', () => {
  const seconds = minimumRate.seconds + graceSeconds;

  test('disconnects a client that takes nothing', async () => {
    const { listener, answered } = openReusing();
    await askUnread(listener);
    await until('the responses', () => answered.count === 1);
    await untilStuck(listener);
    // The listener also sweeps by itself every second.
    sweep(listener, seconds - 10);
    expect([listener.connections, disconnects()]).toEqual([1, []]);
    sweep(listener, 10);
    expect([listener.connections, listener.bufferedBytes, disconnects()]).toEqual([0, 0, ['slow_reader']]);
  });

  test('is met by a client that takes something now and then', async () => {
    const { listener, answered } = openReusing();
    const slow = await askUnread(listener, get('/', 'connection: close\r\n'));
    await until('full buffers', () => answered.count === 1 && listener.bufferedBytes > 0);
    for (let window = 1; window <= 2; window++) {
      sweep(listener, seconds - 10);
      slow.socket.resume();
      await slow.until((heard) => heard.length > window * 6_000_000);
      slow.socket.pause();
      await Bun.sleep(50);
      sweep(listener, 10);
    }
    expect([listener.connections, disconnects()]).toEqual([1, []]);
    slow.socket.resume();
    expect((await slow.ended()).length).toBeGreaterThan(large);
  });

  test('applies to streamed bodies, from one chunk to the next', async () => {
    const body = endless(10_000);
    const listener = open({ respond: () => ({ status: 200, headers: '', body }) });
    await askUnread(listener);
    await until('full buffers', () => listener.bufferedBytes > 0);
    sweep(listener, seconds);
    expect([listener.connections, body.closed(), disconnects()]).toEqual([0, true, ['slow_reader']]);
  });

  test('does not apply to a client that has to wait for the service', async () => {
    let give = () => {};
    let pieces = 0;
    const body: StreamedBody = {
      length: 5,
      read: () =>
        new Promise((resolve) => {
          give = () => resolve(pieces++ < 5 ? Buffer.from('x') : undefined);
        }),
      close: () => {},
    };
    const listener = open({ respond: () => ({ status: 200, headers: '', body }) });
    const client = await clientOf(listener);
    await client.send(get('/', 'connection: close\r\n'));
    for (let piece = 1; piece <= 5; piece++) {
      await until('the piece before', () => pieces === piece - 1);
      await Bun.sleep(10);
      sweep(listener, 25);
      give();
      await client.until((heard) => heard.endsWith('\r\n\r\n'.concat('x'.repeat(piece))));
    }
    await Bun.sleep(10);
    give();
    await client.ended();
    expect(disconnects()).toEqual([]);
  });
});
