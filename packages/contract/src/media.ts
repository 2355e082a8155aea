import { z } from 'zod';
import { alias, id, uri } from './text.ts';

const whole = z.int();

const filters = z.strictObject({
  type: z.literal('filters'),
  fill: z.string().optional(),
  brightness: z.string().optional(),
  contrast: z.string().optional(),
  backgroundColor: z.string().optional(),
  quality: whole.optional(),
  noise: whole.optional(),
  blur: whole.optional(),
  sharpen: z.string().optional(),
  rotate: z
    .literal([0, 90, 180, 270])
    .optional()
    .meta({ type: 'integer', description: 'Degrees, counter-clockwise.' }),
  convolution: z.string().optional(),
  roundCorner: z.string().optional(),
  rgb: z.string().optional(),
  grayscale: z.boolean().optional(),
  equalize: z.boolean().optional(),
});

/** One image operation; `type` selects one of eight variants. */
export const mediaOperation = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('trim'), orientation: z.enum(['top-left', 'bottom-right']) }),
    z.strictObject({ type: z.literal('crop'), left: whole, top: whole, right: whole, down: whole }),
    z.strictObject({
      type: z.literal('fit-in'),
      value: z.enum(['fit-in', 'full-fit-in', 'adaptive-fit-in']),
    }),
    z.strictObject({ type: z.literal('size'), width: whole, height: whole }),
    z.strictObject({
      type: z.literal('h-align'),
      value: z.enum(['left', 'center', 'right']).meta({ default: 'center' }),
    }),
    z.strictObject({
      type: z.literal('v-align'),
      value: z.enum(['top', 'middle', 'bottom']).meta({ default: 'middle' }),
    }),
    z.strictObject({ type: z.literal('smart') }),
    filters,
  ])
  .meta({ id: 'MediaOperation', description: 'One image operation.' });

const asset = z.strictObject({
  path: z.string().min(1).meta({ description: 'Path inside the package.' }),
  accessUrl: uri.meta({ description: 'Where to get the file.' }),
});

const meta = z.strictObject({
  ext: z.string().meta({ description: 'File name extension.' }),
  mimetype: z.string().meta({ description: 'Media type.' }),
  asset: z
    .literal('VendorAnimate_cjs_1_0_0')
    .optional()
    .meta({ description: 'What package it is, where it is one.' }),
});

/** A media file as it is delivered. */
export const media = z
  .strictObject({
    name: z.string().meta({ description: 'Media name.' }),
    type: z.enum(['image', 'video']).meta({ description: 'What it is.' }),
    mediaId: id.meta({ description: 'Media ID.' }),
    projectId: id.meta({ description: 'Project ID.' }),
    spaceId: id.meta({ description: 'Space ID.' }),
    assets: z.array(asset).optional().meta({ description: 'The files of an asset package.' }),
    accessUrl: uri.optional().meta({ description: 'Where to get the media; an HLS playlist for a video.' }),
    thumbnailAccessUrl: uri.optional().meta({ description: 'Where to get the thumbnail picture.' }),
    meta: meta.optional().meta({ description: 'About the file.' }),
    fileSize: z.int().min(0).optional().meta({ format: 'int64', description: 'Bytes.' }),
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
    alias: alias.optional().meta({ description: 'Identifies the media uniquely.' }),
    originalUrl: uri.optional().meta({ description: 'Where to get the original picture.' }),
    status: z.literal('published').optional().meta({ description: 'Media is always published.' }),
    signed: z.boolean().optional().meta({ description: 'Whether the signed URL is valid.' }),
  })
  .meta({ id: 'Media', description: 'A picture or a video.' });

/** A media file as it is delivered. */
export type Media = z.infer<typeof media>;
/** One image operation. */
export type MediaOperation = z.infer<typeof mediaOperation>;
