import { IntSet } from '../bitset/IntSet.ts';
import type { Item } from '../items/Item.ts';

/** Which items of a shelf a request is about; all parts must hold. */
export type Filter = {
  readonly ids?: readonly string[] | undefined;
  /** An item must have at least one facet of each group. */
  readonly facets?: readonly (readonly string[])[];
  /** Only these slots, which the caller has just found. */
  readonly slots?: IntSet | undefined;
  /** Search terms, normalised. */
  readonly terms?: readonly string[] | undefined;
};

/** The facet of items that are chosen for feeds. */
export const rssFacet = 'rss';

export function categoryFacet(categoryId: string): string {
  return `category ${categoryId}`;
}

export function tagFacet(tagId: string): string {
  return `tag ${tagId}`;
}

/** What an item can be filtered by, besides its ID and its text. */
export function facetsOf({ categoryId, tagIds, isRss }: Item): readonly string[] {
  const facets = tagIds.map(tagFacet);
  if (categoryId !== undefined) facets.push(categoryFacet(categoryId));
  if (isRss) facets.push(rssFacet);
  return facets;
}

/** Which slots have which facets. */
export class FacetIndex {
  readonly #slots = new Map<string, IntSet>();

  add(item: Item, slot: number): void {
    for (const facet of facetsOf(item)) {
      const slots = this.#slots.get(facet);
      if (slots === undefined) this.#slots.set(facet, new IntSet(slot));
      else slots.add(slot);
    }
  }

  delete(item: Item, slot: number): void {
    for (const facet of facetsOf(item)) {
      const slots = this.#slots.get(facet);
      slots?.delete(slot);
      if (slots?.count === 0) this.#slots.delete(facet);
    }
  }

  slotsOf(facet: string): IntSet {
    return this.#slots.get(facet) ?? new IntSet();
  }
}
