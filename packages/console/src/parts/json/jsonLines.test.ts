import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { countLines, type Folding, type JsonLine, jsonLines } from './jsonLines.ts';

const open: Folding = { from: Number.POSITIVE_INFINITY, toggled: new Set() };

function written({ depth, name, text, hasComma }: JsonLine): string {
  return `${'  '.repeat(depth)}${name === undefined ? '' : `${JSON.stringify(name)}: `}${text}${hasComma ? ',' : ''}`;
}

test('lines are those of JSON with an indent of two', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), (text) => {
      const value: unknown = JSON.parse(text);
      const lines = jsonLines(value, open);
      expect(lines.map(written).join('\n')).toBe(JSON.stringify(value, null, 2));
      expect(lines).toHaveLength(countLines(value));
    }),
  );
});

test('a folded value is one line, by depth or by hand', () => {
  const value = { list: [{ id: 1 }, { id: 2 }], empty: [], total: 2 };
  const shown = (folding: Folding) => jsonLines(value, folding).map((line) => written(line).trim());
  expect(shown({ from: 2, toggled: new Set() })).toEqual([
    ...['{', '"list": [', '{…},', '{…}', '],', '"empty": [],', '"total": 2', '}'],
  ]);
  expect(shown({ from: 2, toggled: new Set(['/list/1']) })).toContain('"id": 2');
  expect(shown({ from: 9, toggled: new Set(['/list']) })).toContain('"list": […],');
  expect(jsonLines(value, { from: 0, toggled: new Set() })).toMatchObject([{ part: 'folded', count: 3 }]);
});

test('a long text is cut, and remains a string', () => {
  const [line] = jsonLines('é😀'.repeat(5000), open);
  expect(line?.text.length).toBeLessThan(1100);
  expect(line?.text).toEndWith('…"');
});
