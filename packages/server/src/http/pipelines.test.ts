import { afterEach, describe, expect, test } from 'bun:test';
import { isFull } from '../../../../tests/testing/runs.ts';
import { until } from '../../../../tests/testing/until.ts';
import type { HttpResponse, StreamedBody } from './HttpResponse.ts';
import { exchange, openClient } from './testing/client.ts';
import { counted, echo, get, openings, type TestRequest } from './testing/openings.ts';

const { open, clientOf, failures, closeAll } = openings();
afterEach(closeAll);

/** An answer of so many bytes as the target says. */
function sized({ target }: TestRequest): HttpResponse {
  return { status: 200, headers: '', body: Buffer.alloc(Number(target.slice(1)), 'x') };
}

const bodiesOf = (heard: string) => heard.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1);

describe('a connection that waited for its response', () => {
  test('is served again, even if the response is so large that the next has to wait', async () => {
    const listener = open({ respond: async (asked) => sized(asked) });
    const client = await clientOf(listener);
    for (const times of [1, 2, 3]) {
      await client.send(get('/100000'));
      await client.until((heard) => heard.length > 100_000 * times);
    }
    expect(bodiesOf(client.heard()).map(({ length }) => length)).toEqual([100_000, 100_000, 100_000]);
  });

  test('ends with its last response when the client ends too', async () => {
    const listener = open({ respond: async (asked) => sized(asked) });
    const client = await clientOf(listener);
    await client.send(get('/10', 'connection: close\r\n'));
    await client.ended();
    // Nobody sweeps: what is not heard of stays.
    await until('the end of all connections', () => listener.connections === 0);
  });
});

test('many clients that continue at once get everything', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listener = open({
    respond: (asked) => (asked.tag === 'wait' ? promise.then(() => echo(asked)) : sized(asked)),
  });
  const clients = await Promise.all(Array.from({ length: 30 }, () => clientOf(listener)));
  for (const client of clients)
    await client.send(get('/', 'x-tag: wait\r\n') + get('/60000') + get('/120000'));
  await until('all connections', () => listener.connections === clients.length);
  await Bun.sleep(20);
  resolve();
  for (const client of clients) {
    const heard = await client.until((text) => counted(text, 'HTTP/1.1') === 3 && text.length > 180_000);
    expect(bodiesOf(heard).map(({ length }) => length)).toEqual([5, 60_000, 120_000]);
  }
});

test('a failure costs only its own connection, and is reported', async () => {
  const listener = open({
    respond: (asked) => {
      if (asked.target !== '/bad') return echo(asked);
      const close = () => {
        throw new Error('no');
      };
      return { status: 304, headers: '', body: { length: 1, read: async () => undefined, close } };
    },
  });
  const bad = await clientOf(listener);
  const good = await clientOf(listener);
  bad.socket.write(get('/bad'));
  good.socket.write(get('/good'));
  await good.until((heard) => heard.endsWith('GET /good'));
  await bad.ended();
  expect(failures()).toEqual([new Error('no')]);
  expect(await exchange(listener.port, get('/later'))).toEndWith('GET /later');
});

test('requests of one client are not accepted faster than they are handled', async () => {
  const { port } = open({ respond: sized });
  const requests = Buffer.from(get('/66000', `y: ${'y'.repeat(4000)}\r\n`).repeat(10_000));
  const enough = Promise.withResolvers<void>();
  let [taken, heard] = [0, 0];
  const push = (socket: { write(bytes: Uint8Array): number }) => {
    taken += Math.max(0, socket.write(requests.subarray(taken)));
  };
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: push,
      drain: push,
      data(_, { length }) {
        heard += length;
        if (heard > 150 * 66_000) enough.resolve();
      },
    },
  });
  await enough.promise;
  socket.terminate();
  // What the system holds by itself is less than half of it.
  expect(taken).toBeLessThan(requests.length / 2);
});

test('wherever a client stops reading, no response is lost', async () => {
  const listener = open({ respond: sized });
  const answers = Array.from({ length: isFull ? 60 : 15 }, (_, index) => 32 * (30 + index));
  const all = answers.map(async (count) => {
    const client = await clientOf(listener);
    client.socket.pause();
    // An empty line more: the last turn finds nothing to be answered.
    client.socket.end(`${get('/1900').repeat(count)}\r\n`);
    await Bun.sleep(300);
    client.socket.resume();
    return counted(await client.ended(), 'HTTP/1.1 200 OK');
  });
  expect(await Promise.all(all)).toEqual(answers);
});

test('a response promised to a client that has gone is released', async () => {
  const { promise, resolve } = Promise.withResolvers<HttpResponse>();
  const asked = Promise.withResolvers<void>();
  const wait = () => {
    asked.resolve();
    return promise;
  };
  const listener = open({ respond: wait });
  const client = await clientOf(listener);
  await client.send(get('/'));
  await asked.promise;
  client.socket.resetAndDestroy();
  await until('the end of all connections', () => listener.connections === 0);
  const closed = Promise.withResolvers<void>();
  const body = { length: 5, read: async () => Buffer.from('12345'), close: () => closed.resolve() };
  resolve({ status: 200, headers: '', body });
  await closed.promise;
});

/** Numbers that look random, and are the same in each run. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What the targets begin with, and how large their answers are at most. */
const manners = {
  small: 300,
  middle: 70_000,
  large: 300_000,
  promised: 150_000,
  streamed: 200_000,
  failing: 0,
};
type Manner = keyof typeof manners;

