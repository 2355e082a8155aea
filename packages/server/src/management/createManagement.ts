import { createHash, timingSafeEqual } from 'node:crypto';
import { type ManageErrorCode, manageProblem } from '@newsstand/contract/manage/errors';
import { manageRoot } from '@newsstand/contract/manage/plain';
import { clientAddress, isForwarded, isTrustedProxy } from '../http/clientAddress.ts';
import { alive, type Readiness } from '../http/health.ts';
import { type IpNetwork, isLoopbackName } from '../http/ipAddress.ts';
import type { Header } from '../http/parseHead.ts';
import { problemWebResponse } from '../http/problemResponse.ts';
import { requestTarget } from '../http/request.ts';
import { isAgreedHost, isKnownHost, type Reach } from './checkHost.ts';

/** What a handler finds out about a request, for the log. */
export type RequestNotes = { operation?: string; operatorId?: string };

/** Handles a request to the private listener; `address` is the IP address of the client. */
export type ManagementHandler = (request: Request, address: string, notes: RequestNotes) => Promise<Response>;

/** A request, once it has a response. */
export type HandledRequest = RequestNotes & {
  readonly request: Request;
  readonly response: Response;
  readonly client: string;
  /** Without the query. */
  readonly path: string;
  readonly area: 'api' | 'console' | 'probe';
  readonly milliseconds: number;
};

/** What the management listener reports on. */
export type Managed = {
  /** What `/healthz` says of this program. */
  readonly program: object;
  readonly readiness: () => Readiness;
  /** Whether readers are shown a revision of the store, by every worker. */
  readonly shows: (revision: number) => Promise<boolean>;
  /** In the format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** What `/metrics` demands; undefined for nothing. */
  readonly metricsToken?: string | undefined;
};

/** The handlers of the management API and the console. */
export type ManagementHandlers = {
  readonly manage: ManagementHandler;
  readonly console: ManagementHandler;
  /** Whether a request comes with a session or token that is valid. */
  readonly isOperator: (request: Request, address: string) => Promise<boolean>;
};

/** How the listener is reached. */
export type Access = Reach & {
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly IpNetwork[];
  /** Called once for a proxy that is not trusted: all its clients count as one. */
  readonly onUntrustedProxy: (peer: string) => void;
};

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';
const noStore = { 'cache-control': 'no-store' };

/** The options of the listener besides its address. Development pages, which show code, are off. */
export type ManagementListener = {
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
 * How many requests are handled at once, uploads included, and as many more of operators. The runtime buffers a response in memory until it is sent, and
 * limits that neither for one connection nor for all.
 */
const mostPending = 256;

/** Health checks must get a response even then. */
const vitalPaths: readonly string[] = ['/healthz', '/readyz'];
const figurePaths: readonly string[] = [...vitalPaths, '/metrics'];

/**
 * Creates the private listener: health, readiness, metrics, the management API and the console. Internal errors go to
 * `onError`, not to the client.
 */
export function createManagement(
  managed: Managed,
  { manage, console, isOperator }: ManagementHandlers,
  access: Access,
  onError: (error: unknown) => void,
  onHandled: (handled: HandledRequest) => void = () => {},
): ManagementListener {
  const showFigure = createFigures(managed);
  const isLocal = isLoopbackName(access.hostname);
  const checkProxy = createProxyCheck(access);
  const handle: Answer = async (request, { peer, address }, notes) => {
    // Checked first: a request under a foreign host name must learn nothing.
    const host = request.headers.get('host');
    const { path } = requestTarget(request.url);
    const isFigure = figurePaths.includes(path);
    if (!isKnownHost(host, access) || !(isFigure || isAgreedHost(host, access))) {
      return problemAnswer('host_unknown', isLocal ? hostAdvice : agreedHostAdvice);
    }
    if (isFigure) return await showFigure(request, path, isLocal ? undefined : tokenAdvice);
    checkProxy(request, peer);
    const area = areaOf(path);
    if (area === 'api') return manage(request, address, notes);
    if (area === 'console') return console(request, address, notes);
    return problemAnswer('unknown_path', 'the console is at /console/');
  };
  return answering(handle, { trustedProxies: access.trustedProxies, isOperator, onError, onHandled });
}

/** Creates a listener for health, readiness and metrics only. */
export function createFiguresListener(
  managed: Managed,
  hostname: string,
  onError: (error: unknown) => void,
  onHandled: (handled: HandledRequest) => void = () => {},
): ManagementListener {
  const showFigure = createFigures(managed);
  const reach = { hostname, managementUrl: undefined };
  const isLocal = isLoopbackName(hostname);
  const handle: Answer = async (request) => {
    // Where other machines may ask, they do so by names that nobody has told us.
    if (isLocal && !isKnownHost(request.headers.get('host'), reach)) {
      return problemAnswer('host_unknown', 'use an IP address or localhost');
    }
    const { path } = requestTarget(request.url);
    if (!figurePaths.includes(path)) return problemAnswer('unknown_path', `only ${figurePaths.join(', ')}`);
    return await showFigure(request, path, undefined);
  };
  const isOperator = async () => false;
  return answering(handle, { trustedProxies: [], isOperator, onError, onHandled });
}

/** Answers a request: `peer` is the other end of its connection, `address` that of its client. */
type Answer = (
  request: Request,
  from: { readonly peer: string; readonly address: string },
  notes: RequestNotes,
) => Promise<Response>;

type Answering = {
  readonly trustedProxies: readonly IpNetwork[];
  readonly isOperator: ManagementHandlers['isOperator'];
  readonly onError: (error: unknown) => void;
  readonly onHandled: (handled: HandledRequest) => void;
};

/** Answers what fails, and a bounded number of requests at once; whoever is signed in has as many more. */
function answering(handle: Answer, answering: Answering): ManagementListener {
  const { trustedProxies, isOperator, onError, onHandled } = answering;
  let further = 0;
  /** Handles a request in spite of a crowd, if it is an operator's. */
  const handleBeyond: Answer = async (request, from, notes) => {
    const isAllowed = further < mostPending && (await isOperator(request, from.address).catch(() => false));
    if (!isAllowed) return overloaded();
    further += 1;
    try {
      return await handle(request, from, notes);
    } finally {
      further -= 1;
    }
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
      const startedAt = performance.now();
      const { path } = requestTarget(request.url);
      const peer = server.requestIP(request)?.address ?? '';
      const client = clientAddress(peer, headerOf(request), trustedProxies);
      const notes: RequestNotes = {};
      const isFull = server.pendingRequests > mostPending && !vitalPaths.includes(path);
      const answer = isFull ? handleBeyond : handle;
      const response = await answer(request, { peer, address: client }, notes).catch(error);
      const milliseconds = performance.now() - startedAt;
      onHandled({ ...notes, request, response, client, path, area: areaOf(path), milliseconds });
      return response;
    },
    error,
  };
}

