import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { ByteWriter, referencedBytes } from './ByteWriter.ts';
import { ItemTable } from './ItemTable.ts';
import { renderItem } from './renderItem.ts';

const rendered = renderItem(
  { kind: 'tag', projectId: 'p', spaceId: 's', id: 't', document: '{"name":"t"}', links: [] },
  { url: 'http://media.test', key: 'k' },
);

test('every slot keeps its JSON through changes, and gaps are closed', () => {
  const change = fc.record({
    slot: fc.nat(80),
    length: fc.constantFrom(1, 50, 900, 20_000),
    isPut: fc.boolean(),
    isCompacted: fc.nat(9).map((n) => n === 0),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300, size: 'max' }), (changes) => {
      const table = new ItemTable();
      const model = new Map<number, string>();
      for (const [number, { slot, length, isPut, isCompacted }] of changes.entries()) {
        if (model.delete(slot)) table.clear(slot);
        if (isPut) {
          const text = `${number} `.padEnd(length, 'x');
          model.set(slot, text);
          const splices = { statusAt: number, mediaAt: -1, detailsAt: slot };
          const tags = Array.from({ length: number % 4 }, (_, index) => number * 10 + index);
          table.put(
            slot,
            { ...rendered, json: Buffer.from(text), splices },
            { media: number, category: -1, tags },
          );
        }
        if (isCompacted) {
          const steps = table.compact();
          for (let step = 0; step < number % 50; step++) steps.next();
        }
      }
      runAtOnce(table.compact());
      for (const [slot, text] of model) {
        expect(textOf(table, slot)).toBe(text);
        expect(table.detailsAt(slot)).toBe(slot);
        const number = table.statusAt(slot);
        expect([table.mediaOf(slot), table.categoryOf(slot)]).toEqual([number, -1]);
        expect(table.tagCount(slot)).toBe(number % 4);
        for (let index = 0; index < number % 4; index++)
          expect(table.tagOf(slot, index)).toBe(number * 10 + index);
        expect(textOf(table, slot, 1, 2)).toBe(text.slice(1, 2));
      }
      expect(textOf(table, 200)).toBe('');
    }),
    { numRuns: 60 },
  );
});

test('what is replaced again and again takes no more room', () => {
  const table = new ItemTable();
  const json = Buffer.alloc(10_000, 'x');
  const splices = { statusAt: -1, mediaAt: -1, detailsAt: -1 };
  for (let round = 0; round < 200; round++) {
    for (let slot = 0; slot < 20; slot++) {
      if (round > 0) table.clear(slot);
      table.put(slot, { ...rendered, json, splices }, { media: -1, category: -1, tags: [] });
    }
    runAtOnce(table.compact());
    expect(table.bytes).toBeLessThan(20 * json.length * 4);
  }
});

function textOf(table: ItemTable, slot: number, from?: number, to?: number): string {
  const writer = new ByteWriter();
  table.writeJson(writer, slot, from, to);
  return writer.copy().toString();
}

test('a writer puts together what it copies and what it does not', () => {
  const random = (length: number) => Buffer.from(Uint8Array.from({ length }, () => Math.random() * 256));
  const large = random(referencedBytes + 10);
  const writer = new ByteWriter();
  for (const sizes of [
    [9],
    [large.length],
    [5, large.length, 7],
    [large.length, large.length, 70_000, 3, large.length],
  ]) {
    writer.begin();
    const expected: Buffer[] = [];
    for (const size of sizes) {
      const bytes = size === large.length ? large : random(size);
      writer.slice(bytes, 0, size);
      expected.push(bytes);
    }
    const all = Buffer.concat(expected);
    expect(writer.length).toBe(all.length);
    for (const written of [Buffer.concat(writer.parts), writer.written, writer.copy()])
      expect(Buffer.compare(written, all)).toBe(0);
    const shared = writer.parts.filter(({ buffer }) => buffer === large.buffer);
    expect(shared).toHaveLength(sizes.filter((size) => size === large.length).length);
  }
});
