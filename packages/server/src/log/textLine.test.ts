import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { textLine } from './createLog.ts';
import { safeJson } from './jsonLine.ts';

const time = '2026-11-16T21:39:12.482Z';
const lineOf = (fields: object) => JSON.stringify({ level: 'info', time, pid: 7, ...fields });

test('a line is time, level, message, fields and process, in columns', () => {
  expect(textLine(lineOf({ port: 4000, host: '::1', msg: 'serving' }), false)).toBe(
    `${time} INFO  serving                  port=4000 host=::1 pid=7\n`,
  );
  expect(textLine(JSON.stringify({ level: 'error', time, msg: 'failed' }), false)).toBe(
    `${time} ERROR failed\n`,
  );
});

test('texts that could be taken for several fields are quoted, and other values are JSON', () => {
  const text = textLine(lineOf({ a: 'b c', d: 'e=f', g: '', h: [1, { i: null }], msg: 'm' }), false);
  expect(text).toEndWith('a="b c" d="e=f" g="" h=[1,{"i":null}] pid=7\n');
});

test('the stack of an error follows, line by line, and what else it says is a field', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here\ncaused by: Error', code: 'E1' };
  expect(textLine(lineOf({ err, msg: 'failed' }), false).split('\n')).toEqual([
    `${time} INFO  failed                   code=E1 pid=7`,
    '    Error: no',
    '        at here',
    '    caused by: Error',
    '',
  ]);
  expect(textLine(lineOf({ err: { type: 'Odd', message: 'no stack' }, msg: 'failed' }), false)).toEndWith(
    'pid=7\n    Odd: no stack\n',
  );
});

test('is coloured if it should be', () => {
  const coloured = textLine(lineOf({ port: 1, msg: 'serving' }), true);
  expect(coloured).toContain('\u001b[32mINFO \u001b[0m');
  expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(textLine(lineOf({ port: 1, msg: 'serving' }), false));
});

test('whatever a client sends, a terminal obeys none of it', () => {
  const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;
  const nasty = fc.string({
    unit: fc.oneof(
      fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }),
      fc.constantFrom('\u001b[2J', '\u009b31m', '\n', '\r', '\b', '\u202e', '\u2028', '"', '\\', '\u007f'),
    ),
  });
  fc.assert(
    fc.property(nasty, nasty, nasty, (value, name, stack) => {
      const fields = { [`_${name}`]: value, err: { type: value, message: name, stack }, msg: value };
      const text = textLine(lineOf(fields), false);
      expect(text).not.toMatch(obeyed);
      // Only a line break of the formatter itself begins a line: what follows the first is indented.
      for (const rest of text.split('\n').slice(1, -1)) expect(rest).toStartWith('    ');
      const json = safeJson(lineOf(fields));
      expect(json).not.toMatch(obeyed);
      expect(JSON.parse(json)).toEqual(JSON.parse(lineOf(fields)));
    }),
  );
});
