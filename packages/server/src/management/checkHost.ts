import { type IpAddress, isLoopback, isLoopbackName, isWildcard, parseIp } from '../http/ipAddress.ts';

/** How the management listener is reached. */
export type Reach = {
  /** The host that it listens on. */
  readonly hostname: string;
  /** The URL that operators use; undefined for its own address only. */
  readonly managementUrl: string | undefined;
};

/**
 * Whether the management listener accepts a host name at all. By DNS rebinding, an attacker's page can reach it under the
 * attacker's own name, which the browser treats as the same origin: so only known names are accepted. A literal IP
 * address is never resolved, and `localhost` never by foreign DNS: neither can be rebound, and health checks and
 * tunnels use them. Ports are not compared, since tunnels and proxies change them. Every browser sends the host; load
 * balancers that probe by HTTP/1.0 do not.
 */
export function isKnownHost(host: string | null, reach: Reach): boolean {
  if (host === null) return true;
  const named = parseHost(host);
  if (named === undefined) return false;
  return named.type === 'address' || named.name === 'localhost' || isOwnHost(host, reach);
}

/**
 * Whether it accepts a known host name for more than health checks. A listener that other machines reach has more
 * addresses than its operators have agreed on, some of them around the proxy that has the TLS: passwords and content go
 * by the agreed one only, and by those of this machine itself, as a tunnel ends here.
 */
export function isAgreedHost(host: string | null, reach: Reach): boolean {
  if (isLoopbackName(reach.hostname)) return true;
  if (host === null) return false;
  return isLoopbackHost(host) || isOwnHost(host, reach);
}

/** Whether a host name is this machine itself, as its own browser calls it. */
export function isLoopbackHost(host: string): boolean {
  const named = parseHost(host);
  return named?.type === 'address' ? isLoopback(named.address) : named?.name === 'localhost';
}

/** Whether a host is the one that operators use: that of the URL, or else the one that the listener has for itself. */
function isOwnHost(host: string, { hostname, managementUrl }: Reach): boolean {
  if (managementUrl === undefined && isWildcard(hostname)) return false;
  const bracketed = hostname.includes(':') ? `[${hostname}]` : hostname;
  const own = parseHost(managementUrl === undefined ? bracketed : new URL(managementUrl).hostname);
  const named = parseHost(host);
  if (own?.type === 'address') return named?.type === 'address' && `${own.address}` === `${named.address}`;
  return own !== undefined && named?.type === 'name' && named.name === own.name;
}

/** The host in a `Host` header: a literal IP address, or a name in lower case. */
type NamedHost =
  | { readonly type: 'address'; readonly address: IpAddress }
  | { readonly type: 'name'; readonly name: string };

/**
 * Parses a `Host` header; undefined if it is not one host with an optional port. A name that ends with a dot is read as
 * it is: to browsers it is another origin.
 */
export function parseHost(text: string): NamedHost | undefined {
  const [, inBrackets, bare = ''] =
    /^(?:\[([\da-f.]*:[\da-f:.]*)\]|([\w.-]+))(?::\d{0,5})?$/i.exec(text) ?? [];
  const address = parseIp(inBrackets ?? bare);
  if (address !== undefined) return { type: 'address', address };
  return bare === '' ? undefined : { type: 'name', name: bare.toLowerCase() };
}
