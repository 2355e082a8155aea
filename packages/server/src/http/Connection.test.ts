import { afterEach, describe, expect, test } from 'bun:test';
import { until } from '../../../../tests/testing/until.ts';
import type { HttpResponse } from './HttpResponse.ts';
import { type HttpListener, listenHttp } from './listenHttp.ts';
import { exchange } from './testing/client.ts';
import { counted, echo, get, openings } from './testing/openings.ts';

const { open, openEcho, clientOf, failures, disconnects, closeAll } = openings();
afterEach(closeAll);

function sweep(listener: HttpListener, seconds: number): void {
  for (let second = 0; second < seconds; second++) listener.sweep();
}

function isClosed(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}`, { method: 'HEAD' }).then(
    () => false,
    () => true,
  );
}

describe('asynchronous responses', () => {
  test('come in the order of their requests, whichever is ready first', async () => {
    const waiting = new Map<string, () => void>();
    const listener = open({
      respond: (asked) =>
        asked.target === '/now'
          ? echo(asked)
          : new Promise((resolve) => waiting.set(asked.target, () => resolve(echo(asked)))),
    });
    const one = await clientOf(listener);
    const other = await clientOf(listener);
    await one.send(get('/first') + get('/now') + get('/second'));
    await until('the request', () => waiting.has('/first'));
    await one.send(get('/now'));
    await other.send(get('/now'));
    await other.until((heard) => heard.includes('GET /now'));
    expect([one.heard(), waiting.size]).toEqual(['', 1]);
    waiting.get('/first')?.();
    await until('the request', () => waiting.has('/second'));
    expect(await one.until((heard) => heard.endsWith('GET /now'))).toMatch(/GET \/first.*GET \/now$/s);
    waiting.get('/second')?.();
    expect(await one.until((heard) => counted(heard, 'GET /now') === 2)).toMatch(
      /\/first.*\/now.*\/second.*\/now$/s,
    );
  });

  test('hold back all requests that arrive meanwhile, however many', async () => {
    const { promise, resolve } = Promise.withResolvers<HttpResponse>();
    const listener = open({
      respond: (asked) => (asked.target === '/wait' ? promise : echo(asked)),
    });
    const client = await clientOf(listener);
    await client.send(get('/wait'), get('/now', `y: ${'y'.repeat(3000)}\r\n`).repeat(2000));
    await Bun.sleep(50);
    expect([client.heard(), listener.connections]).toEqual(['', 1]);
    resolve({ status: 200, headers: '', body: undefined });
    await client.until((heard) => counted(heard, 'GET /now') === 2000);
  });

  test('that nobody waits for are dropped', async () => {
    const { promise, resolve } = Promise.withResolvers<HttpResponse>();
    const listener = open({ respond: () => promise });
    const client = await clientOf(listener);
    await client.send(get('/'));
    await until('one connection', () => listener.connections === 1);
    client.socket.resetAndDestroy();
    await until('the end of all connections', () => listener.connections === 0);
    resolve({ status: 200, headers: '', body: undefined });
    await promise;
    expect(failures()).toEqual([]);
  });
});

test('a failure is reported, returns 500, and costs one connection', async () => {
  const fail = () => {
    throw new Error('no');
  };
  for (const answer of [fail, () => Promise.reject(new Error('no'))]) {
    const { port } = open({ respond: answer });
    const heard = await exchange(port, get('/a') + get('/b'));
    expect(heard).toMatch(/^HTTP\/1.1 500 .*connection: close\r\n\r\nfailed$/s);
    expect(failures()).toEqual([new Error('no')]);
  }
  const { port } = open({ readRequest: fail, respond: echo });
  expect(await exchange(port, get('/a'))).toStartWith('HTTP/1.1 500 ');
  expect(failures()).toEqual([new Error('no')]);
});

test('rejections of HEAD have no body, however early they are', async () => {
  const listener = openEcho();
  const long = 'x'.repeat(20_000);
  for (const [name, bytes] of [
    ['a target that is too long', `HEAD /${long} HTTP/1.1\r\nhost: h\r\n\r\n`],
    ['the same before its end has come', `HEAD /${long}`],
    ['headers that are too long', `HEAD / HTTP/1.1\r\nhost: h\r\nx: ${long}\r\n\r\n`],
    ['after an empty line', `\r\nHEAD / HTTP/1.1\r\nhost: h\r\nx: ${long}\r\n\r\n`],
    ['a head that is not right', 'HEAD / HTTP/1.1\r\n\r\n'],
  ] as const) {
    const client = await clientOf(listener);
    await client.send(bytes);
    const [head = '', body] = (await client.ended()).split('\r\n\r\n');
    expect([name, head.startsWith('HTTP/1.1 4'), body]).toEqual([name, true, '']);
  }
});

describe('repeated heads', () => {
  test('are parsed twice at most, and one that differs in a byte is another', async () => {
    const seen: string[] = [];
    const { port } = open({
      readRequest: (method, target, header) => {
        const tag = header('x-tag') ?? '';
        seen.push(tag);
        return { method, target, tag };
      },
      respond: echo,
    });
    const ask = async (tag: string, lines = '') =>
      /x-tag: (.*)\r/.exec(await exchange(port, get('/a', `x-tag: ${tag}\r\n${lines}`)))?.[1];
    for (let times = 0; times < 5; times++) expect(await ask('aaaa')).toBe('aaaa');
    expect(seen).toEqual(['aaaa', 'aaaa']);
    for (const tag of ['aaab', 'baaa', 'aaa', 'aaaaa']) expect(await ask(tag)).toBe(tag);
    expect(await ask('aaaa')).toBe('aaaa');
    expect(seen).toHaveLength(6);
    // Long ones are not remembered.
    for (let times = 0; times < 4; times++) await ask('long', `y: ${'y'.repeat(2048)}\r\n`);
    expect(seen).toHaveLength(10);
  });

  test('get responses for their own method and connection', async () => {
    const { port } = openEcho();
    for (let times = 0; times < 4; times++) {
      expect(await exchange(port, 'HEAD /a HTTP/1.1\r\nhost: h\r\n\r\n')).toEndWith('\r\n\r\n');
      expect(await exchange(port, get('/a', 'connection: close\r\n'))).toContain('connection: close');
      expect(await exchange(port, get('/a'))).not.toContain('connection: close');
    }
  });
});

const bodiesOf = (heard: string) => heard.split(/HTTP\/1\.1 200 OK\r\n.*?\r\n\r\n/s).slice(1);

describe('a client that does not read', () => {
  const large = 24_000_000;

  test('delays nobody else and makes the service hold one response; then it gets everything, in order', async () => {
    const slab = Buffer.alloc(large);
    let made = 0;
    const listener = open({
      respond: () => {
        // As a service does that uses the memory of its responses again.
        slab.fill(97 + (made++ % 26));
        return { status: 200, headers: '', body: slab, release: () => {} };
      },
    });
    const slow = await clientOf(listener);
    slow.socket.pause();
    await slow.send(...Array.from({ length: 4 }, (_, n) => get(`/${n}`)));
    await until('the first piece', () => made === 1);
    const other = await clientOf(listener);
    await other.send(get('/', 'connection: close\r\n'));
    expect((await other.ended()).length).toBeGreaterThan(large);
    await slow.send(get('/4', 'connection: close\r\n'));
    await Bun.sleep(50);
    expect(made).toBe(2);
    slow.socket.resume();
    const heard = await slow.ended();
    const bodies = bodiesOf(heard);
    expect(bodies.map((body) => [body.length, body[0], body.at(-1)])).toEqual(
      ['a', 'c', 'd', 'e', 'f'].map((letter) => [large, letter, letter]),
    );
    expect(bodies.every((body) => !/(.)(?!\1)./s.test(body.slice(0, 1000)))).toBe(true);
  });

  test('gets each of many responses complete, whatever others get meanwhile', async () => {
    const listener = open({
      respond: ({ tag }) => ({ status: 200, headers: '', body: Buffer.alloc(50_000, tag) }),
    });
    const tags = Array.from({ length: 400 }, (_, n) => String.fromCharCode(97 + (n % 26)));
    const slow = await clientOf(listener);
    slow.socket.pause();
    await slow.send(tags.map((tag) => get('/', `x-tag: ${tag}\r\n`)).join(''));
    await Bun.sleep(50);
    expect(await exchange(listener.port, get('/', 'x-tag: -\r\n'))).toEndWith('-'.repeat(50_000));
    slow.socket.resume();
    const whole = tags.map((tag) => tag.repeat(50_000));
    const heard = await slow.until(
      (text) => text.length >= tags.length * 50_000 && text.endsWith(whole.at(-1) ?? ''),
    );
    expect(bodiesOf(heard)).toEqual(whole);
  });

  test('that has ended its side gets its whole response', async () => {
    const body = Buffer.alloc(large);
    const listener = open({ respond: () => ({ status: 200, headers: '', body }) });
    const client = await clientOf(listener);
    client.socket.pause();
    await client.send(get('/'));
    client.socket.end();
    await Bun.sleep(50);
    client.socket.resume();
    expect((await client.ended()).length).toBeGreaterThan(large);
  });
});

describe('patience', () => {
  test('an idle connection is closed after 75 s, and not earlier', async () => {
    const listener = openEcho();
    const [silent, asking] = [await clientOf(listener), await clientOf(listener)];
    await asking.send(get('/a'));
    await asking.until((heard) => heard.includes('GET /a'));
    sweep(listener, 65);
    await asking.send(get('/b'));
    await asking.until((heard) => heard.includes('GET /b'));
    expect(listener.connections).toBe(2);
    sweep(listener, 12);
    expect(await silent.ended()).toBe('');
    expect(listener.connections).toBe(1);
  });

  test('a head has 10 s to arrive, however many parts it comes in', async () => {
    const listener = openEcho();
    const client = await clientOf(listener);
    for (const part of ['GET / HT', 'TP/1.1\r\n', 'host: h\r\n']) {
      await client.send(part);
      await Bun.sleep(10);
      sweep(listener, 3);
    }
    expect(client.heard()).toBe('');
    let more = 0;
    for (; client.heard() === ''; more++) {
      sweep(listener, 1);
      await Bun.sleep(5);
    }
    expect(more).toBeLessThan(4);
    expect(await client.ended()).toMatch(/^HTTP\/1.1 408 .*tooSlow$/s);
  });

  test('after the last response a client that stays is disconnected after a while', async () => {
    const listener = openEcho();
    const client = await clientOf(listener);
    client.socket.allowHalfOpen = true;
    await client.send(get('/', 'content-length: 1000000\r\n'));
    await client.until((heard) => heard.includes('GET /'));
    await client.send('x'.repeat(1000));
    sweep(listener, 2);
    expect(listener.connections).toBe(1);
    sweep(listener, 5);
    await until('the end of all connections', () => listener.connections === 0);
  });

  test('when many are connected, idle ones are closed sooner, and one too many is rejected', async () => {
    const listener = openEcho({ connections: 4 });
    const some = [await clientOf(listener), await clientOf(listener), await clientOf(listener)];
    await until('3 connections', () => listener.connections === 3);
    sweep(listener, 10);
    expect(listener.connections).toBe(3);
    some.push(await clientOf(listener));
    await until('4 connections', () => listener.connections === 4);
    const tooMany = await clientOf(listener);
    expect(await tooMany.ended()).toBe('');
    expect(disconnects()).toEqual(['connection_limit']);
    expect(listener.connections).toBe(4);
    sweep(listener, 5);
    await until('one connection', () => listener.connections === 1);
    expect(await exchange(listener.port, get('/a'))).toEndWith('GET /a');
  });
});

describe('stopping', () => {
  test('closes idle connections, finishes the others, and accepts no more', async () => {
    const { promise, resolve } = Promise.withResolvers<HttpResponse>();
    const listener = open({
      respond: (asked) => (asked.target === '/wait' ? promise : echo(asked)),
    });
    const [idle, waiting, slow] = [
      await clientOf(listener),
      await clientOf(listener),
      await clientOf(listener),
    ];
    await waiting.send(get('/wait') + get('/never'));
    await slow.send('GET /slow HTTP/1.1\r\n');
    await until('3 connections', () => listener.connections === 3);
    const stopped = listener.stop();
    const late = await clientOf(listener);
    await late.send(get('/late'));
    expect(await late.ended()).toMatch(/connection: close\r\n\r\nGET \/late$/);
    expect(await idle.ended()).toBe('');
    expect(await isClosed(listener.port)).toBe(true);
    await slow.send('host: h\r\n\r\n');
    expect(await slow.ended()).toMatch(/connection: close\r\n\r\nGET \/slow$/);
    resolve({ status: 200, headers: '', body: Buffer.from('done') });
    expect(await waiting.ended()).toMatch(/connection: close\r\n\r\ndone$/);
    await stopped;
    expect(listener.connections).toBe(0);
  });

  test('closes a kept-alive connection once its response is sent', async () => {
    const body = Buffer.alloc(24_000_000);
    const listener = open({ respond: () => ({ status: 200, headers: '', body }) });
    const client = await clientOf(listener);
    client.socket.pause();
    await client.send(get('/'));
    await until('one connection', () => listener.connections === 1);
    await Bun.sleep(50);
    const stopped = listener.stop();
    await until('the end of the connection', () => isClosed(listener.port));
    client.socket.resume();
    const heard = await client.ended();
    expect(heard.length).toBeGreaterThan(body.length);
    expect(heard.slice(0, 500)).not.toContain('connection: close');
    await stopped;
  });
});

test('many requests at once on one connection leave turns for others', async () => {
  const { promise, resolve } = Promise.withResolvers<HttpResponse>();
  const seen = { many: 0, before: 0 };
  const listener = open({
    respond: (asked) => {
      if (asked.target === '/wait') return promise;
      if (asked.target === '/other') seen.before = seen.many;
      else if (++seen.many === 10) void other.send(get('/other'));
      return echo(asked);
    },
  });
  const many = await clientOf(listener);
  const other = await clientOf(listener);
  await many.send(get('/wait') + get('/many').repeat(5000));
  await until('2 connections', () => listener.connections === 2);
  resolve(echo({ method: 'GET', target: '/wait', tag: '' }));
  await other.until((heard) => heard.includes('GET /other'));
  await many.until((heard) => counted(heard, 'GET /many') === 5000);
  expect(seen.before).toBeLessThan(5000);
});

test('clients that leave in the middle of a response leave nothing behind', async () => {
  let seconds = 0;
  const listener = listenHttp<undefined, undefined>({
    hostname: '127.0.0.1',
    port: 0,
    reusePort: false,
    limits: { urlBytes: 1024, headerBytes: 4096, connections: 100, bufferedBytes: 100_000_000 },
    respond: () => ({ status: 200, headers: '', body: Buffer.alloc(500_000) }),
    readHeaders: () => undefined,
    readRequest: () => undefined,
    reject: (fault) => ({ status: 500, headers: '', body: Buffer.from(fault) }),
    now: () => seconds++,
  });
  for (let round = 0; round < 40; round++) {
    const client = await clientOf(listener);
    client.socket.pause();
    await client.send(get('/').repeat(50));
    for (let turns = 0; turns < round % 8; turns++) await new Promise(setImmediate);
    client.socket.resetAndDestroy();
  }
  await until('the end of all connections', () => listener.connections === 0);
  // Patience with a reader that does not read would have ended it too, but only much later.
  expect(seconds).toBeLessThan(25);
  await listener.stop();
});
