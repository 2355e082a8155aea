import { expect } from 'bun:test';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { collections, news, newsPath } from './content.ts';
import { everywhere, serviceTest } from './openService.ts';

const records = [...collections, ...Array.from({ length: 20 }, (_, n) => news(`n${n}`))];

for (const workers of isFull ? ['1', '2'] : ['2']) {
  serviceTest(
    `with ${workers} worker(s), stopping closes connections without failing any request`,
    async (withService) => {
      await withService(
        records,
        async ({ url, createKey, running }) => {
          const { key, secret } = await createKey('--project', 'acme');
          const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
          const once = { ...headers, connection: 'close' };
          await everywhere(
            'the key in all workers',
            async () => (await fetch(`${url}${newsPath}`, { headers: once })).ok,
          );
          let answered = 0;
          let isEnding = false;
          /** A connection that was idle is closed, too; a request on a new one is refused, and was never sent. */
          const ignoreRefused = (error: unknown) => {
            const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
            if (!isEnding || !isRefused) throw error;
          };
          /** Sends requests on a persistent connection until the service closes it. */
          const reader = async () => {
            for (;;) {
              const response = await fetch(`${url}${newsPath}`, { headers }).catch(ignoreRefused);
              if (response === undefined) return;
              await response.text();
              expect(response.status).toBe(200);
              answered++;
              if (response.headers.get('connection') === 'close') return;
              await Bun.sleep(2);
            }
          };
          const readers = Promise.all(Array.from({ length: 8 }, reader));
          await until('some answers to readers', () => answered > 50);
          isEnding = true;
          const { code, stderr } = await running.end();
          await readers;
          expect(code === 0 ? '' : stderr).toBe('');
          expect(code).toBe(0);
        },
        { args: ['--workers', workers] },
      );
    },
  );
}
