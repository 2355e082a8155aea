import { z } from 'zod';
import { recordSchemas } from '../content.ts';
import { media, mediaOperation } from '../media.ts';
import { appKinds, type Kind, kindNames } from '../plainKinds.ts';
import { id, timestamp } from '../text.ts';
import { type ItemState, itemActions, roleNames, states } from './plain.ts';

const upload = id.meta({ description: 'An upload that is ready: the file of this media from now on.' });

/** What is sent to put an item of each kind: what an import takes, less what the path says already. */
export const itemBodies = {
  news: recordSchemas.news.omit({ projectId: true, spaceId: true, contentId: true }),
  banner: recordSchemas.banner.omit({ projectId: true, spaceId: true, contentId: true }),
  media: recordSchemas.media
    .omit({ projectId: true, spaceId: true, mediaId: true, file: true, type: true })
    .extend({ type: media.shape.type.optional(), upload: upload.optional() }),
  category: recordSchemas.category.omit({ projectId: true, spaceId: true, categoryId: true }),
  tag: recordSchemas.tag.omit({ projectId: true, spaceId: true, tagId: true }),
} as const;

/** An item as it is kept: embedded things are IDs only. */
export const keptItems = {
  news: recordSchemas.news,
  banner: recordSchemas.banner,
  media: media.meta({
    id: 'KeptMedia',
    description: 'A media file; with a file of its own, without its URLs.',
  }),
  category: recordSchemas.category,
  tag: recordSchemas.tag,
} as const;

const about = {
  etag: z.string().meta({ description: 'Names this very version; for `If-Match`.' }),
  state: z.enum(states).optional().meta({ description: 'News and banners only.' }),
  version: z.int().meta({ description: 'Counts from 1.' }),
  changedAt: timestamp
    .optional()
    .meta({ description: 'When this version was written, where that is known.' }),
  changedBy: z.string().optional().meta({ description: 'Who wrote this version, where that is known.' }),
};

/** An item with all that its editor needs. */
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
      delivered: media.meta({ description: 'As readers get it, with its URLs.' }),
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

/** One page of a list: items as readers get them, in whatever state they are. */
export function managedList<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    totalCount: z.int(),
    currentPage: z.int(),
    counts: counts.optional().meta({ description: 'How many of what was searched for are in which state.' }),
    list: z.array(z.strictObject({ item, state: z.enum(states).optional() })),
  });
}

const text = z.string();

/** How a list is asked for. Names as on the public listener; `state` and the search of all kinds are new. */
export const listQuery = z.strictObject({
  page: text.optional(),
  size: text.optional(),
  sort: text.optional(),
  search: text.optional(),
  state: z.enum(states).optional(),
  category: text.optional(),
  tags: text.optional(),
  type: z.enum(['image', 'video']).optional().meta({ description: 'Media only.' }),
});

/** A version that is no longer the one in force. */
export const pastVersion = z
  .strictObject({
    version: z.int(),
    writtenAt: timestamp.optional(),
    writtenBy: z.string().optional(),
    replacedAt: timestamp,
    replacedBy: z.string(),
    wasDeleted: z.boolean().meta({ description: 'It was deleted then, rather than changed.' }),
    item: z.record(z.string(), z.unknown()).meta({ description: 'The item as it was.' }),
  })
  .meta({ id: 'PastVersion', description: 'A version that is no longer the one in force.' });

/** All that is kept of what an item was; the newest first. */
export const versions = z.strictObject({ current: z.int().optional(), list: z.array(pastVersion) });

const recordKey = {
  kind: z.enum(kindNames),
  instanceId: id.optional().meta({ description: 'News and banners only.' }),
  id,
};

/** Something that was deleted, and can be put back. */
export const removedItem = z
  .strictObject({
    ...recordKey,
    name: z.string(),
    version: z.int(),
    removedAt: timestamp,
    removedBy: z.string(),
  })
  .meta({ id: 'RemovedItem' });

/** Where something is used. */
export const uses = z.strictObject({
  totalCount: z.int(),
  list: z.array(z.strictObject({ ...recordKey, name: z.string() })).meta({ description: 'At most 100.' }),
});

/** A moment for `reserve`, `open` and `close`. */
export const momentBody = z.strictObject({
  at: timestamp.optional().meta({ description: 'Now, where it is left out.' }),
});
/** The moment of a reservation. */
export const reservationBody = z.strictObject({ at: timestamp });
/** What takes the place of a category or tag. */
export const mergeBody = z.strictObject({ into: id });

const batchChange = z.strictObject({
  ...recordKey,
  action: z.enum([...itemActions, 'delete', 'setCategory', 'addTag', 'removeTag']),
  at: timestamp.optional(),
  target: id
    .optional()
    .meta({ description: 'The category or tag; without one, `setCategory` takes it away.' }),
  ifMatch: z.string().optional(),
});

/** Changes that are all made, or none of them. */
export const batchBody = z.strictObject({ changes: z.array(batchChange).min(1).max(1000) });
/** What became of a batch. */
export const batchResult = z.strictObject({ changed: z.int(), unchanged: z.int() });

/** A space with its instances. */
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

/** Operations to be tried on a picture. */
export const pictureBody = z.strictObject({ operations: z.array(mediaOperation).max(100) });
/** Where the result can be seen. */
export const pictureAnswer = z.strictObject({ url: z.string() });

/** A file on its way in. */
export const uploadState = z
  .strictObject({
    uploadId: id,
    name: z.string(),
    length: z.int(),
    offset: z.int().meta({ description: 'How many bytes have arrived.' }),
    state: z.enum(['receiving', 'processing', 'ready', 'failed']),
    fraction: z.number().optional().meta({ description: 'How far the making of a video is, from 0 to 1.' }),
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
      .meta({ description: 'What the file turned out to be.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'Upload', description: 'A file on its way in.' });

/** An item of a kind with all that its editor needs. */
export type ManagedItem<K extends Kind = Kind> = z.infer<(typeof managedItems)[K]>;
/** What is sent to put an item. */
export type ItemBody<K extends Kind = Kind> = z.input<(typeof itemBodies)[K]>;
/** A version that is no longer the one in force. */
export type PastVersion = z.infer<typeof pastVersion>;
/** All that is kept of what an item was. */
export type Versions = z.infer<typeof versions>;
/** Something that was deleted. */
export type RemovedItem = z.infer<typeof removedItem>;
/** Where something is used. */
export type Uses = z.infer<typeof uses>;
/** Changes that are all made, or none of them. */
export type Batch = z.infer<typeof batchBody>;
/** What became of a batch. */
export type BatchResult = z.infer<typeof batchResult>;
/** A project with its spaces and instances. */
export type Project = z.infer<typeof place>;
/** A file on its way in. */
export type UploadState = z.infer<typeof uploadState>;
/** How a list is asked for. */
export type ListQuery = z.infer<typeof listQuery>;
/** One page of a list. */
export type ManagedList<Item> = {
  readonly totalCount: number;
  readonly currentPage: number;
  readonly counts?: Record<ItemState, number>;
  readonly list: readonly { readonly item: Item; readonly state?: ItemState }[];
};
