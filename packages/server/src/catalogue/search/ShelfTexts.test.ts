import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isFull, runs } from '../../../../../tests/testing/runs.ts';
import { runAtOnce, type Steps } from '../../concurrency/timeSlices.ts';
import type { StoredRecord } from '../../store/Store.ts';
import { setBit } from '../bitset/Bitset.ts';
import type { IntSet } from '../bitset/IntSet.ts';
import { LiveTimes } from '../items/LiveTimes.ts';
import { renderItem } from '../items/renderItem.ts';
import { VersionTable } from '../items/VersionTable.ts';
import { isLive, type LiveTime } from '../items/visibility.ts';
import { decodeText } from '../snapshot/fingerprintOf.ts';
import { SavedArrays } from '../snapshot/SavedArrays.ts';
import { createSnapshot, saveWith } from '../testing/saveWith.ts';
import { ShelfTexts } from './ShelfTexts.ts';
import { textMatches } from './textMatches.ts';

const words = ['launch', 'lantern', 'market', '新製品', '製品市場', '市場'];
const word = fc.constantFrom(...words);
const moment = fc.integer({ min: 0, max: 9 });
const document = fc.record(
  { status: fc.constantFrom('draft', 'published'), reservedAt: moment, openingAt: moment, closingAt: moment },
  { requiredKeys: ['status'] },
);
const slot = fc.nat(11);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('put' as const), slot, document, text: fc.array(word) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('remove' as const), slot }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('tidy' as const), at: moment, work: fc.nat(8) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('find' as const),
      terms: fc.uniqueArray(fc.constantFrom(...words, 'la', '市', '製品市', '品市場'), {
        minLength: 1,
        maxLength: 2,
      }),
      at: fc.option(moment, { nil: undefined }),
      /** To which moment the indexes are brought while the search goes on. */
      meanwhile: fc.option(moment, { nil: undefined }),
    }),
  },
);

/** When an item is live, and its text. */
type Searched = LiveTime & { readonly text: string };

function searched(record: StoredRecord): Searched {
  const { item, text } = renderItem(record, { url: 'http://media.test', key: 'k' });
  return { liveFrom: item.liveFrom, liveUntil: item.liveUntil, text: decodeText(text) };
}

function sourceOf(items: readonly (Searched | undefined)[], onRead: (item: Searched) => void = () => {}) {
  return {
    get length() {
      return items.length;
    },
    hasText: (slot: number) => items[slot] !== undefined,
    textOf(slot: number) {
      const item = items[slot];
      if (item !== undefined) onRead(item);
      return item?.text;
    },
    isLive: (slot: number, at: number) => isLiveAt(items[slot], at),
    liveFrom: (slot: number) => items[slot]?.liveFrom ?? Number.NaN,
    liveUntil: (slot: number) => items[slot]?.liveUntil ?? Number.NaN,
    publishedFrom: () => -Infinity,
    versions: new VersionTable(),
  };
}

/** A shelf of texts that notes whose were read. */
function openShelf(crowdSize: number, items: (Searched | undefined)[] = []) {
  const read = new Set<Searched>();
  const source = sourceOf(items, (item) => read.add(item));
  const times = new LiveTimes(source);
  for (const [slot, item] of items.entries()) if (item !== undefined) times.change([], [slot]);
  const texts = new ShelfTexts(source, times, crowdSize);
  /** Slots that an index still knows. */
  const busy = new Set<number>();
  const free = (slot: number) => void busy.delete(slot);

  function remove(slot: number): void {
    const item = items[slot];
    if (item === undefined) return;
    times.change([slot], []);
    items[slot] = undefined;
    if (!texts.remove(slot)) busy.add(slot);
  }

  function put(slot: number, document: object, text: string): void {
    remove(slot);
    if (busy.has(slot)) return;
    const values = { title: text, body: {}, thumbnail: { mediaId: 'm' } };
    const record = {
      ...{ kind: 'news' as const, projectId: 'p', spaceId: 's', instanceId: 'i', id: `n${slot}`, links: [] },
      document: JSON.stringify({ ...document, name: '', values, createdAt: 0, updatedAt: 0 }),
    };
    items[slot] = searched(record);
    times.change([], [slot]);
    texts.put(slot);
  }

  return { items, texts, read, put, remove, free };
}

