import { afterEach, describe, expect, test } from 'bun:test';
import { connect as connectPlain } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { until } from '../../../../tests/testing/until.ts';
import type { HttpListener } from './listenHttp.ts';
import { encryptedKey, expiredPair, firstPair, secondPair } from './testing/certificates.ts';
import { exchange } from './testing/client.ts';
import { counted, echo, get, openings, type TestRequest } from './testing/openings.ts';
import { findTlsFault, validityOf } from './tls.ts';

const { open, closeAll, failures, disconnects } = openings();
const sockets: { destroy(): void }[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await closeAll();
  expect(failures()).toEqual([]);
});

const tls = firstPair;
const large = 20_000_000;
const trusted = { ca: [firstPair.cert, secondPair.cert] };

/** A client of its own, since those of the helpers speak plain HTTP. */
async function clientOf({ port }: HttpListener, options: object = {}) {
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', ...trusted, ...options });
  sockets.push(socket);
  const chunks: Buffer[] = [];
  let length = 0;
  let isClosed = false;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  await new Promise((resolve) => socket.on('secureConnect', resolve));
  return {
    socket,
    send: (text: string) => void socket.write(text),
    heard: () => Buffer.concat(chunks).toString('latin1'),
    length: () => length,
    isClosed: () => isClosed,
  };
}

function sweep(listener: HttpListener, seconds: number): void {
  for (let second = 0; second < seconds; second++) listener.sweep();
}

/** A body of the length that the target names. */
function sized(request: TestRequest) {
  const length = Number(request.target.slice(1));
  return length > 0 ? { status: 200, headers: '', body: Buffer.alloc(length, 'x') } : echo(request);
}

describe('a pair', () => {
  test('is checked', () => {
    const faultIn = (cert: string, key: string) => findTlsFault({ cert, key });
    expect(findTlsFault(firstPair)).toBeUndefined();
    expect(findTlsFault(expiredPair)).toBeUndefined();
    expect(faultIn(firstPair.cert + secondPair.cert, firstPair.key)).toBeUndefined();
    for (const bad of [
      '',
      'hello',
      firstPair.key,
      '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----',
    ]) {
      expect(faultIn(bad, firstPair.key)).toEqual({
        in: 'cert',
        message: 'is not a certificate in PEM format',
      });
    }
    for (const bad of ['', 'hello', firstPair.cert]) {
      expect(faultIn(firstPair.cert, bad)).toEqual({
        in: 'key',
        message: 'is not a private key in PEM format',
      });
    }
    expect(faultIn(firstPair.cert, encryptedKey)).toMatchObject({
      ...{ in: 'key', message: expect.stringContaining('is encrypted') },
    });
    expect(faultIn(firstPair.cert, secondPair.key)).toMatchObject({
      ...{ in: 'key', message: expect.stringContaining('is not the key of the first certificate') },
    });
    const broken = `${firstPair.cert}-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n`;
    expect(faultIn(broken, firstPair.key)).toEqual({ in: 'cert', message: 'is not a chain of certificates' });
  });

  test('has a time', () => {
    expect(validityOf(expiredPair)).toEqual({ from: Date.UTC(2020, 0), until: Date.UTC(2020, 1) });
  });
});

