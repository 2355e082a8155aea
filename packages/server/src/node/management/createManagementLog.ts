import type { Logger } from '../../log/createLog.ts';
import type { HandledRequest } from '../../management/createManagement.ts';
import { readTraceparent } from '../../tracing/createTracer.ts';

/**
 * Logs the requests of the management listener, as those of the public one are: those of the write interface at `info`, all
 * others at `debug`. Passwords and tokens are in headers and bodies, which are never logged.
 */
export function createManagementLog(log: Logger): (handled: HandledRequest) => void {
  return (handled) => {
    const { request, response, client, path, area, operation, operatorId, milliseconds } = handled;
    const trace = readTraceparent(request.headers.get('traceparent') ?? undefined);
    const fields = {
      requestId: response.headers.get('x-request-id') ?? undefined,
      client,
      method: request.method,
      path: path.slice(0, 256),
      operation,
      operator: operatorId,
      status: response.status,
      ms: Math.round(milliseconds * 1000) / 1000,
      aborted: request.signal.aborted ? true : undefined,
      userAgent: request.headers.get('user-agent')?.slice(0, 256),
      trace_id: trace?.traceId,
      span_id: trace?.spanId,
    };
    log[area === 'api' ? 'info' : 'debug'](fields, 'management request');
  };
}