const letters = Buffer.from(Array.from({ length: 300_100 }, (_, at) => 97 + (at % 23)));

/** The body for a target such as `/large/12/345`: of that length, and beginning elsewhere for each number. */
function bodyOf(target: string): Uint8Array {
  const [, , number = '', length = ''] = target.split('/');
  const from = Number(number) % 100;
  return letters.subarray(from, from + Number(length));
}

function streamOf(body: Uint8Array, opened: Set<StreamedBody>): StreamedBody {
  let at = 0;
  const stream: StreamedBody = {
    length: body.length,
    async read() {
      await new Promise(setImmediate);
      if (at === body.length) return undefined;
      const piece = body.subarray(at, at + 50_000);
      at += piece.length;
      return piece;
    },
    close: () => opened.delete(stream),
  };
  opened.add(stream);
  return stream;
}

describe('requests of many clients at once', () => {
  const slab = Buffer.alloc(300_000);
  const opened = new Set<StreamedBody>();

  async function later(status: number, body: Uint8Array, turns: number): Promise<HttpResponse> {
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
    return { status, headers: '', body };
  }

  function answer({ target }: TestRequest): HttpResponse | Promise<HttpResponse> {
    const body = bodyOf(target);
    const [, manner, number = ''] = target.split('/');
    const status = Number(number) % 7 === 0 ? 304 : 200;
    if (manner === 'failing') throw new Error('no');
    if (manner === 'promised') return later(status, body, Number(number) % 3);
    if (manner === 'streamed') return { status, headers: '', body: streamOf(body, opened) };
    // As a service does that uses the memory of its responses again.
    slab.set(body);
    const release = () => void slab.fill('.');
    return { status, headers: '', body: slab.subarray(0, body.length), release };
  }

  /** A request, what is to be heard of it, and whether that is the last. */
  function exchangeOf(manner: Manner, number: number, length: number, isHead: boolean): [string, string] {
    const target = `/${manner}/${number}/${length}`;
    const start = (status: string) => `HTTP/1.1 ${status}\r\ndate: Thu, 01 Jan 1970 00:00:00 GMT\r\n`;
    const asked = `${isHead ? 'HEAD' : 'GET'} ${target} HTTP/1.1\r\nhost: h\r\n\r\n`;
    if (manner === 'failing') {
      const end = 'content-length: 6\r\nconnection: close\r\n\r\nfailed';
      return [asked, start('500 Internal Server Error') + end];
    }
    if (number % 7 === 0) return [asked, `${start('304 Not Modified')}\r\n`];
    const body = isHead ? '' : Buffer.from(bodyOf(target)).toString('latin1');
    return [asked, `${start('200 OK')}content-length: ${length}\r\n\r\n${body}`];
  }

  const refused: [string, string] = [
    'GET / nothing\r\n\r\n',
    'HTTP/1.1 400 Bad Request\r\ndate: Thu, 01 Jan 1970 00:00:00 GMT\r\n' +
      'content-length: 9\r\nconnection: close\r\n\r\nmalformed',
  ];

  function pipelineOf(random: (below: number) => number): [string, string][] {
    const often: Manner[] = ['small', 'small', 'small', 'small', 'middle', 'large', 'promised', 'streamed'];
    const count = random(3) === 0 ? 40 + random(60) : random(12);
    const usual = count > 12 ? often.slice(0, 5) : often;
    const pipeline = Array.from({ length: count }, () => {
      const manner = usual[random(usual.length)] ?? 'small';
      return exchangeOf(manner, random(100), 1 + random(manners[manner]), random(6) === 0);
    });
    const end = random(4);
    if (end === 0) pipeline.push(refused);
    if (end === 1) pipeline.push(exchangeOf('failing', 1, 0, false));
    return pipeline;
  }

  /** Sends a pipeline in pieces that are cut anywhere, and takes the answers now and then. */
  async function converse(port: number, random: (below: number) => number): Promise<[string, string]> {
    const pipeline = pipelineOf(random);
    const client = await openClient(port);
    const ended = client.ended();
    if (random(3) === 0) {
      client.socket.pause();
      setTimeout(() => client.socket.resume(), 20 + random(100));
    }
    const asked = pipeline.map(([request]) => request).join('');
    const isWhole = random(2) === 0;
    for (let at = 0; at < asked.length; ) {
      const to = isWhole ? asked.length : at + 1 + random(random(2) === 0 ? 40 : 3000);
      await client.send(asked.slice(at, to));
      at = to;
    }
    client.socket.end(random(3) === 0 ? '\r\nGET /unfinished' : '');
    return [await ended, pipeline.map(([, answered]) => answered).join('')];
  }

  test.each([1, 2, 3])('each gets exactly its responses, in order (%d)', async (seed) => {
    const listener = open({ respond: answer });
    const readers = Array.from({ length: 60 }, (_, index) =>
      converse(listener.port, numbersFrom(seed * 1000 + index)),
    );
    for (const [index, reader] of readers.entries()) {
      const [heard, wanted] = await reader;
      const same = sameUpTo(heard, wanted);
      expect([index, heard.length, same]).toEqual([index, wanted.length, wanted.length]);
    }
    await until('the end of all connections', () => listener.connections === 0);
    expect([opened.size, listener.bufferedBytes]).toEqual([0, 0]);
    expect(failures().every((error) => error instanceof Error && error.message === 'no')).toBe(true);
  });
});

/** How many characters two texts begin with in common: a difference of megabytes is nothing to be shown. */
function sameUpTo(one: string, other: string): number {
  if (one === other) return one.length;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
