import { afterEach, expect, test } from 'bun:test';
import { openTaskThread, type TaskThread } from './openTaskThread.ts';

type Task = { readonly do: 'double' | 'fail' | 'end' | 'count'; readonly text: string };

const script = new URL('./testing/textTasks.ts', import.meta.url);
let opened: TaskThread<Task, string>[] = [];

function open(idleMilliseconds?: number): TaskThread<Task, string> {
  const thread = openTaskThread<Task, string>(script, idleMilliseconds);
  opened.push(thread);
  return thread;
}

afterEach(async () => {
  await Promise.all(opened.map((thread) => thread.close()));
  opened = [];
});

test('each task gets its own result, in whatever order they are waited for', async () => {
  const thread = open();
  const texts = Array.from({ length: 50 }, (_, index) => `${index}`);
  const results = await Promise.all(texts.map((text) => thread.run({ do: 'double', text })));
  expect(results).toEqual(texts.map((text) => text + text));
});

test('a task that fails says why, and the next one is done', async () => {
  const thread = open();
  await expect(thread.run({ do: 'fail', text: 'no way' })).rejects.toThrow('no way');
  expect(await thread.run({ do: 'double', text: 'a' })).toBe('aa');
});

test('a thread that ends takes its tasks with it, and another one takes over', async () => {
  const thread = open();
  const lost = await Promise.allSettled([
    thread.run({ do: 'end', text: '' }),
    thread.run({ do: 'double', text: 'a' }),
  ]);
  expect(lost.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await thread.run({ do: 'double', text: 'b' })).toBe('bb');
});

test('a thread that nobody needs is ended, and started again', async () => {
  const thread = open(1);
  // A thread counts its own tasks: what counts anew is another one.
  expect(await thread.run({ do: 'count', text: '' })).toBe('1');
  while ((await thread.run({ do: 'count', text: '' })) !== '1') await Bun.sleep(20);
});

test('nobody waits for a thread that is closed', async () => {
  const thread = open();
  const running = thread.run({ do: 'double', text: 'a' }).catch(String);
  await thread.close();
  expect(await running).toContain('ended');
  expect(await thread.run({ do: 'double', text: 'b' })).toBe('bb');
});

test('the thread works beside this one', async () => {
  const thread = open();
  await thread.run({ do: 'count', text: '' });
  let turns = 0;
  const turn = setInterval(() => turns++, 1);
  await thread.run({ do: 'double', text: 'x'.repeat(30_000_000) });
  clearInterval(turn);
  expect(turns).toBeGreaterThan(0);
});
