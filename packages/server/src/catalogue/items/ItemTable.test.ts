import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce } from '../../concurrency/timeSlices.ts';
import { bitsOf } from '../bitset/Bitset.ts';
import { decodeText } from '../snapshot/fingerprintOf.ts';
import { saveWith } from '../testing/saveWith.ts';
import { ByteWriter, referencedBytes } from './ByteWriter.ts';
import { ItemTable } from './ItemTable.ts';
import { packTexts } from './itemColumns.ts';
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
    isPacked: fc.boolean(),
    isCompacted: fc.nat(9).map((n) => n === 0),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300, size: 'max' }), (changes) => {
      const table = new ItemTable();
      const model = new Map<number, string>();
      for (const [number, { slot, length, isPut, isPacked, isCompacted }] of changes.entries()) {
        if (model.delete(slot)) table.clear(slot);
        if (isPut) {
          const text = `${number} `.padEnd(length, 'x');
          model.set(slot, text);
          const splices = { statusAt: number, mediaAt: -1, detailsAt: slot };
          const tags = Array.from({ length: number % 4 }, (_, index) => number * 10 + index);
          const linked = { ...rendered.linked, tagIds: tags.map(String) };
          const one = { ...rendered, linked, json: Buffer.from(text), splices };
          const packed = isPacked ? packTexts(one).buffer : undefined;
          table.put(slot, { ...one, packed }, { media: number, category: -1, tags });
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
    { numRuns: runs(60) },
  );
});

const time = fc.option(fc.integer({ min: -1e12, max: 4e12 }), { nil: undefined });
const text = fc.string({
  unit: fc.constantFrom('a', ' ', 'é', '日', '😀', '"'),
  minLength: 1,
  maxLength: 30,
});
const news = fc.record({
  name: text,
  alias: fc.option(text, { nil: undefined }),
  status: fc.constantFrom('draft', 'published'),
  ...{ reservedAt: time, openingAt: time, closingAt: time, createdAt: time, updatedAt: time },
  values: fc.record({
    title: text,
    body: fc.record({ text }),
    thumbnail: fc.constant({ mediaId: 'm' }),
    isRss: fc.boolean(),
  }),
});
const media = fc.record({
  name: text,
  type: fc.constantFrom('image', 'movie'),
  fileSize: fc.option(fc.nat(), { nil: undefined }),
  duration: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined }),
});

test('an item comes back as it was, also after its bytes were moved, saved and loaded', () => {
  const scope = { projectId: 'p', spaceId: 's', links: [] };
  const addresses = { url: 'http://media.test', key: 'k' };
  fc.assert(
    fc.property(fc.array(fc.oneof(news, media), { minLength: 3, maxLength: 40 }), (documents) => {
      const table = new ItemTable();
      const all = documents.map((document, slot) => {
        const kind = 'type' in document ? 'media' : 'news';
        const record = { ...scope, kind, id: `n${slot}`, document: JSON.stringify(document) } as const;
        return renderItem(record, addresses);
      });
      const links = { media: -1, category: -1, tags: [7, 8] };
      // The slots without an item are gaps to be closed.
      const isKept = (slot: number) => slot % 3 === 0;
      for (const [slot, rendered] of all.entries()) {
        const linked = { ...rendered.linked, tagIds: ['7', '8'] };
        const one = { ...rendered, linked, json: Buffer.alloc(9000, 'x') };
        // A large one comes in one piece, and is not copied.
        table.put(slot, { ...one, packed: slot % 2 === 0 ? packTexts(one).buffer : undefined }, links);
      }
      for (const slot of all.keys()) if (!isKept(slot)) table.clear(slot);
      const check = (checked: ItemTable) => {
        for (const [slot, { item, text }] of all.entries()) {
          expect(checked.get(slot)).toEqual(isKept(slot) ? item : undefined);
          expect(checked.textOf(slot)).toBe(
            isKept(slot) && text !== undefined ? decodeText(text) : undefined,
          );
          expect(checked.hasText(slot)).toBe(isKept(slot) && text !== undefined);
          expect(checked.tagCount(slot)).toBe(isKept(slot) ? 2 : 0);
          if (isKept(slot)) expect([checked.tagOf(slot, 0), checked.tagOf(slot, 1)]).toEqual([7, 8]);
        }
      };
      check(table);
      runAtOnce(table.compact());
      check(table);
      const loaded = new ItemTable();
      const kept = Uint32Array.from(all.keys()).filter(isKept);
      runAtOnce(loaded.load(saveWith(table.save()), runAtOnce(bitsOf(kept))));
      check(loaded);
      runAtOnce(loaded.compact());
      check(loaded);
    }),
    { numRuns: runs(60) },
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
