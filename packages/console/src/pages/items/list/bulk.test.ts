import { describe, expect, test } from 'bun:test';
import { batchBody } from '@newsstand/contract/manage';
import { bulkActions, changesOf, effectOf } from './bulk.ts';

const now = 1000;
const selected = [
  { contentId: 'live', name: 'Live', status: 'published' },
  { contentId: 'draft', name: 'Draft', status: 'draft' },
  { contentId: 'scheduled', name: 'Scheduled', status: 'draft', reservedAt: 2000 },
  { contentId: 'closed', name: 'Closed', status: 'published', closingAt: 500 },
  { contentId: 'opens', name: 'Opens', status: 'published', openingAt: 2000 },
];
const half = { contentId: 'half', name: 'Half', status: 'draft', missing: ['values.thumbnail'] } as const;

describe('the effect of an action on readers', () => {
  test.each([
    ['publish', { disappearing: 0, appearing: 2, stillHidden: 2 }],
    ['unpublish', { disappearing: 1, appearing: 0, stillHidden: 0 }],
    ['delete', { disappearing: 1, appearing: 0, stillHidden: 0 }],
    ['setCategory', { disappearing: 0, appearing: 0, stillHidden: 0 }],
  ] as const)('%s', (action, expected) => {
    const { affected, ...effect } = effectOf(action, selected, now);
    expect(effect).toEqual({ ...expected, incomplete: [] });
    expect(affected).toHaveLength(5);
  });

  test('incomplete drafts are neither published nor scheduled', () => {
    const all = [...selected, half];
    for (const action of ['publish', 'reserve'] as const)
      expect(effectOf(action, all, now, 3000).incomplete).toEqual([half]);
    expect(effectOf('publish', all, now).affected).toEqual(selected);
    expect(effectOf('unpublish', all, now)).toMatchObject({ affected: all, incomplete: [] });
  });

  test('what is live stays as it is when others are scheduled', () => {
    const { affected, disappearing } = effectOf('reserve', selected, now, 3000);
    expect([affected, disappearing]).toEqual([selected.slice(1), 0]);
  });

  test('only live items can be closed', () => {
    expect(effectOf('close', selected, now)).toEqual({
      affected: selected.slice(0, 1),
      ...{ incomplete: [], disappearing: 1, appearing: 0, stillHidden: 0 },
    });
  });
});

test('every action is one that the service accepts', () => {
  for (const action of bulkActions) {
    const aim = { target: 'c1', at: 3000 };
    const changes = changesOf(action, { kind: 'news', instanceId: 'press' }, selected, aim);
    expect(batchBody.parse({ changes }).changes).toHaveLength(5);
  }
});
