import { describe, expect, test } from 'bun:test';
import { batchBody } from '@newsstand/contract/manage';
import { batchOf, bulkActions, effectOf } from './bulk.ts';

const now = 1000;
const chosen = [
  { contentId: 'live', status: 'published' },
  { contentId: 'draft', status: 'draft' },
  { contentId: 'scheduled', status: 'draft', reservedAt: 2000 },
  { contentId: 'closed', status: 'published', closingAt: 500 },
  { contentId: 'opens', status: 'published', openingAt: 2000 },
];

describe('what an action means for readers', () => {
  test.each([
    ['publish', { goes: 0, comes: 2, waits: 2 }],
    ['unpublish', { goes: 1, comes: 0, waits: 0 }],
    ['delete', { goes: 1, comes: 0, waits: 0 }],
    ['setCategory', { goes: 0, comes: 0, waits: 0 }],
  ] as const)('%s', (action, expected) => {
    const { concerned, ...effect } = effectOf(action, chosen, now);
    expect(effect).toEqual(expected);
    expect(concerned).toHaveLength(5);
  });

  test('only what is live can be closed', () => {
    expect(effectOf('close', chosen, now)).toEqual({
      concerned: [{ contentId: 'live', status: 'published' }],
      ...{ goes: 1, comes: 0, waits: 0 },
    });
  });
});

test('every action is one that the service takes', () => {
  for (const action of bulkActions) {
    const batch = batchOf(action, { kind: 'news', instanceId: 'press' }, chosen, 'c1');
    expect(batchBody.parse(batch).changes).toHaveLength(5);
  }
});
