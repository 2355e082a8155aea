import { isLoopback } from '../http/ipAddress.ts';
import { parseHost } from '../http/parseHost.ts';

/**
 * Whether the management listener answers to a host. By DNS rebinding a page of a stranger reaches it under a name of
 * the stranger's, and its browser takes that for one origin with the page: so names are known, or refused. A literal IP
 * address is never resolved, and `localhost` never by a stranger's DNS: neither can be rebound, and health checks and
 * tunnels use them. Ports are not compared, since tunnels and proxies change them. Every browser names the host; load
 * balancers that probe by HTTP/1.0 do not.
 */
export function isKnownHost(host: string | null, managementUrl: string | undefined): boolean {
  if (host === null) return true;
  const named = parseHost(host);
  if (named === undefined) return false;
  if (named.type === 'address' || named.name === 'localhost') return true;
  return managementUrl !== undefined && named.name === new URL(managementUrl).hostname;
}

/** Whether a host is this machine itself, as its own browser names it. */
export function isLoopbackHost(host: string): boolean {
  const named = parseHost(host);
  return named?.type === 'address' ? isLoopback(named.address) : named?.name === 'localhost';
}
