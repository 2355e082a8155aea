/**
 * Determines the port, and checks that it is free. Workers share a port by an option that would also let
 * two services share it unnoticed, and port 0 has to resolve to the same number for all of them.
 */
export function choosePort(host: string, port: number): number {
  try {
    const listener = Bun.listen({ hostname: host, port, socket: { data: () => {} } });
    const chosen = listener.port;
    listener.stop(true);
    return chosen;
  } catch (error) {
    throw listenFailure(error, host, port);
  }
}

/** The port is in use. */
export class PortTaken extends Error {}

/** Explains why a listener cannot start. */
export function listenFailure(error: unknown, host: string, port: number): Error {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new PortTaken(`port ${port} on ${host} is taken; stop what uses it, or choose another port`);
  }
  if (code === 'EACCES') return new Error(`port ${port} needs elevated privileges; choose 1024 or higher`);
  return new Error(`cannot listen on ${host}, port ${port}: is it an address of this machine?`);
}
