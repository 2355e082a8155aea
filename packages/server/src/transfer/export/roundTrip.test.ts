import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { kinds } from '@newsstand/contract';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { realPicture, realPictures, writeHls, writePackage } from '../../media/testing/realFiles.ts';
import { allLines, lines, openImportStore } from '../testing/importing.ts';
import { exportRecords } from './exportRecords.ts';

const ids = ['a', 'b', 'c'] as const;
const scope = fc.constantFrom({ projectId: 'p', spaceId: 'x' }, { projectId: 'p', spaceId: 'y' });
const id = fc.constantFrom(...ids);
const word = fc.string({ unit: 'binary', maxLength: 8 });
const time = fc.integer({ min: 0, max: 8_640_000_000_000_000 });
const url = fc.webUrl();
const link = fc.oneof(url, fc.constantFrom('/sale', 'mailto:a@example.com', 'tel:1'));
const times = { reservedAt: time, openingAt: time, closingAt: time, createdAt: time, updatedAt: time };
const some = { requiredKeys: [] };

const newsPart = fc.record(
  {
    ...times,
    category: id.map((categoryId) => ({ categoryId })),
    tags: fc.array(id.map((tagId) => ({ tagId, name: 'old' }))),
  },
  some,
);
const newsValues = fc.record(
  {
    sponsors: fc.array(fc.record({ name: word })),
    isOutline: fc.boolean(),
    isRss: fc.boolean(),
    seo: fc.record({ canonicalUrl: url, isPreventCrawling: fc.boolean() }, some),
    share: fc.record(
      { x: fc.record({ text: word, users: fc.array(word), hashTags: fc.array(word) }, some) },
      some,
    ),
  },
  some,
);
const body = fc.dictionary(fc.string(), fc.jsonValue());
const status = fc.constantFrom('draft', 'published');
const news = fc
  .tuple(scope, id, id, newsPart, newsValues, body, status, word)
  .map(([scope, instanceId, contentId, part, values, body, status, name]) => ({
    kind: 'news',
    ...scope,
    ...part,
    ...{ instanceId, contentId, status, name },
    values: { ...values, title: name, body, thumbnail: { mediaId: contentId } },
  }));
const banner = fc
  .tuple(
    scope,
    id,
    id,
    fc.record({ ...times, position: fc.maxSafeInteger() }, some),
    fc.option(id),
    status,
    word,
    link,
  )
  .map(([scope, instanceId, contentId, part, mediaId, status, name, link]) => ({
    kind: 'banner',
    ...scope,
    ...part,
    ...{ instanceId: `top-${instanceId}`, contentId, status, name },
    values: mediaId === null ? {} : { url: link, image: { mediaId } },
  }));
const meta = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' };
const file = fc.constantFrom(
  ...realPictures.map(({ ext }) => ({ file: ext, type: 'image' })),
  { file: 'clip', type: 'video' },
  { file: 'banner', type: 'image', meta },
);
const pixels = fc.integer({ min: 1, max: 9000 });
const elsewhere = fc.record(
  { accessUrl: url, fileSize: fc.nat(), signed: fc.boolean(), width: pixels, height: pixels },
  some,
);
const mediaPart = fc.oneof(
  file,
  elsewhere.map((part) => ({ type: 'image', ...part })),
);
const operation = fc.constantFrom({ type: 'smart' }, { type: 'size', width: 1, height: 2 });
const media = fc
  .tuple(
    mediaPart,
    fc.record(
      {
        operations: fc.uniqueArray(operation, { selector: ({ type }) => type }),
        duration: fc.nat(),
        ...{ alt: word, credit: word, rights: word, createdAt: time },
        focalPoint: fc.record({ x: fc.constantFrom(0, 0.25, 1), y: fc.constantFrom(0, 0.5, 1) }),
        labels: fc.uniqueArray(fc.constantFrom('Press', 'Lamps', '報道'), { minLength: 1 }),
      },
      some,
    ),
    word,
  )
  .map(([part, rest, name]) => ({ kind: 'media', name, ...part, ...rest }));

