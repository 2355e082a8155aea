import type { Category, Tag } from '@newsstand/contract';
import { useQueries } from '@tanstack/react-query';
import { useNameOrder } from '../words/nameOrder.ts';
import type { Space } from './paths.ts';
import { itemQuery, useItems } from './queries.ts';

/** Categories and tags: labels for news items. */
export type LabelKind = 'category' | 'tag';

/** A category or tag to choose from. */
export type LabelOption = {
  readonly value: string;
  readonly label: string;
  readonly alias?: string | undefined;
};

/** The categories or tags that a search found. */
type Labels = {
  readonly options: readonly LabelOption[];
  /** Whether these are the results of this search, not of the previous one. */
  readonly isSettled: boolean;
};

/** The categories or tags that match a search, plus those already selected, with their names. */
export function useLabels(space: Space, kind: LabelKind, search: string, chosen: readonly string[]): Labels {
  const found = useItems({ ...space, kind }, labelSearch(search));
  const byName = useNameOrder();
  const options = (found.data?.list ?? [])
    .map(({ item }) => optionOf(item))
    .toSorted((one, other) => byName(one.label, other.label));
  const missing = chosen.filter((id) => !options.some(({ value }) => value === id));
  const lookups = useQueries({ queries: missing.map((id) => itemQuery({ ...space, kind }, id)) });
  const named = missing.map((id, at) => ({ value: id, label: lookups[at]?.data?.item.name ?? id }));
  return { options: [...options, ...named], isSettled: found.data !== undefined && !found.isPlaceholderData };
}

/** The query that finds categories or tags by name. The service accepts no longer searches. */
export function labelSearch(search: string) {
  const shortened = [...search.trim()].slice(0, 100).join('');
  return { search: shortened || undefined, size: 50, sort: 'name:asc' };
}

/** A category or tag as an option. */
export function optionOf(
  item: Pick<Category, 'categoryId' | 'name' | 'alias'> | Pick<Tag, 'tagId' | 'name' | 'alias'>,
): LabelOption {
  const { name, alias } = item;
  return { value: 'categoryId' in item ? item.categoryId : item.tagId, label: name, alias };
}

/** The shelf of the categories or tags of a space. */
export type LabelShelf = Space & { readonly kind: LabelKind };

/** A category or tag. */
export type Label = {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly updatedAt: number;
  /** Of a listed one. */
  readonly etag?: string | undefined;
};

/** The members that categories and tags share. */
export function labelOf({ item, etag }: { readonly item: Category | Tag; readonly etag?: string }): Label {
  const { name, alias = '', updatedAt } = item;
  return { id: 'categoryId' in item ? item.categoryId : item.tagId, name, alias, updatedAt, etag };
}
