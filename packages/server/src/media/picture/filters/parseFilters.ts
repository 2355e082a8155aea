import { nearest } from '@newsstand/contract/text';
import { z } from 'zod';
import { PicturePathError, quote } from '../../FileError.ts';
import type { Box } from '../geometry.ts';
import { parseColour } from './colour.ts';

/** A filter as a URL has it. What it does to a picture is in `applyFilter.ts`. */
type FilterDefinition<Arguments> = {
  /** How to write it, for error messages. */
  readonly usage: string;
  /** Parses the words between its parentheses. */
  readonly arguments: z.ZodType<Arguments>;
};

function define<const Name extends string, Arguments>(name: Name, definition: FilterDefinition<Arguments>) {
  return { ...definition, schema: definition.arguments.transform((given) => ({ name, ...given })) };
}

/** The largest side of a convolution matrix. */
const maxMatrixSide = 15;

const numeral = /^-?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/;
const decimal = (from: number, to: number) =>
  z.string().regex(numeral).transform(Number).pipe(z.number().min(from).max(to));
const integer = (from: number, to: number) => decimal(from, to).pipe(z.int());
const boolean = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0']))
  .transform((word) => word === 'true' || word === '1');
const colour = z.string().transform((word, context) => {
  const parsed = parseColour(word);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: 'is not a colour' });
  return z.NEVER;
});
const channel = integer(0, 255);
const percent = integer(-100, 100);
const turn = integer(-360, 360)
  .transform((degrees) => (degrees + 360) % 360)
  .pipe(z.literal([0, 90, 180, 270]));
const radii = separated('|', z.tuple([integer(0, 10_000), integer(0, 10_000).optional()]));
const matrix = separated(';', z.array(decimal(-10_000, 10_000)).max(maxMatrixSide ** 2));

/** The edges of a box: `<left>x<top>:<right>x<bottom>`, in pixels, or all as fractions. */
const edges = z.string().transform((text, context): Box & { readonly isFraction: boolean } => {
  const found = /^(\d{1,6})x(\d{1,6}):(\d{1,6})x(\d{1,6})$/.exec(text) ?? fractions.exec(text);
  const [, left = 0, top = 0, right = 0, bottom = 0] = found?.map(Number) ?? [];
  if (found !== null) return { left, top, right, bottom, isFraction: text.includes('.') };
  context.addIssue({ code: 'custom', message: 'is not a box' });
  return z.NEVER;
});
const fractions =
  /^(0\.\d{1,9}|1\.0{1,9})x(0\.\d{1,9}|1\.0{1,9}):(0\.\d{1,9}|1\.0{1,9})x(0\.\d{1,9}|1\.0{1,9})$/;

const definitions = {
  brightness: define('brightness', {
    usage: 'brightness(amount) with an integer from -100 to 100',
    arguments: z.tuple([percent]).transform(([amount]) => ({ amount })),
  }),
  contrast: define('contrast', {
    usage: 'contrast(amount) with an integer from -100 to 100',
    arguments: z.tuple([percent]).transform(([amount]) => ({ amount })),
  }),
  rgb: define('rgb', {
    usage: 'rgb(red,green,blue) with integers from -100 to 100',
    arguments: z.tuple([percent, percent, percent]).transform(([red, green, blue]) => ({ red, green, blue })),
  }),
  grayscale: define('grayscale', {
    usage: 'grayscale() without arguments',
    arguments: z.tuple([]).transform(() => ({})),
  }),
  equalize: define('equalize', {
    usage: 'equalize() without arguments',
    arguments: z.tuple([]).transform(() => ({})),
  }),
  blur: define('blur', {
    usage: 'blur(radius) or blur(radius,sigma) with an integer radius, both from 0 to 150',
    arguments: z
      .tuple([integer(0, 150), decimal(0, 150).optional()])
      .transform(([radius, sigma]) => ({ radius, sigma: sigma || radius })),
  }),
  convolution: define('convolution', {
    usage: `convolution(n;n;…,columns,normalize) with odd numbers of rows and columns up to ${maxMatrixSide}, and true or false`,
    arguments: z
      .tuple([matrix, integer(1, maxMatrixSide), boolean.optional()])
      .refine(([numbers, columns]) => isMatrixSide(numbers.length / columns) && isMatrixSide(columns))
      .transform(([numbers, columns, isNormalized = true]) => ({ matrix: numbers, columns, isNormalized })),
  }),
  sharpen: define('sharpen', {
    usage: 'sharpen(amount,radius,luminanceOnly) with amount up to 100, radius up to 10, and true or false',
    arguments: z
      .tuple([decimal(0, 100), decimal(0, 10), boolean])
      .transform(([amount, radius, isLuminanceOnly]) => ({ amount, radius, isLuminanceOnly })),
  }),
  noise: define('noise', {
    usage: 'noise(amount) with an integer from 0 to 100',
    arguments: z.tuple([integer(0, 100)]).transform(([amount]) => ({ amount })),
  }),
  rotate: define('rotate', {
    usage: 'rotate(degrees) with a multiple of 90 from -360 to 360',
    arguments: z.tuple([turn]).transform(([degrees]) => ({ degrees })),
  }),
  quality: define('quality', {
    usage: 'quality(percent) with an integer from 1 to 100',
    arguments: z.tuple([integer(1, 100)]).transform(([quality]) => ({ quality })),
  }),
  round_corner: define('round_corner', {
    usage:
      'round_corner(radius,red,green,blue) or round_corner(rx|ry,red,green,blue,transparent) with radii up to 10000, colours from 0 to 255, and true or false',
    arguments: z
      .tuple([radii, channel, channel, channel, boolean.optional()])
      .transform(([[radiusX, radiusY = radiusX], red, green, blue, isTransparent = false]) => ({
        radiusX,
        radiusY,
        colour: { red, green, blue },
        isTransparent,
      })),
  }),
  background_color: define('background_color', {
    usage: 'background_color(colour) with a CSS colour name, or 3 or 6 hexadecimal digits without #',
    arguments: z.tuple([colour]).transform((words) => ({ colour: words[0] })),
  }),
  fill: define('fill', {
    usage:
      'fill(colour) or fill(colour,fillTransparent) with a CSS colour name, 3 or 6 hexadecimal digits without #, auto, blur or transparent, and true or false',
    arguments: z
      .tuple([z.union([z.enum(['auto', 'blur', 'transparent']), colour]), boolean.optional()])
      .transform((words) => ({ colour: words[0], fillsTransparent: words[1] ?? false })),
  }),
  focal: define('focal', {
    usage:
      'focal(<left>x<top>:<right>x<bottom>) with pixels of the source, or with fractions of it from 0.0 to 1.0',
    arguments: z.tuple([edges]).transform(([box]) => ({ box })),
  }),
  format: define('format', {
    usage: 'format(name) with jpeg, png, webp, avif or gif',
    arguments: z
      .tuple([z.enum(['jpeg', 'jpg', 'png', 'webp', 'avif', 'gif'])])
      .transform(([format]) => ({ format: format === 'jpg' ? ('jpeg' as const) : format })),
  }),
};

