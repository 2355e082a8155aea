import { type ErrorCode, errors, problem } from '@newsstand/contract';
import { requestTarget } from '../delivery/requestTarget.ts';

/** Whether readers can be sent here, and if not, why. */
export type Readiness = { readonly ready: boolean; readonly reasons: readonly string[] };

/** What the management listener tells about. */
export type Managed = {
  readonly readiness: () => Readiness;
  /** In the format of Prometheus. */
  readonly metrics: () => Promise<string>;
};

const metricsType = 'text/plain; version=0.0.4; charset=utf-8';
const noStore = { 'cache-control': 'no-store' };

/** What a listener needs besides its address; pages for developers, which show code, are off. */
type Handlers = {
  readonly development: false;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly error: (error: unknown) => Response;
};

/** Makes the private listener: health, readiness and metrics. `onError` hears what went wrong, the asker does not. */
export function createManagement(managed: Managed, onError: (error: unknown) => void): Handlers {
  const routes: Readonly<Record<string, () => Response | Promise<Response>>> = {
    '/healthz': () => Response.json({ alive: true }, { headers: noStore }),
    '/readyz': () => {
      const readiness = managed.readiness();
      return Response.json(readiness, { status: readiness.ready ? 200 : 503, headers: noStore });
    },
    '/metrics': async () =>
      new Response(await managed.metrics(), { headers: { ...noStore, 'content-type': metricsType } }),
  };
  const answer = async (request: Request) => {
    const { path } = requestTarget(request.url);
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (route === undefined) {
      return problemAnswer('unknown_path', `this listener has ${Object.keys(routes).join(', ')}`);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return problemAnswer('method_not_allowed', 'use GET or HEAD', { allow: 'GET, HEAD' });
    }
    return route();
  };
  const error = (fault: unknown) => {
    onError(fault);
    return problemAnswer('server_error', 'something went wrong here; the log says what');
  };
  return { development: false, fetch: (request) => answer(request).catch(error), error };
}

function problemAnswer(code: ErrorCode, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json(problem(code, detail, crypto.randomUUID()), {
    status: errors[code].status,
    headers: { ...noStore, ...headers, 'content-type': 'application/problem+json' },
  });
}
