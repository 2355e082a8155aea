import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clientAddress } from './clientAddress.ts';
import { loopback, parseIpNetwork } from './ipAddress.ts';

const inside = ['10.0.0.0/8', 'fd00::/8']
  .map((text) => parseIpNetwork(text))
  .filter((each) => each !== undefined);
const trusted = [...loopback, ...inside];

function client(peer: string, headers: Readonly<Record<string, string>>, networks = trusted): string {
  return clientAddress(peer, (name) => headers[name], networks);
}

describe('X-Forwarded-For', () => {
  const cases: readonly (readonly [why: string, peer: string, value: string, expected: string])[] = [
    ['names the client', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['is read from its end', '127.0.0.1', '1.1.1.1, 203.0.113.7', '203.0.113.7'],
    ['trusted proxies are passed over', '127.0.0.1', '1.1.1.1, 203.0.113.7, 10.1.1.1,fd00::5', '203.0.113.7'],
    ['all of them trusted: the first', '127.0.0.1', '10.9.9.9, 10.1.1.1', '10.9.9.9'],
    ['is not believed of strangers', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['of IPv6', '::1', '2001:DB8::0:7', '2001:db8::7'],
    ['IPv4 in IPv6 is IPv4', '::ffff:127.0.0.1', '::ffff:203.0.113.7', '203.0.113.7'],
    ['with ports', '127.0.0.1', '[2001:db8::7]:443, 10.1.1.1:80', '2001:db8::7'],
    ['what is no address hides the rest', '127.0.0.1', '203.0.113.7, unknown, 10.1.1.1', '10.1.1.1'],
    ['an empty one says nothing', '127.0.0.1', '', '127.0.0.1'],
    ['rubbish', '127.0.0.1', ',,;"\u0000', '127.0.0.1'],
  ];
  test.each(cases)('%s', (_, peer, value, expected) => {
    expect(client(peer, { 'x-forwarded-for': value })).toBe(expected);
  });
});

describe('Forwarded', () => {
  const cases: readonly (readonly [value: string, expected: string])[] = [
    ['for=203.0.113.7', '203.0.113.7'],
    ['For="[2001:db8::7]:4711";proto=https;by=10.0.0.1', '2001:db8::7'],
    ['for=1.1.1.1, proto=https; for=203.0.113.7 , for=10.1.1.1', '203.0.113.7'],
    ['for=203.0.113.7, for=unknown', '127.0.0.1'],
    ['for=203.0.113.7, for=_hidden, for=10.1.1.1', '10.1.1.1'],
    ['proto=https', '127.0.0.1'],
    // A quote that a client leaves open takes nothing away from what the proxy adds.
    ['for="1.1.1.1, for=203.0.113.7', '203.0.113.7'],
  ];
  test.each(cases)('%s', (value, expected) => {
    expect(client('127.0.0.1', { forwarded: value })).toBe(expected);
  });
});

test('if both are sent they must agree: one of them may be the client’s', () => {
  const both = (one: string, other: string) =>
    client('127.0.0.1', { 'x-forwarded-for': one, forwarded: `for=${other}` });
  expect(both('203.0.113.7', '203.0.113.7')).toBe('203.0.113.7');
  expect(both('203.0.113.7', '1.1.1.1')).toBe('127.0.0.1');
  expect(both('1.1.1.1', '203.0.113.7')).toBe('127.0.0.1');
});

test('without a setting nobody is trusted; what is not an address is left as it is', () => {
  expect(client('127.0.0.1', { 'x-forwarded-for': '1.1.1.1' }, [])).toBe('127.0.0.1');
  expect(client('', { 'x-forwarded-for': '1.1.1.1' })).toBe('');
});

test('whatever a client makes up, the address that the proxy saw counts', () => {
  const made = fc.oneof(
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
    fc.constantFrom('10.1.1.1', '127.0.0.1', 'for=10.1.1.1', '"', ',', ';', 'unknown', '['),
  );
  const values = fc.array(made, { maxLength: 5 }).map((parts) => parts.join(','));
  fc.assert(
    fc.property(values, values, (one, other) => {
      const seen = { 'x-forwarded-for': `${one}, 203.0.113.7`, forwarded: `${other}, for=203.0.113.7` };
      expect(client('127.0.0.1', seen)).toBe('203.0.113.7');
      expect(client('127.0.0.1', { 'x-forwarded-for': `${one}, 203.0.113.7, 10.1.1.1` })).toBe('203.0.113.7');
      // The proxy adds to one of them only: it is that client, or nobody in particular.
      const passedOn = { 'x-forwarded-for': `${one}, 203.0.113.7`, forwarded: other };
      expect(['203.0.113.7', '127.0.0.1']).toContain(client('127.0.0.1', passedOn));
    }),
  );
});
