/** A persistent connection with one request at a time. */
export type Line = { send(request: string): void; close(): void };

/** The events of a connection. */
type LineEvents = {
  onResponse(status: number, head: string): void;
  /** The connection was lost: idle, while a request waited for its response, or in the middle of one. */
  onGone(during: 'nothing' | 'request' | 'response'): void;
};

/** A raw socket, because measuring must cost little compared with what is measured. */
export async function openLine(url: string, { onResponse, onGone }: LineEvents): Promise<Line> {
  const { hostname, port } = new URL(url);
  let isBusy = false;
  let isClosed = false;
  let head = '';
  let missing = 0;

  function take(chunk: Buffer): void {
    if (missing > 0) missing -= chunk.length;
    else {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = head.startsWith('304', 9) ? 0 : Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      missing = length - (head.length - end - 4);
      head = head.slice(0, end + 2);
    }
    if (missing > 0) return;
    const answered = head;
    head = '';
    isBusy = false;
    onResponse(Number(answered.slice(9, 12)), answered);
  }

  function gone(): void {
    if (isClosed) return;
    isClosed = true;
    if (!isBusy) onGone('nothing');
    else onGone(head === '' && missing <= 0 ? 'request' : 'response');
  }

  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: (_, chunk) => take(chunk), close: gone, error: gone, end: gone },
  });
  return {
    send(request) {
      isBusy = true;
      socket.write(request);
    },
    close() {
      isClosed = true;
      socket.end();
    },
  };
}
