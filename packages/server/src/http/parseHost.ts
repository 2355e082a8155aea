import { type IpAddress, parseIp } from './ipAddress.ts';

/** The host in a `Host` header: a literal IP address, or a name in lower case. */
export type NamedHost =
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
