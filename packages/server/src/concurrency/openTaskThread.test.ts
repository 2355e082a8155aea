import { afterEach, expect, test } from 'bun:test';
import { until } from '../../../../tests/testing/until.ts';
import { openTaskThread, type TaskThread } from './openTaskThread.ts';
import type { TextTasks } from './testing/textTasks.ts';

const script = new URL('./testing/textTasks.ts', import.meta.url);
let opened: TaskThread<TextTasks>[] = [];

function open(idleMilliseconds?: number): TaskThread<TextTasks> {
  const thread = openTaskThread<TextTasks>(script, idleMilliseconds);
  opened.push(thread);
  return thread;
}

afterEach(async () => {
  await Promise.all(opened.map((thread) => thread.close()));
  opened = [];
});

test('each call gets its own output', async () => {
  const thread = open();
  const texts = Array.from({ length: 50 }, (_, index) => `${index}`);
  const outputs = await Promise.all(texts.map((text) => thread.call('double', text)));
  expect(outputs).toEqual(texts.map((text) => text + text));
});

test('a call that fails says why, and the next one is done', async () => {
  const thread = open();
  await expect(thread.call('fail', 'no way')).rejects.toThrow('no way');
  expect(await thread.call('double', 'a')).toBe('aa');
});

test('a thread that ends takes its calls with it, and another one takes over', async () => {
  const thread = open();
  const lost = await Promise.allSettled([thread.call('end', undefined), thread.call('double', 'a')]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await thread.call('double', 'b')).toBe('bb');
});

test('an idle thread is ended, and restarted on demand', async () => {
  const thread = open(1);
  // It counts its own calls: what counts anew is another one.
  expect(await thread.call('count', undefined)).toBe(1);
  await until('another thread', async () => (await thread.call('count', undefined)) === 1);
});

test('closing a thread rejects pending calls', async () => {
  const thread = open();
  const running = thread.call('double', 'a').catch(String);
  await thread.close();
  expect(await running).toContain('ended');
  expect(await thread.call('double', 'b')).toBe('bb');
});

test('byte arrays are transferred, those that share a buffer are copied', async () => {
  const thread = open();
  const own = new Uint8Array([1, 2, 3]);
  expect(await thread.call('size', { bytes: own })).toEqual({ length: 3, bytes: new Uint8Array([1, 2, 3]) });
  expect(own).toHaveLength(0);
  const part = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  expect(await thread.call('size', { bytes: part })).toMatchObject({ length: 2 });
  expect(part).toHaveLength(2);
});

test('long texts arrive where they were, wherever that is', async () => {
  const thread = open();
  const [long, other] = ['日本'.repeat(100_000), 'x'.repeat(100_000)];
  const values = [
    long,
    { a: long, b: { 'c/"d': other, e: [long, 1], f: undefined }, g: long },
    { path: long, text: 'short' },
    { output: other, bytes: new Uint8Array([1, 2]) },
  ];
  const copies = await Promise.all(values.map((value) => thread.call('mirror', structuredClone(value))));
  expect(copies).toEqual(values);
  expect(Object.keys(Object(copies[1]))).toEqual(['a', 'b', 'g']);
});

test('the thread works beside this one', async () => {
  const thread = open();
  await thread.call('count', undefined);
  let turns = 0;
  const turn = setInterval(() => turns++, 1);
  await thread.call('rewrite', '"'.repeat(30_000_000));
  clearInterval(turn);
  expect(turns).toBeGreaterThan(0);
});
