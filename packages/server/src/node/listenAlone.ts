import { serveTlsOptions, type TlsPair } from '../http/tls.ts';
import type { ManagementListener } from '../management/createManagement.ts';
import { choosePort, listenFailure, type PortSetting } from './choosePort.ts';

/** A listener of the main process. */
export type OwnListener = {
  readonly port: number;
  /** Gives it another certificate; requests in flight are finished with the old one. */
  setTls(pair: TlsPair): void;
  /** Ends it and all its connections. */
  stop(): Promise<void>;
};

/** What a listener of the main process is. */
export type OwnListenerOptions = ManagementListener & {
  readonly hostname: string;
  readonly port: number;
  /** The setting of the port. */
  readonly setting: PortSetting;
  readonly tls?: TlsPair | undefined;
};

/** Listens on a port that no other process has. */
export function listenAlone({ setting, tls, ...options }: OwnListenerOptions): OwnListener {
  const { hostname } = options;
  // By default two services could share a port without noticing. With TLS it is shared for a moment with the next
  // listener of this process, since the certificate of one can't be changed.
  const port = tls === undefined ? options.port : choosePort(hostname, options.port, setting);
  const serve = (at: number, pair: TlsPair | undefined) =>
    Bun.serve({
      ...options,
      ...{ port: at, reusePort: pair !== undefined },
      ...(pair !== undefined && { tls: serveTlsOptions(pair) }),
    });
  let current: ReturnType<typeof serve>;
  try {
    current = serve(port, tls);
  } catch (error) {
    throw listenFailure(error, hostname, port, setting);
  }
  const all = new Set([current]);
  const chosen = current.port ?? 0;
  return {
    port: chosen,
    setTls(pair) {
      const before = current;
      current = serve(chosen, pair);
      all.add(current);
      void before.stop().then(() => all.delete(before));
    },
    async stop() {
      await Promise.all([...all].map((it) => it.stop(true)));
    },
  };
}
