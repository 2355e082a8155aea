import { expect, test } from 'bun:test';
import { block } from '@newsstand/contract';
import { z } from 'zod';
import { demoRecords } from './demoRecords.ts';

const news = z.object({
  kind: z.literal('news'),
  contentId: z.string(),
  values: z.object({
    body: z.strictObject({ blocks: z.array(block).min(1) }),
    isOutline: z.boolean().optional(),
  }),
});
const media = z.object({ kind: z.literal('media'), mediaId: z.string() });
const pick = <Item>(schema: z.ZodType<Item>, hasFilm: boolean): readonly Item[] =>
  demoRecords(0, hasFilm).flatMap((record) => schema.safeParse(record).data ?? []);

test.each([true, false])(
  'every body follows the convention and shows only media that are there, film: %p',
  (hasFilm) => {
    const all = pick(news, hasFilm);
    expect(all).toHaveLength(24);
    const known = new Set(pick(media, hasFilm).map(({ mediaId }) => mediaId));
    const shown = all
      .flatMap(({ values }) => values.body.blocks)
      .flatMap((each) => ('mediaId' in each ? each.mediaId : []));
    expect(shown.filter((id) => id === undefined || !known.has(id))).toEqual([]);
    expect(shown.includes('m-film')).toBe(hasFilm);
  },
);

test('together the articles have a block of every kind', () => {
  const types = pick(news, true).flatMap(({ values }) => values.body.blocks.map(({ type }) => type));
  expect([...new Set(types)].toSorted()).toEqual(
    block.options.map((option) => option.shape.type.value).toSorted(),
  );
});

test('pictures in the text keep their place until they come, and say what they show', () => {
  for (const { contentId, values } of pick(news, true)) {
    const bare = values.body.blocks.filter(
      (each) => each.type === 'image' && !(each.alt && each.width && each.height),
    );
    expect({ contentId, bare }).toEqual({ contentId, bare: [] });
  }
});

test('who asks for an outline has something to put there', () => {
  const withOutline = pick(news, true).filter(({ values }) => values.isOutline);
  expect(withOutline.length).toBeGreaterThanOrEqual(4);
  for (const { values } of withOutline)
    expect(values.body.blocks.filter(({ type }) => type === 'heading').length).toBeGreaterThanOrEqual(3);
});
