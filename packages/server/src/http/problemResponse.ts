import { type HttpResponse, headerLines } from './HttpResponse.ts';

/** Problem details as the contract writes them, for either interface. */
type Problem = { readonly status: number };

const contentType = { 'content-type': 'application/problem+json' };

/** A problem as a response of the public listener; `headers` are header lines. */
export function problemResponse(problem: Problem, headers: string): HttpResponse {
  return {
    status: problem.status,
    headers: headerLines(contentType) + headers,
    body: Buffer.from(JSON.stringify(problem)),
  };
}

/**
 * A problem as a response of the management listener, which is the runtime's own. `json` holds members that are JSON
 * already, such as both versions of a conflict: they may be large.
 */
export function problemWebResponse(
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
  json: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {},
): Response {
  const members = Object.entries(json).flatMap(([name, bytes]) => [`,${JSON.stringify(name)}:`, bytes]);
  return new Response(new Blob([JSON.stringify(problem).slice(0, -1), ...members, '}']), {
    status: problem.status,
    headers: { ...headers, ...contentType },
  });
}
