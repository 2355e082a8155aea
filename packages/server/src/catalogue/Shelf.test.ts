import { expect, spyOn, test } from 'bun:test';
import fc from 'fast-check';
import { isFull, runs } from '../../../../tests/testing/runs.ts';
import { createPause, runAtOnce } from '../concurrency/timeSlices.ts';
import type { Item, LinkedIds, Links, RenderedItem } from './items/Item.ts';
import { renderItem } from './items/renderItem.ts';
import { isLive } from './items/visibility.ts';
import { type PageRequest, Shelf, type ShelfFilter } from './Shelf.ts';
import { textMatches } from './search/textMatches.ts';
import { decodeText } from './snapshot/fingerprintOf.ts';
import { changeShelf } from './testing/changeShelf.ts';
import { plainOrder } from './testing/plainOrder.ts';

type Draw = (below: number) => number;

/** A repeatable source of numbers for one long run of changes and questions. */
function drawing(seed: number): Draw {
  let state = seed | 1;
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const words = ['news', 'market', '市場', '新製品', 'launch', '😀 day', '｡ day'];

function makeNews(id: string, draw: Draw): RenderedItem {
  const word = words[draw(words.length)] ?? '';
  const document = {
    name: `${word} ${draw(40)}`,
    status: draw(10) === 0 ? 'draft' : 'published',
    ...(draw(4) === 0 && { reservedAt: draw(1000) }),
    ...(draw(6) === 0 && { openingAt: draw(1000) }),
    ...(draw(6) === 0 && { closingAt: draw(1000) }),
    values: { title: word, body: {}, thumbnail: { mediaId: 'm' }, isRss: draw(2) === 0 },
    ...(draw(3) > 0 && { category: { categoryId: `c${draw(3)}` } }),
    tags: [{ tagId: `t${draw(40)}` }, { tagId: `t${draw(3)}` }],
    createdAt: draw(50),
    updatedAt: draw(100_000),
  };
  const scope = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i' } as const;
  return renderItem(
    { ...scope, id, document: JSON.stringify(document), links: [] },
    { url: 'http://media.test', key: 'k' },
  );
}

/** The number in the IDs of categories and tags. */
function linksOf({ categoryId, tagIds }: LinkedIds): Links {
  const link = (id: string) => Number(id.slice(1));
  return {
    media: -1,
    category: categoryId === undefined ? -1 : link(categoryId),
    tags: tagIds.map(link),
  };
}

/** The latest moment that anybody has asked about. */
const asked = { latest: -Infinity };

/** What was live once may be looked at until the index has put it away. */
function wasHidden({ liveFrom, liveUntil }: Item): boolean {
  return liveFrom > asked.latest || liveFrom >= liveUntil;
}

function makeQuestion(draw: Draw, size: number): PageRequest {
  const filter: ShelfFilter = {
    ...(draw(12) === 0 && { ids: [...new Set(Array.from({ length: 5 }, () => `n${draw(size)}`))] }),
    facets: [
      ...(draw(3) === 0 ? [[`category ${draw(4)}`]] : []),
      ...(draw(3) === 0 ? [[...new Set(Array.from({ length: 1 + draw(3) }, () => `tag ${draw(41)}`))]] : []),
      ...(draw(4) === 0 ? [['rss']] : []),
    ],
    ...(draw(5) === 0 && { terms: [words[draw(words.length)] ?? ''] }),
  };
  const sorts = [
    ['publishedAt'],
    ['createdAt'],
    ['updatedAt'],
    ['name'],
    ['contentId'],
    ['closingAt', 'name'],
  ];
  const sort = (sorts[draw(sorts.length)] ?? []).map((field) => ({ field, descending: draw(2) === 0 }));
  const preview = draw(8) === 0;
  const liveAt = preview && draw(2) === 0 ? undefined : draw(1000);
  return { filter, sort, first: draw(3) * draw(200), size: 1 + draw(20), liveAt, preview };
}

function matches({ item, linked, text }: RenderedItem, { ids, facets = [], terms }: ShelfFilter): boolean {
  return (
    (ids === undefined || ids.includes(item.id)) &&
    facets.every((group) => group.some((facet) => hasFacet(item, linksOf(linked), facet))) &&
    (terms === undefined || textMatches(decodeText(text), terms))
  );
}

function hasFacet({ isRss }: Item, { category, tags }: Links, facet: string): boolean {
  const [type, link] = facet.split(' ');
  if (type === 'category') return category === Number(link);
  return type === 'tag' ? tags.includes(Number(link)) : isRss;
}

function check(shelf: Shelf, model: ReadonlyMap<string, RenderedItem>, question: PageRequest): void {
  const { filter, sort, first, size, liveAt } = question;
  const seen = [...model.values()]
    .filter((rendered) => matches(rendered, filter))
    .map(({ item }) => item)
    .filter((item) => liveAt === undefined || isLive(item, liveAt))
    .sort(plainOrder(sort));
  const texts = spyOn(shelf.items, 'textOf');
  const page = shelf.page(question);
  const read = texts.mock.calls.flatMap(([slot]) => shelf.items.get(slot) ?? []);
  texts.mockRestore();
  expect(page.slots.map((slot) => shelf.items.idOf(slot))).toEqual(
    seen.slice(first, first + size).map(({ id }) => id),
  );
  expect(page.total).toBe(seen.length);
  if (liveAt === undefined || question.preview) return;
  asked.latest = Math.max(asked.latest, liveAt);
  expect(read.filter(wasHidden).map(({ id }) => id)).toEqual([]);
  const moments = [...model.values()]
    .map(({ item }) => item)
    .filter((one) => one.liveFrom < one.liveUntil)
    .flatMap((one) => [one.liveFrom, one.liveUntil]);
  // That of the whole shelf, whatever was asked.
  expect(shelf.intervalAt(liveAt)).toEqual({
    from: Math.max(...moments.filter((moment) => moment <= liveAt)),
    until: Math.min(...moments.filter((moment) => moment > liveAt)),
  });
}

/** Some hundred rounds of changes and questions on a shelf of some size, against plain arrays. */
async function live(seed: number, size: number, rounds: number): Promise<void> {
  const draw = drawing(seed);
  let now = 0;
  const shelf = new Shelf(linksOf, () => now);
  const model = new Map<string, RenderedItem>();
  asked.latest = -Infinity;
  const put = (count: number, isRemoval: () => boolean): void => {
    const ids = new Set(Array.from({ length: count }, () => `n${draw(size)}`));
    const changes = Array.from(ids, (id) => ({ id, rendered: isRemoval() ? undefined : makeNews(id, draw) }));
    for (const { id, rendered } of changes) {
      if (rendered === undefined) model.delete(id);
      else model.set(id, rendered);
    }
    changeShelf(shelf, changes);
  };
  put(size, () => false);
  const usual = Array.from({ length: 4 }, () => ({ ...makeQuestion(draw, size), preview: false }));
  for (let round = 0; round < rounds; round++) {
    // Mostly one or a few items; now and then more than an order takes in.
    put(draw(10) === 0 ? 60 + draw(400) : 1 + draw(6), () => draw(3) === 0);
    const waiting = draw(5) === 0 ? shelf.prepare([{ field: 'name', descending: false }]) : undefined;
    for (let question = 0; question < 6; question++) {
      // Some questions come again and again, at other moments: those are kept.
      const kept = usual[draw(usual.length * 2)];
      check(shelf, model, kept === undefined ? makeQuestion(draw, size) : { ...kept, liveAt: draw(1000) });
    }
    if (draw(4) === 0) {
      const at = draw(1000);
      now = at;
      runAtOnce(shelf.tidy());
      asked.latest = Math.max(asked.latest, at);
    }
    if (draw(8) === 0) await shelf.tidyOrders([], createPause());
    await waiting;
  }
}

test('a shelf answers as plain arrays do, through changes and time', async () => {
  const sizes = isFull ? [1, 30, 1100, 2500] : [30, 1100];
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.constantFrom(...sizes), (seed, size) =>
      live(seed, size, isFull ? 60 : 25),
    ),
    { numRuns: runs(6) },
  );
});

