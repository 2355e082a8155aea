import { expect, test } from 'bun:test';
import { readingMinutes, summaryOf } from './summaryOf.ts';

const paragraph = (text: string) => ({ type: 'paragraph', text });

test('is the running text of the blocks', () => {
  const blocks = [
    { type: 'heading', level: 2, text: 'Not this' },
    { type: 'image', url: 'https://example.com/a.jpg', caption: 'Nor this' },
    paragraph('A <b>lamp</b><sup data-note="a"></sup> &amp; the&nbsp;sun.'),
    { type: 'code', text: 'nor(this)' },
    { type: 'list', items: [{ text: 'Nor this' }, { text: 'nor', list: { items: [{ text: 'this' }] } }] },
    { type: 'html', html: '<p>One</p><ul><li>not<ol><li>this</li></ol>nor</li></ul><p>two</p>' },
    { type: 'html', html: '</ul>three<TABLE><caption>nor<tr><td>this</TABLE><h3>nor</h3><p>four' },
    { type: 'table', rows: [['Nor'], ['this']], caption: 'Nor this' },
    { type: 'callout', tone: 'tip', text: 'Nor this' },
    { type: 'embed', url: 'https://youtu.be/dQw4w9WgXcQ', caption: 'Nor this' },
    { type: 'footnotes', notes: [{ id: 'a', text: 'Nor this' }] },
    { type: 'divider' },
  ];
  expect(summaryOf({ blocks })).toBe('A lamp & the sun. One two three four');
});

test('Japanese paragraphs follow each other without a space', () => {
  const blocks = ['数量限定です。', 'お届けは', 'December', 'から。'].map(paragraph);
  expect(summaryOf({ blocks })).toBe('数量限定です。お届けは December から。');
});

test('finds text in other shapes', () => {
  expect(summaryOf({ text: 'plain' })).toBe('plain');
  expect(summaryOf({ nodeType: 'document', content: [{ nodeType: 'text', value: 'rich' }] })).toBe('rich');
  expect(summaryOf({ color: 'red' })).toBe('');
  expect(summaryOf(undefined)).toBe('');
});

test('ends after a word, or anywhere in scripts without spaces; never within a character', () => {
  expect(summaryOf({ text: 'one two three four' }, 12)).toBe('one two…');
  expect(summaryOf({ text: '新商品のお知らせです' }, 6)).toBe('新商品のお…');
  expect(summaryOf({ text: '🎈🎈🎈🎈' }, 3)).toBe('🎈🎈…');
  expect(summaryOf({ text: 'exactly' }, 7)).toBe('exactly');
});

test('looks at the beginning only', () => {
  const started = `<p>Morning</p>${'<i>'.repeat(3_000_000)}`;
  expect(
    summaryOf({ blocks: Array.from({ length: 20 }, () => ({ type: 'html', html: started })) }, 60),
  ).toStartWith('Morning Morning');
});

test('is not slow on what is long', () => {
  for (const text of ['<'.repeat(1_000_000), '&'.repeat(1_000_000), ' '.repeat(1_000_000)])
    expect(summaryOf({ blocks: [paragraph(text)] }).length).toBeLessThan(161);
});

test('the time to read is counted by words, or by characters where words have no spaces', () => {
  expect(readingMinutes({ blocks: [paragraph('word '.repeat(460))] })).toBe(2);
  expect(readingMinutes({ blocks: [paragraph('<b>雲</b>の珈琲。'.repeat(300))] })).toBe(3);
  const mixed = {
    type: 'list',
    items: [{ text: '豆'.repeat(500), list: { items: [{ text: 'bean '.repeat(230) }] } }],
  };
  expect(readingMinutes({ blocks: [mixed] })).toBe(2);
  for (const body of [undefined, {}, { blocks: [] }, { text: 'short' }]) expect(readingMinutes(body)).toBe(1);
});
