import { expect, test } from 'bun:test';
import { bothOf } from './bothOf.ts';

const both = (base: unknown, theirs: unknown, yours: unknown) =>
  bothOf({ key: 'values.title', path: 'values.title', base, theirs, yours });
const paragraph = (text: string) => [{ type: 'paragraph', text }];

test('different words of one text are woven into one', () => {
  expect(both('The lamp is here', 'The new lamp is here', 'The lamp was here')).toBe('The new lamp was here');
  expect(both('新しいランプを発売します。', '新しいランプを販売します。', '新しいカメラを発売します。')).toBe(
    '新しいカメラを販売します。',
  );
  const text = 'A <b>lamp</b> &amp; a chair';
  expect(
    both(
      paragraph(text),
      paragraph(text.replace('chair', 'table')),
      paragraph(text.replace('lamp', 'torch')),
    ),
  ).toEqual(paragraph('A <b>torch</b> &amp; a table'));
});

test('the same words, or other markup, come one after the other', () => {
  expect(both('The lamp', 'The torch', 'The candle')).toBe('The torch The candle');
  expect(both(undefined, 'One', 'Two')).toBe('One Two');
  expect(both('Lamp', '', 'Torch')).toBe('Torch');
  expect(both(paragraph('A lamp'), paragraph('A <b>lamp</b>'), paragraph('A torch'))).toEqual([
    ...paragraph('A <b>lamp</b>'),
    ...paragraph('A torch'),
  ]);
  expect(both([], paragraph('One'), paragraph('Two'))).toEqual([...paragraph('One'), ...paragraph('Two')]);
});

test('a picture or a date is one or the other', () => {
  expect(both({ mediaId: 'a' }, { mediaId: 'b' }, { mediaId: 'c' })).toBeUndefined();
  expect(both(1, 2, 3)).toBeUndefined();
});