/** The name of a filter. */
export type FilterName = keyof typeof definitions;

/** The arguments of each filter. */
export type FilterArguments = { [Name in FilterName]: z.output<(typeof definitions)[Name]['arguments']> };

/** Each filter with its arguments. */
export type Filters = { [Name in FilterName]: { readonly name: Name } & FilterArguments[Name] };

/** One filter with its arguments. */
export type Filter = Filters[FilterName];

/** How many filters one URL may have. */
const maxFilters = 30;

/** Parses the filters of a URL: `a(..):b(..)`. Throws `PicturePathError`. */
export function parseFilters(text: string): readonly Filter[] {
  const filters: Filter[] = [];
  for (let start = 0; start < text.length; ) {
    const open = text.indexOf('(', start);
    if (open < 0) throw syntaxError(text.slice(start));
    const close = closing(text, open);
    filters.push(parseFilter(text.slice(start, open), text.slice(open + 1, close)));
    if (filters.length > maxFilters) throw new PicturePathError(`there are more than ${maxFilters} filters`);
    const rest = text.slice(close, close + 3);
    // A closing parenthesis, then the end or a colon and another filter.
    if (rest !== ')' && !(rest.startsWith('):') && rest.length === 3)) throw syntaxError(text.slice(start));
    start = close + 2;
  }
  return filters;
}

/** The position of the matching closing parenthesis; the end of the text if there is none. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

function syntaxError(text: string): PicturePathError {
  return new PicturePathError(
    `filters must be written as filters:name(arguments):name(arguments), not ${quote(text)}`,
  );
}

/** Parses one filter: its name, and the text between its parentheses. Throws `PicturePathError`. */
export function parseFilter(name: string, text: string): Filter {
  if (!isFilterName(name)) throw unknownFilter(name);
  const { schema, usage } = definitions[name];
  const words = text === '' ? [] : text.split(',').map((word) => word.trim());
  const result = schema.safeParse(words);
  if (result.success) return result.data;
  throw new PicturePathError(`filter ${quote(`${name}(${text})`)}: use ${usage}`);
}

function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(definitions, name);
}

function unknownFilter(name: string): PicturePathError {
  const known = Object.keys(definitions);
  const near = nearest(name, known);
  const advice =
    near === undefined ? `the known filters are: ${known.join(', ')}` : `did you mean '${near}'?`;
  return new PicturePathError(`unknown filter ${quote(name)}; ${advice}`);
}

/** A word that contains several. At most 300 are looked at: more are never valid. */
function separated<Schema extends z.ZodType>(mark: string, schema: Schema) {
  return z.preprocess((word) => (typeof word === 'string' ? word.split(mark, 300) : word), schema);
}

function isMatrixSide(side: number): boolean {
  return side % 2 === 1 && side <= maxMatrixSide;
}
