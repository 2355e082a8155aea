import { z } from 'zod';
import { webhookEventTypes } from '../eventTypes.ts';
import { kindNames } from '../kinds.ts';
import { breaks } from '../rules.ts';
import { id, timestamp, uri } from '../text.ts';
import { deliveryStates } from './plain.ts';
import { queryInteger } from './queryInteger.ts';

/** The name and password of a URL would end up in lists and logs. */
const url = uri
  .max(2000)
  .refine(
    (text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '',
    breaks('url_with_password'),
  )
  .meta({ description: 'Where to send calls: https or http.' });

const choices = {
  url,
  kinds: z
    .array(z.enum(kindNames))
    .min(1)
    .max(kindNames.length)
    .optional()
    .meta({ description: 'Only events of these kinds; all by default.' }),
  events: z.array(z.enum(webhookEventTypes)).min(1).max(webhookEventTypes.length).optional().meta({
    description:
      'Only events of these types; by default all of content. Events of reviews are sent only if they are named, and not to a webhook that starts builds.',
  }),
};

const draftsHelp = 'Whether it is also called for what is not live.';

/** A webhook to be created. Its project is in the path. */
export const webhookOrder = z
  .strictObject({
    ...choices,
    spaceId: id.optional(),
    instanceId: id.optional(),
    build: z.boolean().default(false).meta({
      description: 'Whether a burst of events is gathered into one call, as build services need it.',
    }),
    drafts: z.boolean().default(false).meta({ description: draftsHelp }),
  })
  .refine(
    ({ spaceId, instanceId }) => instanceId === undefined || spaceId !== undefined,
    breaks('instance_without_space'),
  )
  .refine(({ build, events }) => !(build && hearsReviews(events)), {
    path: ['events'],
    ...breaks('build_without_reviews'),
  });

/** Whether events of reviews are among those that a webhook asks for. */
export function hearsReviews(events: readonly string[] | null | undefined): boolean {
  return events?.some((type) => type.startsWith('review.')) ?? false;
}

/** What to change in a webhook; `null` removes a restriction. */
export const webhookChange = z.strictObject({
  url: url.optional(),
  kinds: choices.kinds.nullable(),
  events: choices.events.nullable(),
  drafts: z.boolean().optional().meta({ description: draftsHelp }),
  enabled: z.boolean().optional().meta({
    description: 'Whether it is on. Once on again, it gets a reset: it was told nothing meanwhile.',
  }),
});

const lastCall = z.strictObject({
  at: timestamp,
  isDelivered: z.boolean(),
  status: z.int().optional(),
  error: z.string().optional(),
});

/** A webhook, without its secret. */
export const webhook = z
  .strictObject({
    webhookId: id,
    projectId: id,
    spaceId: id.optional(),
    instanceId: id.optional(),
    ...choices,
    build: z.boolean(),
    drafts: z.boolean().meta({ description: draftsHelp }),
    createdAt: timestamp,
    disabledAt: timestamp.optional().meta({ description: 'Since when it is off.' }),
    disabledBecause: z.string().optional(),
    oldSecretUntil: timestamp
      .optional()
      .meta({ description: 'Until when calls are signed with the previous secret, too.' }),
    lastCall: lastCall.optional().meta({ description: 'What its latest attempt came to.' }),
    pending: z.int().meta({ description: 'How many calls are to be made.' }),
    oldestPendingAt: timestamp.optional(),
  })
  .meta({ id: 'Webhook', description: 'A webhook, without its secret.' });

/** A webhook with its secret, which is shown only once. */
export const issuedWebhook = webhook
  .extend({ secret: z.string() })
  .meta({ id: 'IssuedWebhook', description: 'A webhook with its secret, which is shown only once.' });

/** How a webhook gets a new secret. */
export const webhookRotation = z.strictObject({
  graceMilliseconds: z
    .int()
    .min(0)
    .max(90 * 86_400_000)
    .default(86_400_000)
    .meta({ description: 'How long calls are signed with both secrets.' }),
});

/** A call of a webhook: what was sent, and what came back. */
export const delivery = z
  .strictObject({
    number: z.int().meta({ description: 'Increases with each delivery.' }),
    messageId: z
      .string()
      .meta({ description: 'The header webhook-id: the same for every attempt and replay.' }),
    type: z.string().meta({ description: 'An event, or `reset`, `build` or `test`.' }),
    state: z.enum(deliveryStates),
    body: z.string().meta({ description: 'What is sent.' }),
    createdAt: timestamp,
    dueAt: timestamp.optional().meta({ description: 'When it is sent next, while it is pending.' }),
    attempts: z.int(),
    lastAttemptAt: timestamp.optional(),
    milliseconds: z.number().optional().meta({ description: 'How long the last attempt took.' }),
    status: z.int().optional().meta({ description: 'The status of the last response.' }),
    response: z.string().optional().meta({ description: 'The beginning of the last response, up to 1 KB.' }),
    error: z.string().optional().meta({ description: 'Why the last attempt failed.' }),
  })
  .meta({ id: 'Delivery', description: 'A call of a webhook: what was sent, and what came back.' });

/** The query of a webhook's log; the newest delivery comes first. */
export const deliveryQuery = z.strictObject({
  before: queryInteger(1, Number.MAX_SAFE_INTEGER).optional().meta({ description: 'Only lower numbers.' }),
  size: queryInteger(1, 1000).default(100),
  state: z.enum(deliveryStates).optional(),
});

/** A page of a webhook's log. */
export const deliveryPage = z.strictObject({ list: z.array(delivery) });

/** A webhook. */
export type WebhookView = z.infer<typeof webhook>;
/** A webhook with its secret. */
export type IssuedWebhook = z.infer<typeof issuedWebhook>;
/** A webhook to be created. */
export type WebhookOrder = z.input<typeof webhookOrder>;
/** A call of a webhook. */
export type DeliveryView = z.infer<typeof delivery>;
