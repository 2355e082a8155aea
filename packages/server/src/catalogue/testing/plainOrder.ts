import type { SortItem } from '@newsstand/contract';
import type { Item } from '../items/Item.ts';
import { compareText } from '../orders/compareItems.ts';

/** Compares items as lists are sorted, in the plainest way. */
export function plainOrder(sort: readonly SortItem[]): (a: Item, b: Item) => number {
  return (a, b) => {
    for (const { field, descending } of [...sort, { field: 'contentId', descending: false }]) {
      const [left, right] = [fieldOf(a, field), fieldOf(b, field)];
      if (left === right) continue;
      if (left === undefined) return 1;
      if (right === undefined) return -1;
      const order =
        typeof left === 'string' ? compareText(left, String(right)) : Math.sign(left - Number(right));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
}

function fieldOf(item: Item, field: string): string | number | undefined {
  const values: Readonly<Record<string, unknown>> = {
    ...item,
    contentId: item.id,
    publishedAt: publishedAt(item),
  };
  const value = values[field];
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

function publishedAt({ reservedAt, openingAt, createdAt }: Item): number | undefined {
  const planned = [reservedAt, openingAt].filter((moment) => moment !== undefined);
  return planned.length === 0 ? createdAt : Math.max(...planned);
}
