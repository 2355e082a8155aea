import { expect, test } from 'bun:test';
import { historyOf } from './historyOf.ts';

const past = { replacedAt: 1, replacedBy: 'ken', wasDeleted: false };

test('versions tell who wrote them, when, and what they changed', () => {
  const current = {
    item: { name: 'c', values: { title: 'T' } },
    etag: '"3"',
    version: 3,
    changedAt: 30,
    changedBy: 'ada',
  };
  const history = historyOf(current, {
    current: 3,
    list: [
      {
        ...past,
        version: 2,
        writtenAt: 20,
        writtenBy: 'ken',
        item: { name: 'b', values: { title: 'T' } },
        wasDeleted: true,
      },
      { ...past, version: 1, item: { name: 'b', values: { title: 'S' } } },
    ],
  });
  const entries = history.map(({ version, at, by, isCurrent, isRestored, changes }) => {
    return { version, at, by, isCurrent, isRestored, changed: changes?.map(({ path }) => path) };
  });
  expect(entries).toEqual([
    { version: 3, at: 30, by: 'ada', isCurrent: true, isRestored: true, changed: ['name'] },
    { version: 2, at: 20, by: 'ken', isCurrent: false, isRestored: false, changed: ['values.title'] },
    { version: 1, at: undefined, by: undefined, isCurrent: false, isRestored: false, changed: undefined },
  ]);
});

test('an item that never changed has one version', () => {
  const history = historyOf({ item: {}, etag: '"1"', version: 1 }, { current: 1, list: [] });
  expect(history.map(({ version, changes }) => [version, changes])).toEqual([[1, undefined]]);
});

test('versions tell what became of the next version beside the one before', () => {
  const item = (title: string) => ({ values: { title } });
  const next = (title: string, takesOverAt?: number) => ({
    ...{ item: item(title), changedAt: 5, changedBy: 'mia' },
    ...(takesOverAt !== undefined && { takesOverAt }),
  });
  const history = historyOf(
    { item: item('E'), etag: '"6"', version: 6 },
    {
      next: next('F'),
      list: [
        { ...past, version: 5, item: item('D'), next: next('E', past.replacedAt) },
        { ...past, version: 4, item: item('C'), next: next('D') },
        { ...past, version: 3, item: item('C'), next: next('X') },
        { ...past, version: 2, item: item('C'), next: next('X', 99) },
        { ...past, version: 1, item: item('B'), next: next('X', 99) },
      ],
    },
  );
  expect(history.map(({ nextEvent, next }) => [nextEvent?.type, next?.item])).toEqual([
    ['tookOver', undefined],
    ['published', undefined],
    ['edited', undefined],
    ['edited', item('X')],
    [undefined, item('X')],
    [undefined, item('X')],
  ]);
  const discarded = historyOf(
    { item: item('A'), etag: '"2"' },
    { list: [{ ...past, version: 1, item: item('A'), next: next('B') }] },
  );
  expect(discarded[0]?.nextEvent).toEqual({ type: 'discarded' });
});
