import { z } from 'zod';
import { mediaOperationSchema } from './pictureOperations.ts';
import { alias, id, uri } from './text.ts';

/** One image operation. */
export const mediaOperation = mediaOperationSchema(z);

const asset = z.strictObject({
  path: z.string().min(1).meta({ description: 'Path inside the package.' }),
  accessUrl: uri.meta({ description: 'URL of the file.' }),
});

const meta = z.strictObject({
  ext: z.string().meta({ description: 'File name extension.' }),
  mimetype: z.string().meta({ description: 'Media type.' }),
  asset: z
    .literal('VendorAnimate_cjs_1_0_0')
    .optional()
    .meta({ description: 'Type of the asset package, if it is one.' }),
});

/** A media file as it is delivered. */
export const media = z
  .strictObject({
    name: z.string().meta({ description: 'Media name.' }),
    type: z.enum(['image', 'video']).meta({ description: 'Image or video.' }),
    mediaId: id.meta({ description: 'Media ID.' }),
    projectId: id.meta({ description: 'Project ID.' }),
    spaceId: id.meta({ description: 'Space ID.' }),
    assets: z.array(asset).optional().meta({ description: 'The files of an asset package.' }),
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
    operations: z.array(mediaOperation).optional().meta({ description: 'Image operations.' }),
    thumbnailOperations: z
      .array(mediaOperation)
      .optional()
      .meta({ description: 'Image operations applied to the thumbnail.' }),
    alias: alias.optional().meta({ description: 'Unique alias of the media.' }),
    originalUrl: uri.optional().meta({ description: 'URL of the original picture.' }),
    status: z.literal('published').optional().meta({ description: 'Media is always published.' }),
    signed: z.boolean().optional().meta({ description: 'Whether the signed URL is valid.' }),
  })
  .meta({ id: 'Media', description: 'A picture or a video.' });

/** A media file as it is delivered. */
export type Media = z.infer<typeof media>;
