import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { SQL } from 'bun';
import { client, failure, type Timeouts, timedOut, within } from './Connection.ts';
import type { Pool } from './Pool.ts';
import type { Address, Host } from './parseAddress.ts';

/** A subscription to a channel. Messages from before `onConnected` are lost. */
export type Subscription = {
  readonly channel: string;
  readonly onMessage: (text: string) => void;
  readonly onConnected: () => void;
  readonly onError: (error: unknown) => void;
};

/** What a listener needs. */
export type ListenerOptions = {
  readonly address: Address;
  readonly timeouts: Timeouts;
  readonly pool: Pool;
  /** Milliseconds between two heartbeats. */
  readonly beat: number;
};

const retryTime = 500;

/** One LISTEN connection to the primary, open for as long as there are subscriptions. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #subscriptions = new Set<Subscription>();
  /** Aborts the current connection when the set of channels changes. */
  #change = new AbortController();
  #isRunning = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Subscribes until disposed. */
  subscribe(subscription: Subscription): Disposable {
    this.#subscriptions.add(subscription);
    this.#restart();
    return {
      [Symbol.dispose]: () => {
        if (this.#subscriptions.delete(subscription)) this.#restart();
      },
    };
  }

  #restart(): void {
    this.#change.abort();
    this.#change = new AbortController();
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Collects the subscriptions made in the same tick.
    await Promise.resolve();
    while (this.#subscriptions.size > 0) {
      const { signal } = this.#change;
      try {
        await this.#listen(signal);
      } catch (error) {
        if (signal.aborted) continue;
        for (const subscription of this.#subscriptions) subscription.onError(error);
        await pause(retryTime, signal);
      }
    }
    this.#isRunning = false;
  }

  /** Until the connection is lost or the subscriptions change. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { address, timeouts, pool } = this.#options;
    const host = await pool.run('write', async (connection) => {
      await connection.askStandby();
      return connection.host;
    });
    const lost = new AbortController();
    // The client would reconnect, and write failures to standard error; so it is closed at once.
    const sql = client(address, host, timeouts, () => lost.abort());
    try {
      const subscriptions = [...this.#subscriptions];
      for (const { channel, onMessage } of subscriptions)
        await within(sql.listen(channel, onMessage), timeouts.quick);
      for (const { onConnected } of subscriptions) onConnected();
      await this.#beat(sql, host, AbortSignal.any([signal, lost.signal]));
    } finally {
      await sql.close({ timeout: 0 });
    }
    if (!signal.aborted) throw failure('the connection is lost', 'ERR_POSTGRES_CONNECTION_CLOSED');
  }

  /** A connection can be dead without notice, so a heartbeat is sent now and then and must arrive. */
  async #beat(sql: SQL, host: Host, end: AbortSignal): Promise<void> {
    const { timeouts, pool, beat } = this.#options;
    const channel = `newsstand_beat_${randomBytes(8).toString('hex')}`;
    let received = new AbortController();
    await within(
      sql.listen(channel, () => received.abort()),
      timeouts.quick,
    );
    for (await pause(beat, end); !end.aborted; await pause(beat, end)) {
      received = new AbortController();
      const place = await pool.run('write', async (connection) => {
        await connection.query('SELECT pg_notify($1, $2)', [channel, ''], timeouts.quick);
        return connection.host;
      });
      if (place !== host) throw failure('another server is the primary', timedOut);
      await pause(timeouts.quick, AbortSignal.any([end, received.signal]));
      if (!received.signal.aborted && !end.aborted) throw failure('no heartbeat arrived', timedOut);
    }
  }
}

/** Waits for the given milliseconds, or until the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
