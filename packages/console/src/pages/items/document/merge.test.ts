import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { merge } from './merge.ts';
import { mergeBlocks } from './mergeBlocks.ts';

const text = (...lines: readonly string[]) => ({ values: { body: { blocks: lines.map(block) } } });
const block = (line: string) => ({ type: 'paragraph', text: line });
const never = () => {
  throw new Error('nobody should be asked');
};

describe('two versions of an item', () => {
  const base = { name: 'N', tags: [{ tagId: 'a' }, { tagId: 'b' }], values: { title: 'T', seo: { x: 1 } } };

  test('keep what either side has changed, member by member and tag by tag', () => {
    const theirs = {
      ...base,
      tags: [{ tagId: 'b' }, { tagId: 'c' }],
      values: { title: 'New', seo: { x: 1, y: 2 } },
    };
    const yours = {
      ...base,
      name: 'M',
      tags: [...base.tags, { tagId: 'd' }],
      values: { title: 'T', seo: { x: 3 } },
    };
    expect(merge(base, theirs, yours, never)).toEqual({
      document: {
        name: 'M',
        tags: [{ tagId: 'b' }, { tagId: 'c' }, { tagId: 'd' }],
        values: { title: 'New', seo: { x: 3, y: 2 } },
      },
      conflicts: [],
    });
  });

  test('keep the text of one side and the byline of the other', () => {
    const body = (blocks: readonly object[], more: object) => ({ values: { body: { blocks, ...more } } });
    const old = body([block('a')], { authors: ['Ann'], excerpt: 'Old' });
    const theirs = body([block('a'), block('b')], { authors: ['Ann', 'Bo'], excerpt: 'Old' });
    const yours = body([block('c'), block('a')], { authors: ['Ann'], excerpt: 'New' });
    expect(merge(old, theirs, yours, never)).toEqual({
      document: body([block('c'), block('a'), block('b')], { authors: ['Ann', 'Bo'], excerpt: 'New' }),
      conflicts: [],
    });
  });

  test('differ where both have changed the same, and the choice is followed', () => {
    const theirs = { ...base, values: { title: 'Theirs' } };
    const yours = { ...base, values: { title: 'Yours' } };
    for (const side of ['theirs', 'yours'] as const) {
      const { document, conflicts } = merge(base, theirs, yours, (conflict) => conflict[side]);
      expect(document['values']).toEqual({ title: side === 'theirs' ? 'Theirs' : 'Yours' });
      expect(conflicts).toEqual([
        { key: 'values.title', path: 'values.title', base: 'T', theirs: 'Theirs', yours: 'Yours' },
      ]);
    }
  });

  test('have one text: blocks are merged, and only those that both have changed are asked for', () => {
    const before = text('one', 'two', 'three', 'four');
    const theirs = text('one', 'TWO', 'three', 'four', 'five');
    const yours = text('zero', 'one', 'two', 'THREE', 'four');
    expect(merge(before, theirs, yours, never).document).toEqual(
      text('zero', 'one', 'TWO', 'THREE', 'four', 'five'),
    );
    const { document, conflicts } = merge(before, theirs, text('one', '2', 'three', 'four'));
    expect(document).toEqual(text('one', '2', 'three', 'four', 'five'));
    expect(conflicts).toEqual([
      {
        ...{ key: 'values.body#0', path: 'values.body' },
        ...{ base: [block('two')], theirs: [block('TWO')], yours: [block('2')] },
      },
    ]);
  });
});

type Edit = { readonly side: 'theirs' | 'yours' | 'none'; readonly how: 'change' | 'remove' | 'insert' };
const edits = fc.array(
  fc.record({
    side: fc.constantFrom('theirs', 'yours', 'none'),
    how: fc.constantFrom('change', 'remove', 'insert'),
  }) satisfies fc.Arbitrary<Edit>,
  { maxLength: 12 },
);

/** Every second block may be edited by one side; those between them stay. */
function edited(list: readonly Edit[], sides: readonly string[]): readonly string[] {
  return list.flatMap(({ side, how }, at) => {
    const own = `edited ${at}`;
    const between = `between ${at}`;
    if (!sides.includes(side)) return [own, between];
    if (how === 'change') return [`${own} by ${side}`, between];
    return how === 'remove' ? [between] : [own, `new ${at} by ${side}`, between];
  });
}

describe('merged blocks', () => {
  test('contain every edit of either side where they do not overlap', () => {
    fc.assert(
      fc.property(edits, (list) => {
        const merged = mergeBlocks(
          edited(list, []),
          edited(list, ['theirs']),
          edited(list, ['yours']),
          never,
        );
        expect(merged).toEqual(edited(list, ['theirs', 'yours']));
      }),
    );
  });

  const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 });

  test('are those of one side if that side is chosen everywhere and the other changed nothing', () => {
    fc.assert(
      fc.property(lines, lines, (base, other) => {
        expect(mergeBlocks(base, other, base, never)).toEqual(other);
        expect(mergeBlocks(base, base, other, never)).toEqual(other);
        expect(mergeBlocks(base, other, other, never)).toEqual(other);
      }),
    );
  });

  test('lose no block that either side has added: it is there, or somebody is asked about it', () => {
    fc.assert(
      fc.property(lines, lines, lines, (base, theirs, yours) => {
        const asked: unknown[] = [];
        const merged = mergeBlocks(base, theirs, yours, (conflict) => {
          asked.push(...conflict.theirs, ...conflict.yours);
          return conflict.yours;
        });
        for (const line of [...theirs, ...yours])
          if (!base.includes(line)) expect([...merged, ...asked]).toContain(line);
      }),
    );
  });
});