test('orders that are made in turns take in what changes meanwhile', async () => {
  const draw = drawing(7);
  const shelf = new Shelf();
  const model = new Map<string, RenderedItem>();
  const put = (from: number, to: number): void => {
    const ids = Array.from({ length: to - from }, (_, n) => `n${from + n}`);
    const changes = ids.map((id) => ({ id, rendered: makeNews(id, draw) }));
    for (const { id, rendered } of changes) model.set(id, rendered);
    changeShelf(shelf, changes);
  };
  put(0, 12_000);
  const changes = {
    name: [10, 15],
    updatedAt: [20, 400],
    closingAt: [11_990, 12_010],
    createdAt: [0, 6_000],
  } as const;
  for (const [field, [from, to]] of Object.entries(changes).slice(isFull ? 0 : 3)) {
    const sort = [{ field, descending: false }];
    let pauses = 0;
    // Early, in the middle and late: what was read before and after a change must fit together.
    const pause = async () => {
      if (++pauses % 30 === 2 && pauses < 100) put(from, to);
    };
    const made = shelf.prepare(sort, undefined, pause);
    expect(made).toBeInstanceOf(Promise);
    await made;
    expect(pauses).toBeGreaterThan(30);
    for (const first of isFull ? [0, 5000, 11_950] : [11_950]) {
      check(shelf, model, { filter: {}, sort, first, size: 99, liveAt: undefined, preview: true });
    }
  }
});

