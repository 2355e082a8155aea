import { expect, test } from 'bun:test';
import { formatIp } from '../http/ipAddress.ts';
import { parseHost } from './checkHost.ts';

function shown(text: string): string | undefined {
  const host = parseHost(text);
  return host?.type === 'address' ? `address ${formatIp(host.address)}` : host && `name ${host.name}`;
}

test.each([
  ['localhost', 'name localhost'],
  ['LocalHost:4001', 'name localhost'],
  ['localhost:', 'name localhost'],
  ['localhost.', 'name localhost.'],
  ['console.example.com:443', 'name console.example.com'],
  ['127.0.0.1:4001', 'address 127.0.0.1'],
  ['[::1]:4001', 'address ::1'],
  ['[::FFFF:127.0.0.1]', 'address 127.0.0.1'],
  ['2130706433', 'name 2130706433'],
])('%s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  '',
  ' ',
  ':4001',
  'a, b',
  'a b',
  'user@localhost',
  'localhost@evil.test',
  'localhost/x',
  'localhost?x',
  'localhost#x',
  'localhost\\x',
  'localhost:4001:1',
  'localhost:x',
  'localhost:123456',
  '::1',
  '[::1',
  '[localhost]',
  '[127.0.0.1]',
  '[::1%25lo]',
  'ﬂo',
  'localhost\u0000',
])('%j is no host', (text) => {
  expect(shown(text)).toBeUndefined();
});
