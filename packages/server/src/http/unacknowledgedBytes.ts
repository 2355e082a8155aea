import { dlopen } from 'bun:ffi';

/** How many of the bytes written to a socket the peer has not acknowledged yet; 0 if that is unknown. */
export type UnacknowledgedBytes = (socket: object) => number;

/** Linux: the size of a socket's send queue. */
const SIOCOUTQ = 0x5411;

const libraries = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`];

/**
 * Asks the kernel. It buffers megabytes for a client, and frees them in large steps, so the bytes written say little
 * about what a slow client has received. The runtime has no call for this. If the kernel has none either, the bytes
 * written have to do.
 */
export function openUnacknowledgedBytes(): UnacknowledgedBytes {
  for (const library of process.platform === 'linux' ? libraries : []) {
    try {
      const { symbols } = dlopen(library, { ioctl: { args: ['i32', 'u64', 'ptr'], returns: 'i32' } });
      const size = new Int32Array(1);
      return (socket) => {
        const fd = 'fd' in socket && typeof socket.fd === 'number' ? socket.fd : -1;
        return symbols.ioctl(fd, SIOCOUTQ, size) === 0 ? (size[0] ?? 0) : 0;
      };
    } catch {
      // The next one, or none.
    }
  }
  return () => 0;
}
