import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { runs } from '../../../tests/testing/runs.ts';
import { isPreviewUrl } from './manage/plain.ts';
import { uri } from './text.ts';
import { isLinkTarget } from './urls.ts';

const isUrl = (text: string) => uri.safeParse(text).success;

test.each([
  'https://e.com/',
  'HTTPS://e.com/',
  'hTTp://E.com/',
  'http://[::1]:8080/x?y=%20#z',
  'https://user@e.com/x',
])('%s is a URL', (text) => {
  expect([isUrl(text), isLinkTarget(text), isPreviewUrl(`${text}{token}`)]).toEqual([true, true, true]);
});

test.each([
  ...[
    'https:///x',
    'https://?x',
    'https://#x',
    'https://',
    'https://:80/',
    'https://@/',
    'https:e.com',
    'https:/e.com',
  ],
  ...['//e.com/', 'ftp://e.com/', 'javascript://e.com/%0aalert(1)', 'https://e.com:99999/', 'https://e com/'],
])('%s is none', (text) => {
  expect([isUrl(text), isPreviewUrl(`${text}/{token}`)]).toEqual([false, false]);
  expect(isLinkTarget(text)).toBe(false);
});

/** The parts of a URI by RFC 3986, appendix B. */
const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** Whether a text is an absolute web address, by the two standards. */
function isUrlByStandards(text: string): boolean {
  const [, , authority = ''] = parts.exec(text) ?? [];
  const isWritten = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/.test(text) && !/%(?![0-9A-Fa-f]{2})/.test(text);
  return isWritten && authority !== '' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

const piece = (...texts: readonly string[]) => fc.constantFrom(...texts);
const address = fc
  .tuple(
    piece('http', 'https', 'HTTPS', 'hTtP', 'ftp', 'javascript', 'httpss', ''),
    piece('://', '://', '://', ':///', ':/', ':', '//', ':\\\\'),
    piece('', '', 'u@', 'u:p@', '@', 'a@b@'),
    piece('e.com', 'E.COM', '[::1]', '[::1', '1.2.3.4', '1.2.3.999', '日本.jp', 'a b', '%41.com', 'x', ''),
    piece('', '', ':', ':80', ':99999', ':x'),
    fc.oneof(piece('', '/', '/x', '?q', '#f', '//', '/%zz', '/%41', '/\\x', '/[a]'), fc.webPath()),
  )
  .map((all) => all.join(''));

test('a URL is what RFC 3986 and the URL standard call one', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: address }, fc.webUrl(), fc.string()), (text) => {
      expect([text, isUrl(text)]).toEqual([text, isUrlByStandards(text)]);
      // What is a URL here can be a link, and is what browsers take it for.
      if (isUrl(text)) expect([isLinkTarget(text), new URL(text).host === '']).toEqual([true, false]);
    }),
    { numRuns: runs(20_000) },
  );
});

test('the pattern of a URL says all but what only the URL standard knows', () => {
  const { pattern = '' } = z.toJSONSchema(uri);
  fc.assert(
    fc.property(fc.oneof(address, fc.webUrl()), (text) => {
      expect([text, new RegExp(pattern, 'u').test(text) && URL.canParse(text)]).toEqual([text, isUrl(text)]);
    }),
    { numRuns: runs(20_000) },
  );
});
