import { dlopen } from 'bun:ffi';

/** What the kernel knows of a socket, and the runtime does not tell. */
export type SocketState = {
  /** How many of the bytes written the peer has not acknowledged yet; 0 if that is unknown. */
  unacknowledged(socket: object): number;
  /** Whether the peer has closed the connection, or its half of it; false if that is unknown. */
  hasLeft(socket: object): boolean;
};

/** Linux: the size of a socket's send queue, and the event that the peer has closed its half. */
const SIOCOUTQ = 0x5411;
const POLLRDHUP = 0x2000;

const libraries = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`];

/**
 * Asks the kernel. It buffers megabytes for a client, and frees them in large steps, so the bytes written say little
 * about what a slow client has received. And a socket that is paused raises no event when its client leaves. The runtime
 * has no call for either. If the kernel has none, the bytes written have to do.
 */
export function openSocketState(): SocketState {
  for (const library of process.platform === 'linux' ? libraries : []) {
    try {
      const { symbols } = dlopen(library, {
        ioctl: { args: ['i32', 'u64', 'ptr'], returns: 'i32' },
        poll: { args: ['ptr', 'u64', 'i32'], returns: 'i32' },
      });
      const size = new Int32Array(1);
      // The descriptor, then the events to look for and, in the upper half, those that were found.
      const polled = new Int32Array(2);
      return {
        unacknowledged: (socket) => (symbols.ioctl(fdOf(socket), SIOCOUTQ, size) === 0 ? (size[0] ?? 0) : 0),
        hasLeft(socket) {
          polled.set([fdOf(socket), POLLRDHUP]);
          return symbols.poll(polled, 1, 0) > 0;
        },
      };
    } catch {
      // The next one, or none.
    }
  }
  return { unacknowledged: () => 0, hasLeft: () => false };
}

function fdOf(socket: object): number {
  return 'fd' in socket && typeof socket.fd === 'number' ? socket.fd : -1;
}
