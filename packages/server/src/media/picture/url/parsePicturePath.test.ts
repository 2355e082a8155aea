import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { PicturePathError } from '../../FileError.ts';
import type { Filter } from '../filters/parseFilters.ts';
import type { Operations } from '../Operations.ts';
import { parsePicturePath } from './picturePath.ts';

const untouched: Operations = {
  width: 0,
  height: 0,
  isMirrored: false,
  isUpsideDown: false,
  horizontal: 'center',
  vertical: 'middle',
  isSmart: false,
  filters: [],
};

const understood: [path: string, said: Partial<Operations>][] = [
  ['', {}],
  ['trim/', { trim: { corner: 'top-left', tolerance: 0 } }],
  ['trim:top-left/', { trim: { corner: 'top-left', tolerance: 0 } }],
  ['trim:bottom-right:510/', { trim: { corner: 'bottom-right', tolerance: 510 } }],
  ['trim:7/', { trim: { corner: 'top-left', tolerance: 7 } }],
  ['1x2:3x4/', { crop: { left: 1, top: 2, right: 3, bottom: 4 } }],
  ['300x200/', { width: 300, height: 200 }],
  ['100x/', { width: 100 }],
  ['x100/', { height: 100 }],
  ['10000x10000/', { width: 10_000, height: 10_000 }],
  ['-30x20/', { width: 30, height: 20, isMirrored: true }],
  ['30x-20/', { width: 30, height: 20, isUpsideDown: true }],
  ['-0x-0/', { isMirrored: true, isUpsideDown: true }],
  ['origxorig/', {}],
  ['-origxorig/', { isMirrored: true }],
  ['fit-in/30x20/', { fit: 'fit-in', width: 30, height: 20 }],
  ['full-fit-in/', { fit: 'full-fit-in' }],
  ['adaptive-fit-in/', { fit: 'adaptive-fit-in' }],
  ['adaptive-full-fit-in/', { fit: 'adaptive-full-fit-in' }],
  ['left/', { horizontal: 'left' }],
  ['center/', {}],
  ['right/bottom/', { horizontal: 'right', vertical: 'bottom' }],
  ['top/', { vertical: 'top' }],
  ['middle/', {}],
  ['smart/', { isSmart: true }],
  ['filters:/', {}],
  ['filters:grayscale():equalize()/', { filters: [{ name: 'grayscale' }, { name: 'equalize' }] }],
  ['filters%3Agrayscale%28%29/', { filters: [{ name: 'grayscale' }] }],
  [
    'trim/1x2:3x4/fit-in/-30x20/right/top/smart/filters:noise(9)/',
    {
      trim: { corner: 'top-left', tolerance: 0 },
      crop: { left: 1, top: 2, right: 3, bottom: 4 },
      fit: 'fit-in',
      width: 30,
      height: 20,
      isMirrored: true,
      horizontal: 'right',
      vertical: 'top',
      isSmart: true,
      filters: [{ name: 'noise', amount: 9 }],
    },
  ],
];

test.each(understood)("parses '%s'", (path, said) => {
  const operations = { ...untouched, ...said };
  expect(parsePicturePath(`${path}0a.jpg`)).toEqual({ operations, image: '0a.jpg' });
});

const red = { red: 255, green: 0, blue: 0 };
const filters: [text: string, filter: Filter][] = [
  ['brightness(-100)', { name: 'brightness', amount: -100 }],
  ['contrast(100)', { name: 'contrast', amount: 100 }],
  ['rgb(10,-10,0)', { name: 'rgb', red: 10, green: -10, blue: 0 }],
  ['rgb( 10 , -10 , 0 )', { name: 'rgb', red: 10, green: -10, blue: 0 }],
  ['rgb(10%2C-10%2C0)', { name: 'rgb', red: 10, green: -10, blue: 0 }],
  ['blur(4)', { name: 'blur', radius: 4, sigma: 4 }],
  ['blur(4,0)', { name: 'blur', radius: 4, sigma: 4 }],
  ['blur(150,2.5)', { name: 'blur', radius: 150, sigma: 2.5 }],
  ['convolution(1;2;1,3)', { name: 'convolution', matrix: [1, 2, 1], columns: 3, isNormalized: true }],
  [
    'convolution(-1;.5;1.,1,false)',
    { name: 'convolution', matrix: [-1, 0.5, 1], columns: 1, isNormalized: false },
  ],
  ['sharpen(2,1.0,true)', { name: 'sharpen', amount: 2, radius: 1, isLuminanceOnly: true }],
  ['sharpen(.5,0,False)', { name: 'sharpen', amount: 0.5, radius: 0, isLuminanceOnly: false }],
  ['noise(0)', { name: 'noise', amount: 0 }],
  ['rotate(270)', { name: 'rotate', degrees: 270 }],
  ['rotate(-90)', { name: 'rotate', degrees: 270 }],
  ['rotate(360)', { name: 'rotate', degrees: 0 }],
  ['quality(1)', { name: 'quality', quality: 1 }],
  [
    'round_corner(20,255,0,0)',
    { name: 'round_corner', radiusX: 20, radiusY: 20, colour: red, isTransparent: false },
  ],
  [
    'round_corner(20|30,255,0,0,true)',
    { name: 'round_corner', radiusX: 20, radiusY: 30, colour: red, isTransparent: true },
  ],
  [
    'round_corner(20%7C30,255,0,0,1)',
    { name: 'round_corner', radiusX: 20, radiusY: 30, colour: red, isTransparent: true },
  ],
  ['background_color(Red)', { name: 'background_color', colour: red }],
  ['background_color(f00)', { name: 'background_color', colour: red }],
  ['fill(FF0000)', { name: 'fill', colour: red, fillsTransparent: false }],
  ['fill(auto,true)', { name: 'fill', colour: 'auto', fillsTransparent: true }],
  ['fill(blur)', { name: 'fill', colour: 'blur', fillsTransparent: false }],
  ['fill(transparent,0)', { name: 'fill', colour: 'transparent', fillsTransparent: false }],
  ['format(jpg)', { name: 'format', format: 'jpeg' }],
  ['format(avif)', { name: 'format', format: 'avif' }],
];

