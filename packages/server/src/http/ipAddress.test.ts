import { describe, expect, test } from 'bun:test';
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { runs } from '../../../../tests/testing/runs.ts';
import { formatIp, isInNetwork, isLoopback, networkOf, parseIp, parseIpNetwork } from './ipAddress.ts';

const canonical = (text: string) => {
  const bytes = parseIp(text);
  return bytes && formatIp(bytes);
};

describe('an address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::', '::'],
    ['::1', '::1'],
    ['2001:DB8:0:0:1::0001', '2001:db8::1:0:0:1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ])('%s is %s', (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '0x7f.1',
    '1::2::3',
    '[::1]',
    '1.2.3.4:80',
    'g::',
  ])('%j is none', (text) => {
    expect(parseIp(text)).toBeUndefined();
  });

  test('is of this machine if it is 127.0.0.0/8 or ::1', () => {
    const is = (text: string) => isLoopback(parseIp(text) ?? []);
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(is)).toEqual([true, true, true, true]);
    expect(['128.0.0.1', '::', '::2', '0.0.0.0', 'fe80::1'].map(is)).toEqual(Array(5).fill(false));
  });
});

describe('a network', () => {
  test.each(['10.0.0.0/8', '192.0.2.1', '192.0.2.1/32', '128.0.0.0/1', '2001:db8::/32', '::/0', '::1/128'])(
    '%s',
    (text) => {
      expect(parseIpNetwork(text)).toBeDefined();
    },
  );

  test.each([
    '10.0.0.1/8',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '2001:db8::1/32',
    '::/129',
    'x/8',
    '',
    '/8',
    'fe80::1%eth0',
  ])('%j is none', (text) => {
    expect(parseIpNetwork(text)).toBeUndefined();
  });

  test('holds the addresses that another implementation says it holds', () => {
    const family = (length: number) => (length === 4 ? 'ipv4' : 'ipv6');
    const bytes = fc
      .constantFrom(4, 16)
      .chain((length) =>
        fc.tuple(
          fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length }),
          fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length }),
          fc.integer({ min: 1, max: length * 8 }),
          fc.integer({ min: 0, max: length }),
        ),
      );
    fc.assert(
      fc.property(bytes, ([one, other, prefix, shared]) => {
        const near = [...one.slice(0, shared), ...other.slice(shared)];
        const network = networkOf(one, prefix);
        const list = new BlockList();
        list.addSubnet(formatIp(network.bytes), prefix, family(one.length));
        expect(isInNetwork(one, network)).toBe(true);
        expect(isInNetwork(near, network)).toBe(list.check(formatIp(near), family(near.length)));
        const text = `${formatIp(network.bytes)}/${prefix}`;
        // What is mapped into IPv6 is written as what it is.
        if (!text.includes('::ffff:')) expect(parseIpNetwork(text)).toEqual(network);
      }),
      { numRuns: runs(300) },
    );
  });

  test('of one family contains none of the other', () => {
    const all = parseIpNetwork('::/0') ?? { bytes: [], prefix: 0 };
    expect(isInNetwork(parseIp('1.2.3.4') ?? [], all)).toBe(false);
  });
});
