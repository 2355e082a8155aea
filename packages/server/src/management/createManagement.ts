import { type ErrorCode, errors, problem } from '@newsstand/contract';

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

/** Makes the handler of the private listener: health, readiness and metrics. */
export function createManagement(managed: Managed): (request: Request) => Promise<Response> {
  const routes: Readonly<Record<string, () => Response | Promise<Response>>> = {
    '/healthz': () => Response.json({ alive: true }, { headers: noStore }),
    '/readyz': () => {
      const readiness = managed.readiness();
      return Response.json(readiness, { status: readiness.ready ? 200 : 503, headers: noStore });
    },
    '/metrics': async () =>
      new Response(await managed.metrics(), { headers: { ...noStore, 'content-type': metricsType } }),
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    const answer = Object.hasOwn(routes, pathname) ? routes[pathname] : undefined;
    if (answer === undefined) {
      return problemAnswer('unknown_path', `this listener has ${Object.keys(routes).join(', ')}`);
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return problemAnswer('method_not_allowed', 'use GET or HEAD', { allow: 'GET, HEAD' });
    }
    return answer();
  };
}

function problemAnswer(code: ErrorCode, detail: string, headers: Record<string, string> = {}): Response {
  return Response.json(problem(code, detail, crypto.randomUUID()), {
    status: errors[code].status,
    headers: { ...noStore, ...headers, 'content-type': 'application/problem+json' },
  });
}
