import { expect } from 'bun:test';
import { type Bookmark, beginning, IntegrityError, type Writer } from '../../Store.ts';
import { describeOpened } from './describeOpened.ts';
import type { OpenHarness } from './OpenHarness.ts';
import { category, everything, item, plain, put } from './samples.ts';

/** All or nothing, one after another, one moment for each reader. */
export function describeTransactions(open: OpenHarness): void {
  describeOpened('a transaction', open, (test) => {
    test('that throws keeps nothing, and the next one works', async ({ store }) => {
      const failed = store.write(async (writer) => {
        await writer.putRecord(plain);
        expect(await writer.find(plain)).toEqual(plain);
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      await failed.catch(() => {});
      expect(await store.bookmark()).toEqual(beginning);
      expect((await everything(store)).spaces).toEqual([]);
      await put(store, plain);
      expect((await everything(store)).records).toEqual([plain]);
    });

    test('on trial is checked and keeps nothing', async ({ store }) => {
      const work = async (writer: Writer) => writer.putRecord(item);
      await expect(store.write(work, { dryRun: true })).rejects.toBeInstanceOf(IntegrityError);
      await store.write(async (writer) => writer.putRecord(plain), { dryRun: true });
      expect(await store.bookmark()).toEqual(beginning);
      expect((await everything(store)).records).toEqual([]);
    });

    test('calls beforeCommit after the checks and before anyone sees the changes', async ({ store }) => {
      const seen: Bookmark[] = [];
      const beforeCommit = async () => void seen.push(await store.bookmark());
      const wrong = store.write(async (writer) => writer.putRecord(item), { beforeCommit });
      await expect(wrong).rejects.toBeInstanceOf(IntegrityError);
      await store.write(async (writer) => writer.putRecord(plain), { dryRun: true, beforeCommit });
      expect(seen).toEqual([]);
      await store.write(async (writer) => writer.putRecord(plain), { beforeCommit });
      expect(seen).toEqual([beginning]);
      expect((await everything(store)).records).toEqual([plain]);
    });

    test('stores nothing if that fails', async ({ store }) => {
      const beforeCommit = () => Promise.reject(new Error('no room'));
      const failed = store.write(async (writer) => writer.putRecord(plain), { beforeCommit });
      await expect(failed).rejects.toThrow('no room');
      expect(await store.bookmark()).toEqual(beginning);
      await put(store, plain);
      expect((await everything(store)).records).toEqual([plain]);
    });

    test('runs after the one before', async ({ store }) => {
      const events: string[] = [];
      const slow = (name: string) =>
        store.write(async (writer) => {
          events.push(`${name} begins`);
          await writer.putRecord({ ...plain, id: name });
          await Bun.sleep(1);
          events.push(`${name} ends`);
        });
      await Promise.all([slow('a'), slow('b')]);
      expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    });

    test('waits for one of another process, and sees its changes', async ({ store, another }) => {
      const other = await another();
      const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const first = other.write(async (writer) => {
        begun.resolve();
        await writer.putRecord(category);
        await held.promise;
      });
      await begun.promise;
      const second = store.write(async (writer) => writer.find(category));
      await Bun.sleep(30);
      held.resolve();
      await first;
      expect(await second).toEqual(category);
    });

    test('can do nothing after its end', async ({ store }) => {
      const writer = await store.write(async (writer) => writer);
      const reader = await store.read(async (reader) => reader);
      await expect(writer.putRecord(plain)).rejects.toThrow('over');
      await expect(reader.find(plain)).rejects.toThrow('over');
      await expect(Array.fromAsync(reader.records())).rejects.toThrow('over');
      expect(await store.bookmark()).toEqual(beginning);
    });
  });
  describeOpened('a reading', open, (test) => {
    test('sees one moment, even while another process commits', async ({ store, another }) => {
      await put(store, plain);
      const other = await another();
      await store.read(async (reader) => {
        await put(other, { ...plain, document: '{"n":2}' }, category);
        expect(await reader.find(plain)).toEqual(plain);
        expect((await Array.fromAsync(reader.records())).flat()).toEqual([plain]);
        expect((await reader.bookmark()).revision).toBeLessThan((await other.bookmark()).revision);
      });
      expect(await store.bookmark()).toEqual(await other.bookmark());
      expect((await everything(store)).records).toHaveLength(2);
    });

    test('sees records of any size as they were at that moment', async ({ store, another }) => {
      const text = (sign: string) => JSON.stringify({ n: sign.repeat(2_000_000) });
      const draft = { document: text('d'), links: [], changedAt: 1, changedBy: 'ken' };
      const all = [
        plain,
        { ...plain, id: 'n2', document: text('新') },
        { ...plain, id: 'n3', next: draft },
        { ...plain, id: 'n4', document: JSON.stringify({ n: 'x'.repeat(100_000) }) },
      ];
      await put(store, ...all);
      const other = await another();
      const begin = await other.bookmark();
      const records = async () =>
        store.read(async (reader) => (await Array.fromAsync(reader.records())).flat());
      expect(await records()).toEqual(all);
      await store.read(async (reader) => {
        // Nobody has changed these, but somebody has committed.
        await put(other, category, { ...plain, document: '{"n":2}' });
        expect((await Array.fromAsync(reader.records())).flat()).toEqual(all);
        await put(other, ...all.map((record) => ({ ...record, document: text('y') })));
        expect((await Array.fromAsync(reader.records())).flat()).toEqual(all);
        expect(await reader.findAll(all)).toEqual(all);
        for (const record of all) expect(await reader.find(record)).toEqual(record);
      });
      await store.changesAfter(begin, async ({ batches }) => {
        await other.write((writer) => writer.removeRecord(all[1] ?? plain));
        const changed = (await Array.fromAsync(batches)).flat();
        const found = changed.flatMap((change) => (change.type === 'record' ? [change.record] : []));
        expect(found.slice(1)).toEqual(all.map((record) => ({ ...record, document: text('y') })));
      });
    });

    test('left early leaves the store usable', async ({ store }) => {
      await put(store, plain, { ...plain, id: 'n2' });
      const work = store.read(async (reader) => {
        for await (const _ of reader.records()) throw new Error('enough');
      });
      await expect(work).rejects.toThrow('enough');
      await put(store, category);
      expect((await everything(store)).records).toHaveLength(3);
    });

    test('runs beside others', async ({ store }) => {
      await put(store, plain);
      const inside = store.read(() => store.read((reader) => reader.find(plain)));
      expect(await inside).toEqual(plain);
    });

    test('is refused once the store is closed', async ({ another }) => {
      const other = await another();
      await other.close();
      await other.close();
      await expect(other.bookmark()).rejects.toThrow('closed');
      await expect(put(other, plain)).rejects.toThrow('closed');
    });
  });
}
