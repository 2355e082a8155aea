import { expect, test } from 'bun:test';
import { until } from '../../../../../tests/testing/until.ts';
import { exchange, openClient } from '../../http/testing/client.ts';
import { limitStrangers, mostStrangers } from './operators/limitStrangers.ts';
import { type TestApi, withApi } from './testing/withApi.ts';

const everything = { projectId: '*', role: 'owner' } as const;

/** The head of a sign-in, and the beginning of a body that does not go on. */
function begunSignIn(origin: string): string {
  const lines = [
    ...['POST /manage/v1/session HTTP/1.1', `host: ${new URL(origin).host}`, `origin: ${origin}`],
    ...['content-type: application/json', 'content-length: 60', '', '{"operatorId":'],
  ];
  return lines.join('\r\n');
}

const portOf = ({ origin }: TestApi) => Number(new URL(origin).port);

async function openSlow(api: TestApi, count: number) {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const client = await openClient(portOf(api));
      await client.send(begunSignIn(api.origin));
      return client;
    }),
  );
}

test('strangers with bodies that never end take no place of operators, and one address not that of others', async () => {
  await withApi(
    async (api) => {
      await api.addOperator('ann', [everything], 'correct horse battery');
      const cookie = await api.sessionOf('ann');
      const slow = await openSlow(api, 300);
      // Those beyond the limit of their address are told at once.
      const refused = () => slow.filter((client) => client.heard().includes('"overloaded"'));
      await until('refusals', refused, (clients) => clients.length === 300 - mostStrangers.ofOne);
      expect((await api.ask('/session', { cookie })).status).toBe(200);
      const others = { headers: { 'x-forwarded-for': '203.0.113.9' } };
      expect((await api.signIn('ann', 'correct horse battery', others)).status).toBe(200);
      for (const { socket } of slow) socket.destroy();
    },
    { trustedProxies: [{ bytes: [127, 0, 0, 0], prefix: 8 }] },
  );
});

test('the body of a stranger must arrive in seconds, or its connection ends', async () => {
  await withApi(
    async (api) => {
      const [slow] = await openSlow(api, 1);
      const text = (await slow?.ended()) ?? '';
      expect([text.split(' ')[1], text.includes('took too long')]).toEqual(['400', true]);
    },
    { patience: 1 },
  );
});

test('operators are let in though the listener is full of strangers, and strangers are not', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await withApi(
    async (api) => {
      await api.addOperator('ann', [everything]);
      const cookie = await api.sessionOf('ann');
      const head = (path: string, line: string) =>
        `GET ${path} HTTP/1.1\r\nhost: ${new URL(api.origin).host}\r\n${line}connection: close\r\n\r\n`;
      const crowd = await Promise.all(
        Array.from({ length: 257 }, async () => {
          const client = await openClient(portOf(api));
          await client.send(head('/manage/v1/audit', `cookie: ${cookie}\r\n`));
          return client;
        }),
      );
      await until(
        'a crowd',
        async () => (await api.ask('/session')).status,
        (status) => status === 503,
      );
      expect((await api.ask('/session', { cookie })).status).toBe(200);
      expect((await api.ask('/session', { cookie: 'newsstand_session=nss_wrong' })).status).toBe(503);
      expect((await exchange(portOf(api), head('/console/', ''))).split(' ')[1]).toBe('503');
      resolve();
      for (const client of crowd) expect((await client.ended()).split(' ')[1]).toBe('200');
    },
    { handlers: () => ({ listAudit: () => promise.then(() => Response.json({})) }) },
  );
});

test('strangers are counted by address, and by network of 64 bits', async () => {
  const asStranger = limitStrangers();
  const { promise, resolve } = Promise.withResolvers<void>();
  const begin = (address: string) => asStranger(address, () => promise);
  const begun: Promise<void>[] = [];
  for (let one = 0; one < mostStrangers.ofOne; one++) begun.push(begin(`2001:db8:0:1::${one.toString(16)}`));
  await expect(begin('2001:db8:0:1:ffff::1')).rejects.toThrow('too many');
  begun.push(begin('2001:db8:0:2::1'));
  while (begun.length < mostStrangers.inAll) begun.push(begin(`203.0.113.${begun.length}`));
  await expect(begin('198.51.100.1')).rejects.toThrow('too many');
  resolve();
  await Promise.all(begun);
  expect(await asStranger('2001:db8:0:1::1', async () => 'in')).toBe('in');
});
