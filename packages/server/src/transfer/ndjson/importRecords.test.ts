import { describe, expect, test } from 'bun:test';
import { beginning } from '../../store/Store.ts';
import { everything } from '../../store/testing/suite/samples.ts';
import { allLines, chunks, lines, openImportStore, refusal, source } from '../testing/importing.ts';
import { readLines } from './readLines.ts';

const { instance, category, tag, media, news, banner } = lines;
const { projectId, spaceId } = tag;
const deletion = (line: object) => ({ ...line, deleted: true });

describe('what is stored', () => {
  test('documents with ordered members, and embedded resources as IDs only', async () => {
    await using fixture = await openImportStore();
    const detailed = {
      ...news,
      tags: [{ name: 'Old', tagId: 't1' }, { tagId: 't1' }],
      category: { categoryId: 'c1', name: 'Old name', unknown: 1 },
      values: { thumbnail: { mediaId: 'm1', media: { anything: true } }, body: { z: 1, a: 2 }, title: 'T' },
      alias: 'hello',
    };
    await fixture.run([category, tag, media, detailed]);
    const records = (await everything(fixture.store)).records;
    expect(records.at(-1)?.document).toBe(
      '{"contentId":"n1","projectId":"acme","spaceId":"web","name":"Hello","alias":"hello","status":"published",' +
        '"values":{"title":"T","body":{"z":1,"a":2},"thumbnail":{"mediaId":"m1"}},' +
        '"category":{"categoryId":"c1"},"tags":[{"tagId":"t1"}],"createdAt":1000,"updatedAt":1000}',
    );
    expect(records.at(-1)?.links).toEqual([
      { kind: 'category', id: 'c1' },
      { kind: 'tag', id: 't1' },
      { kind: 'media', id: 'm1' },
    ]);
    expect(records.at(-1)?.alias).toBe('hello');
    expect(records[0]?.document).toBe(
      '{"categoryId":"c1","name":"Products","projectId":"acme","spaceId":"web","createdAt":1000,"updatedAt":1000,"alias":"products"}',
    );
  });

  test('an empty list of tags is left out', async () => {
    await using fixture = await openImportStore();
    const { category: _, ...plain } = news;
    await fixture.run([media, { ...plain, tags: [] }]);
    expect((await fixture.documents()).at(-1)).not.toHaveProperty('tags');
  });

  test('times are those given, or else those stored, or else now', async () => {
    await using fixture = await openImportStore();
    const times = async () => {
      const [document] = await fixture.documents();
      return document;
    };
    await fixture.run([tag], { now: () => 10 });
    expect(await times()).toMatchObject({ createdAt: 10, updatedAt: 10 });
    await fixture.run([tag], { now: () => 20 });
    expect(await times()).toMatchObject({ createdAt: 10, updatedAt: 10 });
    await fixture.run([{ ...tag, name: 'New' }], { now: () => 30 });
    expect(await times()).toMatchObject({ createdAt: 10, updatedAt: 30 });
    await fixture.run([{ ...tag, name: 'New', createdAt: 5 }], { now: () => 40 });
    expect(await times()).toMatchObject({ createdAt: 5, updatedAt: 40 });
    await fixture.run([{ ...tag, name: 'New', updatedAt: 7 }], { now: () => 50 });
    expect(await times()).toMatchObject({ createdAt: 5, updatedAt: 7 });
  });

  test('an item creates its instance', async () => {
    await using fixture = await openImportStore();
    await fixture.run([media, banner]);
    const { instances } = await everything(fixture.store);
    expect(instances).toEqual([{ app: 'banner', projectId, spaceId, instanceId: 'top' }]);
  });
});

describe('the report', () => {
  test('counts what lines did, in total and by kind', async () => {
    await using fixture = await openImportStore();
    const first = await fixture.run(['', ...allLines, '  ']);
    expect(first).toMatchObject({ lines: 6, created: 6, updated: 0, unchanged: 0, deleted: 0 });
    const second = await fixture.run([
      ...allLines,
      { ...tag, name: 'New' },
      deletion(banner),
      deletion(banner),
    ]);
    expect(second).toMatchObject({ lines: 9, created: 0, updated: 1, unchanged: 7, deleted: 1 });
    expect(second.byKind.tag).toEqual({ created: 0, updated: 1, unchanged: 1, deleted: 0, kept: 0 });
    expect(second.byKind.banner).toEqual({ created: 0, updated: 0, unchanged: 2, deleted: 1, kept: 0 });
  });

  test('of lines that change nothing leaves the store unchanged', async () => {
    await using fixture = await openImportStore();
    await fixture.run(allLines);
    const revision = await fixture.store.bookmark();
    await fixture.run(allLines, { now: () => 2000 });
    expect(await fixture.store.bookmark()).toEqual(revision);
  });

  test('progress is reported in bytes and lines', async () => {
    await using fixture = await openImportStore();
    const seen: object[] = [];
    await fixture.run([tag, media], { onProgress: (progress) => seen.push(progress) });
    const bytes = JSON.stringify(tag).length + JSON.stringify(media).length + 1;
    expect(seen).toContainEqual({ bytes, lines: 2, written: 0 });
    expect(seen.at(-1)).toEqual({ bytes, lines: 2, written: 2 });
  });
});

