import { expect, test } from 'bun:test';
import type { EventState, RecordEvent } from '../store/RecordEvent.ts';
import { eventsBetween } from './eventsBetween.ts';

const key = { kind: 'news', projectId: 'p', spaceId: 's', instanceId: 'i', id: 'n' } as const;
const always: EventState = { publishedFrom: -Infinity, liveFrom: -Infinity, liveUntil: Infinity };
const draft: EventState = { publishedFrom: Infinity, liveFrom: Infinity, liveUntil: Infinity };
let revision = 0;

function change(
  before: EventState | undefined,
  after: EventState | undefined,
  at: number,
  start = at,
): RecordEvent {
  return { revision: ++revision, at, start, key, isHidden: false, before, after };
}

const hidden = (before: EventState, after: EventState, at: number) => ({
  ...change(before, after, at),
  isHidden: true,
});

/** With a next version that takes over at a time. */
const then = (state: EventState, takesOverAt: number, next = always): EventState => ({
  ...state,
  next: { ...next, takesOverAt },
});

/** What was told, as `type at`, with a question mark if only previewers hear of it. */
function told(changes: readonly RecordEvent[], after: number, upTo: number): readonly string[] {
  return eventsBetween(changes, [], after, upTo).map(
    ({ type, at, isPublic }) => `${type} ${at}${isPublic ? '' : ' ?'}`,
  );
}

test.each<[string, readonly RecordEvent[], readonly string[]]>([
  ['a live item is created', [change(undefined, always, 5)], ['opened 5']],
  ['a next version is drafted', [hidden(always, then(always, Infinity), 5)], ['changed 5 ?']],
  ['one takes over', [hidden(always, then(always, 6), 5)], ['changed 5 ?', 'changed 6']],
  [
    'one takes over that is a draft',
    [hidden(always, then(always, 6, draft), 5)],
    ['changed 5 ?', 'closed 6'],
  ],
  ['one takes over from a draft', [hidden(draft, then(draft, 6), 5)], ['changed 5 ?', 'opened 6']],
  [
    'one takes over that opens later',
    [change(always, then(always, 6, { ...always, liveFrom: 7 }), 5)],
    ['changed 5', 'closed 6', 'opened 7'],
  ],
  [
    'the item closes when one takes over',
    [change(always, then({ ...always, liveUntil: 6 }, 6), 5)],
    ['changed 5', 'changed 6'],
  ],
  [
    'the item would open when one takes over, and that closes',
    [change(draft, then({ ...always, liveFrom: 6 }, 6, { ...always, liveUntil: 8 }), 5)],
    ['changed 5 ?', 'opened 6', 'closed 8'],
  ],
  [
    'a draft takes over in the millisecond of a write',
    [change(then(always, 5, draft), always, 5)],
    ['closed 5', 'opened 5'],
  ],
  ['what has taken over is changed', [change(then(always, 4), always, 5)], ['changed 4', 'changed 5']],
  ['one is discarded in time', [hidden(then(always, 6), always, 5)], ['changed 5 ?']],
  ['a draft is created', [change(undefined, draft, 5)], ['changed 5 ?']],
  ['a live item is changed', [change(always, always, 5)], ['changed 5']],
  ['a draft is published', [change(draft, always, 5)], ['opened 5']],
  ['a live item is taken down', [change(always, draft, 5)], ['closed 5']],
  ['a live item is removed', [change(always, undefined, 5)], ['removed 5']],
  ['a draft is removed', [change(draft, undefined, 5)], ['removed 5 ?']],
  [
    'it is removed and comes back',
    [change(always, undefined, 5), change(undefined, always, 6)],
    ['removed 5', 'opened 6'],
  ],
  [
    'it opens and closes before it is changed',
    [change({ ...always, liveFrom: 2, liveUntil: 4 }, draft, 5)],
    ['opened 2', 'closed 4', 'changed 5 ?'],
  ],
  [
    'it opens after it was changed',
    [change(draft, { ...always, liveFrom: 7 }, 5)],
    ['changed 5 ?', 'opened 7'],
  ],
  [
    'it is published before it opens',
    [change(draft, { ...always, publishedFrom: 6, liveFrom: 7 }, 5)],
    ['changed 5 ?', 'changed 6 ?', 'opened 7'],
  ],
  [
    'it closes before it opens',
    [change(draft, { ...always, liveFrom: 7, liveUntil: 6 }, 5)],
    ['changed 5 ?'],
  ],
])('%s', (_, changes, expected) => {
  expect(told(changes, 0, 10)).toEqual(expected);
});

test('nobody hears of what a transaction did in between', () => {
  expect(told([change(draft, always, 5, 1), change(always, draft, 5, 1)], 0, 10)).toEqual(['changed 5 ?']);
  expect(told([change(undefined, always, 5, 1), change(always, undefined, 5, 1)], 0, 10)).toEqual([]);
  // Two transactions of the same millisecond are two.
  expect(told([change(draft, always, 5, 1), change(always, draft, 5, 2)], 0, 10)).toEqual([
    'opened 5',
    'closed 5',
  ]);
});

test('clocks of other machines are taken as they are, and do not change the order', () => {
  expect(told([change(always, draft, 99), change(draft, always, 1)], 3, 10)).toEqual([
    'closed 99',
    'opened 1',
  ]);
  expect(told([change(always, draft, 1)], 3, 10)).toEqual(['closed 1']);
});

test('whoever hears of a write later hears of the same moment', () => {
  const write = change(draft, always, 5);
  for (const after of [0, 4, 5, 7, 9]) expect(told([write], after, 10)).toEqual(['opened 5']);
  // By the time that it is shown, the clock has gone on.
  const scheduled = change(draft, { ...always, liveFrom: 7 }, 5);
  expect(told([scheduled], 4, 10)).toEqual(['changed 5 ?', 'opened 7']);
  expect(told([scheduled], 8, 10)).toEqual(['opened 7']);
  expect(told([change(always, then(always, 7, draft), 5)], 8, 10)).toEqual(['closed 7']);
});

test('the alias is one that whoever hears of it can know', () => {
  const aliases = (before: EventState | undefined, after: EventState | undefined) =>
    eventsBetween([change(before, after, 5)], [], 0, 10).map(({ alias }) => alias);
  const [old, fresh] = [{ alias: 'old' }, { alias: 'fresh' }];
  expect(aliases({ ...always, ...old }, { ...draft, ...fresh })).toEqual(['old']);
  expect(aliases({ ...draft, ...old }, { ...always, ...fresh })).toEqual(['fresh']);
  expect(aliases({ ...always, ...old }, undefined)).toEqual(['old']);
  expect(aliases({ ...draft, ...old }, { ...draft, ...fresh })).toEqual(['fresh']);
});

test('what the clock does to other items is told in between', () => {
  const other = { ...always, liveFrom: 3, key: { ...key, id: 'other' } };
  const events = eventsBetween([change(draft, always, 2), change(always, draft, 4)], [other], 0, 10);
  expect(events.map(({ key, at }) => `${key.id} ${at}`)).toEqual(['n 2', 'other 3', 'n 4']);
});
