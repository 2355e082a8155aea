import { expect, test } from 'bun:test';
import { newsPath } from '../service.ts';
import { measureWaits, situations } from './measureWaits.ts';
import { isPlausible } from './readerPaths.ts';

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

test('a response must belong to its request', () => {
  const item = `${newsPath}/n0000001`;
  expect(isPlausible(item, '{"contentId":"n0000001","name":')).toBe(true);
  expect(isPlausible(item, '{"contentId":"n0000003","name":')).toBe(false);
  expect(isPlausible(`${newsPath}?size=10`, '{"totalCount":12,"currentPage":1')).toBe(true);
  expect(isPlausible(`${newsPath}?size=10`, '{"totalCount":0,"currentPage":1')).toBe(false);
  expect(isPlausible(`${newsPath}?size=10&search=a`, '{"totalCount":0,"currentPage":1')).toBe(true);
  expect(isPlausible(`${newsPath}?size=10&search=a`, '')).toBe(false);
});
