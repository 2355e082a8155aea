import { expect, test } from 'bun:test';
import { duplicateOf } from './duplicateOf.ts';

test('a duplicate is a draft with the same content, under a name and address of its own', () => {
  const values = { title: 'Sale', body: { blocks: [] }, thumbnail: { mediaId: 'm' } };
  const times = { createdAt: 1, updatedAt: 2, reservedAt: 3, openingAt: 4, closingAt: 5 };
  const item = { contentId: 'n1', alias: 'sale', name: 'Spring', status: 'published', values, ...times };
  expect(duplicateOf(item, (title) => `${title} (copy)`)).toEqual({
    ...{ name: 'Spring (copy)', status: 'draft' },
    values: { ...values, title: 'Sale (copy)' },
  });
});
