import { isIP } from 'node:net';

/** An IP address as its bytes, 4 or 16 of them. */
export type IpAddress = readonly number[];

/** All addresses that begin with the same bits. */
export type IpNetwork = { readonly bytes: IpAddress; readonly prefix: number };

/**
 * Reads an IPv4 or IPv6 address; undefined if it is neither. An IPv4 address that is mapped into IPv6 is the IPv4
 * address: a listener on both reports it so. The zone of a link-local address means nothing on another machine.
 */
export function parseIp(text: string): IpAddress | undefined {
  const [address = ''] = text.split('%', 1);
  const family = isIP(address);
  if (family === 4) return address.split('.').map(Number);
  if (family === 0) return undefined;
  const bytes = readGroups(address);
  return isMapped(bytes) ? bytes.slice(12) : bytes;
}

/** Writes an address in its one canonical form (RFC 5952). */
export function formatIp(bytes: IpAddress): string {
  if (bytes.length === 4) return bytes.join('.');
  const pairs = Array.from({ length: 8 }, (_, at) => [bytes[at * 2] ?? 0, bytes[at * 2 + 1] ?? 0] as const);
  const groups = pairs.map(([high, low]) => ((high << 8) | low).toString(16));
  // Hosts of URLs are written so, too.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Reads a network such as 10.0.0.0/8 or fd00::/8, or a single address. Bits beyond the prefix must be zero. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const [, address = '', length] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const bytes = parseIp(address);
  if (bytes === undefined) return undefined;
  const prefix = length === undefined ? bytes.length * 8 : Number(length);
  if (prefix > bytes.length * 8) return undefined;
  const network = { bytes, prefix };
  return bytes.every((byte, at) => byte === maskedByte(bytes, prefix, at)) ? network : undefined;
}

/** The network with a prefix of this many bits that contains an address. */
export function networkOf(bytes: IpAddress, prefix: number): IpNetwork {
  return { bytes: bytes.map((_, at) => maskedByte(bytes, prefix, at)), prefix };
}

/** An IPv4 address is used unchanged. For IPv6, a connection has a /64 network, and a site a /48. */
export function networkName(address: string, prefix: 48 | 64): string {
  const bytes = parseIp(address);
  if (bytes === undefined) return address;
  return formatIp(networkOf(bytes, bytes.length === 4 ? 32 : prefix).bytes);
}

/** Whether an address is in a network. */
export function isInNetwork(bytes: IpAddress, network: IpNetwork): boolean {
  return (
    bytes.length === network.bytes.length &&
    network.bytes.every((byte, at) => byte === maskedByte(bytes, network.prefix, at))
  );
}

/** This machine itself. */
export const loopback: readonly IpNetwork[] = [
  { bytes: [127, 0, 0, 0], prefix: 8 },
  { bytes: [...Array<number>(15).fill(0), 1], prefix: 128 },
];

/** Whether an address is of this machine itself. */
export function isLoopback(bytes: IpAddress): boolean {
  return loopback.some((network) => isInNetwork(bytes, network));
}

/** Whether a listener on this host can be reached from this machine only. */
export function isLoopbackName(host: string): boolean {
  const bytes = parseIp(host);
  return bytes === undefined ? host.toLowerCase() === 'localhost' : isLoopback(bytes);
}

/** Whether a listener on this host listens on all addresses of the machine. */
export function isWildcard(host: string): boolean {
  return parseIp(host)?.every((byte) => byte === 0) ?? false;
}

function maskedByte(bytes: IpAddress, prefix: number, at: number): number {
  const bits = Math.max(0, Math.min(8, prefix - at * 8));
  return (bytes[at] ?? 0) & (0xff00 >> bits);
}

/** `::` stands for as many zeros as are missing. */
function readGroups(address: string): number[] {
  const [front = [], back = []] = address.split('::').map(readBytes);
  return [...front, ...Array<number>(16 - front.length - back.length).fill(0), ...back];
}

function readBytes(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}

function isMapped(bytes: IpAddress): boolean {
  return bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 0xff && bytes[11] === 0xff;
}
