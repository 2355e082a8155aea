import { serveTasks } from '../openTaskThread.ts';

let count = 0;

/** Tasks about texts, for the tests of threads. */
const textTasks = {
  double: (text: string) => text + text,
  fail: (text: string) => {
    throw new Error(text);
  },
  end: () => process.exit(),
  count: () => ++count,
  size: ({ bytes }: { readonly bytes: Uint8Array }) => ({ length: bytes.length, bytes }),
  mirror: <T>(value: T): T => value,
  rewrite: (text: string): string => JSON.stringify(JSON.parse(JSON.stringify(text))),
};

export type TextTasks = typeof textTasks;

serveTasks(textTasks);
