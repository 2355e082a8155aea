import { expect, test } from 'bun:test';
import { openCuttingProxy } from './cuttingProxy.ts';

test('cuts connections as often as told, and then lets everything through', async () => {
  const body = 'x'.repeat(500_000);
  const server = Bun.serve({ port: 0, fetch: () => new Response(body) });
  using proxy = await openCuttingProxy(server.port ?? 0, [10, 100_000]);
  const get = async () => {
    const response = await fetch(`http://127.0.0.1:${proxy.port}/`, { keepalive: false });
    return (await response.text()).length;
  };
  await expect(get()).rejects.toThrow();
  expect(proxy.cuts()).toBe(1);
  await get().then(
    (length) => expect(length).toBeLessThan(body.length),
    () => {},
  );
  expect(proxy.cuts()).toBe(2);
  expect(await get()).toBe(body.length);
  await server.stop(true);
});
