import { StoreError } from '../StoreError.ts';

/** One server of several that hold the same database. */
export type Host = { readonly hostname: string; readonly port: number };

/** Where a database is, and the credentials for it. `name` is the URL without the password, for messages. */
export type Address = {
  readonly hosts: readonly Host[];
  readonly username: string;
  readonly password: string;
  readonly database: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly name: string;
};

const form =
  /^postgres(?:ql)?:\/\/(?:(?<login>[^@/?#]*)@)?(?<hosts>[^@/?#]+)\/(?<database>[^/?#]+)(?:\?(?<query>[^#]*))?$/;
const hostForm = /^(?<hostname>\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(?<port>\d{1,5}))?$/;

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const known: Readonly<Record<string, (value: string) => boolean>> = {
  sslmode: (value) => sslModes.includes(value),
  sslrootcert: (value) => value !== '',
  sslcert: (value) => value !== '',
  sslkey: (value) => value !== '',
  application_name: (value) => value !== '',
  connect_timeout: (value) => /^[1-9]\d{0,3}$/.test(value),
};

const example = 'postgres://user:password@host:5432/database';

/** Reads `postgres://user:password@host1:5432,host2:5432/database?…`. Errors do not repeat the URL: it may hold a password. */
export function parseAddress(url: string): Address {
  const { login = '', hosts = '', database = '', query = '' } = form.exec(url)?.groups ?? {};
  const [username = '', ...password] = login.split(':');
  if (hosts === '' || username === '') {
    throw new StoreError(
      `the store must be given as ${example}; characters of the password other than letters and digits have to be percent-encoded`,
    );
  }
  const address = {
    hosts: hosts.split(',').map(parseHost),
    username: decoded(username),
    password: decoded(password.join(':')),
    database: decoded(database),
    parameters: parseParameters(query),
  };
  const places = address.hosts.map(hostName).join(',');
  return { ...address, name: `postgres://${address.username}@${places}/${address.database}` };
}

/** A server for people. */
export function hostName({ hostname, port }: Host): string {
  return `${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`;
}

function parseHost(text: string): Host {
  const { hostname, port = '5432' } = hostForm.exec(text)?.groups ?? {};
  if (hostname === undefined || Number(port) < 1 || Number(port) > 65535) {
    throw new StoreError(`the servers of the store must be given as host:port,host:port, as in ${example}`);
  }
  return { hostname: decoded(hostname).replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
}

function parseParameters(query: string): Readonly<Record<string, string>> {
  const parameters = Object.fromEntries(new URLSearchParams(query));
  for (const [name, value] of Object.entries(parameters)) {
    const isRight = Object.hasOwn(known, name) ? known[name] : undefined;
    if (isRight === undefined)
      throw new StoreError(
        `the URL of the store has an unknown parameter ${JSON.stringify(name)}; ${advice(name)}`,
      );
    if (!isRight(value))
      throw new StoreError(
        `the URL of the store has an invalid value for ${name}${name === 'sslmode' ? `; it must be one of ${sslModes.join(', ')}` : ''}`,
      );
  }
  return parameters;
}

function advice(name: string): string {
  return name === 'target_session_attrs'
    ? 'omit it: the primary is detected automatically'
    : `known are ${Object.keys(known).join(', ')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StoreError(
      'the URL of the store has a % that is not followed by two hexadecimal digits; write %25 for the sign itself',
    );
  }
}
