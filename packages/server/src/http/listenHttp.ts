import type { Socket } from 'bun';
import { BufferBudget } from './BufferBudget.ts';
import { Connection, type CutReason, type Fault, type Heard, type Shared } from './Connection.ts';
import { createHeadMemory } from './createHeadMemory.ts';
import {
  type HeaderLines,
  type HeadFault,
  type HeadLimits,
  parseHead,
  type RequestHead,
  readLines,
} from './parseHead.ts';
import type { Reply } from './Reply.ts';
import { openUnacknowledgedBytes } from './unacknowledgedBytes.ts';

/** What a listener needs. */
export type HttpOptions<Asked> = {
  readonly hostname: string;
  readonly port: number;
  /** Whether other processes may listen on the same port. */
  readonly reusePort: boolean;
  readonly limits: HeadLimits & {
    readonly connections: number;
    /** The bytes that may be held for readers who do not take their answers. */
    readonly bufferedBytes: number;
  };
  /** What a head asks for. It depends on the head alone, since it is kept for the same bytes. */
  readonly read: (head: RequestHead) => Asked;
  readonly answer: (asked: Asked) => Reply | Promise<Reply>;
  /** Words what the listener turns down by itself; `error` where something has failed. */
  readonly refuse: (fault: Fault, error?: unknown) => Reply;
  /** Hears of each connection that is cut off. */
  readonly onCut?: (reason: CutReason) => void;
  readonly now?: () => number;
};

/** A listener at work. */
export type HttpListener = {
  readonly port: number;
  /** How many connections are open. */
  readonly connections: number;
  /** How many bytes are held for readers who have not taken them yet. */
  readonly bufferedBytes: number;
  /** What is done every second: connections that take too long are ended. */
  sweep(): void;
  /** Tells readers to go elsewhere, then takes no more connections, and ends when the last answer is out. */
  stop(): Promise<void>;
};

/** Listens for HTTP/1.1, for a service that only reads: no body of a request is ever looked at. */
export function listenHttp<Asked>(options: HttpOptions<Asked>): HttpListener {
  const { hostname, port, reusePort, limits, onCut = () => {}, now = Date.now } = options;
  const connections = new Set<Connection<Asked>>();
  const buffers = new BufferBudget(limits.bufferedBytes);
  const emptied = Promise.withResolvers<void>();
  const shared: Shared<Asked> = {
    limits,
    understand: understander(options),
    answer: options.answer,
    refuse: options.refuse,
    buffers,
    unacknowledged: openUnacknowledgedBytes(),
    onCut,
    seconds: 0,
    date: dateLine(now()),
    isStopping: false,
    isStopped: false,
    requests: 0,
  };
  type Peer = Socket<Connection<Asked>>;
  const socket = {
    open(peer: Peer) {
      peer.data = new Connection(peer, shared);
      if (connections.size < limits.connections) connections.add(peer.data);
      else {
        peer.terminate();
        onCut('connection_limit');
      }
    },
    data: (peer: Peer, chunk: Buffer) => peer.data.take(chunk),
    drain: (peer: Peer) => peer.data.drain(),
    end: (peer: Peer) => peer.data.end(),
    close(peer: Peer) {
      peer.data.closed();
      connections.delete(peer.data);
      if (shared.isStopped && connections.size === 0) emptied.resolve();
    },
    /** Nothing is known to lead here; if something does, it is told, and costs one connection. */
    error(peer: Peer, error: unknown) {
      peer.terminate();
      options.refuse('failed', error);
    },
  };
  const settings = { hostname, port, reusePort, allowHalfOpen: true, socket };
  const listener = Bun.listen<Connection<Asked>>(settings);

  function sweep(): void {
    shared.seconds++;
    shared.date = dateLine(now());
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
    sweep,
    async stop() {
      shared.isStopping = true;
      await becomeQuiet(() => shared.requests);
      listener.stop();
      shared.isStopped = true;
      for (const connection of connections) connection.closeIdle();
      if (connections.size > 0) await emptied.promise;
      clearInterval(timer);
    },
  };
}

/** Different readers are far fewer than different requests: each sends the same header lines with all of its own. */
const mostReaders = 512;

/** Makes what reads heads, and remembers those that came before, as a whole and without their first lines. */
function understander<Asked>({ limits, read }: HttpOptions<Asked>) {
  const memory = createHeadMemory<Heard<Asked>>();
  const readers = createHeadMemory<HeaderLines>(mostReaders);
  let last: { readonly bytes: Buffer; readonly lines: HeaderLines } | undefined;
  const linesOf = (head: Buffer, start: number): HeaderLines | undefined => {
    if (last !== undefined && isEnd(head, start, last.bytes)) return last.lines;
    const bytes = head.subarray(start);
    const known = readers.find(bytes);
    const lines = known ?? readLines(bytes);
    if (lines === undefined) return undefined;
    if (known === undefined) readers.note(bytes, lines);
    last = { bytes: Buffer.from(bytes), lines };
    return lines;
  };
  return (bytes: Buffer): Heard<Asked> | HeadFault => {
    const known = memory.find(bytes);
    if (known !== undefined) return known;
    const parsed = parseHead(bytes, limits, linesOf);
    if (typeof parsed === 'string') return parsed;
    const { head, closes, isOld } = parsed;
    const heard = { asked: read(head), isHead: head.method === 'HEAD', closes, isOld };
    memory.note(bytes, heard);
    return heard;
  };
}

/** Whether some bytes are the end of others. They hold secrets: all are looked at, whatever differs. */
function isEnd(bytes: Buffer, start: number, end: Buffer): boolean {
  if (bytes.length - start !== end.length) return false;
  let difference = 0;
  for (let at = 0; at < end.length; at++) difference |= (bytes[start + at] ?? 0) ^ (end[at] ?? 0);
  return difference === 0;
}

function dateLine(now: number): Uint8Array {
  return Buffer.from(`date: ${new Date(now).toUTCString()}\r\n`);
}

const quietMilliseconds = 100;
const longestDrain = 1000;

/**
 * Waits until nobody asks any more. Answers say meanwhile that their connections are closed after them: a connection
 * that is cut while a request is on its way to us would be a failed request for its reader.
 */
async function becomeQuiet(requests: () => number): Promise<void> {
  for (let waited = 0; waited < longestDrain; waited += quietMilliseconds) {
    const before = requests();
    await Bun.sleep(quietMilliseconds);
    if (requests() === before) return;
  }
}
