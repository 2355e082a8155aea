import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { isPublicAddress } from './publicAddress.ts';

/** Which addresses are connected to, and how. */
export type ConnectOptions = {
  /** The origin that may be at an address that is not on the public internet, because the operator named it. */
  readonly privateOrigin?: string | undefined;
  /** The addresses of a host. */
  readonly resolve?: ((host: string) => Promise<readonly string[]>) | undefined;
  readonly isPublic?: ((address: string) => boolean) | undefined;
  /** Certificates of further authorities to trust. */
  readonly ca?: string | undefined;
  /** How long it may take until the response begins, in milliseconds. */
  readonly patience?: number | undefined;
};

type Request = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Why there is no response: `private` if the host has only addresses that are not public, `unreachable` if it has none or
 * nobody accepted the connection, `broken` if it was accepted, but what came is not a whole response, `invalid` if it can't
 * be used, which will not change.
 */
type Failure = 'private' | 'unreachable' | 'broken' | 'invalid';

/** A request without a response; the message never holds the URL, which may hold secrets. */
export class RequestError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RequestError';
    this.failure = failure;
  }
}

/** A response whose body may still be on its way. Disposing of it closes the connection. */
export type OpenResponse = Disposable & { readonly message: IncomingMessage };

const usualPatience = 30_000;
/** So that an address that does not respond leaves time for the next. */
const connectPatience = 5000;

/**
 * Sends a request to a public address. The host is resolved once, and the connection goes to the very address that was
 * checked, so a name that changes its address in between gains nothing. Redirects are not followed.
 */
export async function sendRequest(
  target: URL,
  content: Request,
  options: ConnectOptions,
): Promise<OpenResponse> {
  const { patience = usualPatience } = options;
  if (!/^https?:$/.test(target.protocol))
    throw new RequestError('invalid', 'only https and http URLs can be called');
  const timeout = Promise.withResolvers<never>();
  let failure: Failure = 'unreachable';
  const timer = setTimeout(
    () => timeout.reject(new RequestError(failure, `no response within ${patience} ms`)),
    patience,
  );
  timeout.promise.catch(() => {});
  try {
    const addresses = await Promise.race([allowedAddresses(target, options), timeout.promise]);
    const socket = await connectToOne(target, addresses, options, timeout.promise);
    failure = 'broken';
    try {
      const message = await Promise.race([exchange(socket, target, content), timeout.promise]);
      return { message, [Symbol.dispose]: () => void socket.destroy() };
    } catch (error) {
      socket.destroy();
      throw error;
    }
  } catch (error) {
    if (error instanceof RequestError) throw error;
    // Such as a name or a path that the runtime refuses to send.
    throw new RequestError('invalid', 'the request cannot be sent', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The addresses of the host that may be called. */
async function allowedAddresses(
  target: URL,
  { privateOrigin, resolve = addressesOf, isPublic = isPublicAddress }: ConnectOptions,
): Promise<readonly string[]> {
  const host = hostOf(target);
  const found = isIP(host) === 0 ? await resolve(host).catch(unresolved) : [host];
  const allowed = target.origin === privateOrigin ? found : found.filter(isPublic);
  if (found.length === 0) throw new RequestError('unreachable', 'the host has no address');
  if (allowed.length > 0) return allowed;
  throw new RequestError('private', 'the address is private');
}

/** Whether a URL can only lead to an address that is not public, if that shows without resolving a name. */
export function isSurelyPrivate(
  target: URL,
  { privateOrigin, isPublic = isPublicAddress }: ConnectOptions,
): boolean {
  const host = hostOf(target);
  const isClosed = isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublic(host);
  return isClosed && target.origin !== privateOrigin;
}

function unresolved(cause: unknown): never {
  throw new RequestError('unreachable', 'the host cannot be resolved', { cause });
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
  options: ConnectOptions,
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
  throw failure instanceof RequestError
    ? failure
    : new RequestError('unreachable', reasonOf(failure), { cause: failure });
}

function connectTo(target: URL, address: string, { ca }: ConnectOptions): Socket {
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
    const refuse = (message: string) => reject(new RequestError('unreachable', message));
    const timer = setTimeout(() => refuse('the connection was not accepted'), connectPatience);
    const end = (done: () => void) => () => {
      clearTimeout(timer);
      done();
    };
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', end(resolve));
    socket.once(
      'close',
      end(() => refuse('the connection was closed')),
    );
    socket.on('error', (error) => end(() => reject(error))());
  });
}

/** Sends the request over the connection, and waits for the head of the response. */
function exchange(socket: Socket, target: URL, { method, headers, body }: Request): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request({
      method,
      path: `${target.pathname}${target.search}`,
      headers: { host: target.host, ...headers, connection: 'close' },
      // Without an agent, which would connect by itself, or give this connection to another request.
      createConnection: () => socket,
    });
    sent.on('error', (cause) =>
      reject(new RequestError('broken', 'the response is not HTTP, or the connection was closed', { cause })),
    );
    sent.on('response', (message) => {
      // An error reaches whoever reads the body; nobody else needs it.
      message.on('error', () => {});
      resolve(message);
    });
    sent.end(body);
  });
}

/** Messages of the system name addresses, which operators may see, but never more of the URL. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'the connection failed';
}
