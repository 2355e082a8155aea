import type { Socket } from 'bun';
import type { BufferHolder } from './BufferBudget.ts';
import {
  type HttpResponse,
  hasNoBody,
  responseHead,
  type SendOutcome,
  SendQueue,
  type StreamedBody,
} from './HttpResponse.ts';
import type { Client, DisconnectReason, Fault, ListenerContext, ParsedRequest } from './ListenerContext.ts';
import {
  asksForHead,
  endOfHead,
  faultSoFar,
  type HeadFault,
  maxHeadBytes,
  withoutEmptyLine,
} from './parseHead.ts';
import { type Phase, timeoutOf } from './phases.ts';
import { ReadRate } from './ReadRate.ts';

/** How many requests of one connection are handled before others get their turn. */
const maxAtOnce = 32;
/** How many bytes are discarded after the last response, and how many may wait behind a response. */
const maxHeldBytes = 1024 * 1024;

/** One connection: takes requests one after another, and sends their responses in the same order. */
export class Connection<Request> implements BufferHolder, Client {
  readonly #socket: Socket<Connection<Request>>;
  readonly #context: ListenerContext<Request>;
  #phase: Phase = 'idle';
  /** The second in which the phase began. */
  #since: number;
  /** What has arrived and is not handled yet. */
  #held: Buffer | undefined;
  /** Up to here there is no end of a head in it. */
  #searched = 0;
  /** What the client has not taken yet. */
  readonly #queue: SendQueue;
  /** Known from the start if it is logged: a connection that is closed has no address any more. */
  readonly #address: string | undefined;
  /** Tells how the response that is being sent ended, if anybody wants to know. */
  #report: ((isWhole: boolean) => void) | undefined;
  /** How fast the client reads, while something is held for it, be it unsent or unhandled. */
  #readRate: ReadRate | undefined;
  /** Where the rest of the response comes from. */
  #source: StreamedBody | undefined;
  #isPumping = false;
  #isLast = false;
  #hasRequested = false;
  #hasEnded = false;
  #discarded = 0;

  constructor(socket: Socket<Connection<Request>>, context: ListenerContext<Request>) {
    this.#socket = socket;
    this.#context = context;
    this.#queue = new SendQueue(socket);
    this.#since = context.seconds;
    this.#address = context.keepsAddresses ? socket.remoteAddress : undefined;
  }

