import { settings } from '../config/readConfig.ts';

/**
 * Determines the port, and checks that it is free. Workers share a port by an option that would also let
 * two services share it unnoticed, and port 0 has to resolve to the same number for all of them.
 */
export function choosePort(host: string, port: number, setting: PortSetting): number {
  try {
    const listener = Bun.listen({ hostname: host, port, socket: { data: () => {} } });
    const chosen = listener.port;
    listener.stop(true);
    return chosen;
  } catch (error) {
    throw listenFailure(error, host, port, setting);
  }
}

const hostSettings = { port: 'host', managementPort: 'managementHost', metricsPort: 'metricsHost' } as const;

/** The port is in use. */
export class PortTaken extends Error {}

/** The setting that chose a port. */
export type PortSetting = 'port' | 'managementPort' | 'metricsPort';

/** Explains why a listener cannot start. */
export function listenFailure(error: unknown, host: string, port: number, setting: PortSetting): Error {
  const { env, flag } = settings[setting];
  const another = `choose another with ${flag} or ${env}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new PortTaken(`port ${port} on ${host} is in use; stop the program that uses it, or ${another}`);
  }
  if (code === 'EACCES') {
    return new Error(`this user may not listen on port ${port}; ${another}, such as one above 1023`);
  }
  const hostSetting = settings[hostSettings[setting]];
  return new Error(
    `cannot listen on ${host}, port ${port}: ${hostSetting.flag} or ${hostSetting.env} must be an address of this machine`,
  );
}
