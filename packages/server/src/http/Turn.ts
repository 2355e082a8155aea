import { type Framing, type Reply, writeHead } from './Reply.ts';

/** Whoever takes part in turns. */
export type Participant = {
  /** Answers what has come. */
  work(): void;
  /** Sends what it has posted, which lies there only until this returns. */
  dispatch(bytes: Buffer, from: number, to: number): void;
};

/** Where answers are put until they are sent, in bytes. */
const room = 1024 * 1024;
/** A body that is larger goes out by itself: to copy it would cost more than it brings. */
const mostBody = room / 8;

/**
 * What comes in one turn of the event loop is answered together, and then all answers are sent. To receive, to answer
 * and to send are three long ways through code that push each other out of the processor's caches where they alternate:
 * a list that nobody asked for before costs a fifth more then.
 */
export class Turn {
  readonly #bytes = Buffer.allocUnsafeSlow(room);
  #used = 0;
  #waiting: Participant[] = [];
  /** Who has posted something, and where it begins; it ends where the next one's begins. */
  #senders: Participant[] = [];
  #starts: number[] = [];
  #isDue = false;

  /** Asks for work to be done in the next turn. */
  join(participant: Participant): void {
    this.#waiting.push(participant);
    this.#becomeDue();
  }

  /** Sees to it that half of the room is free, which is far more than one participant posts until it is called upon. */
  makeRoom(): void {
    if (this.#used > room / 2) this.send();
  }

  /** Puts an answer with those that are sent at the end of the turn. How many bytes that are; 0 where it is too large. */
  post(participant: Participant, reply: Reply, body: Uint8Array | undefined, framing: Framing): number {
    if (body !== undefined && body.length > mostBody) return 0;
    const start = this.#used;
    if (this.#senders.at(-1) !== participant) {
      this.#senders.push(participant);
      this.#starts.push(start);
    }
    this.#used = writeHead(this.#bytes, start, reply, framing);
    if (body !== undefined) {
      this.#bytes.set(body, this.#used);
      this.#used += body.length;
    }
    this.#becomeDue();
    return this.#used - start;
  }

  /** Sends all that was posted, now. */
  send(): void {
    const [senders, starts, end] = [this.#senders, this.#starts, this.#used];
    this.#senders = [];
    this.#starts = [];
    this.#used = 0;
    for (const [index, sender] of senders.entries()) {
      sender.dispatch(this.#bytes, starts[index] ?? 0, starts[index + 1] ?? end);
    }
  }

  #becomeDue(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#run());
  }

  #run(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const participant of waiting) {
      this.makeRoom();
      participant.work();
    }
    this.send();
    this.#isDue = false;
    if (this.#waiting.length > 0) this.#becomeDue();
  }
}
