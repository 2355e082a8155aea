import { openTaskThread } from '../../../concurrency/openTaskThread.ts';
import { ownFile } from '../../../ownFile.ts';
import type { StoredRecord } from '../../../store/Store.ts';
import { isLarge } from '../../../store/StoredRecord.ts';
import { ApiProblem } from '../ApiProblem.ts';
import { documentTasks, type Edit } from './documentTasks.ts';
import type { DocumentThread } from './documentThread.ts';

type Tasks = typeof documentTasks;

/** Work on whole documents; see `documentTasks`. */
export type Documents = {
  readonly [Name in keyof Tasks]: (input: Parameters<Tasks[Name]>[0]) => Promise<ReturnType<Tasks[Name]>>;
};

/** Processes documents: large ones in a separate thread, so that no reader waits. */
export function openDocuments(): Documents {
  // It ends by itself when idle.
  const thread = openTaskThread<DocumentThread>(ownFile('documentThread.js'));
  return {
    read: async (input) =>
      isLarge(input.bytes.length) ? outputOf(await thread.call('read', input)) : documentTasks.read(input),
    edit: async (input) =>
      isLarge(sizeOf(input.old) + sizeOfEdit(input.edit))
        ? outputOf(await thread.call('edit', input))
        : documentTasks.edit(input),
    show: async (input) =>
      isLarge(sizeOf(input.record)) ? outputOf(await thread.call('show', input)) : documentTasks.show(input),
    nextJson: async (input) =>
      isLarge(sizeOf(input.next))
        ? outputOf(await thread.call('nextJson', input))
        : documentTasks.nextJson(input),
    json: async (record) =>
      isLarge(sizeOf(record)) ? outputOf(await thread.call('json', record)) : documentTasks.json(record),
    etag: async (record) =>
      isLarge(sizeOf(record)) ? outputOf(await thread.call('etag', record)) : documentTasks.etag(record),
    name: async (record) =>
      isLarge(sizeOf(record)) ? outputOf(await thread.call('name', record)) : documentTasks.name(record),
    judge: async (input) =>
      isLarge(sizeOf(input.before) + sizeOf(input.after))
        ? outputOf(await thread.call('judge', input))
        : documentTasks.judge(input),
    openApi: async (managementUrl) => outputOf(await thread.call('openApi', managementUrl)),
  };
}

function sizeOfEdit(edit: Edit): number {
  if (edit.type === 'restore') return sizeOf(edit.version);
  return 'text' in edit ? edit.text.length : 0;
}

function sizeOf(record: Pick<StoredRecord, 'document' | 'next'> | undefined): number {
  return (record?.document.length ?? 0) + (record?.next?.document.length ?? 0);
}

function outputOf<Output>(
  settled: { readonly output: Output } | { readonly refused: Pick<ApiProblem, 'code' | 'message' | 'more'> },
): Output {
  if ('output' in settled) return settled.output;
  const { code, message, more } = settled.refused;
  throw new ApiProblem(code, message, more);
}
