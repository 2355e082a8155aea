import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { until } from '../../../../tests/testing/until.ts';
import { openSocketState } from './socketState.ts';

test('bytes not yet acknowledged are known, if the system reports them', async () => {
  const { unacknowledged, hasLeft } = openSocketState();
  const opened = Promise.withResolvers<Bun.Socket<undefined>>();
  using listener = Bun.listen<undefined>({
    hostname: '127.0.0.1',
    port: 0,
    socket: { open: (socket) => opened.resolve(socket), data: () => {} },
  });
  const client = connect(listener.port, '127.0.0.1');
  client.pause();
  const socket = await opened.promise;
  expect(unacknowledged(socket)).toBe(0);
  const written = socket.write(new Uint8Array(24_000_000));
  const waiting = unacknowledged(socket);
  expect(waiting).toBeLessThanOrEqual(written);
  if (process.platform === 'linux') expect(waiting).toBeGreaterThan(0);
  client.resume();
  client.on('data', () => {});
  await until('all to be acknowledged', () => unacknowledged(socket) === 0);
  socket.terminate();
  expect(unacknowledged(socket)).toBe(0);
  expect([unacknowledged({}), hasLeft({})]).toEqual([0, false]);
  client.destroy();
});
