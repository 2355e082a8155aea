/** Processes large documents in a thread of its own. */
import { serveTasks } from '../../../concurrency/openTaskThread.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { documentTasks } from './documentTasks.ts';

/** A problem as plain data: an error loses its class on the way to another thread. */
type Refused = Pick<ApiProblem, 'code' | 'message' | 'more'>;
type Settled<Output> = { readonly output: Output } | { readonly refused: Refused };

const { read, edit, show, nextJson, json, etag, name, judge, openApi } = documentTasks;
const tasks = {
  read: settled(read),
  edit: settled(edit),
  show: settled(show),
  nextJson: settled(nextJson),
  json: settled(json),
  etag: settled(etag),
  name: settled(name),
  judge: settled(judge),
  openApi: settled(openApi),
};

/** The tasks of the thread. */
export type DocumentThread = typeof tasks;

serveTasks(tasks);

function settled<Input, Output>(work: (input: Input) => Output): (input: Input) => Settled<Output> {
  return (input) => {
    try {
      return { output: work(input) };
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      const { code, message, more } = error;
      return { refused: { code, message, more } };
    }
  };
}
