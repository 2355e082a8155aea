import { z } from 'zod';
import { kindNames } from './kinds.ts';
import { alias, id, timestamp } from './text.ts';

export { type EventType, eventTypes } from './eventTypes.ts';

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
