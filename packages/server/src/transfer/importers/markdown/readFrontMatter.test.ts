import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { ParseError } from '../Importer.ts';
import { readDate } from './readDate.ts';
import { readFrontMatter } from './readFrontMatter.ts';

const never = (why: string) => {
  throw new Error(why);
};

const faultOf = (text: string): string => {
  try {
    readFrontMatter(text);
    return 'none';
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return `${error.line}: ${error.message}`;
  }
};

test.each([
  ['YAML', '---\ntitle: Hello\ntags: [a, b]\n---\n\nText\n', 5],
  ['YAML, ended by dots', '---\ntitle: Hello\ntags:\n  - a\n  - b\n...\n\nText\n', 7],
  ['TOML', '+++\ntitle = "Hello"\ntags = ["a", "b"]\n+++\n\nText\n', 5],
  ['YAML after empty lines', '\n \n---\ntitle: Hello\ntags: [a, b]\n---\n\nText\n', 7],
  ['JSON', '{\n  "title": "Hello",\n  "tags": ["a", "b"]\n}\n\nText\n', 4],
])('reads %s', (_, text, bodyLine) => {
  const { fields, body, bodyLine: line } = readFrontMatter(text);
  expect(fields.text('title')).toBe('Hello');
  expect(fields.value('tags')?.value).toEqual(['a', 'b']);
  expect({ body: body.trim(), line }).toEqual({ body: 'Text', line: bodyLine });
});

test.each([
  ['no front matter', 'Text'],
  ['nothing', ''],
  ['text between two rules', '---\nSome text\n---\nText'],
  ['a rule', '---\n\nText'],
  ['a rule after an empty line', '\n---\nSome text\n---\nText'],
  ['a shortcode', '{{< youtube x >}}\n'],
  ['a rule that is longer', '----\ntitle: x\n----\n'],
])('%s is all body', (_, text) => {
  expect(readFrontMatter(text)).toMatchObject({ body: text, bodyLine: 1 });
});

test('front matter may be empty, or the whole file', () => {
  expect(readFrontMatter('---\n---\nText')).toMatchObject({ body: 'Text', bodyLine: 3 });
  expect(readFrontMatter('---\ntitle: x\n---').body).toBe('');
});

test('field names are read in any spelling, also in the tables of Hugo and Zola', () => {
  const { fields } = readFrontMatter(
    '+++\nFeaturedImage = "a.png"\n[params]\nhero_image = "b.png"\n[taxonomies]\ntags = ["x"]\n+++\n',
  );
  expect(fields.text('featured_image')).toBe('a.png');
  expect(fields.text('heroImage')).toBe('b.png');
  expect(fields.value('tags')).toMatchObject({ value: ['x'], line: 6 });
});

test('text that looks like a number is kept as written', () => {
  const { fields } = readFrontMatter('---\ntitle: 1.10\nslug: 007 # agent\nyear: "1"\n---\n');
  expect([fields.text('title'), fields.text('slug'), fields.text('year')]).toEqual(['1.10', '007', '1']);
});

test.each([
  ['---\ntitle: a\nx: b: c\ny: 1\n---\n', /^3: the front matter is not valid YAML .*needs quotes$/],
  ['---\ntitle: a\ntags:\n  - a\n  - b\nname: [x\nlast: 1\n---\n', /^6: the front matter is not valid YAML/],
  ['---\ntitle: "a\n---\n', /^2: the front matter is not valid YAML/],
  ['\n\n---\ntitle: a\nx: b: c\n---\n', /^5: the front matter is not valid YAML/],
  ['\n---\ntitle: a\n\nText', /^2: .*has no end: a line --- is missing$/],
  ['+++\na = 1\nb = 2\nc = \n+++\n', /^4: the front matter is not valid TOML/],
  ['+++\na = 1\na = 2\n+++\n', /^3: the front matter is not valid TOML/],
  ['{ "a": 1, }\n', /^1: the front matter is not valid JSON/],
  ['{ "a": "x\n', /^1: .*has no end: a brace/],
  ['---\ntitle: a\n\nText', /^1: .*has no end: a line --- is missing$/],
  ['+++\ntitle = "a"\n\nText', /^1: .*has no end: a line \+\+\+ is missing$/],
  ['---\n- a\n- b\n---\n', /^2: the front matter must consist of named fields/],
  [`---\ntitle: ${'x'.repeat(300_000)}\n---\n`, /^2: the front matter is longer than/],
])('%j gives an error with its line', (text, message) => {
  expect(faultOf(text)).toMatch(message);
});

