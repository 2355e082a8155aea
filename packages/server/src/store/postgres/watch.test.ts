import { beforeAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { type Databases, sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { plain, put, tag } from '../testing/suite/samples.ts';
import { openPostgres, type PostgresOptions } from './openPostgres.ts';
import { startProxy } from './testing/startProxy.ts';

let postgres: Databases;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

const quickly: PostgresOptions = {
  // Long enough for a busy machine.
  timeouts: { connect: 3000, quick: 1000 },
  watching: { primary: 300, promotion: 100 },
};

test('a watch is woken by changes of others, and only by changes', async () => {
  const url = await postgres.freshStore();
  const [store, other] = [await openPostgres(url), await openPostgres(url)];
  let woken = 0;
  const watching = await store.watch(() => woken++);
  // Once at the beginning, and once when it listens.
  await until('the first two calls', () => woken === 2);
  await put(other, tag);
  await until('a call for a change', () => woken === 3);
  await put(other, tag);
  await other.write(async (writer) => writer.putRecord(plain), { dryRun: true });
  await other.write((writer) => writer.addAudit({ at: 1, by: 'ken', action: 'look', target: 'nothing' }));
  await put(other, plain);
  await until('a call for the next change', () => woken === 4);
  await watching[Symbol.asyncDispose]();
  await put(other, { ...plain, document: '{}' });
  await Bun.sleep(50);
  expect(woken).toBe(4);
  await Promise.all([store.close(), other.close()]);
});

test('a callback that throws is reported, and does no harm', async () => {
  const store = await openPostgres(await postgres.freshStore(), quickly);
  const told: unknown[] = [];
  const fails = () => {
    throw new Error('no');
  };
  await store.watch(fails, (error) => {
    told.push(error);
    fails();
  });
  await until('several reported errors', () => told.length > 3);
  expect(told[0]).toEqual(new Error('no'));
  await store.close();
});

test('a watch also polls from time to time', async () => {
  const store = await openPostgres(await postgres.freshStore(), quickly);
  let woken = 0;
  const watching = await store.watch(() => woken++);
  await until('several polls', () => woken > 5);
  await watching[Symbol.asyncDispose]();
  await store.close();
});

test('a watch detects a dead connection that never broke', async () => {
  const url = await postgres.freshStore();
  const { port } = new URL(url);
  using proxy = startProxy(Number(port));
  const store = await openPostgres(url.replace(`:${port}/`, `:${proxy.port}/`), quickly);
  const errors: string[] = [];
  const heard: string[] = [];
  const channel = await store.channel(
    'counts',
    (text) => heard.push(text),
    (error) => errors.push(`${error}`),
  );
  const arrives = (text: string) =>
    until(`the message ${text}`, async () => {
      await channel.send(text);
      return heard.includes(text);
    });
  await arrives('one');
  proxy.silence('LISTEN');
  await until('an error', () => errors.length > 0);
  expect(errors[0]).toContain('does not respond in time');
  await arrives('two');
  await store.close();
});

test('messages reach all nodes, and find their way back after a loss', async () => {
  const url = await postgres.freshStore();
  const [one, two] = [await openPostgres(url, quickly), await openPostgres(url, quickly)];
  const heard: string[] = [];
  const [sender] = [
    await one.channel('counts', () => {}),
    await two.channel('counts', (text) => heard.push(text)),
  ];
  const arrives = (text: string) =>
    until(`the message ${text}`, async () => {
      await sender.send(text);
      return heard.includes(text);
    });
  await arrives('ニュース "quoted"');
  await using sql = new SQL(url, { max: 1 });
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'newsstand' AND datname = current_database()`;
  await arrives('again');
  await expect(sender.send('x'.repeat(8000))).rejects.toThrow('shorter than 8000 bytes');
  await sender.send('x'.repeat(7999));
  await Promise.all([one.close(), two.close()]);
  await expect(sender.send('late')).rejects.toThrow('closed');
});

test('a store has at most four connections, and none when it is closed', async () => {
  const url = await postgres.freshStore();
  const store = await openPostgres(url);
  await using sql = new SQL(url, { max: 1 });
  const connections = async () =>
    (
      await sql`SELECT FROM pg_stat_activity WHERE application_name = 'newsstand' AND datname = current_database()`
    ).count;
  await store.watch(() => {});
  await store.channel('counts', () => {});
  await until('a listening session', () => listeners(url));
  const readings = Array.from({ length: 12 }, () => store.read((reader) => reader.credentials()));
  const held = store.write(async () => expect(await connections()).toBeLessThanOrEqual(4));
  await Promise.all([held, ...readings]);
  expect(await connections()).toBe(4);
  await store.close();
  await until('the end of all connections', async () => (await connections()) === 0);
});

test('idle connections are closed', async () => {
  const url = await postgres.freshStore();
  const store = await openPostgres(url, { timeouts: { idle: 50 } });
  await using sql = new SQL(url, { max: 1 });
  const text = `SELECT FROM pg_stat_activity WHERE application_name = 'newsstand' AND datname = current_database()`;
  await until('the end of all connections', async () => (await sql.unsafe(text)).count === 0);
  await put(store, tag);
  await store.close();
});

async function listeners(url: string): Promise<boolean> {
  await using sql = new SQL(url, { max: 1 });
  const text = `SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'newsstand' AND query LIKE 'LISTEN%'`;
  return (await sql.unsafe(text)).count > 0;
}
