import type { Socket } from 'bun';

/** What of an answer its reader has not taken yet. */
export class SendQueue {
  #pieces: Uint8Array[] = [];
  /** What of it is a copy that nobody else uses. */
  #copy: ArrayBufferLike | undefined;

  get isEmpty(): boolean {
    return this.#pieces.length === 0;
  }

  /** The memory that is held on to. */
  get buffers(): readonly ArrayBufferLike[] {
    return this.#pieces.map(({ buffer }) => buffer);
  }

  /** Takes what is left to be sent; `isCopy` says that the last piece is nobody else's. */
  fill(pieces: readonly Uint8Array[], isCopy: boolean): void {
    this.#pieces = [...pieces];
    this.#copy = isCopy ? pieces.at(-1)?.buffer : undefined;
  }

  /** Sends on for as long as the other side takes something, and is there at all. */
  flush(socket: Pick<Socket, 'write'>): 'sent' | 'blocked' | 'gone' {
    for (let [first] = this.#pieces; first !== undefined; [first] = this.#pieces) {
      const sent = socket.write(first);
      if (sent < 0) return 'gone';
      if (sent < first.length) {
        this.#pieces[0] = first.subarray(sent);
        return 'blocked';
      }
      this.#pieces.shift();
    }
    this.clear();
    return 'sent';
  }

  /** A copy is freed at once: until the collector finds it, many times what is allowed may have gathered. */
  clear(): void {
    this.#pieces = [];
    if (this.#copy instanceof ArrayBuffer) this.#copy.transfer(0);
    this.#copy = undefined;
  }
}
