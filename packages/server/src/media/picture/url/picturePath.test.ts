import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MediaOperation, mediaOperation } from '@newsstand/contract';
import fc from 'fast-check';
import { z } from 'zod';
import { runs } from '../../../../../../tests/testing/runs.ts';
import { PicturePathError } from '../../FileError.ts';
import type { Filter } from '../filters/parseFilters.ts';
import type { Operations } from '../Operations.ts';
import { parsePicturePath, picturePath } from './picturePath.ts';

const image = `${'0a'.repeat(32)}.jpg`;

const written: [operations: MediaOperation[], path: string][] = [
  [[], ''],
  [[{ type: 'trim', orientation: 'bottom-right' }], 'trim:bottom-right/'],
  [[{ type: 'crop', left: 50, top: 40, right: 300, down: 260 }], '50x40:300x260/'],
  [[{ type: 'crop', left: 9, top: 9, right: 0, down: 0 }], '9x9:0x0/'],
  [[{ type: 'fit-in', value: 'adaptive-fit-in' }], 'adaptive-fit-in/'],
  [[{ type: 'size', width: -200, height: 0 }], '-200x0/'],
  [[{ type: 'size', width: 0, height: 0 }], '0x0/'],
  [[{ type: 'h-align', value: 'center' }], 'center/'],
  [[{ type: 'v-align', value: 'bottom' }], 'bottom/'],
  [[{ type: 'smart' }], 'smart/'],
  [[{ type: 'filters' }], ''],
  [[{ type: 'filters', grayscale: false, equalize: false }], ''],
  [[{ type: 'filters', fill: 'red,true' }], 'filters:fill(red,true)/'],
  [[{ type: 'filters', sharpen: '2,1.0,true' }], 'filters:sharpen(2,1.0,true)/'],
  [[{ type: 'filters', convolution: '1;2;1,3,true' }], 'filters:convolution(1;2;1,3,true)/'],
  [[{ type: 'filters', roundCorner: '20|30,255,0,0' }], 'filters:round_corner(20%7C30,255,0,0)/'],
  [[{ type: 'filters', rgb: ' 10, -10,0' }], 'filters:rgb(10,-10,0)/'],
  [[{ type: 'filters', backgroundColor: 'ff0000' }], 'filters:background_color(ff0000)/'],
  // One `filters` in the order of the table; several one after another.
  [
    [
      { type: 'filters', equalize: true, rgb: '1,2,3', brightness: '40', fill: 'blue', blur: 4, quality: 60 },
      { type: 'smart' },
      { type: 'filters', rotate: 90, contrast: '-5', noise: 3, grayscale: true },
      { type: 'filters', fill: 'auto' },
      { type: 'size', width: 30, height: 20 },
      { type: 'v-align', value: 'top' },
      { type: 'crop', left: 0, top: 0, right: 8, down: 9 },
      { type: 'h-align', value: 'left' },
      { type: 'fit-in', value: 'fit-in' },
      { type: 'trim', orientation: 'top-left' },
    ],
    'trim:top-left/0x0:8x9/fit-in/30x20/left/top/smart/filters:fill(blue):brightness(40):quality(60):blur(4):rgb(1,2,3):equalize():contrast(-5):noise(3):rotate(90):grayscale():fill(auto)/',
  ],
];

test.each(written)('writes %j', (operations, path) => {
  expect(picturePath(operations, image)).toBe(`${path}${image}`);
});

const refused: [operations: MediaOperation[], message: RegExp][] = [
  [[{ type: 'smart' }, { type: 'smart' }], /'smart' is given 2 times; it may occur only once/],
  [[{ type: 'size', width: 1, height: 10_001 }], /use sides from 0 to 10000/],
  [[{ type: 'size', width: Number.MIN_SAFE_INTEGER, height: 1 }], /use sides/],
  [[{ type: 'crop', left: -1, top: 0, right: 8, down: 8 }], /use edges from 0/],
  [[{ type: 'filters', quality: 0 }], /quality\(percent\)/],
  [[{ type: 'filters', blur: 151 }], /150/],
  [[{ type: 'filters', brightness: '' }], /brightness\(amount\)/],
  [[{ type: 'filters', brightness: '40)' }], /brightness\(amount\)/],
  [[{ type: 'filters', fill: 'red):quality(1' }], /fill\(colour\)/],
  [[{ type: 'filters', fill: 'red%29' }], /fill\(colour\)/],
  [[{ type: 'filters', fill: 'red)/x.jpg' }], /fill\(colour\)/],
  [Array.from({ length: 31 }, () => ({ type: 'filters' as const, noise: 1 })), /more than 30 filters/],
  [
    Array.from({ length: 25 }, () => ({
      type: 'filters' as const,
      convolution: `${Array(225).fill('1').join(';')},15,true`,
    })),
    /at most 7000 are allowed/,
  ],
];

