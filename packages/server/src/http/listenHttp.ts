import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Socket } from 'bun';
import { BufferBudget } from './BufferBudget.ts';
import { Connection } from './Connection.ts';
import { type HttpResponse, headerLine } from './HttpResponse.ts';
import type { Client, DisconnectReason, Fault, ListenerContext, ParsedRequest } from './ListenerContext.ts';
import {
  type Header,
  type HeaderLines,
  type HeadFault,
  type HeadLimits,
  parseHead,
  parseHeaderLines,
} from './parseHead.ts';
import { openSocketState } from './socketState.ts';
import { changePair, serveTlsOptions, type TlsPair } from './tls.ts';

/** Handles the requests of a listener. */
export type HttpHandler<Headers, Request> = {
  /** Reads the headers of a request. The result depends only on them, since it is cached by their bytes. */
  readHeaders(header: Header): Headers;
  /** Reads a request. The result depends only on these parameters, for the same reason. */
  readRequest(method: string, target: string, headers: Headers): Request;
  respond(request: Request, client: Client): HttpResponse | Promise<HttpResponse>;
  /** The response to a fault that the listener itself rejects; `error` if something has failed. */
  reject(fault: Fault, error?: unknown): HttpResponse;
  /** Whether `onSent` of a response needs the address of the client. */
  readonly keepsAddresses?: boolean;
};

/** The options of a listener. */
export type HttpOptions<Headers, Request> = HttpHandler<Headers, Request> & {
  readonly hostname: string;
  readonly port: number;
  /** Whether other processes may listen on the same port. */
  readonly reusePort: boolean;
  /** For TLS; otherwise plain HTTP. */
  readonly tls?: TlsPair | undefined;
  readonly limits: HeadLimits & {
    readonly connections: number;
    /** The bytes that may be held for clients that do not read their responses. */
    readonly bufferedBytes: number;
  };
  /** Called for each connection that is cut off. */
  readonly onDisconnect?: (reason: DisconnectReason) => void;
  readonly now?: () => number;
};

/** A running listener. */
export type HttpListener = {
  readonly port: number;
  /** How many connections are open. */
  readonly connections: number;
  /** How many bytes are held for clients that have not taken them yet. */
  readonly bufferedBytes: number;
  /** How many bytes were sent since the start, heads included. */
  readonly sentBytes: number;
  /** Gives a listener with TLS another certificate, for the connections to come. */
  setTls(pair: TlsPair): void;
  /** Runs every second: ends connections that take too long. */
  sweep(): void;
  /** Closes connections after their next response, then accepts no more, and ends when the last response is sent. */
  stop(): Promise<void>;
};

/** Listens for HTTP/1.1, for a read-only service: the body of a request is never read. */
export function listenHttp<Headers, Request>(options: HttpOptions<Headers, Request>): HttpListener {
  const { hostname, port, reusePort, tls, limits, onDisconnect = () => {}, now = Date.now } = options;
  const connections = new Set<Connection<Request>>();
  const buffers = new BufferBudget(limits.bufferedBytes);
  /** By connections that are closed. */
  let sentBytes = 0;
  const emptied = Promise.withResolvers<void>();
  const context: ListenerContext<Request> = {
    limits,
    parse: createParser(options),
    respond: (request, client) => options.respond(request, client),
    reject: (fault, error) => options.reject(fault, error),
    buffers,
    sockets: openSocketState(),
    onDisconnect,
    keepsAddresses: options.keepsAddresses ?? false,
    seconds: 0,
    date: dateLine(now()),
    isStopping: false,
    isStopped: false,
    requests: 0,
  };
  type Peer = Socket<Connection<Request>>;
  const socket = {
    open(peer: Peer) {
      peer.data = new Connection(peer, context);
      if (connections.size < limits.connections) connections.add(peer.data);
      else {
        peer.terminate();
        onDisconnect('connection_limit');
      }
    },
    data: (peer: Peer, chunk: Buffer) => peer.data.receive(chunk),
    drain: (peer: Peer) => peer.data.drain(),
    end: (peer: Peer) => peer.data.end(),
    close(peer: Peer) {
      peer.data.closed();
      sentBytes += peer.bytesWritten;
      connections.delete(peer.data);
      if (context.isStopped && connections.size === 0) emptied.resolve();
    },
    /** With TLS, and without this, `open` would wait for the handshake, and no rule would end who never begins it. */
    handshake() {},
    /** Nothing is known to lead here; if something does, it is logged, and costs one connection. */
    error(peer: Peer, error: unknown) {
      peer.terminate();
      options.reject('failed', error);
    },
  };
  const secured = tls && { tls: serveTlsOptions(tls) };
  const settings = { hostname, port, reusePort, allowHalfOpen: true, socket, ...secured };
  const listener = Bun.listen<Connection<Request>>(settings);

  function sweep(): void {
    context.seconds++;
    context.date = dateLine(now());
    const isCrowded = connections.size > limits.connections * 0.75;
    for (const connection of connections) connection.sweep(isCrowded);
  }

  const timer = setInterval(sweep, 1000);
  return {
    port: listener.port,
    get connections() {
      return connections.size;
    },
    get bufferedBytes() {
      return buffers.bytes;
    },
    get sentBytes() {
      return connections.values().reduce((sum, { sentBytes: more }) => sum + more, sentBytes);
    },
    setTls: (pair) => changePair(listener, pair),
    sweep,
    async stop() {
      context.isStopping = true;
      await becomeQuiet(() => context.requests);
      listener.stop();
      context.isStopped = true;
      for (const connection of connections) connection.closeIdle();
      if (connections.size > 0) await emptied.promise;
      clearInterval(timer);
    },
  };
}

