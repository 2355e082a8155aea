import type { ErrorCode } from '@newsstand/contract';
import type { SettingName } from '../../packages/server/src/config/readConfig.ts';
import type { filterSamples, shapeSamples } from './samples.ts';

/** What each operation that shapes a picture means. */
export const shapeMeanings: Record<keyof typeof shapeSamples, string> = {
  trim: 'Cuts off the edges that are of one colour: that of the pixel in the corner named by `orientation`. Where nothing would be left, nothing is cut off. A crop still counts from the corner of the whole picture.',
  crop: 'Cuts out the rectangle from `left`, `top` up to, and without, `right`, `down`, in pixels of the source. What lies beyond the picture is left out; an empty rectangle means no crop.',
  'fit-in':
    'Fits the whole picture into `size`, cutting off nothing. `fit-in` never enlarges it. `full-fit-in` covers all of `size`, and more on one side, enlarged if need be. `adaptive-fit-in` swaps width and height where the picture is upright and `size` is not, or the other way round.',
  size: 'Brings the picture to this size, and cuts off what the ratio leaves over: around the middle, unless an alignment or `smart` says otherwise. A side of 0 follows from the other one; both 0 is the size of the source.',
  'h-align':
    'Says which part stays where `size` cuts off at the sides: `left`, `center` (also where nothing is said) or `right`.',
  'v-align':
    'Says which part stays where `size` cuts off above and below: `top`, `middle` (also where nothing is said) or `bottom`.',
  smart:
    'Keeps what catches the eye where `size` cuts something off; alignments do not count then. Compare it with `center` above.',
};

/** What each filter means, and how its value is written. */
export const filterMeanings: Record<keyof typeof filterSamples, string> = {
  fill: 'after a fit-in, puts the picture in the middle of a canvas of `size`: a colour, `auto` (the mean colour of the picture), `blur` (the picture itself, blurred) or `transparent`. With `,true` it is also seen through clear parts.',
  brightness: 'makes brighter or darker, by -100 to 100 percent.',
  contrast: 'drives colours apart or together, by -100 to 100 percent.',
  backgroundColor: 'puts a colour behind clear parts.',
  quality:
    'how well colours and edges are kept in a JPEG, WebP or AVIF, 1 to 100; 80 where it is not given. Here as JPEG.',
  noise: 'adds grain, 0 to 100.',
  blur: 'blurs (Gaussian) with a radius of 0 to 150 pixels.',
  sharpen:
    '`amount,radius,luminanceOnly`: makes edges stand out; amount 0 to 100, radius (how large the details are) 0 to 10, and `true` to leave the hues alone.',
  rotate: 'turns counter-clockwise by 0, 90, 180 or 270 degrees.',
  convolution:
    '`number;number;…,columns,normalize`: each pixel becomes the sum of those around it, times these numbers; rows and columns are odd and at most 15. With `true`, or nothing, it is divided by the sum of the numbers.',
  roundCorner:
    '`radius,red,green,blue` or `rx|ry,red,green,blue,transparent`: rounds the corners on a colour, or, with `true`, to clear.',
  rgb: '`red,green,blue`: makes each of them stronger or weaker, by -100 to 100 percent.',
  grayscale: 'leaves only how bright things are.',
  equalize: 'spreads each colour over all its levels.',
};

/** What the settings for media mean, and what they are where nothing is said. */
export const settingMeanings = {
  mediaKey: ['made once, in `media.key`', 'what picture URLs are signed with, 16 to 256 characters'],
  mediaUrl: ['`/media` of the public URL', 'the address that readers get media from, such as a CDN'],
  mediaUnsafe: ['`false`', '`true`: `unsafe` is taken in place of a signature'],
  mediaMaxAge: ['`86400`', 'seconds that browsers may keep media, up to a year'],
  mediaGrace: ['`30d`', 'how long files that no record names are kept, 1 to 3650 days; `off`: for ever'],
  mediaCache: [
    '`2GB`',
    'how much of the disk made pictures may take (`pictures` in the data folder); the longest unused go first',
  ],
  mediaStore: [
    '`originals` in the data folder',
    'where originals are kept: `s3://bucket/prefix`, or `folder:<path>`',
  ],
  mediaSources: [
    '`2GB`',
    'how much disk space local copies of originals in S3 may take (`sources` in the data folder); the longest unused go first',
  ],
} as const satisfies { readonly [Name in SettingName]?: readonly [usual: string, meaning: string] };

/** What a request for media may end with, and what to do. */
export const errorMeanings = {
  operations_invalid:
    'the path is not understood, or goes past a bound; `detail` says which part, and what is right',
  signature_invalid: 'the signature is not the one of this path, or `unsafe` is not switched on',
  not_found: 'there is no such original or file, or no record names it (any more)',
  media_too_large: 'the source, or what is asked for, has too many pixels or bytes',
  media_undecodable: 'the original is damaged, takes too long, or is no picture (operations on a video)',
  range_not_satisfiable: '`Range` lies outside of the file; `Content-Range` says how long it is',
  overloaded: 'too many pictures wait to be made; ask again after the seconds in `Retry-After`',
  media_unavailable:
    'S3, where the originals are kept, can not be reached now; ask again after the seconds in `Retry-After`',
} as const satisfies { readonly [Code in ErrorCode]?: string };
