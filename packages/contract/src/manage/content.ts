import { z } from 'zod';
import {
  banner,
  category,
  draftMayLack,
  editedNews,
  type MissingMember,
  recordSchemas,
  tag,
} from '../content.ts';
import { appKinds, type Kind, kindNames } from '../kinds.ts';
import { limits } from '../limits.ts';
import { description, media, mediaLabel, mediaOperation, ownMediaMembers } from '../media.ts';
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
  banner: recordSchemas.banner.omit({ position: true }),
  media: media.extend(ownMediaMembers).meta({
    id: 'KeptMedia',
    description: 'A media as it is stored; if it has a file of its own, without URLs.',
  }),
  category: recordSchemas.category,
  tag: recordSchemas.tag,
} as const;

const takesOverAt = timestamp.meta({
  description: 'From then on the next version is the item. Without it, it waits until it is published.',
});

/** The body of a request that puts the next version of an item: what puts the item, and when it takes over. */
export const nextBodies = {
  news: itemBodies.news.extend({ takesOverAt: takesOverAt.optional() }),
  banner: itemBodies.banner.extend({ takesOverAt: takesOverAt.optional() }),
} as const;

/** The query of a request that puts an item that is a draft, or the next version of an item. */
export const nextQuery = z.strictObject({
  autosave: z.enum(['true', 'false']).optional().meta({
    description:
      'Whether an editor saves by itself: what the same operator saved like that before is not kept in the history.',
  }),
});

const missing = z.array(z.enum(draftMayLack)).optional().meta({
  description: 'What an incomplete draft lacks. Until it is complete it is not delivered to anybody.',
});

/** The draft of the next version of an item. */
function nextVersion<Item extends z.ZodType>(item: Item) {
  return z
    .strictObject({
      item,
      missing,
      takesOverAt: takesOverAt.optional(),
      changedAt: timestamp,
      changedBy: z.string(),
    })
    .meta({ description: 'A draft of the next version, which readers do not see yet.' });
}

/** The values in a message. */
const ruleValues = z.record(z.string(), z.union([z.string(), z.number()]));

/** What a change did beyond what was asked for, by member. */
const notes = z
  .array(
    z.strictObject({
      ...{ path: z.string(), message: z.string(), rule: z.string() },
      values: ruleValues.optional(),
    }),
  )
  .optional()
  .meta({ description: 'What the change did beyond what it says itself.' });

const about = {
  etag: z.string().meta({ description: 'Identifies this version; for `If-Match`.' }),
  state: z.enum(states).optional().meta({ description: 'News and banners only.' }),
  version: z.int().meta({ description: 'Counts from 1.' }),
  changedAt: timestamp.optional().meta({ description: 'When this version was written, if known.' }),
  changedBy: z.string().optional().meta({ description: 'Who wrote this version, if known.' }),
  missing,
  notes,
};

/** An item with everything that an editor needs. */
export const managedItems = {
  news: z
    .strictObject({
      kind: z.literal('news'),
      item: keptItems.news,
      next: nextVersion(keptItems.news).optional(),
      ...about,
    })
    .meta({ id: 'ManagedNews' }),
  banner: z
    .strictObject({
      kind: z.literal('banner'),
      item: keptItems.banner,
      next: nextVersion(keptItems.banner).optional(),
      ...about,
    })
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

/** What a list says of a media file beside what readers get. */
export const listedMedia = z
  .strictObject({
    width: z.int().optional(),
    height: z.int().optional(),
    ...ownMediaMembers,
    hash: z
      .string()
      .optional()
      .meta({ description: 'Identifies the file: media with the same file have the same one.' }),
  })
  .meta({ id: 'ListedMedia', description: 'What operators know of a media file.' });

const lastChange = {
  changedAt: timestamp.optional().meta({ description: 'When it was last changed, if known.' }),
  changedBy: z.string().optional().meta({ description: 'Who changed it last, if known.' }),
};

const counts = z.strictObject({ live: z.int(), scheduled: z.int(), closed: z.int(), draft: z.int() });

/** The items in the lists of editors: as delivered, but drafts may be incomplete. */
export const listedItems = { news: editedNews, banner, media, category, tag } as const;

const nextInList = z
  .strictObject({ takesOverAt: takesOverAt.optional() })
  .meta({ description: 'There is a draft of the next version.' });

/** One page of a list: items as delivered, in any state. */
export function managedList<Item extends z.ZodType>(item: Item) {
  return z.strictObject({
    totalCount: z.int(),
    currentPage: z.int(),
    counts: counts.optional().meta({ description: 'Number of matching items in each state.' }),
    labels: z
      .array(z.strictObject({ label: mediaLabel, count: z.int() }))
      .max(limits.listedLabels)
      .optional()
      .meta({
        description: `The ${limits.listedLabels} labels that most media have, by name, and how many have each, if asked for.`,
      }),
    list: z.array(
      z.strictObject({
        item,
        isShort: z.literal(true).optional().meta({
          description:
            'The page would be too large with this item: only its ID, names, times and picture are listed. Get the item for the rest.',
        }),
        state: z.enum(states).optional(),
        missing,
        next: nextInList.optional(),
        etag: z
          .string()
          .optional()
          .meta({ description: 'If asked for; left out while others write all the time.' }),
        ...lastChange,
        about: listedMedia.optional().meta({ description: 'Media only.' }),
      }),
    ),
  });
}

const anyItem = z.record(z.string(), z.unknown());

/** A past version of an item. */
export const pastVersion = z
  .strictObject({
    version: z.int(),
    writtenAt: timestamp.optional(),
    writtenBy: z.string().optional(),
    replacedAt: timestamp,
    replacedBy: z.string(),
    wasDeleted: z.boolean().meta({ description: 'Whether the item was then deleted rather than changed.' }),
    item: anyItem.meta({ description: 'The item as it was.' }),
    next: nextVersion(anyItem).optional().meta({
      description: 'The next version that was beside it. It took over if its `takesOverAt` is `replacedAt`.',
    }),
  })
  .meta({ id: 'PastVersion', description: 'A past version of an item.' });

/** The stored past versions of an item, newest first. */
export const versions = z.strictObject({
  current: z.int().optional(),
  next: nextVersion(anyItem).optional(),
  list: z.array(pastVersion),
});

/** How past versions are listed. */
export const versionsQuery = z.strictObject({
  times: z.enum(['true', 'false']).optional().meta({
    description: '`true` lists of each version only its status and times, which is much less.',
  }),
});

/** What identifies an item in a space. */
export const recordKey = {
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
  defaultOf: z.array(z.string()).optional().meta({
    description: 'The instances of news whose default picture it is. They are not part of the count.',
  }),
});

