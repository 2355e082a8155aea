import type { Kind } from '@newsstand/contract';
import type { StreamedBody } from '../http/HttpResponse.ts';
import type { Space } from '../store/Store.ts';

/** What somebody wants to hear of, and may. */
export type Audience = Space & {
  /** Whether they see hidden items too. */
  readonly isPreview: boolean;
  /** Undefined for all kinds. */
  readonly kinds: readonly Kind[] | undefined;
  /** Undefined for all instances, and what belongs to the space as a whole. */
  readonly instances: readonly string[] | undefined;
};

/** How much waits for a slow client. One chunk may be larger, since many share it. */
const mostPendingBytes = 64 * 1024;

/** One client that listens: the endless body of a response. */
export class Subscriber implements StreamedBody {
  readonly length = undefined;
  readonly audience: Audience;
  /** The public key of its credential. */
  readonly key: string;
  /** Whether its credential still allows it. */
  readonly isAllowed: (now: number) => boolean;
  /** Chunks that come before it has caught up with what it missed; undefined since then. */
  #held: Uint8Array[] | undefined = [];
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #waiting: ((chunk: Uint8Array | undefined) => void) | undefined;
  #isEnded = false;
  readonly #reset: () => Uint8Array;
  readonly #onClose: (subscriber: Subscriber) => void;

  constructor(
    audience: Audience,
    key: string,
    isAllowed: (now: number) => boolean,
    callbacks: {
      /** What a client that is too slow gets instead: it has to read everything anew. */
      readonly reset: () => Uint8Array;
      readonly onClose: (subscriber: Subscriber) => void;
    },
  ) {
    this.audience = audience;
    this.key = key;
    this.isAllowed = isAllowed;
    this.#reset = callbacks.reset;
    this.#onClose = callbacks.onClose;
  }

  get hasCaughtUp(): boolean {
    return this.#held === undefined;
  }

  /** Whether nothing waits to be sent: what waits shows that the connection is alive as well as a heartbeat does. */
  get isIdle(): boolean {
    return this.hasCaughtUp && this.#pending.length === 0;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The memory that it holds on to. */
  get buffers(): readonly ArrayBufferLike[] {
    return this.#pending.map(({ buffer }) => buffer);
  }

  /** Sends a chunk. If too much waits already, a reset takes the place of it all. */
  push(chunk: Uint8Array): void {
    if (this.#isEnded) return;
    if (this.#held !== undefined) this.#held.push(chunk);
    else this.#send(chunk);
  }

  /** Sends what it missed, if anything, and then what has come meanwhile. */
  catchUp(missed: readonly Uint8Array[]): void {
    const chunks = [...missed, ...(this.#held ?? [])];
    this.#held = undefined;
    for (const chunk of chunks) this.#send(chunk);
  }

  read(): Promise<Uint8Array | undefined> {
    const chunk = this.#pending.shift();
    if (chunk === undefined && !this.#isEnded) return new Promise((resolve) => (this.#waiting = resolve));
    this.#pendingBytes -= chunk?.length ?? 0;
    return Promise.resolve(chunk);
  }

  /** Ends the response after what was sent. */
  end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#waiting?.(undefined);
    this.#waiting = undefined;
    this.#onClose(this);
  }

  /** The connection is closed. */
  close(): void {
    this.#pending = [];
    this.end();
  }

  #send(chunk: Uint8Array): void {
    if (this.#waiting !== undefined) {
      this.#waiting(chunk);
      this.#waiting = undefined;
      return;
    }
    const isTooSlow = this.#pendingBytes > mostPendingBytes;
    const next = isTooSlow ? this.#reset() : chunk;
    this.#pending = isTooSlow ? [next] : [...this.#pending, next];
    this.#pendingBytes = isTooSlow ? next.length : this.#pendingBytes + next.length;
  }
}