/** Everything that can be linked to, in both spaces, with or without an alias. */
const collections = fc
  .tuple(
    fc.array(media, { minLength: 6, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  )
  .map(([medias, aliased]) =>
    ['x', 'y'].flatMap((spaceId, space) =>
      ids.flatMap((id, index) => {
        const at = space * 3 + index;
        const common = { projectId: 'p', spaceId, ...(aliased[at] ? { alias: `alias ${id}` } : {}) };
        return [
          { kind: 'category', categoryId: id, name: `Category ${id}`, ...common },
          { kind: 'tag', tagId: id, name: `Tag ${id}`, ...common },
          { ...medias[at], mediaId: id, ...common },
        ];
      }),
    ),
  );
const content = fc.tuple(collections, fc.array(fc.oneof(news, banner), { maxLength: 12 }));

/** A fixture with the sample files in its folder, and some records imported. */
async function openStocked(lines: Parameters<Awaited<ReturnType<typeof openImportStore>>['run']>[0]) {
  const fixture = await openImportStore();
  for (const { ext, bytes } of realPictures) writeFileSync(join(fixture.folder, ext), bytes);
  writeHls(join(fixture.folder, 'clip'));
  writePackage(join(fixture.folder, 'banner'));
  await fixture.run(lines);
  return fixture;
}

test('importing an export changes nothing in its own store, and rebuilds it in another', async () => {
  await fc.assert(
    fc.asyncProperty(content, async ([things, items]) => {
      await using here = await openStocked([...items, ...things]);
      const exported = await here.exported();
      const back = await here.run([exported], { now: () => 2000 });
      expect(back).toMatchObject({ created: 0, updated: 0, deleted: 0, unchanged: back.lines });

      await using there = await openImportStore();
      await bringOriginals(here, there.folder);
      await there.run([exported], { now: () => 3000 });
      expect(await there.exported()).toBe(exported);
    }),
    { numRuns: runs(15) },
  );
});

test('the export of one instance can be imported on its own', async () => {
  await fc.assert(
    fc.asyncProperty(content, async ([things, items]) => {
      await using here = await openStocked([...items, ...things]);
      const scope = { projectId: 'p', spaceId: 'x', instanceId: 'a' };
      const exported = await here.exported(scope);

      await using there = await openImportStore();
      await bringOriginals(here, there.folder);
      await there.run([exported]);
      expect(await there.exported(scope)).toBe(exported);
    }),
    { numRuns: runs(8) },
  );
});

/** Puts the originals beside the file to import, as `export` does. */
async function bringOriginals(
  from: Awaited<ReturnType<typeof openImportStore>>,
  folder: string,
): Promise<void> {
  const onOriginal = async (name: string) => {
    const path = (await from.originals.localPath(name)) ?? '';
    await Bun.write(join(folder, 'originals', name), Bun.file(path));
  };
  const onBundle = async (id: string) => {
    const path = (await from.originals.download(id, '')) ?? '';
    await cp(path, join(folder, 'bundles', id), { recursive: true });
  };
  const [write, media] = [async () => {}, { url: '', key: 'k' }];
  await exportRecords({ store: from.store, scope: {}, media, now: 0, write, onOriginal, onBundle });
}

test('a line is the resource as it is delivered', async () => {
  await using fixture = await openImportStore();
  writeFileSync(join(fixture.folder, 'cover'), realPicture('png'));
  await fixture.run([...allLines, { ...lines.media, file: 'cover' }]);
  const exported = (await fixture.exported()).trimEnd().split('\n');
  const parsed = exported.map((line): { kind: string } => JSON.parse(line));
  expect(parsed.map(({ kind }) => kind)).toEqual([
    ...['instance', 'instance', 'category', 'tag', 'media', 'news', 'banner'],
  ]);
  const [, , , , media, news] = parsed;
  expect(news).toMatchObject({
    instanceId: 'press',
    category: { categoryId: 'c1', name: 'Products', alias: 'products' },
    tags: [{ tagId: 't1', name: 'Launch' }],
    values: { thumbnail: { mediaId: 'm1', media: { mediaId: 'm1', name: 'Cover' } } },
  });
  expect(media).toHaveProperty('file');
  expect(media).not.toHaveProperty('original');
  for (const { kind, ...line } of parsed.slice(2)) {
    const { instanceId: _, file: __, ...resource } = { instanceId: '', file: '', ...line };
    const schema = kind === 'news' ? kinds.news : kind === 'banner' ? kinds.banner : undefined;
    if (schema === undefined) continue;
    const names = Object.keys(schema.schema.shape);
    expect(Object.keys(resource)).toEqual(names.filter((name) => name in resource));
    expect(schema.schema.safeParse(resource).error).toBeUndefined();
  }
});

test('a scope excludes everything else', async () => {
  await using fixture = await openImportStore();
  await fixture.run([...allLines, ...allLines.map((line) => ({ ...line, spaceId: 'app' }))]);
  const count = async (scope: object) => (await fixture.exported(scope)).trimEnd().split('\n').length;
  expect(await count({})).toBe(14);
  expect(await count({ projectId: 'acme', spaceId: 'web' })).toBe(7);
  expect(await count({ projectId: 'acme', spaceId: 'web', instanceId: 'press' })).toBe(5);
  expect(await count({ projectId: 'acme', spaceId: 'web', instanceId: 'top' })).toBe(3);
  expect(await fixture.exported({ projectId: 'nobody' })).toBe('');
});

test('lone surrogates stored by older versions are exported so that they can be imported', async () => {
  await using here = await openImportStore();
  const { kind, projectId, spaceId, tagId: id } = lines.tag;
  const document = JSON.stringify({
    ...lines.tag,
    kind: undefined,
    name: 'cut \ud83d',
    createdAt: 1,
    updatedAt: 1,
  });
  await here.store.write((writer) =>
    writer.putRecord({ kind, projectId, spaceId, id, alias: undefined, document, links: [] }),
  );
  await using there = await openImportStore();
  await there.run([await here.exported()]);
  expect(await there.documents()).toMatchObject([{ name: 'cut \u{FFFD}' }]);
});
