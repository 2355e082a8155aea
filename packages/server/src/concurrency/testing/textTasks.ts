import { serveTasks } from '../serveTasks.ts';

/** Tasks about texts, for the tests of threads. */
let count = 0;
serveTasks((task: { readonly do: string; readonly text: string }) => {
  count += 1;
  if (task.do === 'fail') throw new Error(task.text);
  if (task.do === 'end') process.exit();
  if (task.do === 'count') return { result: String(count) };
  return { result: JSON.parse(JSON.stringify(task.text + task.text)) };
});