  /** Takes in what has arrived. */
  receive(chunk: Buffer): void {
    if (this.#phase === 'lingering') {
      this.#discard(chunk.length);
      return;
    }
    this.#held = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    if (!this.#isBusy()) this.#handleHeld();
    else if (this.#held.length > maxHeldBytes) this.#abort();
    this.#reportBuffers();
  }

  /** Sends on when there is room again. */
  drain(): void {
    if (this.#phase !== 'sending') return;
    this.#since = this.#context.seconds;
    const outcome = this.#queue.flush();
    if (outcome === 'gone') this.#abort();
    else if (outcome === 'sent') {
      if (this.#source === undefined) this.#finishSending();
      else void this.#pump(this.#source);
    }
    this.#reportBuffers();
  }

  /** The connection is closed, for whatever reason. */
  closed(): void {
    this.#release();
  }

  /** The client sends no more, but may still read. */
  end(): void {
    this.#hasEnded = true;
    if (this.#source !== undefined && this.#source.length === undefined) this.#abort();
    else if (!this.#isBusy()) this.#finish();
    this.#reportBuffers();
  }

  /** Ends the connection if it takes too long. Behind what waits, more of an endless body may have gathered. */
  sweep(isCrowded: boolean): void {
    if (!this.#queue.isEmpty && !this.#context.isStopped) {
      if (this.#readRate?.tick(this.#taken()) === true) this.#disconnect('slow_reader');
      else this.#reportBuffers();
      return;
    }
    const timeout = timeoutOf(this.#phase, this.#context.isStopped, isCrowded);
    if (this.#context.seconds - this.#since < timeout) return;
    if (this.#phase === 'head') this.#reject('tooSlow', this.#held !== undefined && asksForHead(this.#held));
    else if (this.#phase === 'sending') this.#abort();
    else this.#socket.end();
    this.#reportBuffers();
  }

  get recentlyTaken(): number {
    return this.#readRate?.recentlyTaken ?? 0;
  }

  get sentBytes(): number {
    return this.#socket.bytesWritten;
  }

  get address(): string {
    return this.#address ?? this.#socket.remoteAddress;
  }

  hasLeft(): boolean {
    return this.#phase === 'lingering' || this.#context.sockets.hasLeft(this.#socket);
  }

  cutOff(): void {
    this.#disconnect('buffer_limit');
  }

  /** Ends an idle connection; one that was just opened has its first request on the way. */
  closeIdle(): void {
    if (this.#phase === 'idle' && this.#hasRequested) this.#socket.end();
  }

  #isBusy(): boolean {
    return this.#phase === 'responding' || this.#phase === 'sending';
  }

  /** Handles what has arrived, until a response has to be waited for. */
  #handleHeld(): void {
    for (let handled = 0; this.#held !== undefined && !this.#isBusy(); handled++) {
      if (handled === maxAtOnce) {
        this.#yieldToOthers();
        return;
      }
      const bytes = withoutEmptyLine(this.#held);
      const end = bytes === undefined ? -1 : endOfHead(bytes, this.#searched);
      if (bytes === undefined || end < 0) {
        this.#waitForMore(this.#held, bytes);
        return;
      }
      this.#held = end === bytes.length ? undefined : bytes.subarray(end);
      this.#searched = 0;
      this.#handle(end === bytes.length ? bytes : bytes.subarray(0, end));
    }
  }

  #yieldToOthers(): void {
    this.#enter('responding');
    this.#socket.pause();
    setImmediate(() => {
      if (this.#phase !== 'responding') return;
      this.#enter('idle');
      this.#continue();
      this.#reportBuffers();
    });
  }

  #waitForMore(held: Buffer, head: Buffer | undefined): void {
    // An empty line is not a request yet.
    if (head === undefined) return;
    const fault = faultSoFar(head, this.#searched, this.#context.limits);
    if (fault !== undefined) {
      this.#reject(fault, asksForHead(head));
      return;
    }
    this.#searched = head.length;
    if (this.#phase !== 'head') this.#enter('head');
    // A small part must not hold on to the memory of all that came with it.
    if (held.buffer.byteLength > held.length + maxHeadBytes(this.#context.limits))
      this.#held = Buffer.from(held);
  }

  #handle(head: Buffer): void {
    this.#context.requests++;
    this.#hasRequested = true;
    let parsed: ParsedRequest<Request> | HeadFault;
    let response: HttpResponse | Promise<HttpResponse> | undefined;
    try {
      parsed = this.#context.parse(head);
      response = typeof parsed === 'string' ? undefined : this.#context.respond(parsed.request, this);
    } catch (error) {
      this.#reject('failed', asksForHead(head), error);
      return;
    }
    if (typeof parsed === 'string') this.#reject(parsed, asksForHead(head));
    else if (response instanceof Promise) this.#sendLater(response, parsed);
    else if (response !== undefined) this.#send(response, parsed);
  }

  #sendLater(response: Promise<HttpResponse>, parsed: ParsedRequest<Request>): void {
    this.#enter('responding');
    this.#socket.pause();
    response
      .then(
        (it) => this.#send(it, parsed),
        (error) => this.#reject('failed', parsed.isHead, error),
      )
      .then(() => {
        this.#continue();
        this.#reportBuffers();
      })
      .catch(() => this.#abort());
  }

  /** Rejects what has arrived, and takes no more. */
  #reject(fault: Fault, isHead: boolean, error?: unknown): void {
    this.#held = undefined;
    this.#send(this.#context.reject(fault, error), { isHead, closes: true, isHttp10: false });
  }

  #send(response: HttpResponse, request: Omit<ParsedRequest<Request>, 'request'>): void {
    const { status, body, release } = response;
    const isEndless = body !== undefined && body.length === undefined;
    this.#isLast = request.closes || this.#context.isStopping || isEndless;
    const framing = { date: this.#context.date, closes: this.#isLast, isHttp10: request.isHttp10 };
    const isWanted = !request.isHead && !hasNoBody(status);
    this.#source = body instanceof Uint8Array ? undefined : body;
    if (!isWanted) this.#dropSource();
    const bytes = isWanted && body instanceof Uint8Array ? body : undefined;
    const head = responseHead(response, framing);
    if (response.onSent !== undefined) this.#report = this.#reportOf(response.onSent, head.length, isEndless);
    const outcome = this.#queue.sendResponse(head, bytes, release);
    if (outcome === 'gone') this.#abort();
    else if (outcome === 'sent' && this.#source === undefined) this.#sent();
    else {
      this.#enter('sending');
      // Of a client that leaves an endless response, nothing else would be heard until something is sent to it.
      if (!isEndless) this.#socket.pause();
      if (outcome === 'sent' && this.#source !== undefined) void this.#pump(this.#source);
    }
  }

  /** Sends a streamed body. `drain` may come at any time, also while the next chunk is still being read. */
  async #pump(source: StreamedBody): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    const outcome = await this.#sendChunks(source).catch(() => 'gone' as const);
    this.#isPumping = false;
    if (this.#source !== source) return;
    if (outcome !== 'blocked') {
      this.#dropSource();
      if (outcome === 'done') this.#finishSending();
      // Its length was sent already, so only the end of the connection can show that it is incomplete.
      else this.#abort();
    }
    this.#reportBuffers();
  }

  /** Until the client takes no more for now; `drain` continues from there. An endless body may pause for hours. */
  async #sendChunks(source: StreamedBody): Promise<'done' | SendOutcome> {
    for (;;) {
      const chunk = await source.read();
      if (chunk === undefined) return 'done';
      // The connection may have ended meanwhile.
      const outcome = this.#source === source ? this.#queue.send(chunk) : 'gone';
      if (outcome !== 'gone') this.#since = this.#context.seconds;
      if (outcome !== 'sent') return outcome;
      if (source.length === undefined) this.#reportBuffers();
    }
  }

  #finishSending(): void {
    this.#sent();
    this.#continue();
  }

  #dropSource(): void {
    const source = this.#source;
    // Only once, even if that fails.
    this.#source = undefined;
    source?.close();
  }

  #reportOf(onSent: NonNullable<HttpResponse['onSent']>, headLength: number, isEndless: boolean) {
    const before = this.#socket.bytesWritten + headLength;
    return (isWhole: boolean) => {
      this.#report = undefined;
      onSent(this.address, Math.max(0, this.#socket.bytesWritten - before), isWhole || isEndless);
    };
  }

  #sent(): void {
    this.#report?.(true);
    if (this.#isLast || this.#context.isStopped) this.#finish();
    else this.#enter('idle');
  }

  /** After something was waited for. */
  #continue(): void {
    if (this.#isBusy()) return;
    this.#socket.resume();
    this.#handleHeld();
    if (this.#hasEnded && !this.#isBusy()) this.#finish();
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#since = this.#context.seconds;
  }

  /**
   * Sends the end of the stream, and reads on for a while: a connection that is closed with unread data is reset, and
   * then the client may lose a response that it has not read yet.
   */
  #finish(): void {
    if (this.#phase === 'lingering') return;
    this.#held = undefined;
    this.#enter('lingering');
    this.#socket.shutdown();
  }

  /** The client is gone. There may be no event for it: a connection that is reset while paused raises none. */
  #abort(): void {
    this.#release();
    this.#socket.terminate();
  }

  /** Ends the connection though the client is there. */
  #disconnect(reason: DisconnectReason): void {
    this.#abort();
    this.#context.onDisconnect(reason);
  }

  #release(): void {
    this.#report?.(false);
    this.#enter('lingering');
    this.#held = undefined;
    this.#queue.clear();
    this.#reportBuffers();
    this.#dropSource();
  }

  /** Reports what is held for this connection, after anything that may have changed it. */
  #reportBuffers(): void {
    const held = this.#held?.buffer;
    const streamed = (this.#phase === 'sending' ? this.#source?.buffers : undefined) ?? [];
    if (held !== undefined || streamed.length > 0 || !this.#queue.isEmpty) {
      this.#readRate ??= new ReadRate(this.#taken());
      this.#context.buffers.hold(this, [...this.#queue.buffers, ...streamed, ...(held ? [held] : [])]);
    } else if (this.#readRate !== undefined) {
      this.#context.buffers.release(this);
      // Between two chunks of a body nothing is held either.
      if (this.#source === undefined) this.#readRate = undefined;
    }
  }

  /** How many of the bytes written the client has received. */
  #taken(): number {
    return this.#socket.bytesWritten - this.#context.sockets.unacknowledged(this.#socket);
  }

  #discard(bytes: number): void {
    this.#discarded += bytes;
    if (this.#discarded > maxHeldBytes) this.#socket.end();
  }
}
