import { isLoopback } from '../http/ipAddress.ts';
import { parseHost } from '../http/parseHost.ts';

/**
 * Whether the management listener accepts a host name. By DNS rebinding, an attacker's page can reach it under the
 * attacker's own name, which the browser treats as the same origin: so only known names are accepted. A literal IP
 * address is never resolved, and `localhost` never by foreign DNS: neither can be rebound, and health checks and
 * tunnels use them. Ports are not compared, since tunnels and proxies change them. Every browser sends the host; load
 * balancers that probe by HTTP/1.0 do not.
 */
export function isKnownHost(host: string | null, managementUrl: string | undefined): boolean {
  if (host === null) return true;
  const named = parseHost(host);
  if (named === undefined) return false;
  if (named.type === 'address' || named.name === 'localhost') return true;
  return managementUrl !== undefined && named.name === new URL(managementUrl).hostname;
}

/** Whether a host name is this machine itself, as its own browser calls it. */
export function isLoopbackHost(host: string): boolean {
  const named = parseHost(host);
  return named?.type === 'address' ? isLoopback(named.address) : named?.name === 'localhost';
}
