import type { Socket } from 'bun';
import type { BufferBudget, BufferHolder } from './BufferBudget.ts';
import { Pace } from './Pace.ts';
import { endOfHead, faultSoFar, type HeadFault, type HeadLimits, mostBytes } from './parseHead.ts';
import { type HeadPart, isBodiless, type Reply, type StreamedBody } from './Reply.ts';
import { SendQueue } from './SendQueue.ts';
import type { UnacknowledgedBytes } from './unacknowledgedBytes.ts';
import { writeAnswer } from './writeAnswer.ts';

/** What the listener turns down by itself. */
export type Fault = HeadFault | 'tooSlow' | 'failed';

/** Why a connection was ended that its reader wanted to go on. */
export type CutReason = 'slow_reader' | 'buffer_limit' | 'connection_limit';

/** A head that was understood. */
export type Heard<Asked> = {
  readonly asked: Asked;
  readonly isHead: boolean;
  readonly closes: boolean;
  readonly isOld: boolean;
};

/** What all connections of a listener share. */
export type Shared<Asked> = {
  readonly limits: HeadLimits;
  understand(bytes: Buffer): Heard<Asked> | HeadFault;
  answer(asked: Asked): Reply | Promise<Reply>;
  refuse(fault: Fault, error?: unknown): Reply;
  readonly buffers: BufferBudget;
  readonly unacknowledged: UnacknowledgedBytes;
  onCut(reason: CutReason): void;
  /** Seconds since the listener began, counted and not measured: a clock that is set changes nothing. */
  seconds: number;
  /** The header line that tells the date. */
  date: HeadPart;
  /** Whether each answer is the last of its connection. */
  isStopping: boolean;
  /** Whether no connection stays open without a request. */
  isStopped: boolean;
  /** How many requests have come. */
  requests: number;
};

type Phase = 'idle' | 'head' | 'answering' | 'sending' | 'lingering';

/**
 * The seconds that a phase may take: in `sending`, without any byte sent, where it is not the reader who is waited for.
 * Proxies close theirs after 60 s of idling.
 */
const patience: { readonly [P in Phase]: number } = {
  idle: 75,
  head: 10,
  answering: Infinity,
  sending: 30,
  lingering: 5,
};
/** The same when the service is stopping, and nobody should wait for a few. */
const lastPatience: typeof patience = { idle: 1, head: 2, answering: Infinity, sending: 5, lingering: 1 };
const crowdedIdle = 5;
/** So many requests of one connection are answered before others have their turn. */
const mostAtOnce = 32;
/** What is thrown away at most after the last answer, and what may wait at most behind an answer. */
const mostHeld = 1024 * 1024;

/** One connection: it hears requests one after another and sends their answers in the same order. */
export class Connection<Asked> implements BufferHolder {
  readonly #socket: Socket<Connection<Asked>>;
  readonly #shared: Shared<Asked>;
  #phase: Phase = 'idle';
  /** The second in which the phase began. */
  #since: number;
  /** What has come and is not answered yet. */
  #held: Buffer | undefined;
  /** Up to here there is no end of a head in it. */
  #searched = 0;
  /** What the other side has not taken yet. */
  readonly #unsent = new SendQueue();
  /** How the reader does, since something is held for it, be it unsent or unanswered. */
  #pace: Pace | undefined;
  /** Where the rest of the answer comes from. */
  #source: StreamedBody | undefined;
  #isPumping = false;
  #isLast = false;
  #hasAsked = false;
  #hasEnded = false;
  #thrownAway = 0;

  constructor(socket: Socket<Connection<Asked>>, shared: Shared<Asked>) {
    this.#socket = socket;
    this.#shared = shared;
    this.#since = shared.seconds;
  }

