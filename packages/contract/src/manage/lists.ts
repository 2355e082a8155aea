import { z } from 'zod';
import { limits } from '../limits.ts';
import { mediaLabel } from '../media.ts';
import { breaks } from '../rules.ts';
import { id, matching, timestamp, withoutControl } from '../text.ts';
import { recordKey } from './content.ts';
import { states } from './plain.ts';
import { queryInteger } from './queryInteger.ts';

const text = z.string();

/** The dates that a list can be filtered by. */
export const dateFields = ['updatedAt', 'publishedAt', 'createdAt', 'openingAt', 'closingAt'] as const;

/** A timestamp in a query. */
const queryMoment = queryInteger(limits.timestamp.min, limits.timestamp.max);

/** The query of a list. Names are those of the public interface, which has no `state`, and no search in all kinds. */
export const listQuery = z.strictObject({
  page: text.optional(),
  size: text.optional(),
  sort: text.optional(),
  search: text.optional(),
  state: z.enum(states).optional(),
  category: text.optional(),
  tags: text.optional(),
  type: z.enum(['image', 'video']).optional(),
  label: mediaLabel.optional().meta({ description: 'Only media with this label.' }),
  alt: z.literal('missing').optional().meta({ description: 'Only pictures without an alternative text.' }),
  hash: matching(z.string(), /^[0-9a-f]{64}$/, 'not_hash')
    .optional()
    .meta({ description: 'Only media with this file.' }),
  labels: z
    .literal('true')
    .optional()
    .meta({ description: 'Whether to list the labels that media have, too.' }),
  changedBy: withoutControl(z.string().min(1).max(128))
    .optional()
    .meta({ description: 'Only items that this operator changed last.' }),
  dates: z
    .enum(dateFields)
    .optional()
    .meta({ description: 'The date that `from` and `until` are about. Default: `updatedAt`.' }),
  from: queryMoment.optional().meta({ description: 'Only items with a date from this one on.' }),
  until: queryMoment.optional().meta({ description: 'Only items with a date before this one.' }),
  etags: z
    .literal('true')
    .optional()
    .meta({ description: 'Whether to give the ETag of each item, for `ifMatch` of a batch.' }),
});

const [noFilter, noState, noType] = [
  { category: true, tags: true },
  { state: true, changedBy: true, dates: true, from: true, until: true },
  { type: true, label: true, alt: true, hash: true, labels: true },
] as const;

/** The query of a list of each kind. */
export const listQueries = {
  news: listQuery.omit(noType),
  banner: listQuery.omit({ ...noFilter, ...noType }),
  media: listQuery.omit({ ...noFilter, ...noState }),
  category: listQuery.omit({ ...noFilter, ...noState, ...noType }),
  tag: listQuery.omit({ ...noFilter, ...noState, ...noType }),
} as const;

const found = {
  ...recordKey,
  name: z.string(),
  title: z.string().optional().meta({ description: 'News and banners only.' }),
  alias: z.string().optional(),
  state: z.enum(states).optional().meta({ description: 'News and banners only.' }),
};

/** The query of a search in all of a space. */
export const searchQuery = z.strictObject({
  query: z
    .string()
    .max(400)
    .refine(
      (query) => {
        const characters = [...query.trim()].length;
        return characters >= limits.searchCharacters.min && characters <= limits.searchCharacters.max;
      },
      breaks('characters_range', { least: limits.searchCharacters.min, most: limits.searchCharacters.max }),
    )
    .meta({
      minLength: limits.searchCharacters.min,
      maxLength: limits.searchCharacters.max,
      pattern: '\\S',
      description: 'What to find: in the text of news, and in the names of everything else.',
    }),
  items: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only news and banners, no media, categories or tags.' }),
  size: queryInteger(1, 50).default(20),
});
/** What a search found: what is named like it first, then what was changed last. */
export const searchResult = z.strictObject({
  list: z.array(z.strictObject({ ...found, updatedAt: timestamp.optional() })),
});

/** The query of what was changed last. */
export const recentQuery = z.strictObject({
  changedBy: withoutControl(z.string().max(128))
    .optional()
    .meta({ description: 'Only what this operator changed last.' }),
  state: z.enum(states).optional(),
  size: queryInteger(1, 50).default(20),
});
/** The news and banners that were changed last, the latest first. */
export const recentItems = z.strictObject({
  list: z.array(z.strictObject({ ...found, changedAt: timestamp, changedBy: z.string() })),
});

/** The days of a calendar; at most 400 of them. */
export const calendarQuery = z
  .strictObject({ from: queryMoment, until: queryMoment })
  .refine(({ from, until }) => until > from && until - from <= 400 * 86_400_000, {
    path: ['until'],
    ...breaks('period', { most: 400 }),
  });
/** What happens to an item: it opens, it closes, or its next version takes over while it is live. */
export const momentTypes = ['opens', 'closes', 'changes'] as const;
/** What opens, closes and changes in some time, the earliest first. */
export const calendar = z.strictObject({
  list: z
    .array(z.strictObject({ at: timestamp, type: z.enum(momentTypes), ...found }))
    .meta({ description: 'At most 2,000.' }),
  further: z.int().meta({ description: 'The number of those that are not listed.' }),
});

/** The most banners that can be put in a fixed order. */
export const mostOrdered = 1000;
/** The fixed order of the banners of an instance. */
export const fixedOrder = z.strictObject({
  contentIds: z
    .array(id)
    .max(mostOrdered)
    .refine((ids) => new Set(ids).size === ids.length, breaks('each_once'))
    .meta({ description: 'The banners that have a place, the first one first. All others come after them.' }),
});

/** What a search found. */
export type SearchResult = z.infer<typeof searchResult>;
/** What was changed last. */
export type RecentItems = z.infer<typeof recentItems>;
/** What opens and closes. */
export type Calendar = z.infer<typeof calendar>;
/** The fixed order of the banners of an instance. */
export type FixedOrder = z.infer<typeof fixedOrder>;
/** The query of a list. */
export type ListQuery = z.infer<typeof listQuery>;
