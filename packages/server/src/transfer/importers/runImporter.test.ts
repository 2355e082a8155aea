import { expect, test } from 'bun:test';
import { convertGhost } from './ghost/convertGhost.ts';
import { runImporter } from './runImporter.ts';
import { context, jsonFile } from './testing/importing.ts';

test('tells how much was read while nothing is converted yet', async () => {
  const posts = Array.from({ length: 20 }, (_, index) => ({ id: `a${index}`, title: 'A', html: '<p>a</p>' }));
  const file = jsonFile({ db: [{ meta: {}, data: { posts } }] });
  const told: number[] = [];
  let afterwards = 0;
  let isConverting = false;
  const onSurvey = (bytes: number) => {
    if (isConverting) afterwards += 1;
    else told.push(bytes);
  };
  for await (const { bytes } of runImporter(convertGhost, file, context({ onSurvey })))
    isConverting ||= bytes > 0;
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual(told.toSorted((some, other) => some - other));
  expect(afterwards).toBe(0);
});
