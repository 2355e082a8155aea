import { limits } from './limits.ts';
import { type Kind, kindNames } from './plainKinds.ts';

/** One item of a sort order. */
export type SortItem = { readonly field: string; readonly descending: boolean };

/** A checked query, with defaults filled in. */
export type Query = {
  readonly page: number;
  readonly size: number;
  readonly sort: readonly SortItem[];
  readonly ids?: readonly string[];
  readonly category?: string;
  readonly tags?: readonly string[];
  readonly rssOnly: boolean;
  readonly search?: string;
  readonly includeCategory: boolean;
  readonly includeTags: boolean;
  readonly previewAt?: number;
};

/** The members of a query whose parameters were left out; a list without `sort` is in the default order of its kind. */
export const queryDefaults = {
  page: limits.page.default,
  size: limits.pageSize.default,
  rssOnly: false,
  includeCategory: false,
  includeTags: false,
} as const satisfies Partial<Query>;

/**
 * Every query parameter: the lists that take it, how its text is read, and the member of the query that holds its value.
 * A new one is a row here, with its member above. Parsing and the OpenAPI document follow from the row.
 */
export const parameters = {
  page: {
    member: 'page',
    lists: kindNames,
    type: 'integer',
    ...limits.page,
    description: 'The page, counted in units of `size`. Past the end the list is empty.',
    example: '1',
  },
  size: {
    member: 'size',
    lists: kindNames,
    type: 'integer',
    ...limits.pageSize,
    description: 'The most items that the answer holds.',
    example: '10',
  },
  sort: {
    member: 'sort',
    lists: kindNames,
    type: 'sort',
    description:
      'Order of the list: `<field>:<asc or desc>`, comma-separated, each field at most once. Missing values come last; ties are settled by the ID.',
    example: 'name:asc',
  },
  contentIds: {
    member: 'ids',
    lists: ['news', 'banner'],
    type: 'ids',
    description: 'Only items with these IDs.',
    example: 'n1,n2',
  },
  mediaIds: {
    member: 'ids',
    lists: ['media'],
    type: 'ids',
    description: 'Only media with these IDs.',
    example: 'm1,m2',
  },
  categoryIds: {
    member: 'ids',
    lists: ['category'],
    type: 'ids',
    description: 'Only categories with these IDs.',
    example: 'c1,c2',
  },
  tagIds: {
    member: 'ids',
    lists: ['tag'],
    type: 'ids',
    description: 'Only tags with these IDs.',
    example: 't1,t2',
  },
  category: {
    member: 'category',
    lists: ['news'],
    type: 'name',
    expected: 'one category ID or alias',
    description: 'Only items of this category, by its ID or alias.',
    example: 'products',
  },
  tags: {
    member: 'tags',
    lists: ['news'],
    type: 'names',
    expected: 'a tag ID or alias',
    description: 'Only items with at least one of these tags, by their IDs or aliases.',
    example: 't1,launch',
  },
  rssOnly: {
    member: 'rssOnly',
    lists: ['news'],
    type: 'boolean',
    description: 'When true, only items whose `isRss` is on.',
    example: 'true',
  },
  search: {
    member: 'search',
    lists: ['news'],
    type: 'text',
    ...limits.searchCharacters,
    description:
      'Full-text search in title, name, alias and body, in any language: every term must occur at the beginning of a word, or anywhere in scripts written without spaces.',
    example: 'ニュース',
  },
  includeCategory: {
    member: 'includeCategory',
    lists: ['news'],
    type: 'boolean',
    description: 'When true, each item carries the details of its category.',
    example: 'true',
  },
  includeTags: {
    member: 'includeTags',
    lists: ['news'],
    type: 'boolean',
    description: 'When true, each item carries the details of its tags.',
    example: 'true',
  },
  previewAt: {
    member: 'previewAt',
    lists: kindNames,
    /** Single items take it too. */
    isForItems: true,
    type: 'timestamp',
    ...limits.timestamp,
    description:
      'What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403.',
    example: '1790000000000',
  },
} as const;

/** The name of a query parameter. */
export type ParameterName = keyof typeof parameters;

const parameterNames = Object.keys(parameters).filter((name): name is ParameterName =>
  Object.hasOwn(parameters, name),
);

/** The parameters that a list of a kind takes, in the order of the table. */
export function listParameters(kind: Kind): readonly ParameterName[] {
  return parameterNames.filter((name) => parameters[name].lists.some((each) => each === kind));
}

/** The parameters that a single item takes. */
export const itemParameters: readonly ParameterName[] = parameterNames.filter(
  (name) => 'isForItems' in parameters[name],
);

/** Whether a parameter takes several values, with commas or repeated. */
export function isListParameter(name: ParameterName): boolean {
  const { type } = parameters[name];
  return type === 'ids' || type === 'names' || type === 'sort';
}
