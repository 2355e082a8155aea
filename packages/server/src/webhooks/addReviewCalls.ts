import type { ReviewEventType } from '@newsstand/contract/plain';
import { recordName } from '../events/eventsBetween.ts';
import type { Proposal } from '../store/Proposal.ts';
import type { Writer } from '../store/Store.ts';
import type { Webhook } from '../store/Webhook.ts';
import { deliveryOf, type Message } from './callsOf.ts';
import { newMessageId, type Source } from './changeWebhooks.ts';

/** Something that happened in a review: who did it, and what they said. */
export type ReviewEvent = {
  readonly type: ReviewEventType;
  readonly proposal: Proposal;
  readonly by: string;
  readonly at: number;
  readonly text?: string | undefined;
};

/** Adds the calls that tell webhooks what happened in a review, for those that ask for it by name. */
export async function addReviewCalls(
  writer: Writer,
  event: ReviewEvent,
  { random }: Pick<Source, 'random'>,
): Promise<void> {
  const asking = (await writer.webhooks()).filter((webhook) => hears(webhook, event));
  if (asking.length === 0) return;
  const message = messageOf(event);
  await writer.addDeliveries(
    asking.map((webhook) => {
      const messageId = newMessageId({ random });
      return deliveryOf(webhook, message, { now: event.at, messageId });
    }),
  );
}

function hears(webhook: Webhook, { type, proposal: { key } }: ReviewEvent): boolean {
  const {
    projectId,
    spaceId = key.spaceId,
    instanceId = key.instanceId,
    kinds,
    events,
    disabledAt,
  } = webhook;
  return (
    disabledAt === undefined &&
    events?.includes(type) === true &&
    projectId === key.projectId &&
    spaceId === key.spaceId &&
    instanceId === key.instanceId &&
    (kinds === undefined || kinds.includes(key.kind))
  );
}

/** About the item, so that calls about it are made in order. */
function messageOf({ type, proposal, by, at, text }: ReviewEvent): Message {
  const { proposalId, key, name } = proposal;
  const { projectId, spaceId, kind, instanceId, id } = key;
  const data = { projectId, spaceId, kind, instanceId, id, proposalId, name, by, message: text, at };
  return { type, thing: recordName(key), at, data };
}
