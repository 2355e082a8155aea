/** Renders large records beside the thread that delivers. */
import { serveTasks } from '../../concurrency/openTaskThread.ts';
import type { MediaAddresses } from '../../media/deliveredMedia.ts';
import type { StoredRecord } from '../../store/Store.ts';
import { renderItem } from './renderItem.ts';

const tasks = {
  render({ record, addresses }: { readonly record: StoredRecord; readonly addresses: MediaAddresses }) {
    const { json, text, ...rest } = renderItem(record, addresses);
    // Copies that can be handed over: the bytes may lie in a buffer with others.
    return {
      ...rest,
      bytes: new Uint8Array(json),
      text: text && { ...text, bytes: new Uint8Array(text.bytes) },
    };
  },
};

/** What the thread can be asked for. */
export type RenderTasks = typeof tasks;

serveTasks(tasks);
