import { StoreError } from '../StoreError.ts';
import { Connection, failure, type Timeouts, timedOut } from './Connection.ts';
import { codeOf, NoServer, readOnly } from './explain.ts';
import type { Address } from './parseAddress.ts';

/** With the one that listens there are four. */
const mostConnections = 3;

/** What a connection is for: only a primary takes what is written. */
export type Purpose = 'read' | 'write';

/** How long to wait for servers, and for a connection that others use. */
export type Waiting = { readonly timeouts: Timeouts; readonly patience: number };

/** A few connections that are used again. */
export class Pool {
  readonly #address: Address;
  readonly #waiting: Waiting;
  /** Each with the timer that will close it. */
  readonly #idle = new Map<Connection, ReturnType<typeof setTimeout>>();
  readonly #queue: (() => void)[] = [];
  #used = 0;
  #isClosed = false;

  constructor(address: Address, waiting: Waiting) {
    this.#address = address;
    this.#waiting = waiting;
  }

  /**
   * Takes a connection and does the first thing with it; the caller gives it back.
   * That a connection broke while it lay idle shows only now: then the same is done with another one.
   */
  async begin<T>(
    purpose: Purpose,
    work: (connection: Connection) => Promise<T>,
  ): Promise<readonly [Connection, T]> {
    if (this.#isClosed) throw new StoreError('the store is closed');
    await this.#takeTurn();
    for (;;) {
      const idle = this.#takeIdle(purpose);
      let connection = idle;
      try {
        connection ??= await connect(this.#address, purpose, this.#waiting.timeouts);
        return [connection, await work(connection)];
      } catch (error) {
        const wasLost = idle?.isLost === true;
        // It may be in the middle of a transaction.
        await connection?.[Symbol.asyncDispose]();
        if (wasLost && codeOf(error) !== timedOut) continue;
        this.#leave();
        throw error;
      }
    }
  }

  giveBack(connection: Connection): void {
    this.#keep(connection);
    this.#leave();
  }

  /** One statement, or a few that belong to no transaction. */
  async run<T>(purpose: Purpose, work: (connection: Connection) => Promise<T>): Promise<T> {
    const [connection, result] = await this.begin(purpose, work);
    this.giveBack(connection);
    return result;
  }

  /** Closes idle connections, and the others when they are released. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#idle.keys()].map((connection) => this.#drop(connection)));
  }

  async #takeTurn(): Promise<void> {
    if (this.#used < mostConnections) {
      this.#used++;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push(resolve);
    const timer = setTimeout(() => {
      const place = this.#queue.indexOf(resolve);
      if (place < 0) return;
      this.#queue.splice(place, 1);
      reject(new StoreError('all connections of the store are in use; try again later'));
    }, this.#waiting.patience);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Passes the turn to the next in the queue. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#used--;
    else next();
  }

  /** The one that was used last: those that are not needed grow old. */
  #takeIdle(purpose: Purpose): Connection | undefined {
    for (const [connection, timer] of [...this.#idle].reverse()) {
      if (!connection.isLost && purpose === 'write' && connection.isStandby) continue;
      clearTimeout(timer);
      this.#idle.delete(connection);
      if (!connection.isLost) return connection;
    }
    return undefined;
  }

  #keep(connection: Connection): void {
    if (this.#isClosed) void this.#drop(connection);
    if (this.#isClosed || connection.isLost) return;
    const timer = setTimeout(() => void this.#drop(connection), this.#waiting.timeouts.idle);
    timer.unref();
    this.#idle.set(connection, timer);
  }

  async #drop(connection: Connection): Promise<void> {
    clearTimeout(this.#idle.get(connection));
    this.#idle.delete(connection);
    await connection[Symbol.asyncDispose]();
  }
}

/** The first server, in their order, that serves the purpose. */
async function connect(address: Address, purpose: Purpose, timeouts: Timeouts): Promise<Connection> {
  const failures = [];
  for (const host of address.hosts) {
    try {
      const connection = await Connection.open(address, host, timeouts);
      if (purpose === 'read' || !connection.isStandby) return connection;
      await connection[Symbol.asyncDispose]();
      failures.push({ host, error: failure('in recovery', readOnly) });
    } catch (error) {
      failures.push({ host, error });
    }
  }
  throw new NoServer(failures);
}
