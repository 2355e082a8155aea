import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { startReceiver } from '../../packages/server/src/webhooks/testing/startReceiver.ts';
import { collections, news } from '../acceptance/content.ts';
import { importLines } from '../fillStore.ts';
import { inTemporaryFolder, type Running, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { sharedPostgres } from '../startPostgres.ts';
import { until } from '../testing/until.ts';

/** How many calls a node has made. */
async function callsOf({ managementUrl }: Running): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  const values = [...text.matchAll(/^newsstand_webhook_calls_total\{.*\} (\d+)$/gm)];
  return values.reduce((sum, [, value]) => sum + Number(value), 0);
}

test('of several nodes one calls webhooks; when it is lost, another goes on where it was', async () => {
  await inTemporaryFolder(async (folder) => {
    await using receiver = startReceiver();
    const settings = {
      NEWSSTAND_DATABASE_URL: await (await sharedPostgres()).freshStore(),
      NEWSSTAND_WEBHOOK_PRIVATE: 'true',
    };
    const start = (name: string, more: Record<string, string> = {}) =>
      startNewsstand([], { ...settings, ...more, NEWSSTAND_DATA: join(folder, name) });
    await importLines({ ...settings, NEWSSTAND_DATA: folder }, collections);
    const create = ['webhook', 'create', '--url', receiver.url, '--project', 'acme'];
    expect((await outcomeHere(create, settings)).code).toBe(0);
    // A node that holds only a part of the content cannot tell of the rest.
    const partial = await start('partial', { NEWSSTAND_SCOPES: 'acme/web' });
    let writes = 0;
    const write = async () => {
      writes++;
      const title = `Version ${writes}`;
      await importLines({ ...settings, NEWSSTAND_DATA: folder }, [news('one', {}, { title })]);
      await Bun.sleep(20);
    };
    const nodes = [await start('first'), await start('second')];
    const momentsOf = () => receiver.calls.map(({ body }) => body.data.at);
    for (let round = 0; round < 10; round++) await write();
    await until('ten calls', () => receiver.calls.length >= 10);
    const counts = await Promise.all(nodes.map(callsOf));
    expect(counts.toSorted((one, other) => one - other)).toEqual([0, 10]);
    expect(await callsOf(partial)).toBe(0);
    expect(momentsOf()).toEqual(momentsOf().toSorted((one, other) => one - other));

    const holder = counts.indexOf(10);
    const dying = nodes[holder]?.end('SIGKILL');
    for (let round = 0; round < 10; round++) await write();
    await dying;
    const ids = () => new Set(receiver.calls.map(({ headers }) => headers.get('webhook-id')));
    await until('twenty calls', () => ids().size >= 20);
    expect(ids().size).toBe(20);
    expect(momentsOf()).toEqual(momentsOf().toSorted((one, other) => one - other));
    expect(await callsOf(partial)).toBe(0);
    for (const node of [...nodes.filter((_, index) => index !== holder), partial])
      expect((await node.end()).code).toBe(0);
  });
});
