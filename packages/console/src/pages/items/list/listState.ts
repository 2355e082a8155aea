import type { ItemState } from '@newsstand/contract/manage';
import { states } from '@newsstand/contract/manage/plain';
import type { ItemsQuery } from '../../../api/queries.ts';
import { addDays, fromWallClock } from '../../../time/wallClock.ts';

/** Sort orders by their names in the address. */
export const sorts = {
  updated: 'updatedAt:desc',
  published: 'publishedAt:desc',
  created: 'createdAt:desc',
  name: 'name:asc',
  opening: 'openingAt:desc',
  closing: 'closingAt:desc',
  position: 'position:asc',
} as const;

/** A sort order. */
export type SortName = keyof typeof sorts;

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
  /** Whether the order is the other way round. */
  readonly isReversed: boolean;
  readonly changedBy: string | undefined;
  /** The date that the range is about. */
  readonly dates: DateField;
  /** Calendar days such as `2027-05-03`; both are part of the range. */
  readonly from: string | undefined;
  readonly until: string | undefined;
  readonly page: number;
  readonly size: Size;
};

/** Members to change, or how they follow from the state at that time. */
export type ListChange = Partial<ListState> | ((before: ListState) => Partial<ListState>);

const searchCharacters = 100;

/** The dates that a list can be filtered by, in the words of the service. */
export const dateFields = ['updatedAt', 'publishedAt', 'createdAt', 'openingAt', 'closingAt'] as const;
/** One of these dates. */
export type DateField = (typeof dateFields)[number];

function dayIn(text: string | null): string | undefined {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}

/** The state in an address; invalid parts are ignored. */
export function readListState(params: URLSearchParams): ListState {
  const page = Number(params.get('page') ?? 1);
  return {
    search: [...(params.get('search') ?? '').trim()].slice(0, searchCharacters).join(''),
    state: states.find((state) => state === params.get('state')),
    category: params.get('category') || undefined,
    tags: (params.get('tags') ?? '').split(',').filter((tag) => tag !== ''),
    sort: sortNames.find((name) => name === params.get('sort')) ?? 'updated',
    isReversed: params.has('reversed'),
    changedBy: params.get('changedBy') || undefined,
    dates: dateFields.find((field) => field === params.get('dates')) ?? 'updatedAt',
    from: dayIn(params.get('from')),
    until: dayIn(params.get('until')),
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
  'position',
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
  if (list.isReversed) params.set('reversed', '');
  set('changedBy', list.changedBy);
  set('dates', list.dates, 'updatedAt');
  set('from', list.from);
  set('until', list.until);
  set('page', `${list.page}`, '1');
  set('size', list.size, '20');
  return params;
}

/** The query for the service, without the page. */
export function toItemsQuery(list: ListState, timeZone: string): ItemsQuery {
  const { search, state, category, tags, sort, isReversed, changedBy, dates, from, until } = list;
  const [field = '', direction] = sorts[sort].split(':');
  const hasDates = from !== undefined || until !== undefined;
  return {
    search: search || undefined,
    state,
    category,
    tags: tags.join(',') || undefined,
    sort: isReversed ? `${field}:${direction === 'asc' ? 'desc' : 'asc'}` : sorts[sort],
    changedBy,
    dates: hasDates ? dates : undefined,
    from: from && fromWallClock(`${from} 00:00:00`, timeZone),
    until: until && fromWallClock(addDays(until, 1, 0), timeZone),
  };
}

/** Whether only some of the items are listed. */
export function isFiltered({ search, state, category, tags, changedBy, from, until }: ListState): boolean {
  return [search || undefined, state, category, tags[0], changedBy, from, until].some(
    (part) => part !== undefined,
  );
}
