import { expect, test } from 'bun:test';
import { phpValue } from './phpValue.ts';

test.each<[string, unknown]>([
  ['a:0:{}', []],
  ['a:2:{i:0;s:7:"private";i:1;i:5;}', ['private', 5]],
  ['a:1:{s:6:"hidden";b:1;}', { hidden: true }],
  ['a:2:{s:1:"a";a:1:{i:0;s:12:"会員限定";}s:1:"b";N;}', { a: ['会員限定'], b: null }],
  ['a:1:{i:0;s:7:"cut', 'a:1:{i:0;s:7:"cut'],
  ['a:1:{broken}', 'a:1:{broken}'],
  [`${'a:1:{i:0;'.repeat(30)}${'}'.repeat(30)}`, expect.anything()],
  ['plain', 'plain'],
])('%s', (text, value) => expect(phpValue(text)).toEqual(value));
