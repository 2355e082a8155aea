import type { Socket } from 'bun';

/** A raw connection: bytes only. */
export type Connection = {
  /** Sends chunks one after another, each flushed before the next. */
  send(pieces: readonly Uint8Array[]): Promise<void>;
  /** Half-closes the connection. */
  sendNoMore(): void;
  /** Bytes received but not yet consumed. */
  readonly received: Buffer;
  /** Consumes the first bytes. */
  take(count: number): void;
  readonly isClosed: boolean;
  /** Waits for more bytes or for the end of the connection. False after a timeout. */
  more(milliseconds: number): Promise<boolean>;
  /** Closes it immediately. */
  drop(): void;
};

/** Opens a connection to a local port. */
export async function openConnection(port: number): Promise<Connection> {
  let received = Buffer.alloc(0);
  let isClosed = false;
  let wake = () => {};
  let drained = () => {};
  const close = () => {
    isClosed = true;
    wake();
    drained();
  };
  const socket: Socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    allowHalfOpen: true,
    socket: {
      data(_, chunk) {
        received = received.length === 0 ? Buffer.from(chunk) : Buffer.concat([received, chunk]);
        wake();
      },
      drain: () => drained(),
      end: close,
      close,
      error: close,
    },
  });
  const room = () =>
    new Promise<void>((resolve) => {
      drained = resolve;
    });
  return {
    async send(pieces) {
      for (const [index, piece] of pieces.entries()) {
        if (index > 0) await new Promise(setImmediate);
        for (let at = 0; at < piece.length && !isClosed; ) {
          const sent = socket.write(piece, at, piece.length - at);
          if (sent < 0) return;
          at += sent;
          if (at < piece.length) await room();
        }
      }
    },
    sendNoMore: () => void socket.shutdown(),
    get received() {
      return received;
    },
    take(count) {
      received = received.subarray(count);
    },
    get isClosed() {
      return isClosed;
    },
    more(milliseconds) {
      if (isClosed) return Promise.resolve(true);
      return new Promise((resolve) => {
        const timer = setTimeout(() => resolve(false), milliseconds);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
      });
    },
    drop: () => void socket.terminate(),
  };
}
