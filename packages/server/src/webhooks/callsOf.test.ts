import { expect, test } from 'bun:test';
import type { ContentEvent } from '../events/eventsBetween.ts';
import type { SpaceEvents } from '../events/readEvents.ts';
import type { Webhook } from '../store/Webhook.ts';
import { deliveryOf, messagesFor } from './callsOf.ts';

const hook: Webhook = {
  ...{ webhookId: 'wh_1', url: 'https://example.com', projectId: 'acme' },
  ...{ build: false, drafts: false, secrets: [], createdAt: 0 },
};
const place = { projectId: 'acme', spaceId: 'web' };
const news: ContentEvent = {
  ...{ type: 'opened', at: 1_700_000_000_000, isPublic: true, alias: 'a b' },
  key: { kind: 'news', ...place, instanceId: 'press', id: 'n1' },
};
const hidden: ContentEvent = { ...news, type: 'changed', isPublic: false };
const tag: ContentEvent = {
  ...{ type: 'removed', at: 5, isPublic: true },
  key: { kind: 'tag', ...place, id: 't1' },
};
const web: SpaceEvents = { ...place, events: [news, hidden, tag], lost: 'nobody', lostShelves: [] };
const app: SpaceEvents = {
  ...{ projectId: 'acme', spaceId: 'app', lost: 'nobody', lostShelves: [] },
  events: [{ ...tag, key: { ...tag.key, spaceId: 'app' } }],
};
const other: SpaceEvents = { ...web, projectId: 'other' };

/** What a webhook is told, in short. */
function told(given: Partial<Webhook>, spaces = [web, app, other], most?: number): readonly string[] {
  return messagesFor({ ...hook, ...given }, spaces, 9, most).map(({ type, thing }) => `${type} ${thing}`);
}

const opened = 'opened acme/web/news/press/n1';
const changed = 'changed acme/web/news/press/n1';
const removed = 'removed acme/web/tag//t1';

test('a webhook hears of what is in its scope, and of what it asks for', () => {
  const inApp = 'removed acme/app/tag//t1';
  expect(told({})).toEqual([opened, removed, inApp]);
  expect(told({ drafts: true })).toEqual([opened, changed, removed, inApp]);
  expect(told({ spaceId: 'web' })).toEqual([opened, removed]);
  expect(told({ spaceId: 'web', instanceId: 'press' })).toEqual([opened]);
  expect(told({ spaceId: 'web', instanceId: 'blog' })).toEqual([]);
  expect(told({ kinds: ['tag'] })).toEqual([removed, inApp]);
  expect(told({ events: ['opened', 'closed'] })).toEqual([opened]);
  expect(told({ projectId: 'nothing' })).toEqual([]);
});

test('what was too much for one is a reset for all whom it concerns', () => {
  const reset = 'reset acme/web';
  const lost = [{ ...web, events: [], lost: 'everybody' as const }, app];
  expect(told({ spaceId: 'web', kinds: ['banner'], events: ['closed'] }, lost)).toEqual([reset]);
  expect(told({ spaceId: 'app' }, lost)).toHaveLength(1);
  const partly = [{ ...web, lost: 'previewers' as const }];
  expect(told({}, partly)).toEqual([opened, removed]);
  expect(told({ drafts: true }, partly)).toEqual([reset]);
  expect(told({}, [web, app], 2)).toEqual([reset, 'reset acme/app']);
});

test('the body has the shape of the specification', () => {
  const [message] = messagesFor(hook, [web], 9);
  if (message === undefined) throw new Error('it is told nothing');
  const { body, ...rest } = deliveryOf(hook, message, { now: 7, messageId: 'msg_1' });
  expect(JSON.parse(body)).toEqual({
    type: 'opened',
    timestamp: '2023-11-14T22:13:20.000Z',
    data: { ...place, kind: 'news', instanceId: 'press', id: 'n1', alias: 'a b', at: 1_700_000_000_000 },
  });
  expect(rest).toEqual({
    ...{ webhookId: 'wh_1', messageId: 'msg_1', type: 'opened', thing: 'acme/web/news/press/n1' },
    ...{ createdAt: 7, dueAt: 7, state: 'pending', attempts: 0 },
  });
});
