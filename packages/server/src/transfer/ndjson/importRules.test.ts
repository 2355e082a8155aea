import { describe, expect, test } from 'bun:test';
import { everything } from '../../store/testing/suite/samples.ts';
import { allLines, lines, openImportStore, refusal, source } from '../testing/importing.ts';

const { category, tag, media, news, banner } = lines;
const plain = { ...news, category: undefined, tags: undefined };

describe('an alias that is the ID of another', () => {
  const holder = { ...tag, tagId: 'a', alias: 'b' };
  const named = { ...tag, tagId: 'b' };
  const ofAlias = "alias: 'b' is the ID of another tag; choose another alias";
  const ofId = "tagId: 'b' is the alias of tag 'a'; choose another ID, or change that alias";

  test('is refused in either order, within one import and after another', async () => {
    await using fixture = await openImportStore();
    expect(await fixture.faults([holder, named])).toEqual([`2: ${ofId}`]);
    expect(await fixture.faults([named, holder])).toEqual([`2: ${ofAlias}`]);
    await fixture.run([holder]);
    expect(await fixture.faults([named])).toEqual([`1: ${ofId}`]);
    await fixture.run([{ ...holder, deleted: true }, named]);
    expect(await fixture.faults([holder])).toEqual([`1: ${ofAlias}`]);
    await fixture.run([{ ...named, alias: 'b' }]);
    expect(await fixture.faults([holder])).toEqual(["1: alias: 'b' is also the alias of tag 'b'"]);
  });

  test('names the member of its kind', async () => {
    await using fixture = await openImportStore();
    const [first, second] = [
      { ...plain, contentId: 'a', alias: 'b' },
      { ...plain, contentId: 'b' },
    ];
    expect(await fixture.faults([media, first, second])).toEqual([
      "3: contentId: 'b' is the alias of news 'a' of instance 'press'; choose another ID, or change that alias",
    ]);
    await fixture.run([media, first, { ...second, instanceId: 'blog' }]);
  });

  test('gives way where its author cannot choose', async () => {
    await using fixture = await openImportStore();
    const dropped: string[] = [];
    const foreign = (...list: object[]) => ({
      ...source(list, undefined),
      onAliasDropped: (kind: string, alias: string) => dropped.push(`${kind} ${alias}`),
    });
    const [first, second] = [
      { ...plain, contentId: 'a', alias: 'b' },
      { ...plain, contentId: 'b', alias: 'b' },
    ];
    const bring = () => fixture.run([], { sources: [foreign(media, { ...first }, second)] });
    expect(await bring()).toMatchObject({ created: 3 });
    expect(await bring()).toMatchObject({ unchanged: 3 });
    expect(dropped).toEqual(['news b', 'news b']);
    const stored = (await everything(fixture.store)).records.map(({ id, alias }) => [id, alias]);
    expect(stored).toEqual([
      ['m1', undefined],
      ['a', undefined],
      ['b', 'b'],
    ]);
    // An existing article may be the same one; an existing picture is not.
    const own = { ...plain, contentId: 'z', alias: 'a' };
    expect((await refusal(fixture.run([], { sources: [foreign(own)] }))).faults).toHaveLength(1);
    await fixture.run([], { sources: [foreign({ ...media, mediaId: 'm2', alias: 'm1' })] });
    expect(dropped.at(-1)).toBe('media m1');
  });
});

test('an instance ID belongs to news or to banners', async () => {
  await using fixture = await openImportStore();
  const other = { ...banner, instanceId: 'press' };
  const of = (titles: string) =>
    `instanceId: 'press' is already an instance for ${titles} in this space; choose another ID`;
  const instance = { ...lines.instance, app: 'banner' };
  expect(await fixture.faults([media, plain, other, { ...other, contentId: 'b2' }])).toEqual([
    `3: ${of('news')}`,
  ]);
  expect(await fixture.faults([media, other, plain])).toEqual([`3: ${of('banners')}`]);
  expect(await fixture.faults([lines.instance, instance])).toEqual([`2: ${of('news')}`]);
  await fixture.run([lines.instance]);
  expect(await fixture.faults([media, other])).toEqual([`2: ${of('news')}`]);
  await fixture.run([{ ...lines.instance, deleted: true }, media, other]);
  expect(await fixture.faults([plain])).toEqual([`1: ${of('banners')}`]);
});

