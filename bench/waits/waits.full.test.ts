import { expect, test } from 'bun:test';
import { measureWaits, situations } from './measureWaits.ts';

// One of them is enough here: each starts a service, and all of them take more than a minute.
test('a situation on a small scale, in which every response is right', async () => {
  const scale = { items: 1000, largeBytes: 300_000, versions: 3, noiseSeconds: 0.3 };
  const { waits } = await measureWaits({ scale, only: 'a tag', tell: () => {} });
  expect(waits.map(({ name, problem, readers }) => [name, problem, readers.service.failures])).toEqual(
    situations.filter(({ name }) => name.includes('a tag')).map(({ name }) => [name, undefined, []]),
  );
  for (const { readers, noise, before, most } of waits) {
    for (const { service, reference } of [readers, noise]) {
      expect(service.requests).toBeGreaterThan(100);
      expect(reference.requests).toBeGreaterThan(10);
      expect(service.worst).toBeGreaterThanOrEqual(service.p999);
    }
    expect(most).toBeGreaterThan(before / 2);
  }
});
