import type { ItemState } from '@newsstand/contract/manage';
import { states } from '@newsstand/contract/manage/plain';
import type { ItemsQuery } from '../../../api/queries.ts';

/** Sort orders by their names in the address. */
export const sorts = {
  updated: 'updatedAt:desc',
  published: 'publishedAt:desc',
  created: 'createdAt:desc',
  name: 'name:asc',
  opening: 'openingAt:desc',
  closing: 'closingAt:desc',
} as const;

/** A sort order. */
type SortName = keyof typeof sorts;

/** Page sizes; `all` takes several requests. */
export const sizes = ['20', '50', '99', 'all'] as const;

/** A page size. */
type Size = (typeof sizes)[number];

/** The state of a list. All of it is in the address, so that it can be reloaded, shared and returned to. */
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

/** The state in an address; invalid parts are ignored. */
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

/** The names of all sort orders. */
export const sortNames: readonly SortName[] = [
  'updated',
  'published',
  'created',
  'name',
  'opening',
  'closing',
];

/** The query of an address; defaults are left out. */
export function writeListState(list: ListState): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | undefined, defaultValue = '') => {
    if (value !== undefined && value !== defaultValue) params.set(name, value);
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

/** The query for the service, without the page. */
export function toItemsQuery({ search, state, category, tags, sort }: ListState): ItemsQuery {
  return {
    search: search || undefined,
    state,
    category,
    tags: tags.join(',') || undefined,
    sort: sorts[sort],
  };
}
