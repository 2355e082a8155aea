/**
 * What can happen to content, as a reader sees it. `opened`: it can be read from now on. `changed`: it reads differently.
 * `closed`: it cannot be read any more, though it still exists. `removed`: it was deleted.
 */
export const eventTypes = ['opened', 'changed', 'closed', 'removed'] as const;

/** The type of an event. */
export type EventType = (typeof eventTypes)[number];