test('a search that is made in turns takes in what changes meanwhile', async () => {
  const draw = drawing(11);
  const shelf = new Shelf(linksOf, () => 500);
  const model = new Map<string, RenderedItem>();
  const put = (from: number, to: number, isRemoval = false): void => {
    const ids = Array.from({ length: to - from }, (_, n) => `n${from + n}`);
    const changes = ids.map((id) => ({ id, rendered: isRemoval ? undefined : makeNews(id, draw) }));
    for (const { id, rendered } of changes) {
      if (rendered === undefined) model.delete(id);
      else model.set(id, rendered);
    }
    changeShelf(shelf, changes);
  };
  const size = isFull ? 40_000 : 8_000;
  for (let n = 0; n < size; n++) {
    const rendered = makeNews(`n${n}`, draw);
    model.set(`n${n}`, rendered);
    shelf.stage({ id: `n${n}`, rendered });
  }
  const sort = [{ field: 'createdAt', descending: true }];
  runAtOnce(shelf.prepareStaged(sort, false));
  shelf.showStaged(Infinity);
  for (const terms of [['market'], ['市'], ['day', '9'], ['nowhere']]) {
    expect(shelf.findsQuickly).toBe(false);
    const found = shelf.prepare(sort, { terms, liveAt: 500 });
    // A quick machine finds everything among few items at once.
    if (isFull) expect(found).toBeInstanceOf(Promise);
    put(100, 110, true);
    put(size - 5, size + 5);
    put(100, 105);
    await found;
    // What was found before a change is not used after it.
    await shelf.prepare(sort, { terms, liveAt: 500 });
    expect(shelf.prepare(sort, { terms, liveAt: 500 })).toBeUndefined();
    const question = { filter: { terms }, sort, first: 0, size: 99, liveAt: 500, preview: false };
    for (const first of [0, size / 20, size / 8]) check(shelf, model, { ...question, first });
    const tidying = shelf.tidy();
    for (let step = 0; step < size / 40; step++) tidying.next();
    tidying.return();
  }
});

