import { connect, type Socket } from 'node:net';

/** A reader that says and hears bytes. */
export type Client = {
  readonly socket: Socket;
  /** What has come so far, a character for each byte. */
  heard(): string;
  /** Sends pieces one after another, each on its way before the next. */
  send(...pieces: readonly (string | Uint8Array)[]): Promise<void>;
  /** Waits until what has come is as wanted. */
  until(isSo: (heard: string) => boolean): Promise<string>;
  /** Waits for the end of the connection, and gives back all that came. */
  ended(): Promise<string>;
};

/** Connects to a port of this machine. */
export async function openClient(port: number): Promise<Client> {
  const socket = connect(port, '127.0.0.1');
  const waiting = new Set<() => void>();
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  let heard = '';
  socket.setNoDelay(true);
  // Being cut off is what some tests wait for.
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
    for (const look of waiting) look();
  });
  await new Promise((resolve) => socket.on('connect', resolve));
  return {
    socket,
    heard: () => heard,
    async send(...pieces) {
      for (const piece of pieces) {
        socket.write(piece);
        await new Promise(setImmediate);
      }
    },
    async until(isSo) {
      const { promise: isLate, reject } = Promise.withResolvers<never>();
      const complain = () =>
        reject(new Error(`waited 15 s for more than ${heard.length} bytes, the last: ${heard.slice(-500)}`));
      const timer = setTimeout(complain, 15_000);
      while (!isSo(heard)) {
        const arrival = new Promise<void>((resolve) => waiting.add(resolve));
        await Promise.race([arrival, isLate]);
      }
      clearTimeout(timer);
      return heard;
    },
    async ended() {
      await closed;
      return heard;
    },
  };
}

/** Sends pieces on a connection of their own, says that nothing more comes, and gives back all that is answered. */
export async function exchange(port: number, ...pieces: readonly (string | Uint8Array)[]): Promise<string> {
  const client = await openClient(port);
  await client.send(...pieces);
  client.socket.end();
  return await client.ended();
}
