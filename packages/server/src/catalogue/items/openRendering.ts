import { openTaskThread } from '../../concurrency/openTaskThread.ts';
import type { MediaAddresses } from '../../media/deliveredMedia.ts';
import { ownFile } from '../../ownFile.ts';
import type { StoredRecord } from '../../store/Store.ts';
import { isLarge } from '../../store/StoredRecord.ts';
import { wordBytes } from './ByteArena.ts';
import type { RenderedItem, VersionTimes } from './Item.ts';
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

/** More is stored in the buffer in which it came: to copy it takes more than half a millisecond per megabyte. */
const adoptedBytes = 1024 * 1024;

function received(message: ReturnType<RenderTasks['render']>): RenderedItem {
  const {
    packed: { buffer },
    lengths,
    isWide,
    ...rest
  } = message;
  let at = rest.linked.tagIds.length * wordBytes;
  const [json = Buffer.of(), , , , text, short] = lengths.map((length) => {
    at += Math.max(0, length);
    return length < 0 ? undefined : Buffer.from(buffer, at - length, length);
  });
  return {
    ...{ ...rest, json, short, text: text && { bytes: text, isWide } },
    packed: buffer.byteLength < adoptedBytes ? undefined : buffer,
  };
}

/** The versions of a record: what counts, and what will count from some time on. */
type RenderedVersions = {
  readonly current: RenderedItem;
  readonly next: RenderedItem | undefined;
};

/**
 * Renders a record with its next version: two items, one of which closes when the other opens. So whatever is done with
 * items by the clock is right for them too.
 */
export async function renderVersions(record: StoredRecord, render: Render): Promise<RenderedVersions> {
  const current = await render(record);
  if (record.next === undefined) return { current, next: undefined };
  const { next: following, ...rest } = record;
  const { alias, document, links, takesOverAt = Infinity } = following;
  const next = await render({ ...rest, alias, document, links });
  // Nobody is given an incomplete draft.
  const isFollowed = next.item.missing.length === 0;
  const version = (of: RenderedItem, isNext: boolean): VersionTimes => {
    const { liveFrom, liveUntil } = of.item;
    return { isNext, takesOverAt, isFollowed, liveFrom, liveUntil };
  };
  return {
    current: {
      ...current,
      item: { ...current.item, liveUntil: Math.min(current.item.liveUntil, takesOverAt) },
      version: version(current, false),
    },
    next: isFollowed
      ? {
          ...next,
          item: { ...next.item, liveFrom: Math.max(next.item.liveFrom, takesOverAt) },
          version: version(next, true),
        }
      : undefined,
  };
}
