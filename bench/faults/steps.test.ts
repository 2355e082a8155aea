import { expect, test } from 'bun:test';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { newsRecords, usualAmounts } from '../content.ts';
import { keyOf, planStep, stepNow, takeStep } from './steps.ts';

test('repeating a step changes nothing, and the book matches the store', async () => {
  const store = await openStore('sqlite::memory:');
  await store.write(async (writer) => {
    for (const { kind: _, ...record } of newsRecords(1, { ...usualAmounts, items: 10 }, 0)) {
      await writer.putRecord({ ...keyOf(record.contentId), document: JSON.stringify(record), links: [] });
    }
  });
  const book = new Map<string, string | null>();
  for (let step = 1; step <= 60; step++) {
    const plan = planStep(step, 10, book);
    expect(await store.write((writer) => takeStep(writer, plan))).toBe(true);
    expect(await store.write((writer) => takeStep(writer, plan))).toBe(false);
    for (const [id, name] of plan.outcome) book.set(id, name);
  }
  expect(await store.read(stepNow)).toBe(60);
  expect([...book.values()].filter((name) => name === null).length).toBeGreaterThan(2);
  for (const [id, name] of book) {
    const found = await store.read((reader) => reader.find(keyOf(id)));
    expect([id, found === undefined ? null : JSON.parse(found.document).name]).toEqual([id, name]);
  }
  await store.close();
});
