import type { ItemsQuery } from '../../api/queries.ts';

/** Sort orders by their names in the address. */
const labelSorts = { name: 'name:asc', updated: 'updatedAt:desc', created: 'createdAt:desc' } as const;

/** A sort order. */
type LabelSort = keyof typeof labelSorts;

/** The names of all sort orders. */
export const labelSortNames: readonly LabelSort[] = ['name', 'updated', 'created'];

/** The state of a list. All of it is in the address. */
export type LabelListState = { readonly search: string; readonly sort: LabelSort; readonly page: number };

/** The page size. */
export const labelsOnPage = 20;

const searchCharacters = 100;

/** The state in an address; invalid parts are ignored. */
export function readLabelList(params: URLSearchParams): LabelListState {
  const page = Number(params.get('page') ?? 1);
  return {
    search: [...(params.get('search') ?? '').trim()].slice(0, searchCharacters).join(''),
    sort: labelSortNames.find((name) => name === params.get('sort')) ?? 'name',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The query of an address; defaults are left out. */
export function writeLabelList({ search, sort, page }: LabelListState): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (sort !== 'name') params.set('sort', sort);
  if (page !== 1) params.set('page', `${page}`);
  return params;
}

/** The query for the service. */
export function labelQuery({ search, sort, page }: LabelListState): ItemsQuery {
  return { search: search || undefined, sort: labelSorts[sort], page, size: labelsOnPage, etags: 'true' };
}
