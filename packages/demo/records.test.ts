import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { block, mediaIdsIn } from '@newsstand/contract';
import { z } from 'zod';

const news = z.object({
  kind: z.literal('news'),
  instanceId: z.string(),
  contentId: z.string(),
  alias: z.string().optional(),
  values: z.object({
    body: z.strictObject({
      blocks: z.array(block).min(1),
      authors: z.array(z.string()).optional(),
      excerpt: z.string().optional(),
    }),
    isOutline: z.boolean().optional(),
  }),
});
const media = z.object({ kind: z.literal('media'), mediaId: z.string(), file: z.string() });

const path = join(import.meta.dir, 'records.ndjson');
const records = (await Bun.file(path).text())
  .trimEnd()
  .split('\n')
  .map((line): unknown => JSON.parse(line));
const pick = <Item>(schema: z.ZodType<Item>): readonly Item[] =>
  records.flatMap((record) => schema.safeParse(record).data ?? []);

test('every file belongs to a media record, and together they are small', async () => {
  const folder = dirname(path);
  const entries = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const named = pick(media).map(({ file }) => file);
  const isNamed = (file: string) => named.some((each) => file === each || file.startsWith(`${each}/`));
  const names = files.map((file) => relative(folder, file).replaceAll(sep, '/'));
  expect(names.filter((name) => !isNamed(name))).toEqual([]);
  expect(named.filter((each) => !names.some((name) => name === each || name.startsWith(`${each}/`)))).toEqual(
    [],
  );
  const bytes = files.reduce((sum, file) => sum + Bun.file(file).size, 0);
  expect(bytes).toBeLessThan(3_000_000);
});

test('every body is made of known blocks and shows only media that exist', () => {
  const all = pick(news);
  expect(all).toHaveLength(24);
  const known = new Set(pick(media).map(({ mediaId }) => mediaId));
  const shown = all.flatMap(({ values }) => mediaIdsIn(values.body));
  expect(shown.filter((id) => !known.has(id))).toEqual([]);
  expect(shown).toContain('m-film');
});

test('the articles use every kind of block', () => {
  const types = pick(news).flatMap(({ values }) => values.body.blocks.map(({ type }) => type));
  expect([...new Set(types)].toSorted()).toEqual(
    block.options.map((option) => option.shape.type.value).toSorted(),
  );
});

test('Japanese is in instances of its own, where a translation has the alias of its original', () => {
  const all = pick(news);
  const isJapanese = (text: string) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  for (const { instanceId, contentId, values } of all)
    expect([contentId, isJapanese(JSON.stringify(values.body))]).toEqual([
      contentId,
      instanceId.endsWith('-ja'),
    ]);
  const english = all.map(({ instanceId, alias }) => `${instanceId}-ja ${alias}`);
  const translated = all.filter(({ instanceId, alias }) => english.includes(`${instanceId} ${alias}`));
  expect(translated.map(({ contentId }) => contentId)).toEqual(['press-002', 'press-004', 'blog-002']);
});

test('pictures in a body have a size and an alternative text', () => {
  for (const { contentId, values } of pick(news)) {
    const images = values.body.blocks.flatMap((each) =>
      each.type === 'gallery' ? each.images : each.type === 'image' ? [each] : [],
    );
    const bare = images.filter((each) => !(each.mediaId && each.alt && each.width && each.height));
    expect({ contentId, bare }).toEqual({ contentId, bare: [] });
  }
});

test('articles with an outline have headings for it', () => {
  const withOutline = pick(news).filter(({ values }) => values.isOutline);
  expect(withOutline.length).toBeGreaterThanOrEqual(4);
  for (const { values } of withOutline)
    expect(values.body.blocks.filter(({ type }) => type === 'heading').length).toBeGreaterThanOrEqual(3);
});
