import { formatIp, type IpAddress, type IpNetwork, isInNetwork, parseIp } from './ipAddress.ts';
import type { Header } from './parseHead.ts';

/** Longer chains of proxies are not followed to their start. */
const mostHops = 100;

/**
 * The IP address of the client. Each proxy appends the address that it was called from, so the list is read from its
 * end, beginning with the peer of the connection: the first address that is not a trusted proxy's is the client's, and
 * the client may have made up all before it.
 *
 * A proxy that sets only one of `X-Forwarded-For` and `Forwarded` passes on the other as the client sent it. So if
 * the two disagree, neither is trusted.
 */
export function clientAddress(peer: string, header: Header, trusted: readonly IpNetwork[]): string {
  const address = parseIp(peer);
  if (address === undefined) return peer;
  if (!isTrusted(address, trusted)) return formatIp(address);
  const lists = [header('x-forwarded-for')?.split(',').map(readNode), readForwarded(header('forwarded'))];
  const [client, ...others] = lists
    .filter((hops) => hops !== undefined)
    .map((hops) => formatIp(firstUntrusted(address, hops, trusted)));
  const isAgreed = client !== undefined && others.every((other) => other === client);
  return isAgreed ? client : formatIp(address);
}

/** Many requests come from the same address, and reading one takes longer than all else about it. */
const mostPeers = 10_000;

/** The same for many requests. */
export function createClientAddress(trusted: readonly IpNetwork[]): (peer: string, header: Header) => string {
  const peers = new Map<string, { readonly address: string; readonly isProxy: boolean }>();
  return (peer, header) => {
    let known = peers.get(peer);
    if (known === undefined) {
      if (peers.size >= mostPeers) peers.clear();
      known = { address: clientAddress(peer, () => undefined, []), isProxy: isTrustedProxy(peer, trusted) };
      peers.set(peer, known);
    }
    return known.isProxy ? clientAddress(peer, header, trusted) : known.address;
  };
}

/** Whether a peer is a trusted proxy. */
export function isTrustedProxy(peer: string, trusted: readonly IpNetwork[]): boolean {
  const address = parseIp(peer);
  return address !== undefined && isTrusted(address, trusted);
}

/** Whether a request says that it was forwarded. */
export function isForwarded(header: Header): boolean {
  return header('x-forwarded-for') !== undefined || header('forwarded') !== undefined;
}

type Hop = IpAddress | undefined;

/** Anything that is not an address hides what is before it: then the nearest known address counts. */
function firstUntrusted(peer: IpAddress, hops: readonly Hop[], trusted: readonly IpNetwork[]): IpAddress {
  let nearest = peer;
  for (const hop of hops.slice(-mostHops).toReversed()) {
    if (hop === undefined) return nearest;
    nearest = hop;
    if (!isTrusted(hop, trusted)) return hop;
  }
  return nearest;
}

function isTrusted(address: IpAddress, trusted: readonly IpNetwork[]): boolean {
  return trusted.some((network) => isInNetwork(address, network));
}

/** The `for` of each element of RFC 7239; undefined if there is no such header. */
function readForwarded(value: string | undefined): readonly Hop[] | undefined {
  return value?.split(',').map((element) => {
    const parameters = element.split(';').map((each) => each.trim());
    const node = parameters.find((each) => /^for=/i.test(each))?.slice('for='.length);
    return node === undefined ? undefined : readNode(node.replace(/^"(.*)"$/, '$1'));
  });
}

/** An address, with or without a port: `192.0.2.1:80`, `[2001:db8::1]:80`, `2001:db8::1`. */
function readNode(text: string): Hop {
  const node = text.trim();
  const [, inBrackets, bare] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\w+)?$/.exec(node) ?? [];
  return parseIp(inBrackets ?? bare ?? node);
}
