import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { blocksIn, bodyLines, withBlocks } from './bodyBlocks.ts';

const text = fc.string();
const known = fc.oneof(
  fc.record({ type: fc.constant('paragraph'), text }),
  fc.record({ type: fc.constant('heading'), level: fc.integer({ min: 1, max: 6 }), text }),
  fc.record(
    { type: fc.constant('image'), mediaId: fc.constant('m1'), alt: text },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('list'), items: fc.array(fc.record({ text })) }),
  fc.record({
    ...{ type: fc.constant('list'), ordered: fc.boolean() },
    items: fc.array(fc.record({ text, list: fc.record({ items: fc.array(fc.record({ text })) }) })),
  }),
);
const odd = fc.oneof(
  fc.record({ type: fc.constant('paragraph'), text, color: fc.constant('red') }),
  fc.record({ type: fc.constant('chart'), data: fc.array(fc.integer()) }),
  fc.record({ type: fc.constant('heading'), level: fc.constant(9), text }),
  fc.constant('text'),
);

describe('a body of blocks', () => {
  test('is edited as blocks, whatever they are', () => {
    const blocks = fc.array(fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: odd }));
    fc.assert(
      fc.property(blocks, (list) => {
        const found = blocksIn({ values: { body: { blocks: list } } });
        expect(JSON.stringify(found)).toBe(JSON.stringify(list));
      }),
    );
  });

  test('keeps other members of the body', () => {
    const document = { values: { title: 'x', body: { blocks: [], lead: 'y' } } };
    const written = withBlocks(document, [{ type: 'paragraph', text: 'z' }]);
    expect(written).toEqual({
      values: { title: 'x', body: { lead: 'y', blocks: [{ type: 'paragraph', text: 'z' }] } },
    });
  });

  test('may be missing; any other structure is left alone', () => {
    expect(blocksIn({ values: {} })).toEqual([]);
    expect(blocksIn({ values: { body: {} } })).toEqual([]);
    for (const body of [{ html: '<p>x' }, 'text', [], { blocks: {} }])
      expect(blocksIn({ values: { body } })).toBeUndefined();
  });

  test('can be read as lines', () => {
    const blocks = [
      { type: 'heading', level: 2, text: 'Lamps' },
      { type: 'list', items: [{ text: 'one' }, { text: 'two' }] },
    ];
    expect(bodyLines({ blocks })).toBe('# Lamps\n\none\ntwo');
    expect(bodyLines({ a: 1 })).toBe('{\n  "a": 1\n}');
  });
});
