import type { Category, Tag } from '@newsstand/contract';
import type { SpacePlace } from '../../api/places.ts';
import type { LabelKind } from '../items/useLabels.ts';

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
