import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { collections } from '../../tests/acceptance/content.ts';
import { createKey, importLines } from '../../tests/fillStore.ts';
import { inTemporaryFolder, startNewsstand } from '../../tests/newsstandProcess.ts';
import { createClient } from './src/index.ts';

test('a real rate limit is waited for', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = {
      NEWSSTAND_DATA: join(folder, 'data'),
      NEWSSTAND_LOG_LEVEL: 'warn',
      NEWSSTAND_RATE_LIMIT: '10/1s',
    };
    await importLines(env, collections);
    const keys = await createKey(env, ['--project', 'acme']);
    const { url, end } = await startNewsstand([], env);
    try {
      const statuses = new Set<number>();
      const open = (retries: number) =>
        createClient({
          ...{ url, ...keys, projectId: 'acme', spaceId: 'web', retries },
          async fetch(address, init) {
            const response = await fetch(address, init);
            statuses.add(response.status);
            return response;
          },
        });
      const patient = open(10);
      const answers = await Promise.all(Array.from({ length: 40 }, () => patient.tags.list()));
      expect(answers.every(({ totalCount }) => totalCount === 2)).toBe(true);
      expect(statuses).toContain(429);
      const hasty = open(0);
      const failed = await Promise.allSettled(Array.from({ length: 60 }, () => hasty.tags.list()));
      const reasons = failed.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(reasons[0]).toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 1000 });
    } finally {
      await end();
    }
  });
});
