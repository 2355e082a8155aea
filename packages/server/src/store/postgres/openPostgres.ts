import {
  type Bookmark,
  beginning,
  type Changes,
  defaultVersions,
  type Following,
  type FoundSchema,
  type LoggedChange,
  type OnMigration,
  type Store,
  type StoreReader,
  type WriteOptions,
  type Writer,
} from '../Store.ts';
import { NoStoreError, StoreError } from '../StoreError.ts';
import type { Timeouts } from './Connection.ts';
import { explain } from './explain.ts';
import { Listener } from './Listener.ts';
import { migrate, schemaVersion } from './migrate.ts';
import { migrations } from './migrations.ts';
import { Pool, type Purpose } from './Pool.ts';
import { type Address, parseAddress } from './parseAddress.ts';
import { postgresAdminReader } from './postgresAdmin.ts';
import { changesSince, eventsBetween, type FollowingState, followingAfter } from './postgresChanges.ts';
import { newestBookmark, postgresReader, prefetched } from './postgresReader.ts';
import { type Ask, end, query, type Session } from './Session.ts';
import { type WatchTimes, watchStore } from './watchStore.ts';
import { type WriteSettings, writeTransaction } from './writeTransaction.ts';

/**
 * `patience`: how many milliseconds to wait for the locks of others. `keptChanges`: how far the log reaches back.
 * `keptVersions`: how many past versions of a record are kept. `creates`: creates the store if there is none.
 * `onMigration`: told before an older store is migrated.
 * `follows`: reads may go to any server, including a standby. `watching`: the polling intervals of a watch.
 */
export type PostgresOptions = {
  readonly patience?: number;
  readonly keptChanges?: number;
  readonly keptVersions?: number;
  readonly creates?: boolean;
  readonly onMigration?: OnMigration;
  readonly follows?: boolean;
  readonly timeouts?: Partial<Timeouts>;
  readonly watching?: Partial<WatchTimes>;
};

/** A store that can also be watched, and carries small messages between its clients. */
export type PostgresStore = Store & {
  /** Calls `wake` whenever something may have changed; spurious calls happen. Errors are reported and retried. */
  watch(wake: () => void, onError?: (error: unknown) => void): Promise<AsyncDisposable>;
  /** Messages of less than 8000 bytes to everyone on the same channel, the sender included. Best effort: some may be lost. */
  channel(
    name: string,
    onMessage: (text: string) => void,
    onError?: (error: unknown) => void,
  ): Promise<Channel>;
};

/** A way to send; see `PostgresStore.channel`. */
export type Channel = AsyncDisposable & { send(text: string): Promise<void> };

const defaultTimeouts: Timeouts = {
  ...{ connect: 5_000, quick: 5_000, slow: 120_000 },
  ...{ idle: 60_000, silence: 60_000 },
};
const defaultWatching: WatchTimes = { primary: 5_000, standby: 100, promotion: 1_000 };
/** What PostgreSQL takes as one message. */
const mostBytes = 7_999;

/** Opens a PostgreSQL database as a store. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<PostgresStore> {
  const address = parseAddress(url);
  const {
    patience = 60_000,
    keptChanges = 1_000_000,
    keptVersions = defaultVersions,
    creates = true,
    onMigration,
  } = options;
  const timeouts = timeoutsOf(address, options);
  const pool = new Pool(address, { timeouts, patience });
  const watching = { ...defaultWatching, ...options.watching };
  const purpose = options.follows ? 'read' : 'write';
  const writing = { patience, keptChanges, keptVersions };
  try {
    await pool.run(purpose, (connection) =>
      migrate(connection, address.name, { patience, creates, onMigration }),
    );
    return new OpenedPostgres({ address, pool, purpose, timeouts, watching, ...writing });
  } catch (error) {
    await pool.close();
    throw explain(error, address);
  }
}

/** Looks at the schema of a database, and leaves it as it is. Nodes of several versions may use it at the same time. */
export async function readPostgresSchema(url: string): Promise<FoundSchema> {
  const address = parseAddress(url);
  const pool = new Pool(address, { timeouts: timeoutsOf(address, {}), patience: 60_000 });
  try {
    const schema = await pool.run('read', (connection) => schemaVersion(connection, address.name));
    if (schema === 0) throw new NoStoreError(address.name);
    return { engine: 'PostgreSQL', schema, supported: migrations.length, isInUse: false };
  } catch (error) {
    throw explain(error, address);
  } finally {
    await pool.close();
  }
}

