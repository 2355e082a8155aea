import type { SortItem } from '@newsstand/contract';
import type { Item } from '../items/Item.ts';

/** The value that an item is sorted by. */
export type SortValue = string | number | undefined;

const sortValues: Record<string, (item: Item) => SortValue> = {
  contentId: (item) => item.id,
  mediaId: (item) => item.id,
  categoryId: (item) => item.id,
  tagId: (item) => item.id,
  name: (item) => item.name,
  alias: (item) => item.alias,
  createdAt: (item) => item.createdAt,
  updatedAt: (item) => item.updatedAt,
  reservedAt: (item) => item.reservedAt,
  openingAt: (item) => item.openingAt,
  closingAt: (item) => item.closingAt,
  type: (item) => item.type,
  fileSize: (item) => item.fileSize,
  duration: (item) => item.duration,
};

/** The function that reads a sort field. */
export function sortValueOf(field: string): (item: Item) => SortValue {
  const value = sortValues[field];
  if (value === undefined) throw new Error(`${field} is not a sort field`);
  return value;
}

/** The comparator of a sort order: missing values come last either way, ties are broken by the ID. */
export function compareItems(sort: readonly SortItem[]): (a: Item, b: Item) => number {
  const steps = sort.map(({ field, descending }) => ({
    value: sortValueOf(field),
    sign: descending ? -1 : 1,
  }));
  return (a, b) => {
    for (const { value, sign } of steps) {
      const order = compareValues(value(a), value(b), sign);
      if (order !== 0) return order;
    }
    return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  };
}

function compareValues(a: SortValue, b: SortValue, sign: number): number {
  if (a === b) return 0;
  if (a === undefined) return 1;
  if (b === undefined) return -1;
  if (typeof a === 'string' && typeof b === 'string') return sign * compareText(a, b);
  return a < b ? -sign : sign;
}

/** Compares texts by code point; JavaScript's own `<` compares UTF-16 units, which puts 😀 before ｡. */
export function compareText(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Moves surrogates, which stand for the highest code points, above all other units. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