/** There are far fewer different clients than requests. */
const headerSlots = 512;

/**
 * Makes the parser of heads, with two caches. Without that of whole heads, a list that comes again and again takes twice
 * as long in this process. Without that of header lines, which a client sends with every URL, lists that are all
 * different take 30 % longer.
 */
function createParser<Headers, Request>({
  limits,
  readHeaders,
  readRequest,
}: HttpOptions<Headers, Request>): (head: Buffer) => ParsedRequest<Request> | HeadFault {
  type Lines = HeaderLines & { readonly headers: Headers };
  const headCache = new HeadCache<ParsedRequest<Request> | HeadFault>();
  const headerCache = new HeadCache<Lines | undefined>(headerSlots);

  function parseLines(bytes: Buffer): Lines | undefined {
    const lines = parseHeaderLines(bytes);
    return lines && { ...lines, headers: readHeaders(lines.header) };
  }

  function parse(head: Buffer): ParsedRequest<Request> | HeadFault {
    const parsed = parseHead(head, limits, (bytes) => headerCache.get(bytes, parseLines));
    if (typeof parsed === 'string') return parsed;
    const { method, target, lines, closes, isHttp10 } = parsed;
    return {
      request: readRequest(method, target, lines.headers),
      isHead: method === 'HEAD',
      closes,
      isHttp10,
    };
  }

  return (head) => headCache.get(head, parse);
}

function dateLine(now: number): string {
  return headerLine('date', new Date(now).toUTCString());
}

const quietMilliseconds = 100;
const longestDrain = 1000;

/**
 * Waits until no more requests come. Meanwhile each response closes its connection: closing a connection while a request
 * is on its way would fail that request.
 */
async function becomeQuiet(requests: () => number): Promise<void> {
  for (let waited = 0; waited < longestDrain; waited += quietMilliseconds) {
    const before = requests();
    await Bun.sleep(quietMilliseconds);
    if (requests() === before) return;
  }
}

/** Longer heads are not cached. */
const maxBytes = 2048;

type Entry<T> = { readonly bytes: Buffer; readonly parsed: T };

/**
 * Caches parsed request heads, or their header lines, by their bytes. They hold secrets, so they are compared in constant
 * time, and found by a hash with a random seed. A head gets its slot when it comes for the second time.
 */
export class HeadCache<T> {
  readonly #seed = randomBytes(4).readUInt32LE();
  readonly #seen: Uint32Array;
  readonly #entries: (Entry<T> | undefined)[];

  constructor(slots = 4096) {
    this.#seen = new Uint32Array(slots);
    this.#entries = new Array<Entry<T> | undefined>(slots).fill(undefined);
  }

  /** The parsed form of some bytes, from the cache if it is there. */
  get(bytes: Buffer, parse: (bytes: Buffer) => T): T {
    if (bytes.length > maxBytes) return parse(bytes);
    const hash = Bun.hash.xxHash32(bytes, this.#seed);
    const slot = hash % this.#seen.length;
    const entry = this.#entries[slot];
    if (entry?.bytes.length === bytes.length && timingSafeEqual(entry.bytes, bytes)) return entry.parsed;
    const parsed = parse(bytes);
    if (this.#seen[slot] === hash) this.#entries[slot] = { bytes: Buffer.from(bytes), parsed };
    this.#seen[slot] = hash;
    return parsed;
  }
}
