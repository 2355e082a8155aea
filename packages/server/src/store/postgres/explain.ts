import { SQL } from 'bun';
import { StoreError, StoreFullError, StoreUnreachableError } from '../StoreError.ts';
import { timedOut } from './Connection.ts';
import { type Address, type Host, hostName } from './parseAddress.ts';

/** No server of an address could be used. */
export class NoServer extends Error {
  readonly failures: readonly { readonly host: Host; readonly error: unknown }[];

  constructor(failures: NoServer['failures']) {
    super('no server could be used');
    this.failures = failures;
  }
}

/** The code of a write that is sent to a standby. */
export const readOnly = '25006';

/** The disk of the server is full. */
const full = /^(53100|58030)/;

/** By SQLSTATE, or by the client's code if the server sent none. */
const sentences: readonly (readonly [code: RegExp, sentence: string])[] = [
  [
    /^ERR_POSTGRES_CONNECTION_REFUSED/,
    "can't be reached: nothing listens there, or its name is unknown; start the server, or check host and port",
  ],
  [
    /^(NO_RESPONSE|ERR_POSTGRES_CONNECTION_TIMEOUT)/,
    'does not respond in time; check the server and the network',
  ],
  [
    /^(ERR_POSTGRES_CONNECTION|08|57P01|57P02)/,
    'broke the connection; check the server and the network, and try again',
  ],
  [
    /^ERR_POSTGRES_TLS_NOT_AVAILABLE/,
    'offers no TLS, which sslmode requires; turn it on at the server, or choose another sslmode',
  ],
  [/^ERR_INVALID_ARG/, "can't be used: a file of sslrootcert, sslcert or sslkey can't be read; check them"],
  [
    /^(ERR_POSTGRES_TLS|ERR_TLS|ERR_SSL|UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|CERT_)/,
    "has a certificate that can't be trusted; check sslmode and sslrootcert",
  ],
  [
    /^(28|ERR_POSTGRES_(AUTH|INVALID_SERVER_|UN\w+_AUTH|PASSWORD))/,
    'refuses the user or the password; check both in the URL of the store, and pg_hba.conf at the server',
  ],
  [/^3D000/, 'does not exist; create the database, as with CREATE DATABASE, or check its name'],
  [
    /^42501/,
    'denies this to the user; as its owner, GRANT CREATE ON DATABASE to it, or make it the owner of the schema newsstand',
  ],
  [/^(42P01|3F000)/, 'lacks tables of the store; restore it from a backup, or use an empty database'],
  [full, 'does not fit on the disk of the server; free some space'],
  [/^42704/, 'is too old; PostgreSQL 14 or newer is needed'],
  [/^53300/, 'has too many connections; raise max_connections at the server, or stop other programs'],
  [/^53/, 'is short of resources at the server; give it more memory'],
  [/^57P03/, 'is starting up or shutting down; try again later'],
  [
    /^25006/,
    'is a read-only standby; name the primary too, as in host1:5432,host2:5432, or turn off default_transaction_read_only at the server',
  ],
  [/^(55P03|40P01)/, 'is locked by another program; stop that program, or try again later'],
  [
    /^40001/,
    'is a standby that had to cancel a long read to keep up; try again, or set hot_standby_feedback at the server',
  ],
  [/^(25P03|25P04)/, 'ended an idle transaction; try again'],
  [/^57014/, 'ended a query that took too long; raise statement_timeout at the server'],
  [/^XX00[12]/, 'is damaged; restore it from a backup'],
];

/** What PostgreSQL or the network says, in plain words for an operator; any other error as it is. */
export function explain(error: unknown, address: Address): unknown {
  if (error instanceof NoServer) {
    const all = error.failures.map((failure) => failure.error);
    return storeError(`the store ${address.name} ${noServerSentence(error)}`, all);
  }
  return error instanceof SQL.PostgresError
    ? storeError(`the store ${address.name} ${sentence(error)}`, [error])
    : error;
}

/** Not reached, not started yet, or without a free connection: all of that may pass by itself. */
const unreachable = /^(ERR_POSTGRES_CONNECTION|NO_RESPONSE|08|57P0[123]|53300)/;

function storeError(message: string, causes: readonly unknown[]): StoreError {
  if (causes.some((cause) => full.test(codeOf(cause)))) {
    return new StoreFullError(message, undefined, { cause: causes[0] });
  }
  const isUnreachable = causes.some((cause) => unreachable.test(codeOf(cause)));
  return new (isUnreachable ? StoreUnreachableError : StoreError)(message, { cause: causes[0] });
}

function noServerSentence({ failures }: NoServer): string {
  const [first] = failures;
  if (failures.length < 2) return sentence(first?.error);
  return `has no server that can be used: ${failures.map(({ host, error }) => `${hostName(host)} ${sentence(error)}`).join('. ')}`;
}

function sentence(error: unknown): string {
  const code = codeOf(error);
  return sentences.find(([pattern]) => pattern.test(code))?.[1] ?? `can't be used (${code})`;
}

/** The code of an error; the server's if there is one. */
export function codeOf(error: unknown): string {
  if (error instanceof SQL.PostgresError) return error.errno ?? error.code;
  return error instanceof Error && 'code' in error ? `${error.code}` : timedOut;
}
