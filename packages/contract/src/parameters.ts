import { appKinds, type Kind, kindNames, plainKinds } from './kinds.ts';
import { limits } from './limits.ts';

/** One item of a sort order. */
export type SortItem = { readonly field: string; readonly descending: boolean };

/** What the text of a parameter becomes, by the type of the parameter. */
type ParameterValues = {
  readonly integer: number;
  readonly timestamp: number;
  readonly boolean: boolean;
  readonly name: string;
  readonly names: readonly string[];
  readonly ids: readonly string[];
  readonly text: string;
  readonly sort: readonly SortItem[];
};

/** One query parameter. */
type ParameterRow = {
  /** The member of the query that holds its value. */
  readonly member: string;
  /** The kinds whose lists take it. */
  readonly lists: readonly Kind[];
  /** How its text is read. */
  readonly type: keyof ParameterValues;
  /** Its value if it is left out. Without `sort`, a list is in the default order of its kind. */
  readonly default?: number | boolean;
  /** The limits of its value, or of the number of its characters. */
  readonly min?: number;
  readonly max?: number;
  /** What it takes, in words. */
  readonly expected?: string;
  readonly description: string;
  readonly example: string;
  /** Whether single items take it too. */
  readonly isForItems?: true;
};

/**
 * Every query parameter. A new one is a row here: the type of a query, parsing, the OpenAPI document and the types of the
 * client follow from it.
 */
export const parameters = {
  page: {
    member: 'page',
    lists: kindNames,
    type: 'integer',
    ...limits.page,
    description: 'The page number, starting at 1. Past the last page the list is empty.',
    example: '1',
  },
  size: {
    member: 'size',
    lists: kindNames,
    type: 'integer',
    ...limits.pageSize,
    description: 'The maximum number of items on a page.',
    example: '10',
  },
  sort: {
    member: 'sort',
    lists: kindNames,
    type: 'sort',
    description:
      'The sort order: `<field>:asc` or `<field>:desc`, separated by commas, each field at most once. Items without a value come last; ties are broken by the ID.',
    example: 'name:asc',
  },
  contentIds: {
    member: 'ids',
    lists: appKinds,
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
    description:
      'Only items in this category, given by ID or alias. A value that is the ID of one category and the alias of another means the ID.',
    example: 'products',
  },
  tags: {
    member: 'tags',
    lists: ['news'],
    type: 'names',
    expected: 'a tag ID or alias',
    description:
      'Only items with at least one of these tags, given by ID or alias. A value that is the ID of one tag and the alias of another means the ID.',
    example: 't1,launch',
  },
  rssOnly: {
    member: 'rssOnly',
    lists: ['news'],
    type: 'boolean',
    default: false,
    description: 'If true, only items with `isRss` set.',
    example: 'true',
  },
  search: {
    member: 'search',
    lists: ['news'],
    type: 'text',
    ...limits.searchCharacters,
    description:
      'Full-text search in title, name, alias and body, in any language. The length is counted in Unicode code points, after trimming; at least one character must be visible. Every term must occur at the beginning of a word, or anywhere in Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese.',
    example: 'ニュース',
  },
  includeCategory: {
    member: 'includeCategory',
    lists: ['news'],
    type: 'boolean',
    default: false,
    description: 'If true, each item includes the details of its category.',
    example: 'true',
  },
  includeTags: {
    member: 'includeTags',
    lists: ['news'],
    type: 'boolean',
    default: false,
    description: 'If true, each item includes the details of its tags.',
    example: 'true',
  },
  previewAt: {
    member: 'previewAt',
    lists: kindNames,
    isForItems: true,
    type: 'timestamp',
    ...limits.timestamp,
    description:
      'Shows what will be live at this time, in milliseconds since the Unix epoch. A time that has passed is answered if nothing that readers could notice has changed in the space since, and refused otherwise (400, which says from which time on it can be answered). Requires preview credentials; without them the response is a 403.',
    example: '1790000000000',
  },
} as const satisfies Readonly<Record<string, ParameterRow>>;

/** The name of a query parameter. */
export type ParameterName = keyof typeof parameters;

const parameterNames = Object.keys(parameters).filter((name): name is ParameterName =>
  Object.hasOwn(parameters, name),
);

type Parameter = (typeof parameters)[ParameterName];
type RequiredMember = Extract<Parameter, { readonly default: unknown } | { readonly type: 'sort' }>['member'];
type OptionalMember = Exclude<Parameter['member'], RequiredMember>;
type ValueOf<Member> = ParameterValues[Extract<Parameter, { readonly member: Member }>['type']];

/** A checked query, with defaults filled in. */
export type Query = { readonly [Member in RequiredMember]: ValueOf<Member> } & {
  readonly [Member in OptionalMember]?: ValueOf<Member>;
};

type QueryDefaults = Pick<Query, Exclude<RequiredMember, 'sort'>>;

/** The members of a query whose parameters were left out. */
export const queryDefaults: QueryDefaults = readDefaults();

function readDefaults(): QueryDefaults {
  const rows = parameterNames.map((name) => parameters[name]).filter((row) => 'default' in row);
  const defaults: object = Object.fromEntries(rows.map((row) => [row.member, row.default]));
  const isComplete = (values: object): values is QueryDefaults =>
    rows.every(({ member }) => member in values);
  if (!isComplete(defaults)) throw new Error('a parameter has no default');
  return defaults;
}

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

/** What the sort fields mean that no response carries. */
const computedSortFields: Readonly<Record<string, string>> = {
  publishedAt:
    'is when an item came out: the later of `reservedAt` and `openingAt`, or `createdAt` if neither is set.',
  position: 'is the place that editors gave a banner in a fixed order.',
};

/** Describes a parameter of the operations of a kind. */
export function describeParameter(name: ParameterName, kind: Kind): string {
  const { description, type } = parameters[name];
  if (type !== 'sort') return description;
  const fields: readonly string[] = plainKinds[kind].sortFields;
  const computed = Object.entries(computedSortFields).filter(([field]) => fields.includes(field));
  return [description, ...computed.map(([field, meaning]) => `\`${field}\` ${meaning}`)].join(' ');
}