/** A shelf with many items, of which hundreds differ in their IDs only, and what changes some of them. */
function makeLarge(draw: Draw, size: number) {
  const shelf = new Shelf(linksOf, () => 500);
  const model = new Map<string, RenderedItem>();
  const templates = Array.from({ length: 200 }, () => makeNews('n', draw));
  const make = (id: string): RenderedItem => {
    const template = templates[draw(templates.length)] ?? makeNews(id, draw);
    return { ...template, item: { ...template.item, id, updatedAt: draw(100_000) } };
  };
  for (let n = 0; n < size; n++) {
    const rendered = make(`n${n}`);
    model.set(`n${n}`, rendered);
    shelf.stage({ id: `n${n}`, rendered });
  }
  runAtOnce(shelf.prepareStaged([{ field: 'updatedAt', descending: true }], false));
  shelf.showStaged(Infinity);
  const put = (count: number): void => {
    const ids = new Set(Array.from({ length: count }, () => `n${draw(size + 5)}`));
    const changes = Array.from(ids, (id) => ({ id, rendered: draw(3) === 0 ? undefined : make(id) }));
    for (const { id, rendered } of changes) {
      if (rendered === undefined) model.delete(id);
      else model.set(id, rendered);
    }
    changeShelf(shelf, changes);
  };
  return { shelf, model, put };
}

test('a list is the same whether or not the places of its filter are cached', () => {
  const draw = drawing(3);
  const size = isFull ? 40_000 : 8_000;
  const { shelf, model, put } = makeLarge(draw, size);
  const facets = [
    [['rss']],
    [['tag 0', 'tag 1', 'tag 39']],
    [['rss'], ['tag 2'], ['category 0', 'category 1']],
  ];
  const fields = ['updatedAt', 'name', 'publishedAt'];
  asked.latest = -Infinity;
  for (let round = 0; round < (isFull ? 60 : 24); round++) {
    if (round % 4 === 3) put(round % 20 === 3 ? 400 : 1 + draw(6));
    const filter = {
      facets: facets[draw(facets.length)] ?? [],
      ...(draw(8) === 0 && { ids: Array.from({ length: 50 }, (_, n) => `n${n}`) }),
    };
    const sort = [{ field: fields[draw(fields.length)] ?? '', descending: draw(2) === 0 }];
    // First pages, deep ones, which are cached, and some behind the end.
    const first = [0, 10, 130, size * 0.375][draw(4)] ?? 0;
    check(shelf, model, { filter, sort, first, size: 1 + draw(40), liveAt: draw(1000), preview: false });
  }
});

test('a filter that is prepared in time slices takes in what changes meanwhile', async () => {
  const draw = drawing(5);
  const { shelf, model, put } = makeLarge(draw, 90_000);
  const filter = { facets: [['rss', 'tag 0', 'tag 1', 'tag 2']] };
  asked.latest = -Infinity;
  for (const descending of isFull ? [true, false] : [false]) {
    const sort = [{ field: 'updatedAt', descending }];
    const at = (first: number, liveAt: number) => ({
      ...{ filter, sort, first, size: 50, liveAt, preview: false },
    });
    await shelf.prepare(sort);
    expect(shelf.prepareFilter(at(0, 300))).toBeUndefined();
    let pauses = 0;
    const pause = async () => {
      if (++pauses % 4 !== 1) return;
      put(5);
      // Another moment, between two steps.
      shelf.page(at(0, 700));
    };
    const prepared = shelf.prepareFilter(at(40_000, 300), pause);
    expect(prepared).toBeInstanceOf(Promise);
    await prepared;
    expect(pauses).toBeGreaterThan(8);
    expect(shelf.prepareFilter(at(40_000, 300))).toBeUndefined();
    for (const [first, liveAt] of [
      [40_000, 300],
      [30_000, 310],
      [0, 300],
    ] as const) {
      const { cached } = shelf.page(at(first, liveAt));
      expect(cached).toBe(true);
      if (isFull || first === 30_000) check(shelf, model, at(first, liveAt));
    }
  }
});

test('the places of a filter are cached when it is asked for again', () => {
  const { shelf, model } = makeLarge(drawing(7), 40_000);
  const sort = [{ field: 'updatedAt', descending: true }];
  const request = { filter: { facets: [['rss']] }, sort, first: 0, size: 20, liveAt: 500, preview: false };
  const pages = [1, 2, 3].map(() => shelf.page(request));
  expect(pages.map(({ cached }) => cached)).toEqual([false, false, true]);
  for (const page of pages) expect({ ...page, cached: true }).toEqual(shelf.page(request));
  asked.latest = -Infinity;
  check(shelf, model, request);
});
