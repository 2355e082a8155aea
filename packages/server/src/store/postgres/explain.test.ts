import { beforeAll, describe, expect, test } from 'bun:test';
import { randomUUIDv7, SQL } from 'bun';
import { type Databases, sharedPostgres } from '../../../../../tests/startPostgres.ts';
import { refusalMessage } from '../testing/suite/refusalMessage.ts';
import { plain, put, tag } from '../testing/suite/samples.ts';
import { failure } from './Connection.ts';
import { explain, NoServer } from './explain.ts';
import { openPostgres } from './openPostgres.ts';
import { parseAddress } from './parseAddress.ts';

let postgres: Databases;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

describe('an address', () => {
  test('has one or more hosts, a user, a password and a database', () => {
    expect(parseAddress('postgres://me:p%40s%2Fs%3Aw@one:5433,two,[::1]:6000/news?sslmode=require')).toEqual({
      hosts: [
        { hostname: 'one', port: 5433 },
        { hostname: 'two', port: 5432 },
        { hostname: '::1', port: 6000 },
      ],
      ...{ username: 'me', password: 'p@s/s:w', database: 'news' },
      parameters: { sslmode: 'require' },
      name: 'postgres://me@one:5433,two:5432,[::1]:6000/news',
    });
  });

  test.each([
    ['postgres://', 'must be given as postgres://'],
    ['postgres://host/db', 'must be given as postgres://'],
    ['postgres://me:hidden@host', 'must be given as postgres://'],
    ['postgres://me:hid@den@host/db', 'percent-encoded'],
    ['postgres://me:hidden@ho:st:1/db', 'host:port'],
    ['postgres://me:hidden@host:99999/db', 'host:port'],
    ['postgres://me:hidden@host,/db', 'host:port'],
    ['postgres://me:hidden%zz@host/db', '%25'],
    ['postgres://me:hidden@host/db?sslmode=maybe', 'it must be one of disable, allow'],
    ['postgres://me:hidden@host/db?connect_timeout=soon', 'invalid value for connect_timeout'],
    ['postgres://me:hidden@host/db?search_path=x', 'unknown parameter "search_path"; known are sslmode'],
    ['postgres://me:hidden@host/db?toString=x', 'unknown parameter "toString"'],
    ['postgres://me:hidden@host/db?target_session_attrs=any', 'omit it'],
  ])('%s is refused', async (url, message) => {
    const told = await refusalMessage(openPostgres(url));
    expect(told).toContain(message);
    expect(told).not.toContain('hidden');
  });
});

/** A user of a database without any rights; and a connection of the superuser to it. */
async function openGuest(database: string) {
  const [sql, url] = [new SQL(database, { max: 1 }), new URL(database)];
  [url.username, url.password] = [`guest_${randomUUIDv7().replaceAll('-', '')}`, 'guest-secret'];
  await sql.unsafe(`CREATE ROLE ${url.username} LOGIN PASSWORD '${url.password}'`);
  return { sql, url, [Symbol.asyncDispose]: () => sql.close() };
}

