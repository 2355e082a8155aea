import { type IpAddress, type IpNetwork, isInNetwork, parseIp, parseIpNetwork } from '../ipAddress.ts';

/** What is not on the public internet: private, this machine, link-local, carriers, documentation, multicast, reserved. */
const closed = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  // Of the public part of IPv6: protocols, tunnels that lead to IPv4 addresses, and documentation.
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
].flatMap(network);
/** All that IPv6 has given out so far: neither fc00::/7, fe80::/10, nor anything else is in it. */
const open = network('2000::/3');
/** Stands for IPv4 addresses in networks that have only IPv6. */
const translated = network('64:ff9b::/96');

function network(text: string): readonly IpNetwork[] {
  const found = parseIpNetwork(text);
  return found === undefined ? [] : [found];
}

/** Whether an address is on the public internet. */
export function isPublicAddress(text: string): boolean {
  const address = parseIp(text);
  return address !== undefined && isPublic(address);
}

function isPublic(address: IpAddress): boolean {
  if (translated.some((each) => isInNetwork(address, each))) return isPublic(address.slice(12));
  if (closed.some((each) => isInNetwork(address, each))) return false;
  return address.length === 4 || open.some((each) => isInNetwork(address, each));
}
