import { nearest } from '@newsstand/contract';
import { z } from 'zod';
import { quote } from '../../quote.ts';
import type { Filter } from '../Operations.ts';
import { PicturePathError } from './PicturePathError.ts';
import { readColour } from './readColour.ts';

/** Reads one filter: its name, and what stands between its parentheses. Throws `PicturePathError`. */
export function readFilter(name: string, text: string): Filter {
  const reader = readers.get(name);
  if (reader === undefined) throw unknownFilter(name);
  const words = text === '' ? [] : text.split(',').map((word) => word.trim());
  const result = reader.words.safeParse(words);
  if (!result.success)
    throw new PicturePathError(`filter ${quote(`${name}(${text})`)}: give ${reader.usage}`);
  return result.data;
}

function unknownFilter(name: string): PicturePathError {
  const known = [...readers.keys()];
  const near = nearest(name, known);
  const advice = near === undefined ? `known are: ${known.join(', ')}` : `did you mean '${near}'?`;
  return new PicturePathError(`there is no filter ${quote(name)}; ${advice}`);
}

/** The largest kernel of a convolution on a side. */
const kernelSide = 15;

const numeral = /^-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/;
const decimal = (from: number, to: number) =>
  z.string().regex(numeral).transform(Number).pipe(z.number().min(from).max(to));
const whole = (from: number, to: number) => decimal(from, to).pipe(z.int());
const truth = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0']))
  .transform((word) => word === 'true' || word === '1');
const colour = z.string().transform((word, context) => {
  const read = readColour(word);
  if (read !== undefined) return read;
  context.addIssue({ code: 'custom', message: 'is no colour' });
  return z.NEVER;
});
const channel = whole(0, 255);
const percent = whole(-100, 100);
const turn = whole(-360, 360)
  .transform((degrees) => (degrees + 360) % 360)
  .pipe(z.literal([0, 90, 180, 270]));
const radii = separated('|', z.tuple([whole(0, 10_000), whole(0, 10_000).optional()]));
const matrix = separated(';', z.array(decimal(-10_000, 10_000)).max(kernelSide ** 2));

type Reader = { readonly usage: string; readonly words: z.ZodType<Filter> };

const readers: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    brightness: {
      usage: 'brightness(amount) with a whole number from -100 to 100',
      words: z.tuple([percent]).transform(([amount]) => ({ name: 'brightness', amount })),
    },
    contrast: {
      usage: 'contrast(amount) with a whole number from -100 to 100',
      words: z.tuple([percent]).transform(([amount]) => ({ name: 'contrast', amount })),
    },
    rgb: {
      usage: 'rgb(red,green,blue) with whole numbers from -100 to 100',
      words: z
        .tuple([percent, percent, percent])
        .transform(([red, green, blue]) => ({ name: 'rgb', red, green, blue })),
    },
    grayscale: {
      usage: 'grayscale() without arguments',
      words: z.tuple([]).transform(() => ({ name: 'grayscale' })),
    },
    equalize: {
      usage: 'equalize() without arguments',
      words: z.tuple([]).transform(() => ({ name: 'equalize' })),
    },
    blur: {
      usage: 'blur(radius) or blur(radius,sigma) with a whole radius, both from 0 to 150',
      words: z.tuple([whole(0, 150), decimal(0, 150).optional()]).transform(([radius, sigma]) => ({
        name: 'blur',
        radius,
        sigma: sigma || radius,
      })),
    },
    convolution: {
      usage: `convolution(n;n;…,columns,normalize) with rows and columns odd and at most ${kernelSide}, and true or false`,
      words: z
        .tuple([matrix, whole(1, kernelSide), truth.optional()])
        .refine(([numbers, columns]) => isKernel(numbers.length / columns) && isKernel(columns))
        .transform(([numbers, columns, isNormalized = true]) => ({
          name: 'convolution',
          matrix: numbers,
          columns,
          isNormalized,
        })),
    },
    sharpen: {
      usage: 'sharpen(amount,radius,luminanceOnly) with amount up to 100, radius up to 10, and true or false',
      words: z
        .tuple([decimal(0, 100), decimal(0, 10), truth])
        .transform(([amount, radius, isLuminanceOnly]) => ({
          name: 'sharpen',
          amount,
          radius,
          isLuminanceOnly,
        })),
    },
    noise: {
      usage: 'noise(amount) with a whole number from 0 to 100',
      words: z.tuple([whole(0, 100)]).transform(([amount]) => ({ name: 'noise', amount })),
    },
    rotate: {
      usage: 'rotate(degrees) with a multiple of 90, from -360 to 360',
      words: z.tuple([turn]).transform(([degrees]) => ({ name: 'rotate', degrees })),
    },
    quality: {
      usage: 'quality(percent) with a whole number from 1 to 100',
      words: z.tuple([whole(1, 100)]).transform(([quality]) => ({ name: 'quality', quality })),
    },
    round_corner: {
      usage:
        'round_corner(radius,red,green,blue) or round_corner(rx|ry,red,green,blue,transparent) with radii up to 10000, colours from 0 to 255, and true or false',
      words: z
        .tuple([radii, channel, channel, channel, truth.optional()])
        .transform(([[radiusX, radiusY = radiusX], red, green, blue, isTransparent = false]) => ({
          name: 'round_corner',
          radiusX,
          radiusY,
          colour: { red, green, blue },
          isTransparent,
        })),
    },
    background_color: {
      usage: 'background_color(colour) with a name of CSS, or 3 or 6 hexadecimal digits without #',
      words: z.tuple([colour]).transform((words) => ({ name: 'background_color', colour: words[0] })),
    },
    fill: {
      usage:
        'fill(colour) or fill(colour,fillTransparent) with a name of CSS, 3 or 6 hexadecimal digits without #, auto, blur or transparent, and true or false',
      words: z
        .tuple([z.union([z.enum(['auto', 'blur', 'transparent']), colour]), truth.optional()])
        .transform((words) => ({ name: 'fill', colour: words[0], fillsTransparent: words[1] ?? false })),
    },
    format: {
      usage: 'format(name) with jpeg, png, webp, avif or gif',
      words: z
        .tuple([z.enum(['jpeg', 'jpg', 'png', 'webp', 'avif', 'gif'])])
        .transform(([format]) => ({ name: 'format', format: format === 'jpg' ? 'jpeg' : format })),
    },
  } satisfies Record<Filter['name'], Reader>),
);

/** A word that holds several. More than a few hundred are never right, so they need not all be looked at. */
function separated<Schema extends z.ZodType>(mark: string, schema: Schema) {
  return z.preprocess((word) => (typeof word === 'string' ? word.split(mark, 300) : word), schema);
}

function isKernel(side: number): boolean {
  return side % 2 === 1 && side <= kernelSide;
}
