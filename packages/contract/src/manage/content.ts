import { z } from 'zod';
import { recordSchemas } from '../content.ts';
import { appKinds, type Kind, kindNames } from '../kinds.ts';
import { media, mediaOperation } from '../media.ts';
import { id, timestamp } from '../text.ts';
import { type ItemState, itemActions, roleNames, states } from './plain.ts';

const upload = id.meta({ description: 'A finished upload that becomes the file of this media.' });

/** The body of a request that puts an item of each kind: what an import takes, without what the path says. */
export const itemBodies = {
  news: recordSchemas.news.omit({ projectId: true, spaceId: true, contentId: true }),
  banner: recordSchemas.banner.omit({ projectId: true, spaceId: true, contentId: true }),
  media: recordSchemas.media
    .omit({ projectId: true, spaceId: true, mediaId: true, file: true, type: true })
    .extend({ type: media.shape.type.optional(), upload: upload.optional() }),
  category: recordSchemas.category.omit({ projectId: true, spaceId: true, categoryId: true }),
  tag: recordSchemas.tag.omit({ projectId: true, spaceId: true, tagId: true }),
} as const;

/** An item as it is stored: embedded resources are only IDs. */
export const keptItems = {
  news: recordSchemas.news,
  banner: recordSchemas.banner,
  media: media.meta({
    id: 'KeptMedia',
    description: 'A media as it is stored; if it has a file of its own, without URLs.',
  }),
  category: recordSchemas.category,
  tag: recordSchemas.tag,
} as const;

/** What a change did beyond what was asked for, by member. */
const notes = z
  .array(z.strictObject({ path: z.string(), message: z.string() }))
  .optional()
  .meta({ description: 'What the change did beyond what it says itself.' });

const about = {
  etag: z.string().meta({ description: 'Identifies this version; for `If-Match`.' }),
  state: z.enum(states).optional().meta({ description: 'News and banners only.' }),
  version: z.int().meta({ description: 'Counts from 1.' }),
  changedAt: timestamp.optional().meta({ description: 'When this version was written, if known.' }),
  changedBy: z.string().optional().meta({ description: 'Who wrote this version, if known.' }),
  notes,
};

/** An item with everything that an editor needs. */
export const managedItems = {
  news: z
    .strictObject({ kind: z.literal('news'), item: keptItems.news, ...about })
    .meta({ id: 'ManagedNews' }),
  banner: z
    .strictObject({ kind: z.literal('banner'), item: keptItems.banner, ...about })
    .meta({ id: 'ManagedBanner' }),
  media: z
    .strictObject({
      kind: z.literal('media'),
      item: keptItems.media,
      delivered: media.meta({ description: 'The media as delivered, with its URLs.' }),
      width: z.int().optional(),
      height: z.int().optional(),
      ...about,
    })
    .meta({ id: 'ManagedMedia' }),
  category: z
    .strictObject({ kind: z.literal('category'), item: keptItems.category, ...about })
    .meta({ id: 'ManagedCategory' }),
  tag: z.strictObject({ kind: z.literal('tag'), item: keptItems.tag, ...about }).meta({ id: 'ManagedTag' }),
} as const;

const counts = z.strictObject({ live: z.int(), scheduled: z.int(), closed: z.int(), draft: z.int() });

/** One page of a list: items as delivered, in any state. */
export function managedList<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    totalCount: z.int(),
    currentPage: z.int(),
    counts: counts.optional().meta({ description: 'Number of matching items in each state.' }),
    list: z.array(z.strictObject({ item, state: z.enum(states).optional() })),
  });
}

const text = z.string();

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
});

const [noFilter, noState, noType] = [
  { category: true, tags: true },
  { state: true },
  { type: true },
] as const;

/** The query of a list of each kind. */
export const listQueries = {
  news: listQuery.omit(noType),
  banner: listQuery.omit({ ...noFilter, ...noType }),
  media: listQuery.omit({ ...noFilter, ...noState }),
  category: listQuery.omit({ ...noFilter, ...noState, ...noType }),
  tag: listQuery.omit({ ...noFilter, ...noState, ...noType }),
} as const;

/** A past version of an item. */
export const pastVersion = z
  .strictObject({
    version: z.int(),
    writtenAt: timestamp.optional(),
    writtenBy: z.string().optional(),
    replacedAt: timestamp,
    replacedBy: z.string(),
    wasDeleted: z.boolean().meta({ description: 'Whether the item was then deleted rather than changed.' }),
    item: z.record(z.string(), z.unknown()).meta({ description: 'The item as it was.' }),
  })
  .meta({ id: 'PastVersion', description: 'A past version of an item.' });