describe('lines together', () => {
  test('may come in any order, from several sources', async () => {
    await using fixture = await openImportStore();
    const sources = [source([news], undefined, 'a'), source([media, category, tag], undefined, 'b')];
    expect(await fixture.run([], { sources })).toMatchObject({ lines: 4, created: 4 });
  });

  test('the last one about a record wins', async () => {
    await using fixture = await openImportStore();
    await fixture.run([tag, { ...tag, name: 'Second' }, deletion(category), category]);
    expect(await fixture.documents()).toMatchObject([{ name: 'Products' }, { name: 'Second' }]);
    await fixture.run([{ ...tag, name: 'Third' }, deletion(tag)]);
    expect(await fixture.documents()).toHaveLength(1);
  });

  test('may swap aliases', async () => {
    await using fixture = await openImportStore();
    const second = { ...category, categoryId: 'c2', alias: 'second' };
    await fixture.run([category, second]);
    const report = await fixture.run([
      { ...category, alias: 'second' },
      { ...second, alias: 'products' },
    ]);
    expect(report).toMatchObject({ updated: 2 });
  });

  test('may delete an instance with its items', async () => {
    await using fixture = await openImportStore();
    await fixture.run(allLines);
    expect(await fixture.run([deletion(instance), deletion(news)])).toMatchObject({ deleted: 2 });
    expect((await everything(fixture.store)).instances).toHaveLength(1);
  });
});

