import { z } from 'zod';
import { breaks } from '../rules.ts';
import { id, timestamp } from '../text.ts';
import { isPreviewUrl } from './plain.ts';

/** Whether an operator who has an item open is changing it. */
export const presenceBody = z.strictObject({ isEditing: z.boolean() });
/** The others who have an item open. */
export const presence = z.strictObject({
  others: z.array(
    z.strictObject({
      operatorId: z.string(),
      name: z.string(),
      isEditing: z.boolean(),
      since: timestamp.meta({ description: 'Since when without a break.' }),
    }),
  ),
});

/** How long a preview link works: by default, and at most. */
export const previewDays = { usual: 7, most: 90 } as const;

/** A new preview link. */
export const previewOrder = z.strictObject({
  expiresAt: timestamp.optional().meta({
    description: `Default: in ${previewDays.usual} days; at most in ${previewDays.most} days.`,
  }),
});

/** A link by which anybody sees one item, in any state, until it expires or is revoked. */
export const previewLink = z
  .strictObject({ linkId: id, createdAt: timestamp, createdBy: z.string(), expiresAt: timestamp })
  .meta({ id: 'PreviewLink' });

/** A new preview link with its token, which is shown only now. */
export const issuedPreview = previewLink
  .extend({
    token: z.string().meta({ description: 'The key and the secret of a reader, with a full stop between.' }),
    url: z.string().meta({
      description:
        'The page that shows the item: `previewUrl` of the instance, or else a page of the service itself.',
    }),
  })
  .meta({ id: 'IssuedPreview' });

/** What is set for an instance. */
export const instanceSettings = z.strictObject({
  previewUrl: z
    .string()
    .max(2000)
    .refine(
      isPreviewUrl,
      breaks('not_preview_url', { token: '{token}', contentId: '{contentId}', alias: '{alias}' }),
    )
    .optional()
    .meta({
      description: 'The page that previews an item; `{contentId}`, `{alias}` and `{token}` are filled in.',
    }),
  fourEyes: z.boolean().optional().meta({
    description:
      'Whether nobody can publish alone: what readers see must be proposed by one operator and published by another. Omitted in a request, it stays as it is.',
  }),
  defaultPicture: id.optional().meta({
    description:
      'The picture of news that have none of their own: the media ID. A news item gets it when it is published or scheduled without a thumbnail.',
  }),
});
/** What to set for an instance. */
export const instanceSettingsOrder = instanceSettings.extend({
  defaultPicture: id.nullable().optional().meta({
    description:
      'The media ID of the picture that a news item gets when it is published or scheduled without a thumbnail; `null` for none. Omitted, it stays as it is.',
  }),
});

/** A new preview link with its token. */
export type IssuedPreview = z.infer<typeof issuedPreview>;
/** A preview link. */
export type PreviewLink = z.infer<typeof previewLink>;
/** What is set for an instance. */
export type InstanceSettings = z.infer<typeof instanceSettings>;
/** What to set for an instance. */
export type InstanceSettingsOrder = z.infer<typeof instanceSettingsOrder>;