test.each(['soon', '2024-02-30', '2024-05-03 13:00 PM', '1714698000'])('%s is not a date', (written) => {
  const { fields } = readFrontMatter(`---\ntitle: a\ndate: ${written}\n---\n`);
  const told: string[] = [];
  expect(readDate(fields, ['date'], 'UTC', (why) => told.push(why))).toBe(undefined);
  expect(told).toEqual([`line 3, date: "${written}" is not a date`]);
});

test.each([
  ['2024-05-03', '2024-05-02T15:00:00Z'],
  ['2024-05-03 09:30', '2024-05-03T00:30:00Z'],
  ['2024-05-03T09:30:00+02:00', '2024-05-03T07:30:00Z'],
  ['2024-05-03 09:30:00 +0900', '2024-05-03T00:30:00Z'],
  ['2024/5/3 9:30:00', '2024-05-03T00:30:00Z'],
  ["'Jul 08 2022'", '2022-07-07T15:00:00Z'],
  ["'July 8th, 2022'", '2022-07-07T15:00:00Z'],
  ['8 July 2022', '2022-07-07T15:00:00Z'],
  ['July 8, 2022 12:05 a.m.', '2022-07-07T15:05:00Z'],
  ['2022-07-08 3:15:30 PM', '2022-07-08T06:15:30Z'],
  ['Fri Jul 08 2022 09:00:00 GMT+0100 (BST)', '2022-07-08T08:00:00Z'],
  ["'Fri, 08 Jul 2022 09:30:00 GMT'", '2022-07-08T09:30:00Z'],
])('the date %s', (written, timestamp) => {
  const { fields } = readFrontMatter(`---\ndate: ${written}\n---\n`);
  expect(readDate(fields, ['date'], 'Asia/Tokyo', never)).toBe(Date.parse(timestamp));
});

test.each([
  ['2024-05-03', '2024-05-02T15:00:00Z'],
  ['2024-05-03T09:30:00', '2024-05-03T00:30:00Z'],
  ['2024-05-03T09:30:00+02:00', '2024-05-03T07:30:00Z'],
  ['2024-05-03T09:30:00Z', '2024-05-03T09:30:00Z'],
])('the date %s of TOML', (written, timestamp) => {
  const { fields } = readFrontMatter(`+++\ndate = ${written}\n+++\n`);
  expect(readDate(fields, ['date'], 'Asia/Tokyo', never)).toBe(Date.parse(timestamp));
});

test('any text is parsed, or gives an error for one of its lines', () => {
  const piece = fc.constantFrom(
    '---',
    '+++',
    '{',
    '}',
    '"',
    ':',
    '- ',
    'a: b',
    'date: ',
    '[',
    '\n',
    '&a',
    '*a',
    '\t',
  );
  const text = fc.array(fc.oneof(piece, fc.string({ unit: 'binary' }))).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.constantFrom('', '---\n', '+++\n', '{"'), text, (start, rest) => {
      const whole = (start + rest).toWellFormed();
      try {
        expect(whole).toEndWith(readFrontMatter(whole).body);
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        expect(error.line).toBeWithin(1, whole.split('\n').length + 1);
      }
    }),
    { numRuns: runs(1000) },
  );
});