test('all that matches is found, for readers nothing that is hidden, and hidden texts are not even read', () => {
  const seen = { live: 0, hidden: 0, all: 0 };
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }),
      fc.constantFrom(1, 2, 100),
      (steps, crowdSize) => {
        const { items, texts, read, put, remove, free } = openShelf(crowdSize);
        let latest = -Infinity;
        let now = 0;
        let tidying: Steps<void> | undefined;
        for (const action of steps) {
          if (action.type === 'put' || action.type === 'remove') {
            // A shelf clears slots and indexes texts one after the other.
            if (tidying !== undefined) runAtOnce(tidying);
            tidying = undefined;
          }
          if (action.type === 'put') put(action.slot, action.document, action.text.join(' '));
          else if (action.type === 'remove') remove(action.slot);
          else if (action.type === 'tidy') {
            tidying ??= texts.tidy(() => now, free);
            now = action.at;
            for (let done = 0; done < action.work; done++) if (tidying?.next().done) tidying = undefined;
            latest = Math.max(latest, action.at);
          } else {
            const { terms, at, meanwhile } = action;
            latest = Math.max(latest, at ?? latest);
            read.clear();
            const steps = meanwhile === undefined ? undefined : texts.findInSteps(terms, at);
            const first = steps?.next();
            if (first?.done === false) {
              now = meanwhile ?? 0;
              runAtOnce(tidying ?? texts.tidy(() => now, free));
              tidying = undefined;
            }
            const slots =
              steps === undefined ? texts.find(terms, at) : first?.done ? first.value : runAtOnce(steps);
            const found = membersOf(slots).flatMap((slot) => items[slot] ?? []);
            const looked = steps === undefined ? [...read] : [];
            latest = Math.max(latest, meanwhile ?? latest);
            const matching = items.filter(
              (item) => item !== undefined && textMatches(item.text ?? '', terms),
            );
            const wanted = matching.filter(
              (item) => at === undefined || (item !== undefined && isLive(item, at)),
            );
            expect(found).toEqual(expect.arrayContaining(wanted));
            expect(matching).toEqual(expect.arrayContaining(found));
            seen[at === undefined ? 'all' : 'live'] += wanted.length;
            if (at === undefined) continue;
            // What was live once may be found until it has been put away.
            const hasOpened = ({ liveFrom, liveUntil }: LiveTime) =>
              liveFrom <= latest && liveFrom < liveUntil;
            expect([...found, ...looked].filter((item) => !hasOpened(item))).toEqual([]);
            seen.hidden += matching.length - wanted.length;
          }
        }
      },
    ),
    { numRuns: runs(300) },
  );
  // A property that never meets its cases would prove nothing.
  if (isFull) expect(Math.min(...Object.values(seen))).toBeGreaterThan(100);
});

/** So many words are added to the index in several steps. */
const manyWords = Array.from({ length: 300 }, (_, n) => `w${n}`).join(' ');
const change = fc.oneof(
  fc.record({
    type: fc.constant('put' as const),
    document,
    text: fc.array(fc.constantFrom(...words, manyWords)),
  }),
  fc.record({ type: fc.constant('tidy' as const), at: moment, work: fc.nat(12) }),
  fc.record({ type: fc.constant('go on' as const) }),
);

