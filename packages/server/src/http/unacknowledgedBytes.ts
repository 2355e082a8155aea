import { dlopen } from 'bun:ffi';

/** Tells how many of the bytes written to a socket the other side has not received yet; 0 where that is not known. */
export type UnacknowledgedBytes = (socket: object) => number;

/** Linux: the bytes in the send queue of a socket, sent or not, that were not acknowledged. */
const SIOCOUTQ = 0x5411;

const libraries = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`];

/**
 * Asks the system. It takes megabytes at once for a reader that is close, and makes room again in large steps: what was
 * written tells little of what a slow reader has taken. The runtime has no call for it. Where there is none at all, what
 * was written has to do.
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
