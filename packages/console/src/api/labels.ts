import type { Category, Tag } from '@newsstand/contract';
import { useQueries } from '@tanstack/react-query';
import type { SpacePlace } from './places.ts';
import { itemQuery, useItems } from './queries.ts';

/** Categories and tags: things with a name that news are put under. */
export type LabelKind = 'category' | 'tag';

/** A category or tag to choose. */
export type LabelOption = { readonly value: string; readonly label: string };

/** Categories or tags that were found. */
type Labels = {
  readonly options: readonly LabelOption[];
  /** Whether they are the answer to this search, and not to the one before. */
  readonly isSettled: boolean;
};

/** Categories or tags that fit a search, and those that are chosen already, with their names. */
export function useLabels(
  space: SpacePlace,
  kind: LabelKind,
  search: string,
  chosen: readonly string[],
): Labels {
  const found = useItems(
    { ...space, kind },
    { search: search.trim() || undefined, size: 50, sort: 'name:asc' },
  );
  const options = (found.data?.list ?? []).map(({ item }) => optionOf(item));
  const missing = chosen.filter((id) => !options.some(({ value }) => value === id));
  const looked = useQueries({ queries: missing.map((id) => itemQuery({ ...space, kind }, id)) });
  const named = missing.map((id, at) => ({ value: id, label: looked[at]?.data?.item.name ?? id }));
  return { options: [...options, ...named], isSettled: found.data !== undefined && !found.isPlaceholderData };
}

function optionOf(item: Category | Tag): LabelOption {
  return { value: 'categoryId' in item ? item.categoryId : item.tagId, label: item.name };
}

/** Where the categories or tags of a space are. */
export type LabelShelf = SpacePlace & { readonly kind: LabelKind };

/** A category or tag. */
export type Label = {
  readonly id: string;
  readonly name: string;
  readonly alias: string;
  readonly updatedAt: number;
};

/** What a category and a tag have in common. */
export function labelOf(item: Category | Tag): Label {
  const { name, alias = '', updatedAt } = item;
  return { id: 'categoryId' in item ? item.categoryId : item.tagId, name, alias, updatedAt };
}