  /** Takes in what has come. */
  take(chunk: Buffer): void {
    if (this.#phase === 'lingering') {
      this.#throwAway(chunk.length);
      return;
    }
    this.#held = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    if (!this.#isBusy()) this.#work();
    else if (this.#held.length > mostHeld) this.#giveUp();
    this.#account();
  }

  /** Sends on when there is room again. */
  drain(): void {
    if (this.#phase !== 'sending') return;
    this.#since = this.#shared.seconds;
    const outcome = this.#unsent.flush(this.#socket);
    if (outcome === 'gone') this.#giveUp();
    else if (outcome === 'sent') {
      if (this.#source === undefined) this.#finishSending();
      else void this.#pump(this.#source);
    }
    this.#account();
  }

  /** It is gone, for whatever reason. */
  closed(): void {
    this.#letGo();
  }

  /** The other side sends no more, but may still read. */
  end(): void {
    this.#hasEnded = true;
    if (!this.#isBusy()) this.#finish();
    this.#account();
  }

  /** Looks whether it has taken too long. */
  sweep(isCrowded: boolean): void {
    if (!this.#unsent.isEmpty && !this.#shared.isStopped) {
      if (this.#pace?.tick(this.#taken()) === true) this.#cut('slow_reader');
      return;
    }
    const usual = this.#shared.isStopped ? lastPatience : patience;
    const most = isCrowded && this.#phase === 'idle' ? crowdedIdle : usual[this.#phase];
    if (this.#shared.seconds - this.#since < most) return;
    if (this.#phase === 'head') this.#refuse('tooSlow', this.#held);
    else if (this.#phase === 'sending') this.#giveUp();
    else this.#socket.end();
    this.#account();
  }

  get recentlyTaken(): number {
    return this.#pace?.recentlyTaken ?? 0;
  }

  cutOff(): void {
    this.#cut('buffer_limit');
  }

  /** Ends it where nobody waits for anything; one that was just opened has its first request on the way. */
  closeIdle(): void {
    if (this.#phase === 'idle' && this.#hasAsked) this.#socket.end();
  }

  #isBusy(): boolean {
    return this.#phase === 'answering' || this.#phase === 'sending';
  }

  /** Answers what has come, until an answer has to be waited for. */
  #work(): void {
    for (let answered = 0; this.#held !== undefined && !this.#isBusy(); answered++) {
      if (answered === mostAtOnce) {
        this.#giveWay();
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
      this.#hear(end === bytes.length ? bytes : bytes.subarray(0, end));
    }
  }

  #giveWay(): void {
    this.#enter('answering');
    this.#socket.pause();
    setImmediate(() => {
      if (this.#phase !== 'answering') return;
      this.#enter('idle');
      this.#goOn();
      this.#account();
    });
  }

  #waitForMore(held: Buffer, head: Buffer | undefined): void {
    // An empty line is no request yet.
    if (head === undefined) return;
    const fault = faultSoFar(head, this.#searched, this.#shared.limits);
    if (fault !== undefined) {
      this.#refuse(fault, head);
      return;
    }
    this.#searched = head.length;
    if (this.#phase !== 'head') this.#enter('head');
    // A small part must not hold on to the memory of all that came with it.
    if (held.buffer.byteLength > held.length + mostBytes(this.#shared.limits)) this.#held = Buffer.from(held);
  }

  #hear(bytes: Buffer): void {
    this.#shared.requests++;
    this.#hasAsked = true;
    let heard: Heard<Asked> | HeadFault;
    let reply: Reply | Promise<Reply> | undefined;
    try {
      heard = this.#shared.understand(bytes);
      reply = typeof heard === 'string' ? undefined : this.#shared.answer(heard.asked);
    } catch (error) {
      this.#refuse('failed', bytes, error);
      return;
    }
    if (typeof heard === 'string') this.#refuse(heard, bytes);
    else if (reply instanceof Promise) this.#await(reply, heard);
    else if (reply !== undefined) this.#send(reply, heard);
  }

  #await(reply: Promise<Reply>, heard: Heard<Asked>): void {
    this.#enter('answering');
    this.#socket.pause();
    reply
      .then(
        (it) => this.#send(it, heard),
        (error) => this.#refuseAs(heard.isHead, 'failed', error),
      )
      .then(() => {
        this.#goOn();
        this.#account();
      })
      .catch(() => this.#giveUp());
  }

  /** Turns down what has come, and hears no more. */
  #refuse(fault: Fault, head: Buffer | undefined, error?: unknown): void {
    this.#refuseAs(head !== undefined && asksForHead(head), fault, error);
  }

  #refuseAs(isHead: boolean, fault: Fault, error?: unknown): void {
    this.#held = undefined;
    this.#send(this.#shared.refuse(fault, error), { isHead, closes: true, isOld: false });
  }

  #send(reply: Reply, { isHead, closes, isOld }: Omit<Heard<Asked>, 'asked'>): void {
    this.#isLast = closes || this.#shared.isStopping;
    const framing = { date: this.#shared.date, closes: this.#isLast, isOld };
    const isWanted = !isHead && !isBodiless(reply.status);
    const [bytes, source] = reply.body instanceof Uint8Array ? [reply.body] : [undefined, reply.body];
    this.#source = source;
    if (!isWanted) this.#dropSource();
    const unsent = writeAnswer(this.#socket, reply, framing, isWanted ? bytes : undefined);
    if (unsent === undefined) this.#giveUp();
    else if (unsent.length === 0 && this.#source === undefined) this.#sent();
    else {
      this.#unsent.fill(unsent, reply.isFleeting === true);
      this.#enter('sending');
      this.#socket.pause();
      if (unsent.length === 0 && this.#source !== undefined) void this.#pump(this.#source);
    }
  }

  /** Sends on from a source. Room may be told of at any time, also while the next piece is still being read. */
  async #pump(source: StreamedBody): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    const outcome = await this.#sendPieces(source).catch(() => 'failed' as const);
    this.#isPumping = false;
    if (this.#source !== source) return;
    if (outcome !== 'blocked') {
      this.#dropSource();
      if (outcome === 'done') this.#finishSending();
      // Its length was said already, so nothing but the end of the connection can tell that it is not whole.
      else this.#giveUp();
    }
    this.#account();
  }

  /** Until the other side takes no more for now; `drain` goes on from there. */
  async #sendPieces(source: StreamedBody): Promise<'done' | 'blocked' | 'failed'> {
    for (;;) {
      const piece = await source.read();
      if (piece === undefined) return 'done';
      // The connection may have ended meanwhile.
      const sent = this.#source === source ? this.#socket.write(piece) : -1;
      if (sent < 0) return 'failed';
      this.#since = this.#shared.seconds;
      if (sent < piece.length) {
        this.#unsent.fill([piece.subarray(sent)], false);
        return 'blocked';
      }
    }
  }

  #finishSending(): void {
    this.#sent();
    this.#goOn();
  }

  #dropSource(): void {
    const source = this.#source;
    // Once, even where that fails.
    this.#source = undefined;
    source?.close();
  }

  #sent(): void {
    if (this.#isLast || this.#shared.isStopped) this.#finish();
    else this.#enter('idle');
  }

  /** After something was waited for. */
  #goOn(): void {
    if (this.#isBusy()) return;
    this.#socket.resume();
    this.#work();
    if (this.#hasEnded && !this.#isBusy()) this.#finish();
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
    this.#since = this.#shared.seconds;
  }

  /**
   * Says that nothing more comes, and reads on for a while: a connection that is closed with something unread in it
   * is reset, and then the other side may lose an answer that it has not read yet.
   */
  #finish(): void {
    if (this.#phase === 'lingering') return;
    this.#held = undefined;
    this.#enter('lingering');
    this.#socket.shutdown();
  }

  /** The other side is gone. Nothing else may tell: a connection that is reset while it is paused is not heard of. */
  #giveUp(): void {
    this.#letGo();
    this.#socket.terminate();
  }

  /** Ends it though the other side is there. */
  #cut(reason: CutReason): void {
    this.#giveUp();
    this.#shared.onCut(reason);
  }

  #letGo(): void {
    this.#enter('lingering');
    this.#held = undefined;
    this.#unsent.clear();
    this.#account();
    this.#dropSource();
  }

  /** Tells what is held for this connection, at the end of whatever may have changed that. */
  #account(): void {
    const held = this.#held;
    if (held !== undefined || !this.#unsent.isEmpty) {
      this.#pace ??= new Pace(this.#taken());
      const { buffers } = this.#unsent;
      this.#shared.buffers.hold(this, held === undefined ? buffers : [...buffers, held.buffer]);
    } else if (this.#pace !== undefined) {
      this.#shared.buffers.release(this);
      // Between two pieces of a body nothing is held either.
      if (this.#source === undefined) this.#pace = undefined;
    }
  }

  /** What the other side has taken of all that was written. */
  #taken(): number {
    return this.#socket.bytesWritten - this.#shared.unacknowledged(this.#socket);
  }

  #throwAway(bytes: number): void {
    this.#thrownAway += bytes;
    if (this.#thrownAway > mostHeld) this.#socket.end();
  }
}

/** HTTP wants one empty line before a request to be overlooked. Undefined while it can't be told. */
function withoutEmptyLine(bytes: Buffer): Buffer | undefined {
  if (bytes[0] !== 13) return bytes;
  if (bytes.length < 3) return bytes.length === 1 || bytes[1] === 10 ? undefined : bytes;
  return bytes[1] === 10 ? bytes.subarray(2) : bytes;
}

/** Whether a head, or its beginning, is one of HEAD, whatever else is wrong with it. */
function asksForHead(bytes: Buffer): boolean {
  return (withoutEmptyLine(bytes) ?? bytes).toString('latin1', 0, headStart.length) === headStart;
}

const headStart = 'HEAD ';
