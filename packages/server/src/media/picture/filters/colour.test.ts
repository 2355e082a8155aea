import { expect, test } from 'bun:test';
import { colourNames, parseColour } from './colour.ts';

test('knows all CSS colour names', () => {
  expect(colourNames.size).toBe(148);
  for (const [name, digits] of colourNames) {
    expect(name).toMatch(/^[a-z]+$/);
    expect(digits).toMatch(/^[0-9a-f]{6}$/);
    expect(Bun.color(name, 'hex')).toBe(`#${digits}`);
  }
});

test('is case-insensitive for names and digits', () => {
  expect(parseColour('RebeccaPurple')).toEqual({ red: 102, green: 51, blue: 153 });
  expect(parseColour('1a2B3c')).toEqual({ red: 26, green: 43, blue: 60 });
  expect(parseColour('F0a')).toEqual({ red: 255, green: 0, blue: 170 });
});

test.each(['', '#fff', 'ff', 'ffff', 'fffffff', 'ggg', 'redd', 'constructor', ' red'])(
  "does not accept '%s' as a colour",
  (text) => {
    expect(parseColour(text)).toBeUndefined();
  },
);