test.each(refused)('rejects %j', (operations, message) => {
  expect(() => picturePath(operations, image)).toThrow(PicturePathError);
  expect(() => picturePath(operations, image)).toThrow(message);
});

/** Values of each member of `filters` and the filters they become, in the order of the interface. */
const percent = fc.integer({ min: -100, max: 100 });
const channel = fc.integer({ min: 0, max: 255 });
const side = fc.integer({ min: 0, max: 10_000 });
const colour = fc
  .record({ red: channel, green: channel, blue: channel })
  .map((value) => ({ value, text: [value.red, value.green, value.blue].map(twoDigits).join('') }));
const kernel = fc
  .tuple(fc.constantFrom(1, 3, 5), fc.constantFrom(1, 3, 15), fc.boolean())
  .chain(([rows, columns, isNormalized]) =>
    fc
      .array(percent, { minLength: rows * columns, maxLength: rows * columns })
      .map((matrix) => ({ matrix, columns, isNormalized })),
  );

function twoDigits(value: number): string {
  return value.toString(16).padStart(2, '0');
}

type Member = { readonly member: object; readonly filter: Filter };

const members: fc.Arbitrary<Member | undefined>[] = [
  fc.tuple(colour, fc.boolean()).map(([{ value, text }, isWhole]) => ({
    member: { fill: `${text},${isWhole}` },
    filter: { name: 'fill', colour: value, fillsTransparent: isWhole },
  })),
  percent.map((amount) => ({ member: { brightness: `${amount}` }, filter: { name: 'brightness', amount } })),
  percent.map((amount) => ({ member: { contrast: `${amount}` }, filter: { name: 'contrast', amount } })),
  colour.map(({ value, text }) => ({
    member: { backgroundColor: text },
    filter: { name: 'background_color', colour: value },
  })),
  fc
    .integer({ min: 1, max: 100 })
    .map((quality) => ({ member: { quality }, filter: { name: 'quality', quality } })),
  fc
    .integer({ min: 0, max: 100 })
    .map((amount) => ({ member: { noise: amount }, filter: { name: 'noise', amount } })),
  fc.integer({ min: 0, max: 150 }).map((radius) => ({
    member: { blur: radius },
    filter: { name: 'blur', radius, sigma: radius },
  })),
  fc.tuple(fc.nat(200), fc.nat(20), fc.boolean()).map(([amount, radius, isLuminanceOnly]) => ({
    member: { sharpen: `${amount / 2},${radius / 2},${isLuminanceOnly}` },
    filter: { name: 'sharpen', amount: amount / 2, radius: radius / 2, isLuminanceOnly },
  })),
  fc
    .constantFrom(0 as const, 90 as const, 180 as const, 270 as const)
    .map((degrees) => ({ member: { rotate: degrees }, filter: { name: 'rotate', degrees } })),
  kernel.map(({ matrix, columns, isNormalized }) => ({
    member: { convolution: `${matrix.join(';')},${columns},${isNormalized}` },
    filter: { name: 'convolution', matrix, columns, isNormalized },
  })),
  fc.tuple(side, side, colour, fc.boolean()).map(([radiusX, radiusY, { value }, isTransparent]) => ({
    member: {
      roundCorner: `${radiusX}|${radiusY},${value.red},${value.green},${value.blue},${isTransparent}`,
    },
    filter: { name: 'round_corner', radiusX, radiusY, colour: value, isTransparent },
  })),
  fc.tuple(percent, percent, percent).map(([red, green, blue]) => ({
    member: { rgb: `${red},${green},${blue}` },
    filter: { name: 'rgb', red, green, blue },
  })),
  fc.boolean().map((grayscale) => asked({ grayscale }, { name: 'grayscale' }, grayscale)),
  fc.boolean().map((equalize) => asked({ equalize }, { name: 'equalize' }, equalize)),
];

function asked(member: object, filter: Filter, isAsked: boolean): Member | undefined {
  return isAsked ? { member, filter } : undefined;
}

const oneFilters = fc
  .tuple(...members.map((member) => fc.option(member, { nil: undefined })))
  .map((chosen) => chosen.filter((each) => each !== undefined))
  .map((chosen) => ({
    operation: mediaOperation.parse(
      Object.assign({ type: 'filters' }, ...chosen.map(({ member }) => member)),
    ),
    filters: chosen.map(({ filter }) => filter),
  }));

