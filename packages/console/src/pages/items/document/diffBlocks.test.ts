import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type BlockChange, blockPieces, diffBlock, diffBlocks } from './diffBlocks.ts';

const paragraph = (text: string) => ({ type: 'paragraph', text });
const textOf = (block: unknown) =>
  blockPieces(block)
    .map(({ text }) => text)
    .join('');
const sideOf = (changes: readonly BlockChange[], side: 'before' | 'after') =>
  changes.flatMap((change) => {
    if (change.type === 'changed') return [change[side]];
    return change.type === (side === 'before' ? 'added' : 'removed') ? [] : [change.block];
  });

describe('the difference between two bodies', () => {
  test('pairs what is alike, wherever something came or went', () => {
    const before = [
      paragraph('The roastery opens on Sunday'),
      paragraph('Nothing else'),
      { type: 'divider' },
    ];
    const after = [
      { type: 'heading', level: 2, text: 'News' },
      paragraph('The roastery opens on Monday'),
      { type: 'divider' },
    ];
    expect(diffBlocks(before, after)).toEqual([
      { type: 'added', block: after[0] },
      { type: 'changed', before: before[0], after: after[1] },
      { type: 'removed', block: before[1] },
      { type: 'same', block: after[2] },
    ]);
  });

  test('has every block of both sides, in order', () => {
    const block = fc.oneof(
      fc.constantFrom('a b', 'a c', 'd', '').map(paragraph),
      fc.record({ type: fc.constant('image'), mediaId: fc.constantFrom('m1', 'm2') }),
      fc.record({ type: fc.constant('chart'), data: fc.integer({ max: 2 }) }),
    );
    const blocks = fc.array(block, { maxLength: 8 });
    fc.assert(
      fc.property(blocks, blocks, (before, after) => {
        const changes = diffBlocks(before, after);
        expect(JSON.stringify(sideOf(changes, 'before'))).toBe(JSON.stringify(before));
        expect(JSON.stringify(sideOf(changes, 'after'))).toBe(JSON.stringify(after));
        for (const change of changes)
          if (change.type === 'changed') expect(change.before).not.toEqual(change.after);
      }),
    );
  });

  test('of very many blocks counts them as replaced', () => {
    const many = (name: string) => Array.from({ length: 60 }, (_, at) => paragraph(`${name} the same ${at}`));
    const types = new Set(diffBlocks(many('x'), many('y')).map(({ type }) => type));
    expect(types).toEqual(new Set(['removed', 'added']));
  });
});

describe('the difference between two versions of a block', () => {
  const changedOf = (before: unknown, after: unknown) =>
    diffBlock(before, after).filter(({ type }) => type !== 'same');

  test('is in its words, and in how they look', () => {
    expect(changedOf(paragraph('A <b>new</b> lamp'), paragraph('A new lamp'))).toEqual([
      { type: 'removed', text: 'new', format: 'bold' },
      { type: 'added', text: 'new' },
    ]);
    expect(changedOf(paragraph('See <a href="/a">us</a>'), paragraph('See <a href="/b">us</a>'))).toEqual([
      { type: 'removed', text: 'us', format: 'link /a' },
      { type: 'added', text: 'us', format: 'link /b' },
    ]);
  });

  test('is in how it is set', () => {
    const heading = { type: 'heading', level: 2, text: 'News' };
    const text = changedOf(heading, { ...heading, level: 3 }).map(({ type, text }) => `${type} ${text}`);
    expect(text).toEqual(['removed 2', 'added 3']);
  });

  test('is never hidden: what has no place in the text is shown as JSON', () => {
    const image = { type: 'image', mediaId: 'm1', width: 10 };
    expect(changedOf(image, { ...image, width: 20 })).not.toEqual([]);
    expect(changedOf({ type: 'chart', a: 1 }, { type: 'chart', a: 2 })).not.toEqual([]);
    // Another picture is shown as a picture.
    expect(changedOf(image, { ...image, mediaId: 'm2' })).toEqual([]);
  });
});

test('a block is read as lines', () => {
  const items = [{ text: 'one', list: { items: [{ text: 'below' }] } }, { text: 'two &amp; more' }];
  expect(textOf({ type: 'list', ordered: true, items })).toBe('1. one\n    • below\n2. two & more');
  expect(textOf({ type: 'table', rows: [['a', 'b'], ['c']], caption: 'Doses' })).toBe('a │ b\nc\nDoses');
  expect(textOf({ type: 'quote', text: 'Yes<br>no', cite: 'Ken' })).toBe('Yes\nno\n— Ken');
  expect(textOf({ type: 'image', alt: 'A lamp', caption: 'At <i>night</i>', link: '/x' })).toBe(
    '[A lamp]\nAt night\n→ /x',
  );
  expect(textOf({ type: 'callout', tone: 'tip', text: 'Stir' })).toBe('Stir');
  expect(
    textOf({ type: 'related', items: [{ app: 'news', instanceId: 'n', contentId: 'c', title: 'T' }] }),
  ).toBe('• T (news/n/c)');
  expect(textOf({ type: 'footnotes', notes: [{ id: 'x', text: 'Note' }] })).toBe('1. Note');
});