describe('one run lists all faults', () => {
  test('of syntax, members, files, references, aliases and instances', async () => {
    await using fixture = await openImportStore();
    const found = await fixture.faults([
      { ...category, nmae: 'x' },
      { ...media, file: 'gone.jpg' },
      plain,
      { ...plain, contentId: 'n2', category: { categoryId: 'c1' } },
      { ...plain, contentId: 'n3', tags: [{ tagId: 'none' }], alias: 'n1' },
      { ...banner, instanceId: 'press', values: {} },
      { ...tag, alias: 'x' },
      { ...tag, tagId: 't2', alias: 'x' },
    ]);
    // What lines 3 to 5 say of the faulty category and picture is not their fault.
    expect(found).toEqual([
      "1: nmae: is not known; did you mean 'name'?",
      '2: file: "gone.jpg" does not exist',
      "5: tags: there is no tag 'none' in this space",
      "5: alias: 'n1' is the ID of another news item; choose another alias",
      "6: instanceId: 'press' is already an instance for news in this space; choose another ID",
      "8: alias: 'x' is also the alias of tag 't1'",
    ]);
    expect((await everything(fixture.store)).records).toEqual([]);
  });

  test('and says where a line that cannot be read may be the cause', async () => {
    await using fixture = await openImportStore();
    expect(await fixture.faults(['{"kind":"media","mediaId":"m1"', plain])).toEqual([
      '1: the line: is not valid JSON',
      "2: values.thumbnail.mediaId: there is no media 'm1' in this space, unless a line that could not be read was meant to bring it",
    ]);
  });

  test('of several files in their order', async () => {
    await using fixture = await openImportStore();
    const sources = [source([{ ...tag, alias: 'x' }, '{'], undefined, 'a'), source([plain], undefined, 'b')];
    const { faults, isComplete } = await refusal(fixture.run([], { sources }));
    expect(faults.map(({ source: name, line }) => `${name}:${line}`)).toEqual(['a:2', 'b:1']);
    expect(isComplete).toBe(true);
  });

  test('up to a thousand', async () => {
    await using fixture = await openImportStore();
    const bad = Array.from({ length: 600 }, () => '{');
    const dangling = Array.from({ length: 600 }, (_, index) => ({ ...plain, contentId: `n${index}` }));
    const error = await refusal(fixture.run([...bad, ...dangling]));
    expect([error.faults.length, error.total, error.isComplete]).toEqual([1000, 1200, true]);
  });
});

describe('warnings', () => {
  test('come with their lines, and the import takes place', async () => {
    await using fixture = await openImportStore();
    const drafted = { ...plain, status: 'draft', reservedAt: 500 };
    const { warnings, warningCount } = await fixture.run([
      media,
      drafted,
      { ...banner, openingAt: 9, closingAt: 9 },
    ]);
    expect(warnings).toEqual([
      {
        source: 'test.ndjson',
        line: 2,
        message:
          'status: is draft, but reservedAt has passed, so it is taken as published; leave reservedAt out to keep it a draft',
      },
      {
        source: 'test.ndjson',
        line: 3,
        message: 'closingAt: is not after openingAt, so readers will never see it',
      },
    ]);
    expect(warningCount).toBe(2);
    expect((await fixture.documents())[1]).toMatchObject({ status: 'published', reservedAt: 500 });
    expect((await fixture.run(allLines)).warnings).toEqual([]);
  });

  test('once reservedAt has passed, the status is no change', async () => {
    await using fixture = await openImportStore();
    const planned = { ...plain, status: 'draft', reservedAt: 500 };
    await fixture.run([media, planned], { now: () => 100 });
    const again = await fixture.run([planned], { now: () => 600 });
    expect(again).toMatchObject({ unchanged: 1, warningCount: 1 });
    const exported = await fixture.exported();
    expect(exported).toContain('"status":"published","reservedAt":500');
    expect(await fixture.run([exported], { now: () => 600 })).toMatchObject({ updated: 0, warningCount: 0 });
  });
});