/** The time for `open` and `close`. */
export const momentBody = z.strictObject({
  at: timestamp.optional().meta({ description: 'Default: now.' }),
});
/** The time of a scheduled publication. */
export const reservationBody = z.strictObject({ at: timestamp });
/** How an item is deleted. */
export const removalQuery = z.strictObject({
  force: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` deletes a media although bodies name it.' }),
});
/** The category or tag that replaces another. */
export const mergeBody = z.strictObject({ into: id });

const batchChange = z.strictObject({
  ...recordKey,
  action: z.enum([
    ...itemActions,
    ...['delete', 'setCategory', 'addTag', 'removeTag', 'addLabel', 'removeLabel', 'setCredit', 'setRights'],
  ] as const),
  at: timestamp.optional(),
  target: id
    .optional()
    .meta({ description: 'The category or tag; without it, `setCategory` removes the category.' }),
  value: description(limits.rightsCharacters).optional().meta({
    description:
      'For media: the label, credit or rights; without it, `setCredit` and `setRights` remove what there is.',
  }),
  ifMatch: z.string().max(200).optional(),
  force: z.boolean().optional().meta({ description: 'Delete a media although bodies name it.' }),
});

/** Changes that are made all together, or not at all. */
export const batchBody = z.strictObject({ changes: z.array(batchChange).min(1).max(1000) });
/** The result of a batch. */
export const batchResult = z.strictObject({ changed: z.int(), unchanged: z.int(), notes });

const placeName = z.string().optional().meta({ description: 'What operators call it.' });

/** A project with its spaces and instances. */
export const place = z
  .strictObject({
    projectId: id,
    name: placeName,
    role: z
      .enum(roleNames)
      .optional()
      .meta({ description: 'Your role in the whole project; without one, you see only parts of it.' }),
    spaces: z.array(
      z.strictObject({
        spaceId: id,
        name: placeName,
        instances: z.array(z.strictObject({ app: z.enum(appKinds), instanceId: id, name: placeName })),
      }),
    ),
  })
  .meta({ id: 'Project', description: 'A project with its spaces and instances.' });

/** Operations to try on a picture. */
export const pictureBody = z.strictObject({ operations: z.array(mediaOperation).max(limits.operations) });
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
    message: z.string().optional().meta({ description: 'Why it failed, or what it waits for.' }),
    rule: z.string().optional().meta({ description: 'The same as a stable code.' }),
    values: ruleValues.optional().meta({ description: 'The values in the message.' }),
    media: z
      .strictObject({
        type: media.shape.type,
        fileSize: z.int(),
        duration: z.int().optional(),
        meta: media.shape.meta.unwrap(),
        width: z.int().optional(),
        height: z.int().optional(),
        hash: listedMedia.shape.hash,
      })
      .optional()
      .meta({ description: 'The media that the file contains.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'Upload', description: 'A file that is being uploaded.' });

/** An item of a kind with everything that an editor needs. */
export type ManagedItem<K extends Kind = Kind> = z.infer<(typeof managedItems)[K]>;
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
/** What operators know of a media file. */
export type ListedMedia = z.infer<typeof listedMedia>;
/** A project with its spaces and instances. */
export type Project = z.infer<typeof place>;
/** A file that is being uploaded. */
export type UploadState = z.infer<typeof uploadState>;
/** One page of a list. */
export type ManagedList<Item> = {
  readonly totalCount: number;
  readonly currentPage: number;
  readonly counts?: Record<ItemState, number>;
  readonly labels?: readonly { readonly label: string; readonly count: number }[];
  readonly list: readonly {
    readonly item: Item;
    readonly isShort?: true;
    readonly state?: ItemState;
    readonly missing?: readonly MissingMember[];
    readonly about?: ListedMedia;
    readonly next?: { readonly takesOverAt?: number };
    readonly etag?: string;
    readonly changedAt?: number;
    readonly changedBy?: string;
  }[];
};
