import type { SortItem } from '@newsstand/contract';
import type { ItemTable } from '../items/ItemTable.ts';

/** The value that an item is sorted by. */
export type SortValue = string | number | undefined;

/** Reads a sort field of the item in a slot. */
export type ReadValue = (items: ItemTable, slot: number) => SortValue;

const readId: ReadValue = (items, slot) => items.idOf(slot);

const sortValues: Record<string, ReadValue> = {
  contentId: readId,
  mediaId: readId,
  categoryId: readId,
  tagId: readId,
  name: (items, slot) => items.textIn(slot, 'name'),
  alias: (items, slot) => items.textIn(slot, 'alias'),
  publishedAt: (items, slot) => items.numberIn(slot, 'publishedAt'),
  createdAt: (items, slot) => items.numberIn(slot, 'createdAt'),
  updatedAt: (items, slot) => items.numberIn(slot, 'updatedAt'),
  reservedAt: (items, slot) => items.numberIn(slot, 'reservedAt'),
  openingAt: (items, slot) => items.numberIn(slot, 'openingAt'),
  closingAt: (items, slot) => items.closingAt(slot),
  type: (items, slot) => items.typeOf(slot),
  fileSize: (items, slot) => items.numberIn(slot, 'fileSize'),
  duration: (items, slot) => items.numberIn(slot, 'duration'),
  position: (items, slot) => items.numberIn(slot, 'position'),
};

/** The function that reads a sort field. */
export function sortValueOf(field: string): ReadValue {
  const value = sortValues[field];
  if (value === undefined) throw new Error(`${field} is not a sort field`);
  return value;
}

/** Compares slots by their items in a sort order: missing values come last either way, ties are broken by the ID. */
export function compareItems(
  items: ItemTable,
  sort: readonly SortItem[],
): (slot: number, other: number) => number {
  const steps = sort.map(({ field, descending }) => ({
    value: sortValueOf(field),
    sign: descending ? -1 : 1,
  }));
  return (slot, other) => {
    for (const { value, sign } of steps) {
      const order = compareValues(value(items, slot), value(items, other), sign);
      if (order !== 0) return order;
    }
    const [id, otherId] = [items.idOf(slot), items.idOf(other)];
    return id < otherId ? -1 : id > otherId ? 1 : 0;
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
