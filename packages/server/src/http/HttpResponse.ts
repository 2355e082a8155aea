import type { Socket } from 'bun';

/** A body that is sent as it is read, since it may be larger than memory. */
export type StreamedBody = {
  /** Undefined if nobody knows: then the body ends with the connection. */
  readonly length: number | undefined;
  /** The next chunk, valid until the one after it is read; undefined after the last. */
  read(): Promise<Uint8Array | undefined>;
  /** The memory that it holds on to until it is closed, beside the chunk that was read last. */
  readonly buffers?: readonly ArrayBufferLike[];
  /** Releases what it reads from; called once, whether or not it was read to its end. */
  close(): void;
};

/** A response before it is sent. */
export type HttpResponse = {
  readonly status: number;
  /** Complete header lines, as `headerLines` writes them. The connection adds those of HTTP itself. */
  readonly headers: string;
  readonly body: Uint8Array | StreamedBody | undefined;
  /** Called when the body is sent, or copied: its memory may be used again from then on. */
  readonly release?: (() => void) | undefined;
  /**
   * Called once, when it is sent or its client is gone: the address of the client, how many bytes of the body were
   * sent, and whether that was all of it, which an endless one always is.
   */
  readonly onSent?: ((address: string, bytes: number, isWhole: boolean) => void) | undefined;
};

/** Writes a header as HTTP sends it. */
export function headerLine(name: string, value: string): string {
  return `${name}: ${value}\r\n`;
}

/** Writes several headers, one line each. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => headerLine(name, value))
    .join('');
}

/** What the connection adds to a response. */
export type Framing = {
  /** The `Date` header line. */
  readonly date: string;
  readonly closes: boolean;
  /** The client speaks HTTP/1.0, which has to be told that a connection stays open. */
  readonly isHttp10: boolean;
};

/** The head of a response, to the empty line that ends it. */
export function responseHead({ status, headers, body }: HttpResponse, framing: Framing): string {
  const bytes = body === undefined ? 0 : body.length;
  const length = hasNoBody(status) || bytes === undefined ? '' : headerLine('content-length', `${bytes}`);
  const connection = framing.closes ? closeLine : framing.isHttp10 ? keepAliveLine : '';
  return `HTTP/1.1 ${status} ${reasons[status] ?? 'Unknown'}\r\n${framing.date}${headers}${length}${connection}\r\n`;
}

/** The reason phrases of the statuses that are sent. `node:http` has them too, but loading it costs 20 ms of every start. */
const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
};

const closeLine = headerLine('connection', 'close');
const keepAliveLine = headerLine('connection', 'keep-alive');

/** Whether a response of this status has no body, not even an empty one. */
export function hasNoBody(status: number): boolean {
  return status === 304 || status === 204;
}

/** The outcome of sending: everything is sent, the client takes no more for now, or it is gone. */
export type SendOutcome = 'sent' | 'blocked' | 'gone';

/** Head and body are put together here, so that a response goes out in one write. */
const scratch = Buffer.allocUnsafeSlow(64 * 1024);
const nothing = new Uint8Array();

/** Sends to one socket, and holds what the client has not taken yet. */
export class SendQueue {
  readonly #socket: Pick<Socket, 'write'>;
  #unsent: Uint8Array[] = [];
  /** The copy of a body whose memory was released. */
  #copy: ArrayBuffer | undefined;

  constructor(socket: Pick<Socket, 'write'>) {
    this.#socket = socket;
  }

  get isEmpty(): boolean {
    return this.#unsent.length === 0;
  }

  /** The memory that is held on to. */
  get buffers(): readonly ArrayBufferLike[] {
    return this.#unsent.map(({ buffer }) => buffer);
  }

  /**
   * Sends a head, one byte per character, and a body. Nothing else may be waiting. If the memory of the body is to
   * be released, the part that could not be sent is copied first.
   */
  sendResponse(head: string, body: Uint8Array = nothing, release?: () => void): SendOutcome {
    const outcome = this.#write(head, body);
    if (release === undefined) return outcome;
    const last = this.#unsent.length - 1;
    const rest = this.#unsent[last];
    if (rest !== undefined && rest.buffer === body.buffer) {
      const copy = new Uint8Array(rest);
      this.#unsent[last] = copy;
      this.#copy = copy.buffer;
    }
    release();
    return outcome;
  }

  #write(head: string, body: Uint8Array): SendOutcome {
    if (head.length > scratch.length) {
      this.#unsent = [Buffer.from(head, 'latin1'), body];
      return this.flush();
    }
    const headLength = scratch.write(head, 0, 'latin1');
    const fitting = Math.min(body.length, scratch.length - headLength);
    scratch.set(fitting === body.length ? body : body.subarray(0, fitting), headLength);
    const sent = this.#socket.write(scratch, 0, headLength + fitting);
    if (sent < 0) return 'gone';
    if (sent === headLength + body.length) return 'sent';
    const headRest = sent < headLength ? [new Uint8Array(scratch.subarray(sent, headLength))] : [];
    const bodySent = Math.max(0, sent - headLength);
    this.#unsent = [...headRest, body.subarray(bodySent)].filter(({ length }) => length > 0);
    return sent < headLength + fitting ? 'blocked' : this.flush();
  }

  /** Sends a chunk of a streamed body. */
  send(chunk: Uint8Array): SendOutcome {
    this.#unsent.push(chunk);
    return this.flush();
  }

  /** Sends on for as long as the client takes something. */
  flush(): SendOutcome {
    for (let [first] = this.#unsent; first !== undefined; [first] = this.#unsent) {
      const sent = this.#socket.write(first);
      if (sent < 0) return 'gone';
      if (sent < first.length) {
        this.#unsent[0] = first.subarray(sent);
        return 'blocked';
      }
      this.#unsent.shift();
    }
    this.clear();
    return 'sent';
  }

  /** Drops what was not sent. A copy is freed at once: many of them could add up before the garbage collector runs. */
  clear(): void {
    this.#unsent = [];
    this.#copy?.transfer(0);
    this.#copy = undefined;
  }
}
