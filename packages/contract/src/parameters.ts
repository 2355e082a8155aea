import { limits } from './limits.ts';

/** How a query parameter is written, what it means, and what it may be. */
export const parameters = {
  page: {
    type: 'integer',
    ...limits.page,
    description: 'The page, counted in units of `size`. Past the end the list is empty.',
    example: '1',
  },
  size: {
    type: 'integer',
    ...limits.pageSize,
    description: 'The most items that the answer holds.',
    example: '10',
  },
  sort: {
    type: 'sort',
    description:
      'Order of the list: `<field>:<asc or desc>`, comma-separated, each field at most once. Missing values come last; ties are settled by the ID.',
    example: 'name:asc',
  },
  contentIds: { type: 'ids', description: 'Only items with these IDs.', example: 'n1,n2' },
  mediaIds: { type: 'ids', description: 'Only media with these IDs.', example: 'm1,m2' },
  categoryIds: { type: 'ids', description: 'Only categories with these IDs.', example: 'c1,c2' },
  tagIds: { type: 'ids', description: 'Only tags with these IDs.', example: 't1,t2' },
  category: {
    type: 'name',
    description: 'Only items of this category, by its ID or alias.',
    example: 'products',
  },
  tags: {
    type: 'names',
    description: 'Only items with at least one of these tags, by their IDs or aliases.',
    example: 't1,launch',
  },
  rssOnly: { type: 'boolean', description: 'When true, only items whose `isRss` is on.', example: 'true' },
  search: {
    type: 'text',
    description:
      'Full-text search in title, name, alias and body, in any language: every term must occur at the beginning of a word, or anywhere in scripts written without spaces.',
    example: 'ニュース',
  },
  includeCategory: {
    type: 'boolean',
    description: 'When true, each item carries the details of its category.',
    example: 'true',
  },
  includeTags: {
    type: 'boolean',
    description: 'When true, each item carries the details of its tags.',
    example: 'true',
  },
  previewAt: {
    type: 'timestamp',
    description:
      'What will be live at this moment, in milliseconds since the epoch. Preview credentials only, otherwise 403.',
    example: '1790000000000',
  },
} as const;

/** Whether a parameter takes several values, with commas or repeated. */
export function isListParameter(name: ParameterName): boolean {
  const { type } = parameters[name];
  return type === 'ids' || type === 'names' || type === 'sort';
}

/** The name of a query parameter. */
export type ParameterName = keyof typeof parameters;
