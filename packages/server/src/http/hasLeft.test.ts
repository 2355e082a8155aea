import { afterEach, expect, test } from 'bun:test';
import { until } from '../../../../tests/testing/until.ts';
import type { Client } from './ListenerContext.ts';
import { get, openings } from './testing/openings.ts';

const { open, clientOf, closeAll } = openings();
afterEach(closeAll);

test.each([
  ['ends its half', 'end'],
  ['closes the connection', 'destroy'],
  ['resets the connection', 'resetAndDestroy'],
] as const)('a client that %s while its response is prepared has left', async (_, leave) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const clients: Client[] = [];
  const listener = open({
    respond: async (_request, client) => {
      clients.push(client);
      await promise;
      return { status: 200, headers: '', body: Buffer.from('late') };
    },
  });
  const [patient, impatient] = [await clientOf(listener), await clientOf(listener)];
  await patient.send(get('/'));
  await until('the first request', () => clients.length === 1);
  await impatient.send(get('/'));
  await until('the second request', () => clients.length === 2);
  expect(clients.map((client) => client.hasLeft())).toEqual([false, false]);
  expect(clients.map(({ address }) => address)).toEqual(['127.0.0.1', '127.0.0.1']);
  impatient.socket[leave]();
  await until('the client to leave', () => clients[1]?.hasLeft() === true);
  expect(clients[0]?.hasLeft()).toBe(false);
  resolve();
  await patient.until((text) => text.endsWith('late'));
});