test('what is loaded finds the saved texts and nothing else, whatever changes while they are saved', () => {
  const seen = { found: 0, meanwhile: 0 };
  fc.assert(
    fc.property(
      fc.array(fc.oneof(step, change), { minLength: 10, maxLength: 50, size: 'max' }),
      fc.array(change, { maxLength: 30, size: 'max' }),
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
      (before, meanwhile, isLeftOut) => {
        const shelf = openShelf(3);
        let now = 0;
        let tidying: Steps<void> | undefined;
        let fresh = 12;
        const tidy = (at: number, work: number) => {
          now = at;
          tidying ??= shelf.texts.tidy(() => now, shelf.free);
          for (let done = 0; done < work; done++) if (tidying?.next().done) tidying = undefined;
        };
        const endTidying = () => {
          if (tidying !== undefined) runAtOnce(tidying);
          tidying = undefined;
        };
        for (const action of before) {
          if (action.type === 'tidy') tidy(action.at, action.work);
          else if (action.type === 'put' || action.type === 'remove') endTidying();
          if (action.type === 'put')
            shelf.put('slot' in action ? action.slot : fresh++, action.document, action.text.join(' '));
          else if (action.type === 'remove') shelf.remove(action.slot);
          else if (action.type === 'find') shelf.texts.find(action.terms, action.at);
        }

        endTidying();
        const items = shelf.items.map((item, slot) => (isLeftOut[slot % 12] ? undefined : item));
        const isSaved = new Int32Array(4);
        for (const [slot, item] of items.entries()) if (item !== undefined) setBit(isSaved, slot);
        const saving = shelf.texts.save(isSaved);
        const snapshot = createSnapshot();
        const save = () => {
          const { done, value } = saving.next(0);
          if (!done) snapshot.put(value);
          return done === true;
        };
        save();
        let preparing: Steps<void> | undefined;
        for (const action of meanwhile) {
          if (action.type === 'put') shelf.put(fresh++, action.document, action.text.join(' '));
          else if (action.type === 'tidy') {
            preparing ??= shelf.texts.prepare(Uint32Array.from(shelf.items.keys()), action.at);
            for (let done = 0; done < action.work; done++) if (preparing?.next().done) preparing = undefined;
          } else if (!save()) seen.meanwhile++;
        }
        while (!save());

        const saved = new SavedArrays(snapshot.bytes());
        const loaded = openShelf(3, items);
        runAtOnce(loaded.texts.load(saved, isSaved));
        const expectRight = () => {
          for (const wanted of [...words, 'la', '市', '製品市', 'w1', 'w299'].map((term) => [term])) {
            const right = loaded.items.flatMap((item, slot) =>
              textMatches(item?.text ?? '', wanted) ? slot : [],
            );
            expect(membersOf(loaded.texts.find(wanted, undefined))).toEqual(right);
            loaded.read.clear();
            const found = membersOf(loaded.texts.find(wanted, 5));
            const live = right.filter((slot) => isLiveAt(loaded.items[slot], 5));
            expect(found).toEqual(expect.arrayContaining(live));
            expect(right).toEqual(expect.arrayContaining(found));
            seen.found += live.length;
          }
        };
        expectRight();
        // The other slots get other texts.
        for (let slot = 0; slot < fresh; slot += 2)
          if (items[slot] === undefined) loaded.put(slot, { status: 'published' }, 'lantern 市場');
        expectRight();
        runAtOnce(loaded.texts.tidy(() => 5, loaded.free));
        expectRight();
        loaded.read.clear();
        loaded.texts.find(['launch'], undefined);
        expect(loaded.read.size).toBe(0);
      },
    ),
    { numRuns: runs(300) },
  );
  if (isFull) expect(Math.min(...Object.values(seen))).toBeGreaterThan(1000);
});

test('a tidy shelf is loaded with each text in the right index only', () => {
  const { items, texts, put, free } = openShelf(256);
  for (let slot = 0; slot < 60; slot++) {
    const times = [{ openingAt: 20 }, { openingAt: 1 }, { closingAt: 8 }][slot % 3];
    put(slot, { status: 'published', ...times }, words[slot % words.length] ?? '');
  }
  for (const at of [5, 9]) runAtOnce(texts.tidy(() => at, free));
  const isSaved = new Int32Array(2).fill(-1);
  const loaded = openShelf(256, items);
  runAtOnce(loaded.texts.load(saveWith(texts.save(isSaved)), isSaved));
  loaded.read.clear();
  for (const term of ['launch', 'la', '市場', '製品']) {
    const right = items.flatMap((item, slot) => (textMatches(item?.text ?? '', [term]) ? slot : []));
    expect(membersOf(loaded.texts.find([term], undefined))).toEqual(right);
    expect(membersOf(loaded.texts.find([term], 9))).toEqual(right.filter((slot) => slot % 3 === 1));
  }
  expect([loaded.read.size, loaded.texts.isTidy(9)]).toEqual([0, true]);
});

test('nothing is left of a text that is half indexed when saving begins, and not saved', () => {
  let isDone = false;
  for (let work = 1; !isDone; work++) {
    const { texts, put, free } = openShelf(256);
    put(0, { status: 'published' }, manyWords);
    const tidying = texts.tidy(() => 9, free);
    for (let done = 0; done < work; done++) isDone = tidying.next().done === true;
    const isSaved = new Int32Array(1);
    const loaded = openShelf(256);
    runAtOnce(loaded.texts.load(saveWith(texts.save(isSaved)), isSaved));
    expect(membersOf(loaded.texts.find(['w'], undefined))).toEqual([]);
  }
});

function isLiveAt(item: LiveTime | undefined, at: number): boolean {
  return item !== undefined && isLive(item, at);
}

function membersOf(slots: IntSet): number[] {
  return Array.from(slots.toArray());
}

