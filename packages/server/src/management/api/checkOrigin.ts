import { isLoopbackHost } from '../checkHost.ts';
import { ApiProblem } from './ApiProblem.ts';

/**
 * Refuses what another site makes a browser send along with the operator's cookie. Browsers say where a request that
 * changes something comes from; what only reads is refused where the browser says that another site asks.
 */
export function checkOrigin(request: Request, managementUrl: string): void {
  const site = request.headers.get('sec-fetch-site');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const isFine = isReading
    ? site === null || site === 'same-origin' || site === 'none'
    : isOwn(request, site, managementUrl);
  if (!isFine) {
    throw new ApiProblem(
      'origin_refused',
      'open the console at its own address; behind a proxy that is what NEWSSTAND_MANAGEMENT_URL says',
    );
  }
}

function isOwn(request: Request, site: string | null, managementUrl: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return site === 'same-origin';
  const own = new URL(managementUrl);
  if (origin === own.origin) return true;
  // On this machine itself, without the proxy, or by a tunnel.
  const host = (request.headers.get('host') ?? '').toLowerCase();
  if (!isLoopbackHost(host) || origin !== `http://${host}`) return false;
  // By https, the same name without it may be anyone on the line.
  return own.protocol !== 'https:' || host !== own.host;
}