/** The stored past versions of an item, newest first. */
export const versions = z.strictObject({ current: z.int().optional(), list: z.array(pastVersion) });

const recordKey = {
  kind: z.enum(kindNames),
  instanceId: id.optional().meta({ description: 'News and banners only.' }),
  id,
};

/** A deleted item that can be restored. */
export const removedItem = z
  .strictObject({
    ...recordKey,
    name: z.string(),
    version: z.int(),
    removedAt: timestamp,
    removedBy: z.string(),
  })
  .meta({ id: 'RemovedItem' });

/** Where a resource is used. */
export const uses = z.strictObject({
  totalCount: z.int(),
  list: z.array(z.strictObject({ ...recordKey, name: z.string() })).meta({ description: 'At most 100.' }),
});

/** The time for `open` and `close`. */
export const momentBody = z.strictObject({
  at: timestamp.optional().meta({ description: 'Default: now.' }),
});
/** The time of a scheduled publication. */
export const reservationBody = z.strictObject({ at: timestamp });
/** The category or tag that replaces another. */
export const mergeBody = z.strictObject({ into: id });

const batchChange = z.strictObject({
  ...recordKey,
  action: z.enum([...itemActions, 'delete', 'setCategory', 'addTag', 'removeTag']),
  at: timestamp.optional(),
  target: id
    .optional()
    .meta({ description: 'The category or tag; without it, `setCategory` removes the category.' }),
  ifMatch: z.string().optional(),
});

/** Changes that are made all together, or not at all. */
export const batchBody = z.strictObject({ changes: z.array(batchChange).min(1).max(1000) });
/** The result of a batch. */
export const batchResult = z.strictObject({ changed: z.int(), unchanged: z.int(), notes });

/** A project with its spaces and instances. */
export const place = z
  .strictObject({
    projectId: id,
    role: z.enum(roleNames),
    spaces: z.array(
      z.strictObject({
        spaceId: id,
        instances: z.array(z.strictObject({ app: z.enum(appKinds), instanceId: id })),
      }),
    ),
  })
  .meta({ id: 'Project', description: 'A project with its spaces and instances.' });

/** Operations to try on a picture. */
export const pictureBody = z.strictObject({ operations: z.array(mediaOperation).max(100) });
/** The URL of the result. */
export const pictureAnswer = z.strictObject({ url: z.string().meta({ format: 'uri' }) });

/** A file that is being uploaded. */
export const uploadState = z
  .strictObject({
    uploadId: id,
    name: z.string(),
    length: z.int(),
    offset: z.int().meta({ description: 'Number of bytes received.' }),
    state: z.enum(['receiving', 'processing', 'ready', 'failed']),
    fraction: z.number().optional().meta({ description: 'Progress of converting a video, from 0 to 1.' }),
    message: z.string().optional().meta({ description: 'Why it failed.' }),
    media: z
      .strictObject({
        type: media.shape.type,
        fileSize: z.int(),
        duration: z.int().optional(),
        meta: media.shape.meta.unwrap(),
        width: z.int().optional(),
        height: z.int().optional(),
      })
      .optional()
      .meta({ description: 'The media that the file contains.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'Upload', description: 'A file that is being uploaded.' });

/** An item of a kind with everything that an editor needs. */
export type ManagedItem<K extends Kind = Kind> = z.infer<(typeof managedItems)[K]>;
/** The body of a request that puts an item. */
export type ItemBody<K extends Kind = Kind> = z.input<(typeof itemBodies)[K]>;
/** A past version of an item. */
export type PastVersion = z.infer<typeof pastVersion>;
/** The stored past versions of an item. */
export type Versions = z.infer<typeof versions>;
/** A deleted item. */
export type RemovedItem = z.infer<typeof removedItem>;
/** Where a resource is used. */
export type Uses = z.infer<typeof uses>;
/** Changes that are made all together, or not at all. */
export type Batch = z.infer<typeof batchBody>;
/** The result of a batch. */
export type BatchResult = z.infer<typeof batchResult>;
/** A project with its spaces and instances. */
export type Project = z.infer<typeof place>;
/** A file that is being uploaded. */
export type UploadState = z.infer<typeof uploadState>;
/** The query of a list. */
export type ListQuery = z.infer<typeof listQuery>;
/** One page of a list. */
export type ManagedList<Item> = {
  readonly totalCount: number;
  readonly currentPage: number;
  readonly counts?: Record<ItemState, number>;
  readonly list: readonly { readonly item: Item; readonly state?: ItemState }[];
};
