import type { ErrorCode } from '@newsstand/contract';
import type { SettingName } from '../../packages/server/src/config/readConfig.ts';
import type { filterSamples, shapeSamples } from './samples.ts';

/** What each operation that shapes a picture means. */
export const shapeMeanings: Record<keyof typeof shapeSamples, string> = {
  trim: 'Removes edges of a single colour: that of the pixel in the corner given by `orientation`. If nothing would be left, nothing is removed. Crop coordinates still refer to the whole picture.',
  crop: 'Cuts out the rectangle from `left`, `top` (inclusive) to `right`, `down` (exclusive), in pixels of the source. The rectangle is clipped to the picture; an empty one means no crop.',
  'fit-in':
    'Fits the whole picture into `size`, without cropping. `fit-in` never enlarges it. `full-fit-in` covers all of `size`, exceeding it on one side, and enlarges if necessary. `adaptive-fit-in` swaps width and height if one of picture and `size` is portrait and the other landscape.',
  size: 'Scales the picture to this size, and crops it to the aspect ratio: around the centre, unless an alignment or `smart` is given. A side of 0 follows from the other one; if both are 0, the size is that of the source.',
  'h-align': 'Which part to keep if `size` crops the sides: `left`, `center` (default) or `right`.',
  'v-align': 'Which part to keep if `size` crops the top and bottom: `top`, `middle` (default) or `bottom`.',
  smart:
    'Keeps the most salient part if `size` crops the picture; alignments are ignored. Compare it with `center` above.',
};

/** What each filter means, and how its value is written. */
export const filterMeanings: Record<keyof typeof filterSamples, string> = {
  fill: 'after a fit-in, centres the picture on a canvas of `size`: a colour, `auto` (the mean colour of the picture), `blur` (the picture itself, blurred) or `transparent`. With `,true` it also shows through transparent parts.',
  brightness: 'makes brighter or darker, by -100 to 100 percent.',
  contrast: 'increases or reduces the contrast, by -100 to 100 percent.',
  backgroundColor: 'puts a colour behind transparent parts.',
  quality: 'the quality of a JPEG, WebP or AVIF, 1 to 100; default 80. Here as JPEG.',
  noise: 'adds grain, 0 to 100.',
  blur: 'blurs (Gaussian) with a radius of 0 to 150 pixels.',
  sharpen:
    '`amount,radius,luminanceOnly`: sharpens edges; amount 0 to 100, radius (the size of details) 0 to 10, and `true` to sharpen only the luminance.',
  rotate: 'rotates counter-clockwise by 0, 90, 180 or 270 degrees.',
  convolution:
    '`number;number;…,columns,normalize`: each pixel becomes the sum of its neighbours, weighted by these numbers; rows and columns are odd and at most 15. With `true` (default), it is divided by the sum of the numbers.',
  roundCorner:
    '`radius,red,green,blue` or `rx|ry,red,green,blue,transparent`: rounds the corners on a colour or, with `true`, to transparency.',
  rgb: '`red,green,blue`: increases or reduces each channel, by -100 to 100 percent.',
  grayscale: 'converts to shades of grey.',
  equalize: 'equalises the histogram of each channel.',
};

/** The defaults and meanings of the settings for media. */
export const settingMeanings = {
  mediaKey: ['created once, in `media.key`', 'the key that signs picture URLs, 16 to 256 characters'],
  mediaUrl: ['`/media` of the public URL', 'the base URL of media for readers, such as a CDN'],
  mediaUnsafe: ['`false`', '`true`: accepts `unsafe` in place of a signature'],
  mediaMaxAge: ['`86400`', 'seconds that browsers may cache media, up to a year'],
  mediaGrace: ['`30d`', 'how long files that no record refers to are kept, 1 to 3650 days; `off`: forever'],
  mediaCache: [
    '`2GB`',
    'disk space for rendered pictures (`pictures` in the data folder); the least recently used are evicted first',
  ],
  mediaStore: [
    '`originals` in the data folder',
    'where originals are stored: `s3://bucket/prefix`, or `folder:<path>`',
  ],
  mediaSources: [
    '`2GB`',
    'disk space for copies of originals in S3 (`sources` in the data folder); the least recently used are evicted first',
  ],
} as const satisfies { readonly [Name in SettingName]?: readonly [usual: string, meaning: string] };

/** The errors of media requests, and what to do. */
export const errorMeanings = {
  operations_invalid:
    'the path is invalid or exceeds a limit; `detail` says which part, and what would be valid',
  signature_invalid: 'the signature does not match the path, or `unsafe` is not enabled',
  not_found: 'there is no such file, or no record refers to it (any more)',
  media_too_large: 'the source or the result has too many pixels or bytes',
  media_undecodable: 'the original is damaged, takes too long, or is not a picture (operations on a video)',
  range_not_satisfiable: '`Range` is outside of the file; `Content-Range` gives its length',
  overloaded: 'too many pictures are queued; retry after the seconds in `Retry-After`',
  media_unavailable:
    'S3, where the originals are stored, is unreachable; retry after the seconds in `Retry-After`',
} as const satisfies { readonly [Code in ErrorCode]?: string };
