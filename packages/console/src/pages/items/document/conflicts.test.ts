import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isSameJson } from '../../../parts/json/json.ts';
import { conflictsOf, resolve, type Side } from './conflicts.ts';
import { type Document, differences, readAt, writeAt } from './Document.ts';

const base: Document = {
  name: 'Hello',
  status: 'draft',
  values: { title: 'Hello', body: { blocks: [] }, thumbnail: { mediaId: 'm1' } },
  updatedAt: 1,
};

describe('differences', () => {
  test('are found member by member, also within values', () => {
    const after = writeAt(writeAt(base, 'values.title', 'Hi'), 'alias', 'hi');
    expect(differences(base, { ...after, updatedAt: 2 })).toEqual([
      { path: 'values.title', before: 'Hello', after: 'Hi' },
      { path: 'alias', before: undefined, after: 'hi' },
    ]);
    expect(differences(base, base)).toEqual([]);
  });
});

describe('two editors', () => {
  test('who change different members both get their changes', () => {
    const theirs = writeAt(base, 'values.title', 'Theirs');
    const yours = writeAt(base, 'status', 'published');
    const conflicts = conflictsOf(base, theirs, yours);
    expect(conflicts.map(({ path, isContested, suggested }) => [path, isContested, suggested])).toEqual([
      ['values.title', false, 'theirs'],
      ['status', false, 'yours'],
    ]);
    const merged = resolve(theirs, conflicts, {});
    expect(readAt(merged, 'values.title')).toBe('Theirs');
    expect(readAt(merged, 'status')).toBe('published');
  });

  test('who change the same member are asked, and nothing is decided silently', () => {
    const conflicts = conflictsOf(
      base,
      writeAt(base, 'values.title', 'Theirs'),
      writeAt(base, 'values.title', 'Yours'),
    );
    expect(conflicts).toEqual([
      {
        path: 'values.title',
        ...{ base: 'Hello', theirs: 'Theirs', yours: 'Yours' },
        ...{ isContested: true, suggested: 'yours' },
      },
    ]);
  });

  const paths = ['name', 'alias', 'values.title', 'values.body', 'values.sponsors', 'category'] as const;
  const change = fc.tuple(fc.constantFrom(...paths), fc.constantFrom(undefined, 'a', 'b', [], { x: 1 }));
  const changed = fc
    .array(change, { maxLength: 5 })
    .map((changes) => changes.reduce((each, [path, value]) => writeAt(each, path, value), base));

  test('get each member from one of the two, as they chose, and never a third value', () => {
    const choices = fc.dictionary(fc.constantFrom(...paths), fc.constantFrom<Side>('theirs', 'yours'));
    fc.assert(
      fc.property(changed, changed, choices, (theirs, yours, chosen) => {
        const conflicts = conflictsOf(base, theirs, yours);
        const merged = resolve(theirs, conflicts, chosen);
        for (const path of paths) {
          const conflict = conflicts.find((each) => each.path === path);
          const side = conflict && (chosen[path] ?? conflict.suggested);
          const expected = readAt(side === 'yours' ? yours : theirs, path);
          expect([path, isSameJson(readAt(merged, path), expected)]).toEqual([path, true]);
        }
      }),
    );
  });

  test('who take everything from one side get that side', () => {
    fc.assert(
      fc.property(changed, changed, (theirs, yours) => {
        const conflicts = conflictsOf(base, theirs, yours);
        const all = (side: Side) => Object.fromEntries(conflicts.map(({ path }) => [path, side]));
        expect(differences(resolve(theirs, conflicts, all('theirs')), theirs)).toEqual([]);
        expect(differences(resolve(theirs, conflicts, all('yours')), yours)).toEqual([]);
      }),
    );
  });
});
