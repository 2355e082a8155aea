import { expect, test } from 'bun:test';
import { tagsOf, withoutStyles } from './cleanPasted.ts';

test('styles and handlers are removed before a browser reads them', () => {
  const html = `<p style="color: red" class=x>a <img src=x onerror="run()" ONLOAD=run()> on style=b</p>`;
  expect(withoutStyles(html)).toBe(`<p data-style="color: red" class=x>a <img src=x> on style=b</p>`);
  expect(withoutStyles('<'.repeat(100_000))).toHaveLength(100_000);
});

test('styles become elements', () => {
  expect(tagsOf('font-weight:700;font-style:italic')).toEqual(['strong', 'em']);
  expect(tagsOf('font-weight: 400; text-decoration-line: underline line-through')).toEqual(['u', 's']);
  expect(tagsOf('vertical-align:super')).toEqual(['sup']);
  expect(tagsOf('color:red')).toEqual([]);
});
