import { afterEach, expect, test } from 'bun:test';
import { isFull } from '../../../../tests/testing/runs.ts';
import { until } from '../../../../tests/testing/until.ts';
import type { HttpResponse, StreamedBody } from './HttpResponse.ts';
import { counted, get, openings } from './testing/openings.ts';

const { open, clientOf, closeAll } = openings();
afterEach(closeAll);

/** A body of so many bytes in pieces; tells when it was closed. `failsAt` is where reading it fails. */
function streamed(length: number, piece: number, failsAt = Infinity) {
  let [at, closed] = [0, 0];
  const body: StreamedBody = {
    length,
    async read() {
      await Bun.sleep(0);
      if (at >= failsAt) throw new Error('the disk is gone');
      if (at >= length) return undefined;
      const start = at;
      at = Math.min(length, at + piece);
      return Uint8Array.from({ length: at - start }, (_, index) => 97 + ((start + index) % 26));
    },
    close: () => void closed++,
  };
  return { body, closed: () => closed, read: () => at };
}

const letters = (length: number) =>
  Array.from({ length }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');

function openWith(bodies: Readonly<Record<string, StreamedBody>>, limits = {}) {
  const respond = ({ target }: { readonly target: string }): HttpResponse => ({
    status: 200,
    headers: '',
    body: bodies[target] ?? Buffer.from('plain'),
  });
  return open({ respond }, limits);
}

test('a streamed body arrives complete, followed by the next response', async () => {
  const { body, closed } = streamed(1_000_000, 30_001);
  const client = await clientOf(openWith({ '/long': body }));
  await client.send(get('/long') + get('/after'));
  const heard = await client.until((text) => text.endsWith('plain'));
  expect(heard).toContain('content-length: 1000000\r\n');
  expect(heard).toContain(`\r\n\r\n${letters(1_000_000)}HTTP/1.1 200`);
  expect(closed()).toBe(1);
});

test('an empty body ends at once', async () => {
  const { body, closed } = streamed(0, 1);
  const client = await clientOf(openWith({ '/empty': body }));
  await client.send(get('/empty') + get('/after'));
  await client.until((text) => text.endsWith('plain'));
  expect([counted(client.heard(), 'HTTP/1.1 200'), closed()]).toEqual([2, 1]);
});

test('HEAD has the length and reads nothing', async () => {
  const { body, closed, read } = streamed(500, 100);
  const client = await clientOf(openWith({ '/long': body }));
  await client.send(get('/long').replace('GET', 'HEAD') + get('/after'));
  const heard = await client.until((text) => text.endsWith('plain'));
  expect([heard.includes('content-length: 500\r\n'), closed(), read()]).toEqual([true, 1, 0]);
});

test('a client that reads nothing pauses the source, and one that leaves closes it', async () => {
  const { body, closed, read } = streamed(500_000_000, 65_536);
  const client = await clientOf(openWith({ '/long': body }));
  client.socket.pause();
  await client.send(get('/long'));
  await until('full buffers of both sides', async () => {
    const before = read();
    await Bun.sleep(100);
    return before > 0 && before === read();
  });
  expect(read()).toBeLessThan(100_000_000);
  client.socket.destroy();
  await until('the end of the body', () => closed() === 1);
});

test('if the source fails the connection ends, since the length was sent already', async () => {
  const { body, closed } = streamed(1000, 100, 500);
  const client = await clientOf(openWith({ '/long': body }));
  await client.send(get('/long'));
  const heard = await client.ended();
  expect(heard.endsWith(letters(500))).toBe(true);
  await until('the end of the body', () => closed() === 1);
});

if (isFull)
  test('memory that a body holds on to counts from the beginning, until it is sent or the connection is cut', async () => {
    const buffers = [new ArrayBuffer(1_000_000), new ArrayBuffer(500_000)];
    const first = Promise.withResolvers<void>();
    const { body, closed } = streamed(100, 30);
    const read = async () => {
      await first.promise;
      return body.read();
    };
    const listener = openWith({ '/held': { ...body, buffers, read } });
    const client = await clientOf(listener);
    await client.send(get('/held'));
    await until('full buffers', () => listener.bufferedBytes === 1_500_000);
    first.resolve();
    await client.until((text) => text.endsWith(letters(100)));
    await until('the end of the body', () => closed() === 1);
    expect(listener.bufferedBytes).toBe(0);
    // More than the limit together: only one of them may stay.
    const never = () => new Promise<undefined>(() => {});
    const large = () => ({ ...streamed(100, 30).body, buffers: [new ArrayBuffer(600_000)], read: never });
    const other = openWith({ '/1': large(), '/2': large(), '/3': large() }, { bufferedBytes: 1_000_000 });
    for (const target of ['/1', '/2', '/3']) await (await clientOf(other)).send(get(target));
    await until('one connection', () => other.connections === 1 && other.bufferedBytes === 600_000);
  });

test('what an endless body has sent no longer counts while it waits for more', async () => {
  const chunks = Array.from({ length: 3 }, () => new Uint8Array(1000).fill(97));
  const body: StreamedBody = {
    length: undefined,
    get buffers() {
      return chunks.map(({ buffer }) => buffer);
    },
    async read() {
      return chunks.shift() ?? (await new Promise<undefined>(() => {}));
    },
    close() {},
  };
  const listener = openWith({ '/endless': body });
  const client = await clientOf(listener);
  await client.send(get('/endless'));
  const heard = await client.until((text) => text.endsWith('a'.repeat(3000)));
  expect(heard).not.toContain('content-length');
  await until('empty buffers', () => listener.bufferedBytes === 0);
  client.socket.destroy();
});
