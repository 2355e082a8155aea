/** Renders large records beside the thread that delivers. */
import { serveTasks } from '../../concurrency/openTaskThread.ts';
import type { MediaAddresses } from '../../media/deliveredMedia.ts';
import type { StoredRecord } from '../../store/Store.ts';
import { lengthsOf, packTexts } from './itemColumns.ts';
import { renderItem } from './renderItem.ts';

const tasks = {
  render({ record, addresses }: { readonly record: StoredRecord; readonly addresses: MediaAddresses }) {
    const rendered = renderItem(record, addresses);
    const { json: _, short: __, text, ...rest } = rendered;
    // One piece, which is handed over rather than copied.
    const packed = packTexts(rendered);
    return { ...rest, packed, lengths: lengthsOf(rendered), isWide: text?.isWide === true };
  },
};

/** What the thread can be asked for. */
export type RenderTasks = typeof tasks;

serveTasks(tasks);