const edge = fc.integer({ min: 0, max: 100_000 });
const length = fc.integer({ min: -10_000, max: 10_000 });

/** At most one of each, with the expected result. */
const singles: fc.Arbitrary<{ operation: MediaOperation; said: Partial<Operations> } | undefined>[] = [
  fc.constantFrom('top-left' as const, 'bottom-right' as const).map((corner) => ({
    operation: { type: 'trim', orientation: corner },
    said: { trim: { corner, tolerance: 0 } },
  })),
  fc.tuple(edge, edge, edge, edge).map(([left, top, right, bottom]) => ({
    operation: { type: 'crop', left, top, right, down: bottom },
    said: { crop: { left, top, right, bottom } },
  })),
  fc.constantFrom('fit-in' as const, 'full-fit-in' as const, 'adaptive-fit-in' as const).map((fit) => ({
    operation: { type: 'fit-in', value: fit },
    said: { fit },
  })),
  fc.tuple(length, length).map(([width, height]) => ({
    operation: { type: 'size', width, height },
    said: {
      width: Math.abs(width),
      height: Math.abs(height),
      isMirrored: width < 0,
      isUpsideDown: height < 0,
    },
  })),
  fc.constantFrom('left' as const, 'center' as const, 'right' as const).map((horizontal) => ({
    operation: { type: 'h-align', value: horizontal },
    said: { horizontal },
  })),
  fc.constantFrom('top' as const, 'middle' as const, 'bottom' as const).map((vertical) => ({
    operation: { type: 'v-align', value: vertical },
    said: { vertical },
  })),
  fc.constant({ operation: { type: 'smart' }, said: { isSmart: true } }),
];

const someSingles = fc
  .tuple(...singles.map((single) => fc.option(single, { nil: undefined })))
  .map((chosen) => chosen.filter((each) => each !== undefined));
const someFilters = fc.array(oneFilters, { maxLength: 2 });
const anyName = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((name) => !name.includes('\0') && !name.split(/[/\\]/).includes('..'));

test('a written path parses back to the same operations, in any order', () => {
  fc.assert(
    fc.property(
      someSingles,
      someFilters,
      fc.infiniteStream(fc.nat(99)),
      anyName,
      (single, filters, places, name) => {
        // Only filters keep their order.
        const list: MediaOperation[] = filters.map(({ operation }) => operation);
        for (const { operation } of single)
          list.splice(places.next().value % (list.length + 1), 0, operation);
        const path = picturePath(list, name);
        expect(path).toMatch(/^[A-Za-z0-9\-._~!$&'()*+,;=:@%/]+$/);
        expect(parsePicturePath(path)).toEqual({
          operations: {
            ...{ width: 0, height: 0, isMirrored: false, isUpsideDown: false, isSmart: false },
            ...{ horizontal: 'center', vertical: 'middle' },
            ...Object.assign({}, ...single.map(({ said }) => said)),
            filters: filters.flatMap((each) => each.filters),
          },
          image: name,
        });
      },
    ),
  );
});

test('no filter text can inject another filter or part of the name', () => {
  const member = fc.constantFrom('fill', 'brightness', 'sharpen', 'convolution', 'roundCorner', 'rgb');
  const piece = fc.constantFrom(
    'red',
    '1',
    ',',
    ')',
    '(',
    ':',
    '/',
    '%29',
    '%',
    ';',
    '|',
    ' ',
    'true',
    'quality(1)',
  );
  const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(member, fc.oneof(text, fc.string({ unit: 'binary' })), (name, value) => {
      try {
        const read = parsePicturePath(
          picturePath([mediaOperation.parse({ type: 'filters', [name]: value })], image),
        );
        expect(read.operations.filters).toHaveLength(1);
        expect(read.image).toBe(image);
      } catch (error) {
        expect(error).toBeInstanceOf(PicturePathError);
      }
    }),
    { numRuns: runs(600) },
  );
});

const goldenFile = join(import.meta.dir, '../../../../../../../shared/golden/thumbor/cases.json');
const goldenCases = z.array(z.object({ operations: z.array(mediaOperation), path: z.string() }));

test('writes the paths of a real Thumbor', () => {
  if (!existsSync(goldenFile)) {
    console.warn(
      'left out: the golden cases of Thumbor are not beside the project (../shared/golden/thumbor)',
    );
    return;
  }
  const cases = goldenCases.parse(JSON.parse(readFileSync(goldenFile, 'utf8')));
  expect(cases.length).toBeGreaterThan(0);
  for (const { operations, path } of cases) {
    expect(picturePath(operations, image)).toBe(`${path}/${image}`);
    expect(parsePicturePath(`${path}/${image}`).image).toBe(image);
  }
});
