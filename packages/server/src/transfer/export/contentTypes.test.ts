import { expect, test } from 'bun:test';
import { contentTypes, Shape } from './contentTypes.ts';

function shapeOf(...values: readonly unknown[]): string {
  const shape = new Shape();
  for (const value of values) shape.add(value);
  return shape.write();
}

test('a type is what all values have in common', () => {
  expect(shapeOf('a', 'b')).toBe('string');
  expect(shapeOf('a', 1, null, true)).toBe('boolean | null | number | string');
  expect(shapeOf([1, 'a'], [])).toBe('Array<number | string>');
  expect(shapeOf([[1]])).toBe('number[][]');
  expect(shapeOf()).toBe('unknown');
  expect(shapeOf([])).toBe('unknown[]');
  expect(shapeOf({})).toBe('Record<string, unknown>');
  expect(shapeOf({ a: 1, 'b c': { d: 'x' } }, { a: 2 })).toBe(
    '{\n  a: number;\n  "b c"?: {\n    d: string;\n  };\n}',
  );
});

test('blocks have a type already, data has none', () => {
  expect(shapeOf({ blocks: [{ type: 'paragraph', text: '' }] }, { blocks: [{ type: 'divider' }] })).toBe(
    '{\n  blocks: Block[];\n}',
  );
  expect(shapeOf([{ type: 'other' }])).toBe('Array<{\n  type: string;\n}>');
  const many = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`id${index}`, 1]));
  expect(shapeOf(many)).toBe('Record<string, unknown>');
  let deep: unknown = 1;
  for (let depth = 0; depth < 1000; depth++) deep = [deep];
  expect(shapeOf(deep)).toBe(`unknown${'[]'.repeat(9)}`);
});

test('a module has a type for everything, whatever it is called', () => {
  const [press, other] = [new Shape(), new Shape()];
  press.add({ blocks: [{ type: 'divider' }], lead: 'x' });
  const text = contentTypes('acme/web', {
    categories: ['products', "it's \u2028*/"],
    tags: [],
    banners: ['top'],
    bodies: new Map([
      ['press-2024', press],
      ['press_2024', other],
      ['2024', other],
    ]),
  });
  expect(
    text,
  ).toBe(`// The types of acme/web, from its content. Written by \`newsstand types\`: run it again instead of editing.

import type { Block } from '@newsstand/client';

/** The categories, by alias, or else by ID. */
export type CategoryName =
  | "it's \\u2028*/"
  | "products";

/** The tags, by alias, or else by ID. */
export type TagName = never;

/** The instances of banners. */
export type BannerInstance =
  | "top";

/** The body of live news in press-2024. */
export interface Press2024Body {
  blocks: Block[];
  lead: string;
}

/** The body of live news in press_2024. */
export type Press2024Body2 = unknown;

/** The body of live news in 2024. */
export type News2024Body = unknown;

/** The bodies of news, by instance. */
export interface Bodies {
  "press-2024": Press2024Body;
  press_2024: Press2024Body2;
  "2024": News2024Body;
}
`);
});