/** Settings in the URL take precedence over those of the program. */
function timeoutsOf({ parameters }: Address, { timeouts = {} }: PostgresOptions): Timeouts {
  const { connect_timeout: seconds } = parameters;
  const merged = { ...defaultTimeouts, ...timeouts };
  return seconds === undefined ? merged : { ...merged, connect: Number(seconds) * 1000 };
}

type Opened = WriteSettings & {
  readonly address: Address;
  readonly pool: Pool;
  /** What reading needs. */
  readonly purpose: Purpose;
  readonly timeouts: Timeouts;
  readonly watching: WatchTimes;
};

class OpenedPostgres implements PostgresStore {
  readonly engine = 'PostgreSQL';
  readonly schema = migrations.length;
  readonly #opened: Opened;
  readonly #listener: Listener;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #disposables = new Set<Disposable>();
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(opened: Opened) {
    this.#opened = opened;
    this.#listener = new Listener({ ...opened, beat: opened.watching.primary });
  }

  bookmark(): Promise<Bookmark> {
    const { pool, purpose, timeouts } = this.#opened;
    return this.#doing(async () => {
      const [newest] = await pool.run(purpose, (connection) =>
        connection.query<Bookmark>(newestBookmark, [], timeouts.quick),
      );
      return newest ?? beginning;
    });
  }

  read<T>(work: (reader: StoreReader) => Promise<T>): Promise<T> {
    return this.#doing(() =>
      this.#readMoment((ask) => work({ ...postgresReader(ask), ...postgresAdminReader(ask) })),
    );
  }

  changesAfter(bookmark: Bookmark, take: (changes: Changes) => Promise<void>): Promise<Following> {
    const { pool, purpose, timeouts } = this.#opened;
    return this.#doing(async () => {
      const standing = await pool.run(purpose, async (connection) => {
        const ask: Ask = (text, values) => connection.query(text, values, timeouts.quick);
        const asked = await followingAfter(ask, bookmark);
        connection.isStandby = asked.isStandby;
        return asked;
      });
      if (standing.following !== 'taken') return standing.following;
      if (standing.changes === undefined) return this.#takeMany(bookmark, take);
      const { bookmarks, changes } = standing;
      const ask: Ask = (text, values) =>
        pool.run(purpose, (connection) => connection.query(text, values, timeouts.quick));
      await take({ bookmarks, batches: batchOf(changes), events: eventsSince(ask, bookmark, standing) });
      return 'taken';
    });
  }

  write<T>(work: (writer: Writer) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    return this.#doing(() => {
      // Counted from here: time spent queueing for the same lock counts as well.
      const settings = { ...this.#opened, deadline: performance.now() + this.#opened.patience };
      const turn = this.#lastWrite.then(() => writeTransaction(settings.pool, settings, work, options));
      this.#lastWrite = turn.catch(() => {});
      return turn;
    });
  }

  async watch(wake: () => void, onError: (error: unknown) => void = () => {}): Promise<AsyncDisposable> {
    this.#mustBeOpen();
    const { watching: times } = this.#opened;
    const report = this.#reporter(onError);
    const watch = { ...this.#opened, listener: this.#listener, times, onError: report };
    return this.#keep(watchStore({ ...watch, wake: guarded(wake, report) }));
  }

  async channel(
    name: string,
    onMessage: (text: string) => void,
    onError: (error: unknown) => void = () => {},
  ): Promise<Channel> {
    this.#mustBeOpen();
    const { pool, timeouts } = this.#opened;
    const channel = `newsstand_${name}`;
    const report = this.#reporter(onError);
    const callbacks = { onMessage: guarded(onMessage, report), onConnected: () => {}, onError: report };
    const subscription = this.#listener.subscribe({ channel, ...callbacks });
    const send = (text: string) =>
      this.#doing(async () => {
        if (Buffer.byteLength(text) > mostBytes)
          throw new StoreError('a message must be shorter than 8000 bytes');
        await pool.run('write', (connection) =>
          connection.query('SELECT pg_notify($1, $2)', [channel, text], timeouts.quick),
        );
      });
    return Object.assign(this.#keep(subscription), { send });
  }

  /** Its files are the server's concern. */
  replaced(): undefined {}

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const disposable of this.#disposables) disposable[Symbol.dispose]();
    await Promise.all(this.#underWay);
    await this.#opened.pool.close();
  }

  /** More than a batch: one moment is held while it is taken. */
  #takeMany(bookmark: Bookmark, take: (changes: Changes) => Promise<void>): Promise<Following> {
    return this.#readMoment(async (ask) => {
      const standing = await followingAfter(ask, bookmark);
      const { following, bookmarks } = standing;
      const batches = prefetched(changesSince(ask, bookmark.revision));
      if (following === 'taken')
        await take({ bookmarks, batches, events: eventsSince(ask, bookmark, standing) });
      return following;
    });
  }

  async #readMoment<T>(work: (ask: Ask) => Promise<T>): Promise<T> {
    const { pool, purpose, timeouts } = this.#opened;
    // The first SELECT takes the snapshot, not BEGIN. A snapshot held for too long blocks vacuum.
    const begin = `
      BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL idle_in_transaction_session_timeout = '15min';
      SELECT`;
    const [connection] = await pool.begin(purpose, (begun) => begun.query(begin, undefined, timeouts.quick));
    const session: Session = { connection, isOver: false };
    try {
      return await work((text, values) => query(session, text, values));
    } finally {
      await end(session);
      pool.giveBack(connection);
    }
  }

  async #doing<T>(work: () => Promise<T>): Promise<T> {
    this.#mustBeOpen();
    const doing = work();
    const settled = doing.catch(() => {});
    this.#underWay.add(settled);
    try {
      return await doing;
    } catch (error) {
      throw explain(error, this.#opened.address);
    } finally {
      this.#underWay.delete(settled);
    }
  }

  #reporter(onError: (error: unknown) => void): (error: unknown) => void {
    return guarded(
      (error) => onError(explain(error, this.#opened.address)),
      () => {},
    );
  }

  #keep(disposable: Disposable): AsyncDisposable {
    this.#disposables.add(disposable);
    return {
      [Symbol.asyncDispose]: async () => {
        this.#disposables.delete(disposable);
        disposable[Symbol.dispose]();
      },
    };
  }

  #mustBeOpen(): void {
    if (this.#isClosed) throw new StoreError('the store is closed');
  }
}

/** A callback must not throw into the event loop. */
function guarded<T extends readonly unknown[]>(
  call: (...args: T) => void,
  report: (error: unknown) => void,
): (...args: T) => void {
  return (...args) => {
    try {
      call(...args);
    } catch (error) {
      report(error);
    }
  };
}

function eventsSince(
  ask: Ask,
  { revision }: Bookmark,
  { bookmarks, hasEvents }: FollowingState,
): Changes['events'] {
  return hasEvents ? eventsBetween(ask, revision, bookmarks.at(-1)?.revision ?? revision) : undefined;
}

async function* batchOf(changes: readonly LoggedChange[]): AsyncGenerator<readonly LoggedChange[]> {
  if (changes.length > 0) yield changes;
}
