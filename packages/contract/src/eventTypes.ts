/**
 * What can happen to content, as a reader sees it. `opened`: it can be read from now on. `changed`: it reads differently.
 * `closed`: it cannot be read any more, though it still exists. `removed`: it was deleted.
 */
export const eventTypes = ['opened', 'changed', 'closed', 'removed'] as const;

/** The type of an event. */
export type EventType = (typeof eventTypes)[number];

/** What can happen in the review of an item, before readers see anything of it. */
export const reviewEventTypes = [
  'review.proposed',
  'review.returned',
  'review.published',
  'review.commented',
] as const;

/** The type of an event in a review. */
export type ReviewEventType = (typeof reviewEventTypes)[number];

/** Everything that a webhook can be told. */
export const webhookEventTypes = [...eventTypes, ...reviewEventTypes] as const;

/** The type of an event that a webhook can be told. */
export type WebhookEventType = (typeof webhookEventTypes)[number];
