import { expect, test } from 'bun:test';
import { ungated } from './ungated.ts';

const members = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free,status:-free" -->';
const visitors = '<!--kg-gated-block:begin nonMember:true memberSegment:"" -->';
const end = '<!--kg-gated-block:end-->';

test.each([
  ['<p>For all</p>', '<p>For all</p>', 0],
  [`a${members}secret${end}b${members}secret${end}c`, 'abc', 2],
  [`a${visitors}b${end}c`, 'abc', 0],
  [`a${members}secret, and never ended`, 'a', 1],
  [`a${members}secret${visitors}b${end}c`, 'abc', 1],
  ['a<!-- kg-gated-block:begin memberSegment:"x" -->secret<!-- kg-gated-block:end -->b', 'ab', 1],
])('%s', (html, seen, count) => {
  let skipped = 0;
  expect(ungated(html, () => skipped++)).toBe(seen);
  expect(skipped).toBe(count);
});
