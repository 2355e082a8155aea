import { createClientAddress } from '../http/clientAddress.ts';
import type { HttpResponse } from '../http/HttpResponse.ts';
import type { IpNetwork } from '../http/ipAddress.ts';
import type { Header } from '../http/parseHead.ts';
import { readTraceparent } from '../http/traceContext.ts';
import type { Logger } from '../log/createLog.ts';
import type { DeliveryRequest } from './readRequest.ts';

/** The response that a request got, and how long that took. */
type Responded = { readonly requestId: string; readonly status: number; readonly milliseconds: number };

type OnSent = NonNullable<HttpResponse['onSent']>;

/** Logs requests, each when its response is sent or its client is gone. */
export type RequestLog = {
  request(request: DeliveryRequest, responded: Responded): OnSent;
  /** What the listener itself rejects: nothing is known of such a request. */
  fault(fault: string, responded: Responded): OnSent;
};

const noHeader: Header = () => undefined;

/** Creates the request log. */
export function createRequestLog(log: Logger, trustedProxies: readonly IpNetwork[]): RequestLog {
  const clientOf = createClientAddress(trustedProxies);
  return {
    request(request, { requestId, status, milliseconds }) {
      const respondedAt = performance.now();
      return (address, bytes, isWhole) => {
        const { method, operation, headers } = request;
        const trace = readTraceparent(headers.header('traceparent'));
        log.info(
          {
            requestId,
            client: clientOf(address, headers.header),
            method,
            // Without the query: what people search for is private.
            path: request.path.slice(0, 256),
            operation,
            key: keyOf(request, status),
            status,
            bytes,
            ms: rounded(milliseconds),
            sendMs: sendingTime(performance.now() - respondedAt),
            aborted: isWhole ? undefined : true,
            userAgent: headers.header('user-agent')?.slice(0, 256),
            trace_id: trace?.traceId,
            span_id: trace?.spanId,
          },
          'request',
        );
      };
    },
    fault(fault, { requestId, status }) {
      return (address, bytes) => {
        const client = clientOf(address, noHeader);
        log.info({ requestId, client, operation: 'none', status, bytes, fault }, 'request');
      };
    },
  };
}

/** A key that was not authenticated is not logged. */
function keyOf({ operation, route, headers }: DeliveryRequest, status: number): string | undefined {
  const isContent = 'operation' in route || 'isEvents' in route;
  return operation !== 'none' && isContent && status !== 401 ? headers.credentials?.key : undefined;
}

/** Almost all responses are sent at once. */
function sendingTime(milliseconds: number): number | undefined {
  return milliseconds < 1 ? undefined : rounded(milliseconds);
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}
