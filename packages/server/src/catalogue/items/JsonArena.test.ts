import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { ByteWriter, JsonArena, referencedBytes } from './JsonArena.ts';
import { renderItem } from './renderItem.ts';

const { item } = renderItem(
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
      const arena = new JsonArena();
      const model = new Map<number, string>();
      for (const [number, { slot, length, isPut, isCompacted }] of changes.entries()) {
        if (model.delete(slot)) arena.drop(slot);
        if (isPut) {
          const text = `${number} `.padEnd(length, 'x');
          model.set(slot, text);
          const splices = { statusAt: number, mediaAt: -1, detailsAt: slot };
          const tags = Array.from({ length: number % 4 }, (_, index) => number * 10 + index);
          arena.put(slot, { item, json: Buffer.from(text), splices }, { media: number, category: -1, tags });
        }
        if (isCompacted) {
          const steps = arena.compact();
          for (let step = 0; step < number % 50; step++) steps.next();
        }
      }
      runAtOnce(arena.compact());
      for (const [slot, text] of model) {
        expect(textOf(arena, slot)).toBe(text);
        expect(arena.detailsAt(slot)).toBe(slot);
        const number = arena.statusAt(slot);
        expect([arena.mediaOf(slot), arena.categoryOf(slot)]).toEqual([number, -1]);
        expect(arena.tagCount(slot)).toBe(number % 4);
        for (let index = 0; index < number % 4; index++)
          expect(arena.tagOf(slot, index)).toBe(number * 10 + index);
        expect(textOf(arena, slot, 1, 2)).toBe(text.slice(1, 2));
      }
      expect(textOf(arena, 200)).toBe('');
    }),
    { numRuns: 60 },
  );
});

test('what is replaced again and again takes no more room', () => {
  const arena = new JsonArena();
  const json = Buffer.alloc(10_000, 'x');
  const splices = { statusAt: -1, mediaAt: -1, detailsAt: -1 };
  for (let round = 0; round < 200; round++) {
    for (let slot = 0; slot < 20; slot++) {
      if (round > 0) arena.drop(slot);
      arena.put(slot, { item, json, splices }, { media: -1, category: -1, tags: [] });
    }
    runAtOnce(arena.compact());
    expect(arena.bytes).toBeLessThan(20 * json.length * 4);
  }
});

function textOf(arena: JsonArena, slot: number, from?: number, to?: number): string {
  const writer = new ByteWriter();
  arena.writeTo(writer, slot, from, to);
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
