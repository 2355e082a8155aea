import { type ManageErrorCode, manageProblem } from '@newsstand/contract/manage/errors';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { clientAddress, isForwarded, isTrustedProxy } from '../http/clientAddress.ts';
import type { IpNetwork } from '../http/ipAddress.ts';
import type { Header } from '../http/parseHead.ts';
import { problemWebResponse } from '../http/problemResponse.ts';
import { requestTarget } from '../http/request.ts';
import { isKnownHost } from './checkHost.ts';

/** Handles a request to the private listener; `address` is the IP address of the client. */
export type ManagementHandler = (request: Request, address: string) => Promise<Response>;

/** Whether this node can take traffic, and if not, why. */
export type Readiness = { readonly ready: boolean; readonly reasons: readonly string[] };

/** What the management listener reports on. */
export type Managed = {
  /** Of this program. */
  readonly version: string;
  readonly readiness: () => Readiness;
  /** In the format of Prometheus. */
  readonly metrics: () => Promise<string>;
};

/** The handlers of the management API and the console. */
export type ManagementHandlers = { readonly manage: ManagementHandler; readonly console: ManagementHandler };

/** How the listener is reached. */
export type Access = {
  /** The URL that operators use; undefined for its own address only. */
  readonly managementUrl: string | undefined;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly IpNetwork[];
  /** Called once for a proxy that is not trusted: all its clients count as one. */
  readonly onUntrustedProxy: (peer: string) => void;
};

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';
const noStore = { 'cache-control': 'no-store' };

/** The options of the listener besides its address. Development pages, which show code, are off. */
type Handlers = {
  readonly development: false;
  /** In seconds. A slow connection may be silent for a while during an upload. */
  readonly idleTimeout: number;
  /** Bodies are streams; each reader limits the size. */
  readonly maxRequestBodySize: number;
  readonly fetch: (request: Request, server: Listener) => Promise<Response>;
  readonly error: (error: unknown) => Response;
};

/** The part of Bun's server that is used here. */
type Listener = {
  requestIP(request: Request): { readonly address: string } | null;
  readonly pendingRequests: number;
};

/**
 * How many requests are handled at once, uploads included. The runtime buffers a response in memory until it is sent, and
 * limits that neither for one connection nor for all.
 */
const mostPending = 256;

/** Health checks must get a response even then. */
const vitalPaths: readonly string[] = ['/healthz', '/readyz'];

/**
 * Creates the private listener: health, readiness, metrics, the management API and the console. Internal errors go to
 * `onError`, not to the client.
 */
export function createManagement(
  managed: Managed,
  { manage, console }: ManagementHandlers,
  access: Access,
  onError: (error: unknown) => void,
): Handlers {
  const figures = createFigures(managed);
  const addressOf = createAddressing(access);
  const handle: ManagementHandler = async (request, peer) => {
    // Checked first: a request under a foreign host name must learn nothing.
    if (!isKnownHost(request.headers.get('host'), access.managementUrl)) {
      return problemAnswer('host_unknown', hostAdvice);
    }
    const address = addressOf(request, peer);
    const { path } = requestTarget(request.url);
    if (path === manageRoot || path.startsWith(`${manageRoot}/`)) return manage(request, address);
    if (path === '/' || path === '/console' || path.startsWith('/console/')) return console(request, address);
    const figure = figures.get(path);
    if (figure === undefined) return problemAnswer('unknown_path', 'the console is at /console/');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return problemAnswer('method_not_allowed', 'use GET or HEAD', { allow: 'GET, HEAD' });
    }
    return figure();
  };
  const error = (fault: unknown) => {
    onError(fault);
    return problemAnswer('server_error', 'something went wrong; see the log');
  };
  return {
    development: false,
    idleTimeout: 120,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
    async fetch(request, server) {
      const isVital = vitalPaths.includes(requestTarget(request.url).path);
      if (server.pendingRequests > mostPending && !isVital) {
        return problemAnswer('overloaded', 'too many requests at once; try again soon', {
          'retry-after': '1',
        });
      }
      return await handle(request, server.requestIP(request)?.address ?? '').catch(error);
    },
    error,
  };
}

const hostAdvice =
  'use an IP address or localhost, or set NEWSSTAND_MANAGEMENT_URL to the address that operators use';

/** The address of the client; reports a proxy that is not trusted. */
function createAddressing({ trustedProxies, onUntrustedProxy }: Access) {
  let hasTold = false;
  return ({ headers }: Request, peer: string): string => {
    const header: Header = (name) => headers.get(name) ?? undefined;
    if (!hasTold && isForwarded(header) && !isTrustedProxy(peer, trustedProxies)) {
      hasTold = true;
      onUntrustedProxy(peer);
    }
    return clientAddress(peer, header, trustedProxies);
  };
}

function createFigures(managed: Managed): ReadonlyMap<string, () => Response | Promise<Response>> {
  return new Map<string, () => Response | Promise<Response>>([
    ['/healthz', () => Response.json({ alive: true, version: managed.version }, { headers: noStore })],
    [
      '/readyz',
      () => {
        const readiness = managed.readiness();
        return Response.json(readiness, { status: readiness.ready ? 200 : 503, headers: noStore });
      },
    ],
    [
      '/metrics',
      async () =>
        new Response(await managed.metrics(), { headers: { ...noStore, 'content-type': metricsType } }),
    ],
  ]);
}

function problemAnswer(
  code: ManageErrorCode,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  return problemWebResponse(manageProblem(code, detail, crypto.randomUUID(), {}), { ...noStore, ...headers });
}