describe('a store that cannot be used says why', () => {
  const told = async (change: (url: URL) => void) => {
    const url = new URL(postgres.url);
    change(url);
    return refusalMessage(openPostgres(url.href, { timeouts: { connect: 1000 } }));
  };

  test('nothing listens', async () => {
    expect(
      await told((url) => {
        url.port = '1';
      }),
    ).toBe(
      "the store postgres://postgres@127.0.0.1:1/postgres can't be reached: nothing listens there, or its name is unknown; start the server, or check host and port",
    );
  });

  test('an unknown host', async () => {
    expect(
      await told((url) => {
        url.hostname = 'nowhere.invalid';
      }),
    ).toContain("can't be reached");
  });

  test('a wrong password', async () => {
    const message = await told((url) => {
      url.password = 'wrong-secret';
    });
    expect(message).toContain('refuses the user or the password');
    expect(message).not.toContain('wrong-secret');
  });

  test('no such user', async () => {
    expect(
      await told((url) => {
        url.username = 'nobody';
      }),
    ).toContain('refuses the user or the password');
  });

  test('no such database', async () => {
    expect(
      await told((url) => {
        url.pathname = '/missing';
      }),
    ).toContain('does not exist; create the database');
  });

  test('no TLS', async () => {
    expect(
      await told((url) => {
        url.search = '?sslmode=require';
      }),
    ).toContain('offers no TLS');
  });

  test('no file for TLS', async () => {
    expect(
      await told((url) => {
        url.search = '?sslmode=verify-full&sslrootcert=/nowhere/root.crt';
      }),
    ).toContain('a file of sslrootcert, sslcert or sslkey can');
  });

  test('no right to make a schema, unless one was made for it', async () => {
    await using guest = await openGuest(await postgres.freshDatabase());
    expect(await refusalMessage(openPostgres(guest.url.href))).toContain('GRANT CREATE ON DATABASE');
    await guest.sql.unsafe(`CREATE SCHEMA newsstand AUTHORIZATION ${guest.url.username}`);
    const store = await openPostgres(guest.url.href);
    await put(store, plain);
    await store.close();
  });

  test('too many connections', async () => {
    await using guest = await openGuest(await postgres.freshDatabase());
    await guest.sql.unsafe(`ALTER ROLE ${guest.url.username} CONNECTION LIMIT 0`);
    expect(await refusalMessage(openPostgres(guest.url.href))).toContain('too many connections');
  });

  test('writers wait for the same lock in parallel, not one after the other', async () => {
    const url = await postgres.freshStore();
    const [holder, waiting] = [await openPostgres(url), await openPostgres(url, { patience: 500 })];
    await holder.write(async () => {
      const refused = Array.from({ length: 10 }, () => refusalMessage(put(waiting, plain)));
      const first = await Promise.race([Promise.all(refused), Bun.sleep(4500)]);
      expect(first).toEqual(Array(10).fill(expect.any(String)));
    });
    await put(waiting, plain);
    await Promise.all([holder.close(), waiting.close()]);
  });

  test('locked by another writer', async () => {
    const url = await postgres.freshStore();
    const [holder, waiting] = [await openPostgres(url), await openPostgres(url, { patience: 100 })];
    await holder.write(async () => {
      expect(await refusalMessage(put(waiting, plain))).toContain('is locked by another program');
    });
    await put(waiting, plain);
    await Promise.all([holder.close(), waiting.close()]);
  });

  test('a schema of another program, and one from the future', async () => {
    const url = await postgres.freshDatabase();
    await using sql = new SQL(url, { max: 1 });
    await sql.unsafe('CREATE SCHEMA newsstand; CREATE TABLE newsstand.songs (name text)');
    expect(await refusalMessage(openPostgres(url))).toContain('a schema named newsstand of another program');
    await sql.unsafe('DROP SCHEMA newsstand CASCADE');
    await (await openPostgres(url)).close();
    await sql.unsafe('UPDATE newsstand.about SET version = 999');
    expect(await refusalMessage(openPostgres(url))).toContain('a newer version of this program (schema 999');
  });

  test('text that PostgreSQL cannot store', async () => {
    const store = await openPostgres(await postgres.freshStore());
    for (const alias of ['a\0b', 'a\ud800b']) {
      expect(await refusalMessage(put(store, { ...plain, alias }))).toContain('U+0000');
    }
    await put(store, { ...tag, alias: '👋', document: JSON.stringify('\0\ud800') });
    const found = await store.read((reader) => reader.find(tag));
    expect(JSON.parse(found?.document ?? '')).toBe('\0\ud800');
    await store.close();
  });

  test.each([
    ['53100', 'free some space'],
    ['57P03', 'starting up'],
    ['57P01', 'broke the connection'],
    ['40001', 'hot_standby_feedback'],
    ['25P03', 'ended an idle transaction'],
    ['57014', 'statement_timeout'],
    ['XX001', 'is damaged'],
    ['53200', 'short of resources'],
    ['42P01', 'lacks tables'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', "can't be trusted"],
    ['99999', "can't be used (99999)"],
  ])('%s of the server', (errno, message) => {
    const address = parseAddress('postgres://me:hidden@one,two/news');
    const error = new SQL.PostgresError('hidden', { code: 'ERR_POSTGRES_SERVER_ERROR', errno });
    expect(`${explain(error, address)}`).toContain(message);
    expect(`${explain(error, address)}`).not.toContain('hidden');
  });

  test('none of several servers', () => {
    const address = parseAddress('postgres://me:hidden@one,two/news');
    const [one, two] = address.hosts;
    if (one === undefined || two === undefined) throw new Error('there are no hosts');
    const error = new NoServer([
      { host: one, error: failure('', 'ERR_POSTGRES_CONNECTION_REFUSED') },
      { host: two, error: failure('', '25006') },
    ]);
    expect(`${explain(error, address)}`).toMatch(
      /one:5432 can't be reached.* two:5432 is a read-only standby/,
    );
  });
});
