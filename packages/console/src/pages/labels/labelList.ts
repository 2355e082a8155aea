import type { ItemsQuery } from '../../api/queries.ts';

/** The orders that are offered, by the name in the address. */
const labelSorts = { name: 'name:asc', updated: 'updatedAt:desc', created: 'createdAt:desc' } as const;

/** An order that is offered. */
type LabelSort = keyof typeof labelSorts;

/** The orders that are offered. */
export const labelSortNames: readonly LabelSort[] = ['name', 'updated', 'created'];

/** What a list shows. All of it is in the address. */
export type LabelListState = { readonly search: string; readonly sort: LabelSort; readonly page: number };

/** How many are on a page. */
export const labelsOnPage = 20;

const searchCharacters = 100;

/** What the address says; what it says wrongly is as if it were not there. */
export function readLabelList(params: URLSearchParams): LabelListState {
  const page = Number(params.get('page') ?? 1);
  return {
    search: [...(params.get('search') ?? '').trim()].slice(0, searchCharacters).join(''),
    sort: labelSortNames.find((name) => name === params.get('sort')) ?? 'name',
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
  };
}

/** The same for the address; what is as usual is left out. */
export function writeLabelList({ search, sort, page }: LabelListState): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  if (sort !== 'name') params.set('sort', sort);
  if (page !== 1) params.set('page', `${page}`);
  return params;
}

/** The same for the service. */
export function labelQuery({ search, sort, page }: LabelListState): ItemsQuery {
  return { search: search || undefined, sort: labelSorts[sort], page, size: labelsOnPage };
}
