import type { ItemState } from '@newsstand/contract/manage';
import { states } from '@newsstand/contract/manage/plain';
import type { ItemsQuery } from '../../../api/queries.ts';

/** The orders that are offered, by the name in the address. */
export const sorts = {
  updated: 'updatedAt:desc',
  created: 'createdAt:desc',
  name: 'name:asc',
  opening: 'openingAt:desc',
  closing: 'closingAt:desc',
} as const;

/** An order that is offered. */
type SortName = keyof typeof sorts;

/** How many are shown at once; all of them by several questions. */
export const sizes = ['20', '50', '99', 'all'] as const;

/** How many are shown at once. */
type Size = (typeof sizes)[number];

/** What a list shows. All of it is in the address, so that it can be reloaded, shared and gone back to. */
export type ListState = {
  readonly search: string;
  readonly state: ItemState | undefined;
  readonly category: string | undefined;
  readonly tags: readonly string[];
  readonly sort: SortName;
  readonly page: number;
  readonly size: Size;
};

const searchCharacters = 100;

/** What the address says; what it says wrongly is as if it were not there. */
export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get('page') ?? 1);
  return {
    search: [...(params.get('search') ?? '').trim()].slice(0, searchCharacters).join(''),
    state: states.find((state) => state === params.get('state')),
    category: params.get('category') || undefined,
    tags: (params.get('tags') ?? '').split(',').filter((tag) => tag !== ''),
    sort: sortNames.find((name) => name === params.get('sort')) ?? 'updated',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    size: sizes.find((size) => size === params.get('size')) ?? '20',
  };
}

/** The orders that are offered. */
export const sortNames: readonly SortName[] = ['updated', 'created', 'name', 'opening', 'closing'];

/** The same for the address; what is as usual is left out. */
export function writeListState(list: ListState): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | undefined, usual = '') => {
    if (value !== undefined && value !== usual) params.set(name, value);
  };
  set('search', list.search);
  set('state', list.state);
  set('category', list.category);
  set('tags', list.tags.join(','));
  set('sort', list.sort, 'updated');
  set('page', `${list.page}`, '1');
  set('size', list.size, '20');
  return params;
}

/** The same for the service, without the page. */
export function questionOf({ search, state, category, tags, sort }: ListState): ItemsQuery {
  return {
    search: search || undefined,
    state,
    category,
    tags: tags.join(',') || undefined,
    sort: sorts[sort],
  };
}
