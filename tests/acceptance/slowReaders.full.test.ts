import { expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { importLines } from '../fillStore.ts';
import { inTemporaryFolder, startNewsstand } from '../newsstandProcess.ts';
import { until } from '../testing/until.ts';
import { collections, news, newsPath } from './content.ts';
import { keyHeaders } from './listening.ts';

/** A list of these is larger than the system's buffers. */
const items = Array.from({ length: 99 }, (_, n) =>
  news(`n${n}`, {}, { body: { text: 'x'.repeat(120_000) } }),
);
const limit = 25_000_000;

test('readers that request large lists but do not read stay within the limit', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
    await importLines(env, [...collections, ...items]);
    // Responses to preview keys are never cached, so each takes its own memory.
    const credentials = await keyHeaders(env, '--project', 'acme', '--preview');
    const running = await startNewsstand(['--buffer-limit', `${limit / 1e6}MB`], env);
    const sockets: Socket[] = [];
    try {
      const metric = async (name: string) => {
        const text = await (await fetch(`${running.managementUrl}/metrics`)).text();
        const line = text.split('\n').find((one) => one.startsWith(`${name} `));
        return Number(line?.slice(name.length + 1));
      };
      const request = [
        `GET ${newsPath}?size=99 HTTP/1.1`,
        'host: h',
        ...Object.entries(credentials).map(([name, value]) => `${name}: ${value}`),
      ].join('\r\n');
      for (let count = 0; count < 10; count++) {
        const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
        sockets.push(socket);
        socket.on('error', () => {}).pause();
        await new Promise((resolve) => socket.on('connect', resolve));
        socket.write(`${request}\r\n\r\n`);
      }
      const cut = 'newsstand_connections_cut_total{reason="buffer_limit"}';
      await until(
        'responses to all requests',
        () => metric('newsstand_requests_total{operation="listNews",status="200"}'),
        (count) => count === 10,
      );
      expect(await metric(cut)).toBeGreaterThanOrEqual(6);
      expect(await metric('newsstand_connections')).toBe(10 - (await metric(cut)));
      const held = await metric('newsstand_buffered_bytes');
      expect(held).toBeGreaterThan(0);
      expect(held).toBeLessThanOrEqual(limit);
      // A reader that reads gets everything.
      const answer = await fetch(`${running.url}${newsPath}?size=99`, { headers: credentials });
      expect((await answer.text()).length).toBeGreaterThan(99 * 120_000);
      for (const socket of sockets) socket.destroy();
      await until('empty buffers', async () => (await metric('newsstand_buffered_bytes')) === 0);
      await until('a warning', () => running.stderr().includes('NEWSSTAND_BUFFER_LIMIT'));
    } finally {
      for (const socket of sockets) socket.destroy();
      await running.end();
    }
  });
});
