import type { RenderedItem } from '../items/Item.ts';
import { renderItem } from '../items/renderItem.ts';

const tag = renderItem(
  { kind: 'tag', projectId: 'p', spaceId: 's', id: 't', document: '{"name":"t"}', links: [] },
  { url: 'http://media.test', key: 'k' },
);

/** An item that is live from one time until another. */
export function liveBetween(liveFrom: number, liveUntil: number): RenderedItem {
  return { ...tag, item: { ...tag.item, liveFrom, liveUntil } };
}