function headerOf({ headers }: Request): Header {
  return (name) => headers.get(name) ?? undefined;
}

function areaOf(path: string): HandledRequest['area'] {
  if (path === manageRoot || path.startsWith(`${manageRoot}/`)) return 'api';
  return path === '/' || path === '/console' || path.startsWith('/console/') ? 'console' : 'probe';
}

function overloaded(): Response {
  return problemAnswer('overloaded', 'too many requests at once; try again soon', { 'retry-after': '1' });
}

const hostAdvice =
  'use an IP address or localhost, or set NEWSSTAND_MANAGEMENT_URL to the address that operators use';
const agreedHostAdvice =
  'use the address in NEWSSTAND_MANAGEMENT_URL, or set it to the address that operators use';
const tokenAdvice =
  'other machines reach this listener: set NEWSSTAND_METRICS_TOKEN and send it as Authorization: Bearer, or use NEWSSTAND_METRICS_PORT';

/** Reports a proxy that is not trusted, once. */
function createProxyCheck({ trustedProxies, onUntrustedProxy }: Access) {
  let hasTold = false;
  return (request: Request, peer: string): void => {
    if (hasTold || !isForwarded(headerOf(request)) || isTrustedProxy(peer, trustedProxies)) return;
    hasTold = true;
    onUntrustedProxy(peer);
  };
}

function createFigures(managed: Managed) {
  const { metricsToken } = managed;
  const isAllowed = metricsToken === undefined ? undefined : bearerCheck(metricsToken);
  return async (request: Request, path: string, advice: string | undefined): Promise<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return problemAnswer('method_not_allowed', 'use GET or HEAD', { allow: 'GET, HEAD' });
    }
    if (path === '/healthz') return Response.json({ ...alive, ...managed.program }, { headers: noStore });
    if (path === '/readyz') return await readinessAnswer(managed, request.url);
    if (isAllowed === undefined && advice !== undefined) return problemAnswer('metrics_refused', advice);
    if (isAllowed?.(request.headers.get('authorization')) === false) {
      return problemAnswer('token_missing', 'send NEWSSTAND_METRICS_TOKEN as Authorization: Bearer', {
        'www-authenticate': 'Bearer realm="metrics"',
      });
    }
    return new Response(await managed.metrics(), { headers: { ...noStore, 'content-type': metricsType } });
  };
}

/** With `?revision=`, a node is ready once it shows that revision of the store. */
async function readinessAnswer({ readiness, shows }: Managed, url: string): Promise<Response> {
  const revision = new URLSearchParams(requestTarget(url).query).get('revision');
  if (revision !== null && !/^\d{1,15}$/.test(revision))
    return problemAnswer('invalid_parameters', 'revision: must be a whole number');
  const now = readiness();
  const isShown = now.status !== 'ready' || revision === null || (await shows(Number(revision)));
  const told: Readiness = isShown
    ? now
    : { status: 'starting', reasons: [`revision ${revision} is not shown yet`] };
  return Response.json(told, { status: told.status === 'ready' ? 200 : 503, headers: noStore });
}

/** Compares in constant time: hashes have the same length, whatever was sent. */
function bearerCheck(token: string): (authorization: string | null) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const expected = hash(token);
  return (authorization) => {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
    return timingSafeEqual(hash(given), expected);
  };
}

function problemAnswer(
  code: ManageErrorCode,
  detail: string,
  headers: Record<string, string> = {},
): Response {
  return problemWebResponse(manageProblem(code, detail, crypto.randomUUID(), {}), { ...noStore, ...headers });
}
