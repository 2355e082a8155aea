import { z } from 'zod';
import { limits } from './limits.ts';
import { mediaOperationSchema } from './pictureOperations.ts';
import { breaks } from './rules.ts';
import { alias, countCharacters, id, line, matching, timestamp, uri } from './text.ts';

/** One image operation. */
export const mediaOperation = mediaOperationSchema(z, limits.nameCharacters);

const asset = z.strictObject({
  path: line.min(1).meta({ description: 'Path inside the package.' }),
  accessUrl: uri.meta({ description: 'URL of the file.' }),
});

const meta = z.strictObject({
  ext: line.meta({ description: 'File name extension.' }),
  mimetype: line.meta({ description: 'Media type.' }),
  asset: z
    .literal('VendorAnimate_cjs_1_0_0')
    .optional()
    .meta({ description: 'Type of the asset package, if it is one.' }),
});

/** A text about a media file that people write. */
export function description(most: number) {
  return z
    .string()
    .refine((text) => countCharacters(text) <= most, breaks('too_many_characters', { most }))
    .meta({ maxLength: most });
}

const fraction = z.number().min(0).max(1);
const side = z.int().min(1);

/** A media file as it is delivered. */
export const media = z
  .strictObject({
    name: line.meta({ description: 'Media name.' }),
    type: z.enum(['image', 'video']).meta({ description: 'Image or video.' }),
    mediaId: id.meta({ description: 'Media ID.' }),
    projectId: id.meta({ description: 'Project ID.' }),
    spaceId: id.meta({ description: 'Space ID.' }),
    assets: z
      .array(asset)
      .meta({ mostElements: limits.assets })
      .optional()
      .meta({ description: 'The files of an asset package.' }),
    accessUrl: uri
      .optional()
      .meta({ description: 'URL of the media; for a video, of its HLS playlist (.m3u8).' }),
    thumbnailAccessUrl: uri.optional().meta({ description: 'URL of the thumbnail.' }),
    meta: meta.optional().meta({ description: 'About the file itself.' }),
    fileSize: z.int().min(0).optional().meta({ format: 'int64', description: 'File size in bytes.' }),
    duration: z
      .int()
      .min(0)
      .optional()
      .meta({ format: 'int64', description: 'Playback time in milliseconds.' }),
    operations: z
      .array(mediaOperation)
      .meta({ mostElements: limits.operations })
      .optional()
      .meta({ description: 'Image operations.' }),
    thumbnailOperations: z
      .array(mediaOperation)
      .meta({ mostElements: limits.operations })
      .optional()
      .meta({ description: 'Image operations applied to the thumbnail.' }),
    alias: alias.optional().meta({ description: 'Unique alias of the media.' }),
    originalUrl: uri.optional().meta({ description: 'URL of the original picture.' }),
    status: z.literal('published').optional().meta({ description: 'Media is always published.' }),
    signed: z.boolean().optional().meta({ description: 'Whether the signed URL is valid.' }),
    alt: description(limits.altCharacters).optional().meta({
      description: 'What the picture shows, for those who cannot see it; empty if it is decoration.',
    }),
    credit: description(limits.creditCharacters)
      .optional()
      .meta({ description: 'Who made it, as it should be named beside it.' }),
    rights: description(limits.rightsCharacters)
      .optional()
      .meta({ description: 'Who owns it, and what it may be used for.' }),
    focalPoint: z
      .strictObject({
        x: fraction.meta({ description: 'From the left edge, 0, to the right edge, 1.' }),
        y: fraction.meta({ description: 'From the top edge, 0, to the bottom edge, 1.' }),
      })
      .optional()
      .meta({ description: 'The point of the picture that should stay visible when it is cropped.' }),
    width: side.optional().meta({
      description:
        'Width in pixels of the picture as displayed, before its operations; of a video, of its poster. Left out if unknown.',
    }),
    height: side.optional().meta({ description: 'Height in pixels, likewise.' }),
  })
  .meta({ id: 'Media', description: 'A picture or a video.' });

/** A media file as it is delivered. */
export type Media = z.infer<typeof media>;

/** A word or two that operators file media under. */
export const mediaLabel = matching(z.string().trim().min(1), /^[^\p{Cc},]*$/u, 'not_label')
  .refine(
    (text) => countCharacters(text) <= limits.labelCharacters,
    breaks('too_many_characters', { most: limits.labelCharacters }),
  )
  .meta({ minLength: 1, maxLength: limits.labelCharacters });

/** What operators see of a media file, and readers do not. */
export const ownMediaMembers = {
  labels: z
    .array(mediaLabel)
    .max(limits.labels)
    .optional()
    .meta({ description: 'What operators file it under. Not delivered.' }),
  createdAt: timestamp.optional().meta({ description: 'When it was created, if known. Not delivered.' }),
} as const;
