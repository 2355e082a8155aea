import { expect, test } from 'bun:test';
import { readPrecondition } from './precondition.ts';

const read = (ifMatch: string) =>
  readPrecondition(new Request('http://here', { headers: { 'if-match': ifMatch } })).ifMatch;

test('If-Match is a list by RFC 9110, or a star alone', () => {
  expect(read('*')).toEqual(['*']);
  expect(read('"a"')).toEqual(['"a"']);
  expect(read(' "a" ,W/"b",, "c,d",')).toEqual(['"a"', 'W/"b"', '"c,d"']);
});

test.each(['', ',', 'a', '"a', '*, "a"', '"a", *', '**', '"a" b', 'w/"a"'])('%j is neither', (given) => {
  expect(() => read(given)).toThrow('If-Match must be an ETag in its quotes, or *');
});
