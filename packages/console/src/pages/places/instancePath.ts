import { spacePath } from '../../api/places.ts';
import type { ItemShelf } from '../items/useItemShelf.ts';

/** The path of an instance in the write interface. */
export function instancePath(instance: ItemShelf): string {
  return `${spacePath(instance)}/${instance.kind}/instances/${encodeURIComponent(instance.instanceId)}`;
}
