import { type ReservedSQL, SQL } from 'bun';
import { StoreError } from '../StoreError.ts';
import type { Address, Host } from './parseAddress.ts';

/**
 * How long to wait, in milliseconds: for a connection (`connect`), for frequent statements (`quick`), for
 * all others (`slow`). `idle` is how long an unused connection stays open, and `silence` how long a
 * writer may be silent before the server ends its transaction.
 */
export type Timeouts = {
  readonly connect: number;
  readonly quick: number;
  readonly slow: number;
  readonly idle: number;
  readonly silence: number;
};

/** The rows, and how many were read or written. */
export type QueryResult<Row> = readonly Row[] & { readonly count: number; readonly command: string | null };

/**
 * The settings of every session.
 * - A client lost to a dead network is detected within half a minute, so that it holds no lock for long.
 * - Each query is planned for the tables as they are: a plan made for empty tables would later scan them completely.
 */
const settings = {
  tcp_keepalives_idle: 15,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 30_000,
  client_connection_check_interval: 5_000,
  plan_cache_mode: 'force_custom_plan',
  jit: 'off',
};

/** One session on one server. It never reconnects by itself, as it may be inside a transaction. */
export class Connection implements AsyncDisposable {
  readonly host: Host;
  readonly timeouts: Timeouts;
  /** Whether the server is a standby, as far as is known. */
  isStandby = false;
  isLost = false;
  readonly #sql: SQL;
  #session: ReservedSQL | undefined;

  private constructor(address: Address, host: Host, timeouts: Timeouts) {
    this.host = host;
    this.timeouts = timeouts;
    this.#sql = client(address, host, timeouts, () => {
      this.isLost = true;
    });
  }

  static async open(address: Address, host: Host, timeouts: Timeouts): Promise<Connection> {
    const connection = new Connection(address, host, timeouts);
    try {
      connection.#session = await within(connection.#sql.reserve(), timeouts.connect);
      connection.isLost = false;
      await connection.askStandby(timeouts.connect);
      return connection;
    } catch (error) {
      await connection[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** One statement with `$1`, `$2`, …; without values there may be several. Closes the connection if no response arrives in time. */
  async query<Row>(
    text: string,
    values?: readonly unknown[],
    limit = this.timeouts.slow,
  ): Promise<QueryResult<Row>> {
    mustBeText(values ?? []);
    if (this.#session === undefined || this.isLost)
      throw failure('the connection is lost', 'ERR_POSTGRES_CONNECTION_CLOSED');
    try {
      return await within(this.#session.unsafe<Row[]>(text, values && [...values]), limit);
    } catch (error) {
      if (endsSession(error)) await this[Symbol.asyncDispose]();
      throw error;
    }
  }

  async askStandby(limit = this.timeouts.quick): Promise<boolean> {
    const [row] = await this.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby', [], limit);
    this.isStandby = row?.standby === true;
    return this.isStandby;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isLost = true;
    await this.#sql.close({ timeout: 0 });
  }
}

/** A client for one connection to one server. Every option is explicit, since missing ones would come from the environment. */
export function client(address: Address, host: Host, timeouts: Timeouts, onclose: () => void): SQL {
  const { application_name = 'newsstand', connect_timeout: _, ...tls } = address.parameters;
  const { username, password, database } = address;
  return new SQL(`postgres://localhost/?${new URLSearchParams({ sslmode: 'prefer', ...tls })}`, {
    ...{ hostname: host.hostname, port: host.port, username, password, database, max: 1, onclose },
    connectionTimeout: timeouts.connect / 1000,
    connection: { application_name, ...settings },
  });
}

/** PostgreSQL rejects U+0000, and the client would replace half of a surrogate pair by another character. */
function mustBeText(values: readonly unknown[]): void {
  const isWrong = (value: unknown) =>
    typeof value === 'string' && (value.includes('\0') || !value.isWellFormed());
  if (!values.some(isWrong)) return;
  throw new StoreError(
    'text with the character U+0000, or with half of a surrogate pair, cannot be stored in PostgreSQL; remove it',
  );
}

/** An error as the client itself would throw it. */
export function failure(message: string, code: string): Error {
  return new SQL.PostgresError(message, { code });
}

/** The result, or an error if it does not arrive in time: a server that hangs does not break its connections. */
export async function within<T>(work: Promise<T>, limit: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(failure('no response in time', timedOut)), limit);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The code of a timeout. */
export const timedOut = 'NO_RESPONSE';

/** Whether the session is lost, rather than a statement wrong. */
function endsSession(error: unknown): boolean {
  if (!(error instanceof SQL.PostgresError)) return false;
  return error.errno === undefined || /^(08|57P0|25P03|25P04)/.test(error.errno);
}
