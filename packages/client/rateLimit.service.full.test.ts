import { expect, test } from 'bun:test';
import { collections } from '../../tests/acceptance/content.ts';
import { inTemporaryFolder } from '../../tests/newsstandProcess.ts';
import { openService } from './testing/openService.ts';

test('a real rate limit is waited for', async () => {
  await inTemporaryFolder(async (place) => {
    const limited = await openService(place, collections, { NEWSSTAND_RATE_LIMIT: '10/1s' });
    try {
      const { client, seen } = limited.open({ retries: 10 });
      const answers = await Promise.all(Array.from({ length: 40 }, () => client.tags.list()));
      expect(answers.every(({ totalCount }) => totalCount === 2)).toBe(true);
      expect(seen.map(({ status }) => status)).toContain(429);
      const hasty = limited.open({ retries: 0 });
      const failed = await Promise.allSettled(Array.from({ length: 60 }, () => hasty.client.tags.list()));
      const reasons = failed.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(reasons[0]).toMatchObject({ code: 'rate_limited', status: 429, retryAfter: 1000 });
    } finally {
      await limited.close();
    }
  });
});
