import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Item } from './Item.ts';
import { renderItem } from './renderItem.ts';
import { ShelfTexts } from './ShelfTexts.ts';
import { textMatches } from './search/textMatches.ts';

function itemWith(title: string): Item {
  const values = { title, body: {}, thumbnail: { mediaId: 'm' } };
  const document = JSON.stringify({ name: 'x', status: 'published', values, createdAt: 1, updatedAt: 1 });
  const key = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id: 'n' } as const;
  return renderItem({ ...key, document, links: [] }, { url: '', key: '' }).item;
}

/** Long enough to be indexed in several steps, each ends with another word. */
const longTexts = ['apple東', 'berry', '東京'].map((last) =>
  itemWith(`${'lorem 日本 '.repeat(6000)}${last}`),
);
const shortTexts = ['apple東 pie', 'berry 東', 'lorem'].map(itemWith);
// Of `apple東` no gram tells all, so the index looks at texts, and keeps what it has found.
const terms = ['apple', 'lorem', 'apple東', '京', '本 berry'].map((query) => query.split(' '));

type Action = { readonly do: 'put' | 'takeOff' | 'step' | 'find'; readonly number: number };

test('a long text is found at every moment, however much of it is indexed', () => {
  const actions = fc.array(
    fc.record({
      do: fc.constantFrom<Action['do']>('put', 'takeOff', 'step', 'step', 'step', 'find', 'find'),
      number: fc.nat(100),
    }),
    { minLength: 20, maxLength: 60, size: 'max' },
  );
  fc.assert(
    fc.property(actions, (all) => {
      const items: (Item | undefined)[] = [];
      const texts = new ShelfTexts(items);
      const free: number[] = [];
      const put = (item: Item | undefined) => {
        const slot = free.pop() ?? items.length;
        items[slot] = item;
        if (item !== undefined) texts.put(item, slot);
      };
      const takeOff = (slot: number) => {
        const item = items[slot];
        if (item === undefined) return;
        items[slot] = undefined;
        if (texts.takeOff(item, slot)) free.push(slot);
      };
      const step = () => {
        let isFirst = true;
        const isTimeUp = () => {
          const isOver = !isFirst;
          isFirst = false;
          return isOver;
        };
        texts.tidy(isTimeUp, (slot) => free.push(slot));
      };
      const find = (wanted: readonly string[]) => {
        // Those that have left the shelf have no place in any order: whether they are found makes no difference.
        const found = new Set([...texts.find(wanted)].filter((slot) => items[slot] !== undefined));
        const right = items.flatMap((item, slot) => (textMatches(item?.text ?? '', wanted) ? slot : []));
        expect([...found].sort((a, b) => a - b)).toEqual(right);
      };
      for (const { do: what, number } of all) {
        if (what === 'put') put([...longTexts, ...shortTexts][number % 6]);
        else if (what === 'takeOff') takeOff(number % Math.max(1, items.length));
        else if (what === 'step') step();
        else find(terms[number % terms.length] ?? []);
      }
      for (const wanted of terms) find(wanted);
      while (
        !texts.tidy(
          () => false,
          (slot) => free.push(slot),
        )
      );
      for (const wanted of terms) find(wanted);
    }),
    { numRuns: 80 },
  );
});
