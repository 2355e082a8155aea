import { z } from 'zod';
import { type Kind, kindNames } from './kinds.ts';
import { emptyElement, notA, readPairs } from './parseQuery.ts';
import type { ParameterFault } from './problemFormat.ts';
import { alias, id, isId, timestamp } from './text.ts';

/** Where events are sent. */
export const eventsPath = '/events/projects/{projectId}/spaces/{spaceId}';

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

/** The parameters of a request for events; `instances` also limits categories, tags and media to what their items embed. */
export const eventParameters = {
  kinds: {
    description: 'Only events of these kinds of content.',
    schema: z.array(z.enum(kindNames)).min(1),
    example: ['news'],
  },
  instances: {
    description:
      'Only events of items in these instances, and of the categories, tags and media that these items embed.',
    schema: z.array(id).min(1),
    example: ['press'],
  },
  since: {
    description:
      'The position to resume from: the `id` of the last event. Overridden by the header `Last-Event-ID`.',
    schema: z.string(),
    example: 'x9PfKQ',
  },
} as const;

/** What a request for events asks for. */
export type EventsQuery = {
  readonly kinds?: readonly Kind[];
  readonly instances?: readonly string[];
  readonly since?: string;
};

const parameterNames = [
  'kinds',
  'instances',
  'since',
] as const satisfies readonly (keyof typeof eventParameters)[];

/** Parses the query part of a URL for events. */
export function parseEventsQuery(
  text: string,
):
  | { readonly query: EventsQuery; readonly faults?: never }
  | { readonly query?: never; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const given = readPairs(parameterNames, text, faults);
  const listOf = <T extends string>(
    parameter: 'kinds' | 'instances',
    read: (element: string) => T | undefined,
    expected: string,
  ): readonly T[] | undefined => {
    const elements = given.get(parameter)?.join(',').split(',');
    if (elements === undefined) return undefined;
    const right = elements.map(read).filter((each) => each !== undefined);
    const wrong = elements.find((element) => read(element) === undefined);
    if (wrong !== undefined) {
      faults.push({ parameter, message: wrong === '' ? emptyElement : notA(expected, wrong) });
    }
    return [...new Set(right)];
  };
  const kinds = listOf(
    'kinds',
    (text) => kindNames.find((kind) => kind === text),
    `one of ${kindNames.join(', ')}`,
  );
  const instances = listOf('instances', (text) => (isId(text) ? text : undefined), 'an instance ID');
  const [since, ...others] = given.get('since') ?? [];
  if (others.length > 0) faults.push({ parameter: 'since', message: 'is given more than once' });
  if (faults.length > 0) return { faults };
  return {
    query: {
      ...(kinds === undefined ? {} : { kinds }),
      ...(instances === undefined ? {} : { instances }),
      ...(since === undefined ? {} : { since }),
    },
  };
}