describe('faults', () => {
  test('of all lines are reported with their numbers, and nothing is stored', async () => {
    await using fixture = await openImportStore();
    await fixture.run([category]);
    const before = await everything(fixture.store);
    const found = await fixture.faults([tag, '{', '', { ...media, name: 1 }, media, { kind: 'nws' }]);
    expect(found).toEqual([
      '2: the line: is not valid JSON',
      '4: name: must be a string',
      "6: kind: must be one of instance, category, tag, media, news, banner; did you mean 'news'?",
    ]);
    expect(await everything(fixture.store)).toEqual(before);
  });

  test('name their source', async () => {
    await using fixture = await openImportStore();
    const sources = [source([tag], undefined, 'a'), source(['', '7'], undefined, 'b')];
    const { faults } = await refusal(fixture.run([], { sources }));
    expect(faults).toEqual([{ source: 'b', line: 2, message: 'the line: must be a JSON object' }]);
  });

  test('are counted beyond the first thousand', async () => {
    await using fixture = await openImportStore();
    const error = await refusal(fixture.run(Array.from({ length: 1500 }, () => '{')));
    expect(error.faults).toHaveLength(1000);
    expect(error.total).toBe(1500);
    expect(error.message).toBe('nothing was imported: at least 1500 faults found');
  });

  test('are counted as "at least" if the store stopped checking', async () => {
    await using fixture = await openImportStore();
    const banners = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...banner, contentId: `b${index}` }));
    const exact = await refusal(fixture.run(banners(1000)));
    expect([exact.faults.length, exact.total, exact.isComplete]).toEqual([1000, 1000, true]);
    const cut = await refusal(fixture.run(banners(1500)));
    expect([cut.faults.length, cut.isComplete]).toEqual([1000, false]);
    expect(cut.message).toBe('nothing was imported: at least 1000 faults found');

    await fixture.run([media, ...banners(1500)]);
    const [fault] = await fixture.faults([deletion(media)]);
    expect(fault).toEndWith(' and at least 995 more');
  });

  test('of bytes that are not UTF-8', async () => {
    await using fixture = await openImportStore();
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(tag)}\n`), Buffer.from([0xff, 0x0a])]);
    const sources = [{ name: 'x', folder: undefined, batches: readLines(chunks([bytes])) }];
    expect(await fixture.faults([], { sources })).toEqual([
      '2: the line: is not valid UTF-8; save the file as UTF-8',
    ]);
    expect(await fixture.documents()).toEqual([]);
  });

  test('of dangling links are reported for the lines that contain them', async () => {
    await using fixture = await openImportStore();
    const found = await fixture.faults([tag, { ...news, tags: [{ tagId: 't1' }, { tagId: 't2' }] }, banner]);
    expect(found).toEqual([
      "2: category.categoryId: there is no category 'c1' in this space",
      "2: tags: there is no tag 't2' in this space",
      "2: values.thumbnail.mediaId: there is no media 'm1' in this space",
      "3: values.image.mediaId: there is no media 'm1' in this space",
    ]);
    expect(await fixture.store.bookmark()).toEqual(beginning);
  });

  test('of a deletion say what still refers to the record', async () => {
    await using fixture = await openImportStore();
    await fixture.run(allLines);
    const before = await everything(fixture.store);
    expect(await fixture.faults([tag, deletion(media), deletion(category)])).toEqual([
      "2: can't be deleted: it is still used by news 'n1' of instance 'press', banner 'b1' of instance 'top'",
      "3: can't be deleted: it is still used by news 'n1' of instance 'press'",
    ]);
    expect(await fixture.faults([deletion(instance)])).toEqual([
      "1: can't be deleted: it still contains 1 item",
    ]);
    expect(await everything(fixture.store)).toEqual(before);
  });

  test('of a link to a deleted record are reported for the line with the link', async () => {
    await using fixture = await openImportStore();
    await fixture.run(allLines);
    expect(await fixture.faults([deletion(tag), { ...news, name: 'New' }])).toEqual([
      "2: tags: there is no tag 't1' in this space",
    ]);
  });

  test('of a deletion with many references name a few of them', async () => {
    await using fixture = await openImportStore();
    const items = Array.from({ length: 8 }, (_, index) => ({ ...banner, contentId: `b${index}` }));
    await fixture.run([media, ...items]);
    const [fault] = await fixture.faults([deletion(media)]);
    expect(fault).toEndWith("banner 'b4' of instance 'top' and 3 more");
  });

  test('of an alias name its owner, for the last line that has it', async () => {
    await using fixture = await openImportStore();
    await fixture.run([category]);
    const other = { ...category, categoryId: 'c2' };
    expect(await fixture.faults([tag, other])).toEqual([
      "2: alias: 'products' is also the alias of category 'c1'",
    ]);
    expect(await fixture.faults([{ ...other, categoryId: 'c3' }, other])).toEqual([
      "2: alias: 'products' is also the alias of category 'c1', category 'c3'",
    ]);
  });

  test('of a source that fails are rethrown, and nothing is stored', async () => {
    await using fixture = await openImportStore();
    async function* broken() {
      yield new TextEncoder().encode(`${JSON.stringify(tag)}\n`);
      throw new Error('the disk is gone');
    }
    const sources = [{ name: 'x', folder: undefined, batches: readLines(broken()) }];
    await expect(fixture.run([], { sources })).rejects.toThrow('the disk is gone');
    expect(await fixture.store.bookmark()).toEqual(beginning);
  });
});

describe('a dry run', () => {
  test('counts everything and stores nothing', async () => {
    await using fixture = await openImportStore();
    expect(await fixture.run(allLines, { dryRun: true })).toMatchObject({ lines: 6, created: 6 });
    expect(await fixture.store.bookmark()).toEqual(beginning);
  });

  test('finds integrity faults', async () => {
    await using fixture = await openImportStore();
    expect(await fixture.faults([banner], { dryRun: true })).toEqual([
      "1: values.image.mediaId: there is no media 'm1' in this space",
    ]);
  });
});

test('an import has one moment: what is updated, replaced and told', async () => {
  await using store = await openImportStore();
  await store.run(Object.values(lines), { now: () => 2000 });
  await store.run([{ ...lines.news, name: 'Again' }], { now: () => 3000 });
  const key = { ...lines.news, kind: 'news', id: 'n1' } as const;
  const [version] = await store.store.read((reader) => reader.versions(key, 1));
  const told: number[] = [];
  await store.store.changesAfter(beginning, async ({ events }) => {
    for await (const batch of events ?? [])
      for (const event of batch) if (event.key.kind === 'news') told.push(event.at);
  });
  const documents = await store.documents();
  expect(documents).toContainEqual(expect.objectContaining({ name: 'Again', updatedAt: 3000 }));
  expect([version?.replacedAt, told]).toEqual([3000, [2000, 3000]]);
});
