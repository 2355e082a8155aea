import { describe, expect, test } from 'bun:test';
import type { Document } from './Document.ts';
import {
  hiddenUntil,
  hideUntil,
  publish,
  publishNow,
  startOf,
  takesOffSite,
  unpublish,
  withStart,
  withTimesOf,
} from './publication.ts';

const now = 1000;
const draft: Document = { status: 'draft' };
const live: Document = { status: 'published' };

describe('the publication of an item', () => {
  test('begins at its start, which a draft can have without being published by it', () => {
    const planned = withStart(draft, 2000);
    expect(planned).toEqual({ status: 'draft', openingAt: 2000 });
    expect(startOf(publish(planned))).toBe(2000);
    expect(publishNow(planned, now)).toEqual(live);
    expect(publishNow({ ...draft, openingAt: 5 }, now)).toEqual({ ...live, openingAt: 5 });
    expect(publishNow({ ...live, reservedAt: 5, openingAt: 2000 }, now)).toEqual({ ...live, reservedAt: 5 });
    expect(withStart(planned, undefined)).toEqual(draft);
  });

  test('keeps a reservation where there is one, and stays published without it', () => {
    const reserved = { status: 'draft', reservedAt: 1500, openingAt: 1200 };
    expect(startOf(reserved)).toBe(1500);
    expect(withStart(reserved, 2000)).toEqual({ ...reserved, reservedAt: 2000 });
    expect(withStart(reserved, undefined)).toEqual(live);
    expect(unpublish(reserved)).toEqual({ status: 'draft', openingAt: 1200 });
  });

  test('is given back if it could not be saved', () => {
    const before = { status: 'draft', openingAt: 5, name: 'a' };
    expect(withTimesOf({ ...publish(withStart(before, 7)), name: 'b' }, before)).toEqual({
      ...before,
      name: 'b',
    });
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

test('a change that hides an item says until when', () => {
  const until = (after: Document | undefined, at = now) => hiddenUntil(live, after, at);
  expect(until({ ...live, openingAt: 2000 })).toBe(2000);
  expect(until({ ...live, openingAt: 2000, closingAt: 1500 })).toBe(Infinity);
  expect([until(undefined), until(draft), until({ ...live, closingAt: now })]).toEqual([
    ...[Infinity, Infinity, Infinity],
  ]);
  expect(until({ ...live, openingAt: now, closingAt: 5000 })).toBeUndefined();
  // At a takeover, what readers see then counts.
  expect(until({ ...live, openingAt: 2000 }, 2500)).toBeUndefined();
  expect(hiddenUntil({ ...live, closingAt: 2000 }, draft, 2500)).toBeUndefined();
});

test.each<[Document, Document]>([
  [live, { ...live, openingAt: 2000 }],
  [
    { ...live, openingAt: 5 },
    { ...live, openingAt: 2000 },
  ],
  [
    { ...live, reservedAt: 5 },
    { ...live, reservedAt: 2000 },
  ],
  [
    { status: 'draft', reservedAt: 5, openingAt: 6 },
    { status: 'draft', reservedAt: 5, openingAt: 2000 },
  ],
])('%j is hidden until a time', (before, after) => {
  expect(hideUntil(before, 2000)).toEqual(after);
  expect(hiddenUntil(before, after, now)).toBe(2000);
});
