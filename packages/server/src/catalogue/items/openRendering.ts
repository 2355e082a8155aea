import { openTaskThread } from '../../concurrency/openTaskThread.ts';
import type { MediaAddresses } from '../../media/deliveredMedia.ts';
import { ownFile } from '../../ownFile.ts';
import type { StoredRecord } from '../../store/Store.ts';
import { isLarge } from '../../store/StoredRecord.ts';
import type { RenderedItem } from './Item.ts';
import { renderItem } from './renderItem.ts';
import type { RenderTasks } from './renderThread.ts';

/** Renders a stored record, at once or later. */
export type Render = (record: StoredRecord) => RenderedItem | Promise<RenderedItem>;

/** Opens the rendering of records: large ones are rendered in a thread of their own, so that no reader waits for them. */
export function openRendering(addresses: MediaAddresses): {
  readonly render: Render;
  close(): Promise<void>;
} {
  const thread = openTaskThread<RenderTasks>(ownFile('renderThread.js'));
  return {
    render(record) {
      if (!isLarge(record.document.length)) return renderItem(record, addresses);
      const rendered = thread.call('render', { record, addresses }).then(received);
      // Better here and late than never.
      return rendered.catch(() => renderItem(record, addresses));
    },
    close: thread.close,
  };
}

/** Between threads a Buffer becomes a plain Uint8Array. */
function received({ bytes, text, short, ...rest }: ReturnType<RenderTasks['render']>): RenderedItem {
  return {
    ...{ ...rest, json: Buffer.from(bytes.buffer), short: short && Buffer.from(short) },
    text: text && { ...text, bytes: Buffer.from(text.bytes.buffer) },
  };
}