function itemWith(title: string): Searched {
  const values = { title, body: {}, thumbnail: { mediaId: 'm' } };
  const document = JSON.stringify({ name: 'x', status: 'published', values, createdAt: 1, updatedAt: 1 });
  const key = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id: 'n' } as const;
  return searched({ ...key, document, links: [] });
}

/** Long enough to be indexed in several steps, each ends with another word. */
const longTexts = ['apple東', 'berry', '東京'].map((last) =>
  itemWith(`${'lorem 日本 '.repeat(6000)}${last}`),
);
const shortTexts = ['apple東 pie', 'berry 東', 'lorem'].map(itemWith);
// Of `apple東` no gram tells all, so the index looks at texts, and keeps what it has found.
const terms = ['apple', 'lorem', 'apple東', '京', '本 berry'].map((query) => query.split(' '));

type Action = { readonly do: 'put' | 'takeOff' | 'step' | 'find'; readonly number: number };

test('a long text is found at every moment, however much of it is indexed', () => {
  const actions = fc.array(
    fc.record({
      do: fc.constantFrom<Action['do']>('put', 'takeOff', 'step', 'step', 'step', 'find', 'find'),
      number: fc.nat(100),
    }),
    { minLength: 20, maxLength: 60, size: 'max' },
  );
  fc.assert(
    fc.property(actions, (all) => {
      const items: (Searched | undefined)[] = [];
      const source = sourceOf(items);
      const texts = new ShelfTexts(source, new LiveTimes(source));
      const free: number[] = [];
      let tidying: Steps<void> | undefined;
      const put = (item: Searched | undefined) => {
        const slot = free.pop() ?? items.length;
        items[slot] = item;
        if (item !== undefined) texts.put(slot);
      };
      const takeOff = (slot: number) => {
        if (items[slot] === undefined) return;
        // A shelf clears slots and indexes texts one after the other.
        if (tidying !== undefined) runAtOnce(tidying);
        tidying = undefined;
        items[slot] = undefined;
        if (texts.remove(slot)) free.push(slot);
      };
      const step = () => {
        tidying ??= texts.tidy(
          () => 0,
          (slot) => free.push(slot),
        );
        if (tidying.next().done) tidying = undefined;
      };
      const find = (wanted: readonly string[]) => {
        // Those that have left the shelf have no place in any order: whether they are found makes no difference.
        const found = membersOf(texts.find(wanted, undefined)).filter((slot) => items[slot] !== undefined);
        const right = items.flatMap((item, slot) => (textMatches(item?.text ?? '', wanted) ? slot : []));
        expect(found).toEqual(right);
      };
      for (const { do: what, number } of all) {
        if (what === 'put') put([...longTexts, ...shortTexts][number % 6]);
        else if (what === 'takeOff') takeOff(number % Math.max(1, items.length));
        else if (what === 'step') step();
        else find(terms[number % terms.length] ?? []);
      }
      for (const wanted of terms) find(wanted);
      runAtOnce(
        tidying ??
          texts.tidy(
            () => 0,
            (slot) => free.push(slot),
          ),
      );
      for (const wanted of terms) find(wanted);
    }),
    { numRuns: runs(80) },
  );
});

test('many items that open at the same moment are found from then on, without scanning them', () => {
  const { texts, read, put, free } = openShelf(256);
  for (let slot = 0; slot < 300; slot++) put(slot, { status: 'published', openingAt: 10 }, 'launch');
  put(300, { status: 'published', openingAt: 11 }, 'launch');
  runAtOnce(texts.tidy(() => 0, free));
  const found = (at: number) => {
    read.clear();
    return [texts.find(['launch'], at).count, read.size];
  };
  expect([found(9), found(10), found(9), found(10)]).toEqual([
    [0, 0],
    [300, 0],
    [0, 0],
    [300, 0],
  ]);
  expect(texts.isTidy(10)).toBe(false);
  runAtOnce(texts.tidy(() => 10, free));
  expect(texts.isTidy(10)).toBe(true);
  expect([found(10), found(11)]).toEqual([
    [300, 0],
    [301, 1],
  ]);
});

test('items that opened together are still found when the clock is set back while they move', () => {
  const { texts, put, free } = openShelf(1);
  put(0, { status: 'published', openingAt: 1, closingAt: 2 }, 'launch');
  runAtOnce(texts.tidy(() => 0, free));
  // They move to where closed items are.
  const tidying = texts.tidy(() => 2, free);
  tidying.next();
  expect(texts.find(['launch'], 1).count).toBe(1);
  runAtOnce(tidying);
  expect(texts.find(['launch'], 1).count).toBe(1);
});