test.each(filters)('parses the filter %s, alone and among others', (text, filter) => {
  expect(parsePicturePath(`filters:${text}/a`).operations.filters).toEqual([filter]);
  const between = parsePicturePath(`filters:equalize():${text}:grayscale()/a`).operations.filters;
  expect(between).toEqual([{ name: 'equalize' }, filter, { name: 'grayscale' }]);
});

const kernel = (count: number) => Array(count).fill(1).join(';');

const faults: [path: string, message: RegExp][] = [
  ['10001x1/a', /"10001x1": use sides from 0 to 10000/],
  ['1x99999999999999999999/a', /use sides from 0 to 10000/],
  ['origx100/a', /origxorig/],
  ['1x2:3x100001/a', /crop "1x2:3x100001": use edges from 0/],
  ['-1x2:3x4/a', /use edges from 0/],
  ['trim:top-right/a', /"trim:top-right": use trim, trim:top-left/],
  ['trim:top-left:511/a', /tolerance up to 510/],
  ['smart/300x200/a', /"300x200" is repeated or out of order; the order is: trim, crop, fit-in, size/],
  ['smart/smart/a', /"smart" is repeated/],
  ['filters:grayscale()/filters:equalize()/a', /is repeated/],
  ['filters:blurr(3)/a', /unknown filter "blurr"; did you mean 'blur'\?/],
  [
    'filters:watermark(https://example.com/a.png,1)/a',
    /unknown filter "watermark"; the known filters are: brightness/,
  ],
  ['filters:toString()/a', /unknown filter "toString"/],
  ['filters:blur(151)/a', /"blur\(151\)": use blur\(radius\).*150/],
  ['filters:blur(1.5)/a', /integer radius/],
  ['filters:blur()/a', /use blur/],
  ['filters:blur(1,2,3)/a', /use blur/],
  ['filters:brightness(101)/a', /-100 to 100/],
  ['filters:contrast(1e1)/a', /use contrast/],
  ['filters:rgb(1,2)/a', /rgb\(red,green,blue\)/],
  ['filters:grayscale(1)/a', /without arguments/],
  ['filters:sharpen(2,1)/a', /luminanceOnly/],
  ['filters:sharpen(101,1,true)/a', /amount up to 100/],
  ['filters:noise(-1)/a', /0 to 100/],
  ['filters:rotate(45)/a', /multiple of 90/],
  ['filters:quality(0)/a', /1 to 100/],
  ['filters:quality(101)/a', /1 to 100/],
  ['filters:format(svg)/a', /jpeg, png, webp, avif or gif/],
  ['filters:fill(%23ff0000)/a', /without #/],
  ['filters:grayscale():fill(a(b):(c)):equalize()/a', /"fill\(a\(b\):\(c\)\)": use fill/],
  ['filters:background_color(auto)/a', /CSS colour name/],
  ['filters:background_color(ff00)/a', /3 or 6/],
  ['filters:round_corner(1|2|3,0,0,0)/a', /rx\|ry/],
  ['filters:round_corner(1,256,0,0)/a', /0 to 255/],
  ['filters:convolution(1;2;3;4,2,true)/a', /odd/],
  ['filters:convolution(1;2;3;4,3,true)/a', /odd/],
  ['filters:convolution(1;x;3,3,true)/a', /use convolution/],
  [`filters:convolution(${kernel(17)},17,true)/a`, /up to 15/],
  [`filters:convolution(${kernel(17)},1,true)/a`, /up to 15/],
  [`filters:convolution(${kernel(225 + 2 * 15)},15,true)/a`, /up to 15/],
  [`filters:${Array(31).fill('grayscale()').join(':')}/a`, /more than 30 filters/],
  ['filters:blur(3/a', /filters:name\(arguments\):.*"blur\(3"/],
  ['filters:blur(3):/a', /written as/],
  ['filters:blur(3)x/a', /written as/],
  ['filters:blur(3)::blur(3)/a', /unknown filter ":blur"/],
  ['filters:blur/a', /written as/],
  ['', /must end with the name/],
  ['300x200/', /must end with the name/],
  ['300x200/%zz', /"%zz" is not valid percent-encoded UTF-8/],
  ['%ff/a', /percent-encoded/],
  ['300x200/a%00b', /null byte/],
  ['../a', /'\.\.'/],
  ['300x200/a/%2e%2E/b', /'\.\.'/],
  ['a%2f..%2fb', /'\.\.'/],
  ['a%5c..', /'\.\.'/],
];

test.each(faults)("says what is wrong with '%s'", (path, message) => {
  expect(() => parsePicturePath(path)).toThrow(PicturePathError);
  expect(() => parsePicturePath(path)).toThrow(message);
});

test('accepts the largest kernel and the maximum number of filters', () => {
  expect(parsePicturePath(`filters:convolution(${kernel(225)},15,false)/a`).operations.filters).toHaveLength(
    1,
  );
  const many = Array(30).fill('grayscale()').join(':');
  expect(parsePicturePath(`filters:${many}/a`).operations.filters).toHaveLength(30);
});

test('the rest is the picture, whatever its name', () => {
  const images = [
    'smart',
    '300x200',
    'trim',
    'filters:blur(3)',
    'a/b/c.jpg',
    'x.jpg?',
    '..a',
    'a..',
    '...',
    '.',
  ];
  for (const image of images) {
    expect(parsePicturePath(`left/${encodeURI(image)}`).image).toBe(image);
    expect(parsePicturePath(`left/${encodeURIComponent(image)}`).image).toBe(image);
  }
  expect(parsePicturePath('a%2520b').image).toBe('a%20b');
});

test('an error message quotes a limited part of the input, without broken characters', () => {
  const sent = `filters:${'🎈'.repeat(200)}(1)/a`;
  const { message } = thrownBy(() => parsePicturePath(encodeURI(sent)));
  expect(message.length).toBeLessThan(300);
  expect(message.isWellFormed()).toBe(true);
});

test('throws only PicturePathError for any input', () => {
  const pieces = fc.constantFrom(
    ...[
      'trim',
      ':',
      '/',
      '-',
      'x',
      '1',
      '99999',
      'orig',
      'fit-in',
      'left',
      'top',
      'smart',
      'filters:',
      'blur(',
    ],
    ...[
      ')',
      '(',
      ',',
      ';',
      '|',
      'fill(',
      'red',
      'convolution(',
      'true',
      '%',
      '%2f',
      '%00',
      '..',
      ' ',
      '\ud800',
    ],
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' })), { maxLength: 30 }), (words) => {
      try {
        const { operations, image } = parsePicturePath(words.join(''));
        expect(operations.width).toBeWithin(0, 10_001);
        expect(operations.filters.length).toBeWithin(0, 31);
        expect(image.split('/')).not.toContain('..');
      } catch (error) {
        expect(error).toBeInstanceOf(PicturePathError);
      }
    }),
    { numRuns: runs(600) },
  );
});

test('takes linear time on long input', () => {
  const long = 2_000_000;
  const wrong = [
    `filters:convolution(${'1;'.repeat(long)},3,true)/a`,
    `filters:convolution(${'1'.repeat(long)}x,3,true)/a`,
    `filters:blur(${'('.repeat(long)}/a`,
    `filters:${'a:'.repeat(long)}/a`,
    `filters:${'a('.repeat(long)}/a`,
    `filters:brightness(${'1'.repeat(long)}.)/a`,
    `filters:fill(${','.repeat(long)})/a`,
    `trim:${'1'.repeat(long)}/a`,
  ];
  for (const path of wrong) expect(() => parsePicturePath(path)).toThrow(PicturePathError);
  const names = [`${'1'.repeat(long)}/a`, `${'1'.repeat(long)}x${'1'.repeat(long)}:/a`, '/'.repeat(long)];
  for (const path of names) expect(parsePicturePath(path).image).toBe(path);
});

function thrownBy(run: () => unknown): Error {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('nothing was thrown');
}
