import { describe, expect, test } from 'bun:test';
import type { Document } from './Document.ts';
import { publicationOf, publish, saveName, takesOffSite } from './publication.ts';

const now = 1000;
const draft: Document = { status: 'draft' };
const live: Document = { status: 'published' };

describe('the publication of an item', () => {
  test('is one of three choices, and each can be made', () => {
    for (const start of [draft, live, { status: 'published', reservedAt: 5 }])
      for (const publication of ['draft', 'now', 'later'] as const)
        expect(publicationOf(publish(start, publication, 2000))).toBe(publication);
    expect(publish({ status: 'draft', reservedAt: 5 }, 'now', 0)).toEqual({ status: 'published' });
  });

  test('names the save button', () => {
    expect(saveName(undefined, draft, now)).toBe('saveDraft');
    expect(saveName(undefined, live, now)).toBe('publish');
    expect(saveName(undefined, publish(draft, 'later', 2000), now)).toBe('schedule');
    expect(saveName(draft, { ...live, openingAt: 2000 }, now)).toBe('schedule');
    expect(saveName(live, live, now)).toBe('save');
    expect(saveName(live, { ...live, closingAt: 10 }, now)).toBe('save');
    expect(saveName(live, draft, now)).toBe('saveDraft');
  });
});

test('changes that take an item off the site are recognised', () => {
  const changes: readonly (Document | undefined)[] = [
    draft,
    { ...live, closingAt: now },
    { ...live, openingAt: now + 1 },
    { ...live, reservedAt: now + 1 },
    undefined,
  ];
  for (const after of changes) expect(takesOffSite(live, after, now)).toBe(true);
  expect(takesOffSite(live, { ...live, closingAt: now + 1 }, now)).toBe(false);
  expect(takesOffSite(draft, draft, now)).toBe(false);
  expect(takesOffSite(undefined, live, now)).toBe(false);
});
