import { lookup } from 'node:dns/promises';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { type BrokenRule, broken } from '@newsstand/contract';
import { type IpAddress, type IpNetwork, isInNetwork, parseIp, parseIpNetwork } from '../http/ipAddress.ts';
import { ResponseReader } from './ResponseReader.ts';

/** How URLs are called. */
export type CallOptions = {
  /** Whether addresses that are not on the public internet may be called. */
  readonly allowsPrivate: boolean;
  /** The addresses of a host. */
  readonly resolve?: (host: string) => Promise<readonly string[]>;
  readonly isPublic?: (address: string) => boolean;
  /** Certificates of further authorities to trust. */
  readonly ca?: string;
  /** How long a call may take, in milliseconds. */
  readonly patience?: number;
};

/** What came back. */
export type CallResponse = {
  readonly status: number;
  /** The beginning of the body. */
  readonly response: string;
};

/** A call that was not answered; the message never holds the URL, which may hold secrets. */
export class CallError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CallError';
  }
}

const usualPatience = 15_000;
/** So that an address that does not respond leaves time for the next. */
const connectPatience = 5000;

/**
 * Posts a body to a URL. The host is resolved once, and the connection goes to the very address that was checked, so a
 * name that changes its address in between gains nothing. Redirects are not followed.
 */
export async function callUrl(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  options: CallOptions,
): Promise<CallResponse> {
  const { patience = usualPatience } = options;
  const target = new URL(url);
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    throw new CallError('only https and http URLs can be called');
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(new CallError(`no response within ${patience} ms`)),
    patience,
  );
  timeout.promise.catch(() => {});
  try {
    const addresses = await Promise.race([allowedAddresses(target, options), timeout.promise]);
    const socket = await connectToOne(target, addresses, options, timeout.promise);
    try {
      return await exchange(socket, target, headers, body, timeout.promise);
    } finally {
      socket.destroy();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The addresses of the host that may be called. */
async function allowedAddresses(
  target: URL,
  { allowsPrivate, resolve = addressesOf, isPublic = isPublicAddress }: CallOptions,
): Promise<readonly string[]> {
  const host = hostOf(target);
  const found = isIP(host) === 0 ? await resolve(host).catch(unresolved) : [host];
  const allowed = allowsPrivate ? found : found.filter(isPublic);
  if (found.length === 0) throw new CallError('the host has no address');
  if (allowed.length > 0) return allowed;
  throw new CallError(notPublic.message);
}

const notPublic = broken('private_address');

/** Why every call of a URL would be refused, if that shows without resolving a name. */
export function refusalOfUrl(
  url: string,
  { allowsPrivate, isPublic = isPublicAddress }: CallOptions,
): BrokenRule | undefined {
  const host = hostOf(new URL(url));
  const isClosed = isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublic(host);
  return isClosed && !allowsPrivate ? notPublic : undefined;
}

function unresolved(cause: unknown): never {
  throw new CallError('the host cannot be resolved', { cause });
}

/** The host without the brackets of IPv6. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

async function addressesOf(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Connects to the first address that responds. */
async function connectToOne(
  target: URL,
  addresses: readonly string[],
  options: CallOptions,
  timeout: Promise<never>,
): Promise<Socket> {
  let failure: unknown;
  for (const address of addresses) {
    const socket = connectTo(target, address, options);
    try {
      await Promise.race([isConnected(socket, target), timeout]);
      return socket;
    } catch (error) {
      failure = error;
      socket.destroy();
    }
  }
  throw failure instanceof CallError ? failure : new CallError(reasonOf(failure), { cause: failure });
}

function connectTo(target: URL, address: string, { ca }: CallOptions): Socket {
  const host = hostOf(target);
  if (target.protocol === 'http:') return connectPlain({ host: address, port: Number(target.port || 80) });
  return connectSecurely({
    host: address,
    port: Number(target.port || 443),
    // The certificate has to be that of the name, not of the address; an address itself is no name.
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== undefined && { ca }),
    ALPNProtocols: ['http/1.1'],
  });
}

function isConnected(socket: Socket, { protocol }: URL): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CallError('the connection was not accepted')), connectPatience);
    const end = (done: () => void) => () => {
      clearTimeout(timer);
      done();
    };
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', end(resolve));
    socket.once(
      'close',
      end(() => reject(new CallError('the connection was closed'))),
    );
    socket.on('error', (error) => end(() => reject(error))());
  });
}

/** Sends the request and reads the response. Once the status has arrived, it counts, whatever comes after it. */
async function exchange(
  socket: Socket,
  target: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  timeout: Promise<never>,
): Promise<CallResponse> {
  const reader = new ResponseReader();
  const ended = new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      reader.add(bytes);
      if (reader.isDone) resolve();
    });
    socket.once('close', resolve);
  });
  const lines = Object.entries({
    host: target.host,
    ...headers,
    'content-length': `${Buffer.byteLength(body)}`,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${target.pathname}${target.search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
  await Promise.race([ended, timeout]).catch((error: unknown) => {
    if (reader.response() === undefined) throw error;
  });
  const response = reader.response();
  if (response === undefined) throw new CallError('the response is not HTTP, or the connection was closed');
  return response;
}

/** Messages of the system name addresses, which operators may see, but never more of the URL. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'the connection failed';
}

/** What is not on the public internet: private, this machine, link-local, carriers, documentation, multicast, reserved. */
const closed = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Of the public part of IPv6: protocols, tunnels that lead to IPv4 addresses, and documentation.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
].flatMap(network);
/** All that IPv6 has given out so far: neither fc00::/7, fe80::/10, nor anything else is in it. */
const open = network('2000::/3');
/** Stands for IPv4 addresses in networks that have only IPv6. */
const translated = network('64:ff9b::/96');

function network(text: string): readonly IpNetwork[] {
  const found = parseIpNetwork(text);
  return found === undefined ? [] : [found];
}

/** Whether an address is on the public internet. */
export function isPublicAddress(text: string): boolean {
  const address = parseIp(text);
  return address !== undefined && isPublic(address);
}

function isPublic(address: IpAddress): boolean {
  if (translated.some((each) => isInNetwork(address, each))) return isPublic(address.slice(12));
  if (closed.some((each) => isInNetwork(address, each))) return false;
  return address.length === 4 || open.some((each) => isInNetwork(address, each));
}