describe('a listener with TLS', () => {
  test('serves fetch, over and over', async () => {
    const { port } = open({ respond: sized, tls });
    for (let times = 0; times < 20; times++) {
      const response = await fetch(`https://localhost:${port}/a`, { tls: trusted });
      expect(await response.text()).toBe('GET /a');
    }
    const body = await (await fetch(`https://localhost:${port}/${large}`, { tls: trusted })).bytes();
    expect(body.length).toBe(large);
    const head = await fetch(`https://localhost:${port}/${large}`, { tls: trusted, method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual([`${large}`, '']);
  });

  test('takes requests one after another, and many at once', async () => {
    const listener = open({ respond: sized, tls });
    const client = await clientOf(listener);
    client.send(get('/a'));
    await until('a response', () => client.heard().includes('GET /a'));
    client.send(get('/100000').repeat(200) + get('/last', 'connection: close\r\n'));
    await until('the end of the connection', () => client.isClosed());
    expect(counted(client.heard(), 'HTTP/1.1 200 ')).toBe(202);
    expect(client.heard()).toEndWith('GET /last');
    await until('the end of all connections', () => listener.connections === 0);
  });

  test('sends what remains when a client says that it sends no more', async () => {
    const listener = open({ respond: sized, tls });
    const client = await clientOf(listener);
    client.socket.end(get(`/${large}`));
    await until('the end of the connection', () => client.isClosed());
    expect(client.length()).toBeGreaterThan(large);
    await until('the end of all connections', () => listener.connections === 0);
  });

  test('waits for a reader that pauses, and cuts off one that does not read', async () => {
    const listener = open({ respond: sized, tls });
    const [slow, dead] = [await clientOf(listener), await clientOf(listener)];
    for (const { socket, send } of [slow, dead]) {
      send(get(`/${large}`));
      socket.pause();
    }
    await until('full buffers', () => listener.bufferedBytes >= 2 * large);
    // Buffers of the system may still take something from the service for a while, though nobody reads.
    let ended: readonly unknown[] = [];
    for (let second = 0; second < 200 && ended.length === 0; second++) {
      slow.socket.resume();
      const before = slow.length();
      await until('a response', () => slow.length() > before || slow.length() > large);
      slow.socket.pause();
      listener.sweep();
      await Bun.sleep(1);
      ended = disconnects();
    }
    expect(ended).toHaveLength(1);
    slow.socket.resume();
    await until('a response', () => slow.length() > large);
    dead.socket.resume();
    await until('the end of the connection', () => dead.isClosed());
    expect(dead.length()).toBeLessThan(large);
    expect(listener.bufferedBytes).toBe(0);
  });

  test('streams, and hears of a client that leaves', async () => {
    let isClosed = false;
    let send: (chunk: Buffer) => void = () => {};
    const body = {
      length: undefined,
      read: () => {
        const { promise, resolve } = Promise.withResolvers<Buffer>();
        send = resolve;
        return promise;
      },
      close() {
        isClosed = true;
      },
    };
    const listener = open({ respond: () => ({ status: 200, headers: '', body }), tls });
    const client = await clientOf(listener);
    client.send(get('/events'));
    for (const part of ['data: one', 'data: two']) {
      await until('a response', () => client.heard().includes('\r\n\r\n'));
      send(Buffer.from(part));
      await until('a response', () => client.heard().includes(part));
    }
    client.socket.destroy();
    await until('the end of all connections', () => isClosed && listener.connections === 0);
  });

  test('cuts off clients that never shake hands, like silent ones', async () => {
    const listener = open({ respond: echo, tls });
    const hello = Buffer.from('16030100c8010000c40303', 'hex');
    const clients = [undefined, hello].map((beginning) => {
      const socket = connectPlain(listener.port, '127.0.0.1');
      sockets.push(socket);
      if (beginning !== undefined) socket.write(beginning);
      return new Promise((resolve) => socket.on('close', resolve));
    });
    await until('2 connections', () => listener.connections === 2);
    sweep(listener, 70);
    expect(listener.connections).toBe(2);
    sweep(listener, 10);
    await Promise.all(clients);
    await until('the end of all connections', () => listener.connections === 0);
  });

  test('survives handshakes that fail, and plain HTTP', async () => {
    const listener = open({ respond: echo, tls });
    const { port } = listener;
    expect(await exchange(port, get('/'))).not.toContain('HTTP/1.1');
    await exchange(port, 'x'.repeat(5000));
    for (let times = 0; times < 20; times++) {
      const socket = connectPlain(port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise((resolve) => socket.on('connect', resolve));
      socket.write(Buffer.from('16030100c8010000c40303', 'hex'));
      await new Promise(setImmediate);
      if (times % 2 === 0) socket.resetAndDestroy();
      else socket.destroy();
    }
    const old = connect({ port, host: '127.0.0.1', ...trusted, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' });
    await new Promise((resolve) => old.on('error', resolve));
    await until('the end of all connections', () => listener.connections === 0);
    const response = await fetch(`https://localhost:${port}/a`, { tls: trusted });
    expect(await response.text()).toBe('GET /a');
  });

  test('offers forward secrecy only', async () => {
    const listener = open({ respond: echo, tls });
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const { socket } = await clientOf(listener, { minVersion: version, maxVersion: version });
      expect(socket.getProtocol()).toBe(version);
      expect(socket.getCipher().name).toMatch(version === 'TLSv1.2' ? /^ECDHE-.*-GCM-/ : /^TLS_/);
    }
    const { port } = listener;
    const weak = {
      maxVersion: 'TLSv1.2',
      ciphers: 'AES128-GCM-SHA256:AES256-SHA:ECDHE-ECDSA-AES128-SHA',
    } as const;
    const socket = connect({ port, host: '127.0.0.1', ...trusted, ...weak });
    await new Promise((resolve) => socket.on('error', resolve));
  });

  test('takes another certificate, and drops nobody for it', async () => {
    const listener = open({ respond: sized, tls });
    const kept = await clientOf(listener);
    const reading = await clientOf(listener);
    reading.send(get(`/${large}`));
    reading.socket.pause();
    let isOver = false;
    const seen = new Set<string>();
    const connecting = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const client = await clientOf(listener);
        seen.add(String(client.socket.getPeerCertificate().subject.CN));
        client.send(get('/a', 'connection: close\r\n'));
        await until('the end of the connection', () => client.isClosed());
        expect(client.heard()).toEndWith('GET /a');
      }
    });
    for (let times = 0; times < 50; times++) {
      listener.setTls(times % 2 === 0 ? secondPair : firstPair);
      await Bun.sleep(10);
    }
    listener.setTls(secondPair);
    isOver = true;
    await Promise.all(connecting);
    expect(seen).toEqual(new Set(['first.example.com', 'second.example.com']));
    const last = await clientOf(listener);
    expect(last.socket.getPeerCertificate().subject.CN).toBe('second.example.com');
    kept.send(get('/kept'));
    await until('a response', () => kept.heard().includes('GET /kept'));
    reading.socket.resume();
    await until('a response', () => reading.length() > large);
    // The new one is as strict.
    const weak = { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' } as const;
    const socket = connect({ port: listener.port, host: '127.0.0.1', ...trusted, ...weak });
    await new Promise((resolve) => socket.on('error', resolve));
  });

  test('finishes what is in flight before it stops', async () => {
    const listener = open({ respond: sized, tls });
    const [reading, idle] = [await clientOf(listener), await clientOf(listener)];
    const silent = connectPlain(listener.port, '127.0.0.1');
    sockets.push(silent);
    idle.send(get('/a'));
    await until('a response', () => idle.heard().includes('GET /a'));
    reading.send(get(`/${large}`));
    reading.socket.pause();
    await until('3 connections', () => listener.bufferedBytes >= large && listener.connections === 3);
    const stopped = listener.stop();
    await until('the end of the connection', () => idle.isClosed());
    reading.socket.resume();
    await until('a response', () => reading.length() > large);
    await stopped;
    expect(listener.connections).toBe(0);
  });
});
