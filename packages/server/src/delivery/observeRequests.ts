import { eventsPath } from '@newsstand/contract';
import { createClientAddress } from '../http/clientAddress.ts';
import type { HttpResponse } from '../http/HttpResponse.ts';
import type { IpNetwork } from '../http/ipAddress.ts';
import type { Header } from '../http/parseHead.ts';
import type { Logger } from '../log/createLog.ts';
import { type EndedSpan, readTraceparent, type Tracer } from '../tracing/createTracer.ts';
import type { DeliveryRequest } from './readRequest.ts';

/** The response that a request got, and how long that took. */
type Responded = { readonly requestId: string; readonly status: number; readonly milliseconds: number };

/** How a request ended. */
type Ended = Responded & {
  readonly client: string;
  readonly bytes: number;
  readonly sendMilliseconds: number;
};

type OnSent = NonNullable<HttpResponse['onSent']>;

/** Logs and traces requests, each when its response is sent or its client is gone. */
export type RequestObserver = {
  /** Undefined if nobody wants to know of this one. */
  request(request: DeliveryRequest, responded: Responded): OnSent | undefined;
  /** What the listener itself rejects: nothing is known of such a request. */
  fault(fault: string, responded: Responded): OnSent | undefined;
};

/** Who wants to know of requests. */
export type Observers = {
  readonly log: Logger | undefined;
  readonly tracer: Tracer | undefined;
  /** Proxies that say who the client is. */
  readonly trustedProxies: readonly IpNetwork[];
  /** The scheme that readers use: `http` or `https`, here or at a proxy. */
  readonly scheme: string;
};

const noHeader: Header = () => undefined;

/** Creates the observer; undefined if nobody wants to know, so that requests cost nothing more. */
export function observeRequests(observers: Observers): RequestObserver | undefined {
  const { log, tracer, trustedProxies, scheme } = observers;
  if (log === undefined && tracer === undefined) return undefined;
  const clientOf = createClientAddress(trustedProxies);
  return {
    request(request, responded) {
      const { header } = request.headers;
      const parent = readTraceparent(header('traceparent'));
      const span = tracer?.begin(parent);
      if (log === undefined && span === undefined) return undefined;
      const respondedAt = performance.now();
      return (address, bytes, isWhole) => {
        const sendMilliseconds = performance.now() - respondedAt;
        const ended = { ...responded, client: clientOf(address, header), bytes, sendMilliseconds };
        if (span !== undefined) tracer?.end(span, describeSpan(request, ended, scheme));
        const level = isProbe(request) && responded.status === 200 ? 'debug' : 'info';
        log?.[level](describeRequest(request, ended, isWhole, span ?? parent), 'request');
      };
    },
    fault(fault, { requestId, status }) {
      if (log === undefined) return undefined;
      return (address, bytes) => {
        const client = clientOf(address, noHeader);
        log.info({ requestId, client, operation: 'none', status, bytes, fault }, 'request');
      };
    },
  };
}

/** Load balancers send one every few seconds, and only a failure is news. */
function isProbe({ path }: DeliveryRequest): boolean {
  return path === '/healthz' || path === '/readyz';
}

function describeRequest(
  request: DeliveryRequest,
  { requestId, client, status, bytes, milliseconds, sendMilliseconds }: Ended,
  isWhole: boolean,
  trace: { readonly traceId: string; readonly spanId: string } | undefined,
): object {
  return {
    requestId,
    client,
    method: request.method,
    // Without the query: what people search for is private.
    path: request.path.slice(0, 256),
    operation: request.operation,
    key: keyOf(request, status),
    status,
    bytes,
    ms: rounded(milliseconds),
    // Almost all responses are sent at once.
    sendMs: sendMilliseconds < 1 ? undefined : rounded(sendMilliseconds),
    aborted: isWhole ? undefined : true,
    userAgent: userAgentOf(request),
    trace_id: trace?.traceId,
    span_id: trace?.spanId,
  };
}

/** A key that was not authenticated is not logged. */
function keyOf({ operation, route, headers }: DeliveryRequest, status: number): string | undefined {
  const isContent = 'operation' in route || 'isEvents' in route;
  return operation !== 'none' && isContent && status !== 401 ? headers.credentials?.key : undefined;
}

function userAgentOf({ headers: { header } }: DeliveryRequest): string | undefined {
  return header('user-agent')?.slice(0, 256);
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

const knownMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'];

/** A span as the semantic conventions for HTTP servers name its parts. */
function describeSpan(request: DeliveryRequest, ended: Ended, scheme: string): EndedSpan {
  const { requestId, client, status, bytes, milliseconds, sendMilliseconds } = ended;
  const method = knownMethods.includes(request.method) ? request.method : '_OTHER';
  const route = routeOf(request);
  return {
    name: [method === '_OTHER' ? 'HTTP' : method, route].filter(Boolean).join(' '),
    milliseconds: milliseconds + sendMilliseconds,
    isError: status >= 500,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'http.response.body.size': bytes,
      'url.scheme': scheme,
      // Those of media are signed.
      'url.path': isMedia(request) ? undefined : request.path.slice(0, 256),
      'client.address': client,
      'user_agent.original': userAgentOf(request),
      'error.type': status >= 500 ? `${status}` : undefined,
      'newsstand.operation': request.operation,
      'newsstand.request_id': requestId,
    },
  };
}

/** The template of the path, of which there are few. */
function routeOf(request: DeliveryRequest): string | undefined {
  const { route, path } = request;
  if ('operation' in route) return route.operation.path;
  if ('isEvents' in route) return eventsPath;
  if (isMedia(request)) return '/media/{path}';
  return typeof route === 'function' && path !== '*' ? path : undefined;
}

/** Whatever the method: preflights have signed paths, too. */
function isMedia({ path }: DeliveryRequest): boolean {
  return path.startsWith('/media/');
}
