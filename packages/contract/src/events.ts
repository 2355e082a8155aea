import { z } from 'zod';
import { kindNames } from './kinds.ts';
import { alias, id, timestamp } from './text.ts';

/**
 * What can happen to content, as a reader sees it. `opened`: it can be read from now on. `changed`: it reads differently.
 * `closed`: it cannot be read any more, though it still exists. `removed`: it was deleted.
 */
export const eventTypes = ['opened', 'changed', 'closed', 'removed'] as const;

/** The type of an event. */
export type EventType = (typeof eventTypes)[number];

/** What an event says about the thing that it happened to. */
export const eventData = z
  .object({
    kind: z.enum(kindNames).meta({ description: 'The kind of content.' }),
    instanceId: id.optional().meta({ description: 'The instance of a news item or a banner.' }),
    id: id.meta({ description: 'The ID of the item.' }),
    alias: alias.optional().meta({ description: 'Its alias, if it has one.' }),
    at: timestamp.meta({ description: 'When it happened.' }),
  })
  .meta({ id: 'EventData', description: 'What an event happened to, and when.' });

/** What an event says about the thing that it happened to. */
export type EventData = z.infer<typeof eventData>;
