import { describe, expect, test } from 'bun:test';
import { batchBody } from '@newsstand/contract/manage';
import { batchOf, bulkActions, effectOf } from './bulk.ts';

const now = 1000;
const selected = [
  { contentId: 'live', status: 'published' },
  { contentId: 'draft', status: 'draft' },
  { contentId: 'scheduled', status: 'draft', reservedAt: 2000 },
  { contentId: 'closed', status: 'published', closingAt: 500 },
  { contentId: 'opens', status: 'published', openingAt: 2000 },
];

describe('the effect of an action on readers', () => {
  test.each([
    ['publish', { disappearing: 0, appearing: 2, stillHidden: 2 }],
    ['unpublish', { disappearing: 1, appearing: 0, stillHidden: 0 }],
    ['delete', { disappearing: 1, appearing: 0, stillHidden: 0 }],
    ['setCategory', { disappearing: 0, appearing: 0, stillHidden: 0 }],
  ] as const)('%s', (action, expected) => {
    const { affected, ...effect } = effectOf(action, selected, now);
    expect(effect).toEqual(expected);
    expect(affected).toHaveLength(5);
  });

  test('only live items can be closed', () => {
    expect(effectOf('close', selected, now)).toEqual({
      affected: [{ contentId: 'live', status: 'published' }],
      ...{ disappearing: 1, appearing: 0, stillHidden: 0 },
    });
  });
});

test('every action is one that the service accepts', () => {
  for (const action of bulkActions) {
    const batch = batchOf(action, { kind: 'news', instanceId: 'press' }, selected, 'c1');
    expect(batchBody.parse(batch).changes).toHaveLength(5);
  }
});
