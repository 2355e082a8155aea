import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { ByteSink } from './ByteSink.ts';
import { renderItem } from './renderItem.ts';
import { SlotJson } from './SlotJson.ts';

const { item } = renderItem(
  { kind: 'tag', projectId: 'p', spaceId: 's', id: 't', document: '{"name":"t"}', links: [] },
  { url: 'http://media.test', key: 'k' },
);

test('every slot keeps its JSON through changes, and gaps are closed', () => {
  const change = fc.record({
    slot: fc.nat(80),
    length: fc.constantFrom(1, 50, 900, 20_000),
    isPut: fc.boolean(),
    isTidied: fc.nat(9).map((n) => n === 0),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300, size: 'max' }), (changes) => {
      const stored = new SlotJson();
      const model = new Map<number, string>();
      for (const [number, { slot, length, isPut, isTidied }] of changes.entries()) {
        if (model.delete(slot)) stored.drop(slot);
        if (isPut) {
          const text = `${number} `.padEnd(length, 'x');
          model.set(slot, text);
          const splices = { statusAt: number, mediaAt: -1, detailsAt: slot };
          const tags = Array.from({ length: number % 4 }, (_, index) => number * 10 + index);
          stored.put(slot, { item, json: Buffer.from(text), splices }, { media: number, category: -1, tags });
        }
        if (isTidied) while (!stored.tidy(() => number % 2 === 0)) if (number % 2 === 0) break;
      }
      while (!stored.tidy(() => false));
      for (const [slot, text] of model) {
        expect(textOf(stored, slot)).toBe(text);
        expect(stored.detailsAt(slot)).toBe(slot);
        const number = stored.statusAt(slot);
        expect([stored.mediaOf(slot), stored.categoryOf(slot)]).toEqual([number, -1]);
        expect(stored.tagCount(slot)).toBe(number % 4);
        for (let index = 0; index < number % 4; index++)
          expect(stored.tagOf(slot, index)).toBe(number * 10 + index);
        expect(textOf(stored, slot, 1, 2)).toBe(text.slice(1, 2));
      }
      expect(textOf(stored, 200)).toBe('');
    }),
    { numRuns: 60 },
  );
});

test('what is replaced again and again takes no more room', () => {
  const stored = new SlotJson();
  const json = Buffer.alloc(10_000, 'x');
  const splices = { statusAt: -1, mediaAt: -1, detailsAt: -1 };
  for (let round = 0; round < 200; round++) {
    for (let slot = 0; slot < 20; slot++) {
      if (round > 0) stored.drop(slot);
      stored.put(slot, { item, json, splices }, { media: -1, category: -1, tags: [] });
    }
    while (!stored.tidy(() => false));
    expect(stored.bytes).toBeLessThan(20 * json.length * 4);
  }
});

function textOf(stored: SlotJson, slot: number, from?: number, to?: number): string {
  const sink = new ByteSink();
  sink.begin();
  stored.writeTo(sink, slot, from, to);
  return sink.view().toString();
}
