import { type ContentEvent, recordName } from '../events/eventsBetween.ts';
import type { SpaceEvents } from '../events/readEvents.ts';
import type { Space } from '../store/Store.ts';
import type { NewDelivery, Webhook } from '../store/Webhook.ts';

/** Something to call a webhook about: `thing` names what it is about, `at` is when it happened. */
export type Message = {
  readonly type: string;
  readonly thing: string;
  readonly at: number;
  readonly data: object;
};

/** How many events a webhook gets at once; if there are more, it gets a reset instead. */
export const mostMessages = 10_000;

/** What a webhook is called about after some time; `at` is the end of the time in which it did. */
export function messagesFor(
  webhook: Webhook,
  spaces: readonly SpaceEvents[],
  at: number,
  most = mostMessages,
): readonly Message[] {
  const own = spaces.filter((space) => isWithin(webhook, space));
  const messages = own.flatMap((space) =>
    isLost(webhook, space)
      ? [resetOf(space, at)]
      : space.events.filter((event) => hears(webhook, event)).map(messageOf),
  );
  return messages.length > most ? own.map((space) => resetOf(space, at)) : messages;
}

/** Tells a webhook to read everything of these spaces anew. */
export function resetsFor(webhook: Webhook, spaces: readonly Space[], at: number): readonly Message[] {
  return spaces.filter((space) => isWithin(webhook, space)).map((space) => resetOf(space, at));
}

/** A call that tells something, due at a given time. */
export function deliveryOf(
  { webhookId }: Webhook,
  { type, thing, at, data }: Message,
  { now, dueAt = now, messageId }: { now: number; dueAt?: number; messageId: string },
): NewDelivery {
  const body = JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });
  return {
    ...{ webhookId, messageId, type, thing, body },
    ...{ createdAt: now, state: 'pending', dueAt, attempts: 0 },
  };
}

/** Tells only that something has happened in the scope of a webhook. */
export function scopeMessage(
  type: 'build' | 'test',
  { projectId, spaceId, instanceId }: Webhook,
  at: number,
): Message {
  return { type, thing: '', at, data: { projectId, spaceId, instanceId, at } };
}

function resetOf({ projectId, spaceId }: Space, at: number): Message {
  return { type: 'reset', thing: `${projectId}/${spaceId}`, at, data: { projectId, spaceId, at } };
}

function messageOf({ type, key, alias, at }: ContentEvent): Message {
  const { projectId, spaceId, kind, instanceId, id } = key;
  return { type, thing: recordName(key), at, data: { projectId, spaceId, kind, instanceId, id, alias, at } };
}

function isWithin(webhook: Webhook, { projectId, spaceId }: Space): boolean {
  return webhook.projectId === projectId && (webhook.spaceId ?? spaceId) === spaceId;
}

function isLost({ drafts }: Webhook, { lost }: SpaceEvents): boolean {
  return lost === 'everybody' || (drafts && lost === 'previewers');
}

function hears(webhook: Webhook, { type, key, isPublic }: ContentEvent): boolean {
  const { instanceId = key.instanceId, kinds, events, drafts } = webhook;
  return (
    (isPublic || drafts) &&
    instanceId === key.instanceId &&
    (kinds === undefined || kinds.includes(key.kind)) &&
    (events === undefined || events.includes(type))
  );
}
