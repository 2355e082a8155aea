import type { DeliveryState } from '@newsstand/contract/manage/plain';
import { type Kind, kindNames, type WebhookEventType, webhookEventTypes } from '@newsstand/contract/plain';
import { z } from 'zod';
import type { Grant } from './Credential.ts';

/** A URL that is called when something happens to the content in its scope. */
export type Webhook = Grant & {
  readonly webhookId: string;
  readonly url: string;
  /** Undefined for all of them. */
  readonly kinds?: readonly Kind[] | undefined;
  /** Undefined for all of content; those of reviews are sent only if they are named. */
  readonly events?: readonly WebhookEventType[] | undefined;
  /** Whether a burst of events is gathered into one call. */
  readonly build: boolean;
  /** Whether it also hears of what is not live. */
  readonly drafts: boolean;
  /** The newest first. They sign calls, so they are stored as they are. */
  readonly secrets: readonly SigningSecret[];
  readonly createdAt: number;
  /** Since when it is switched off, and why. */
  readonly disabledAt?: number | undefined;
  readonly disabledBecause?: string | undefined;
  /** The latest attempt of all its calls. */
  readonly lastCall?: LastCall | undefined;
};

/** What an attempt came to, in short. */
export type LastCall = {
  readonly at: number;
  readonly isDelivered: boolean;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
};

/** A secret, `whsec_…`; `until` ends the grace period of an old one. */
export type SigningSecret = { readonly secret: string; readonly until?: number | undefined };

/** What the last attempt to make a call came to. */
export type Attempt = {
  readonly attempts: number;
  readonly firstAttemptAt?: number | undefined;
  readonly lastAttemptAt?: number | undefined;
  readonly milliseconds?: number | undefined;
  readonly status?: number | undefined;
  /** The beginning of the response. */
  readonly response?: string | undefined;
  readonly error?: string | undefined;
};

/** A call that is to be made, or was. */
export type NewDelivery = Attempt & {
  readonly webhookId: string;
  readonly messageId: string;
  readonly type: string;
  /** Names what it is about: calls about the same thing are made in order. */
  readonly thing: string;
  readonly body: string;
  readonly createdAt: number;
  readonly state: DeliveryState;
  /** When it is to be made; undefined unless it is pending. */
  readonly dueAt?: number | undefined;
};

/** A call with its number, which counts up. */
export type Delivery = NewDelivery & { readonly number: number };

/** The calls of a webhook that are still to be made. */
export type PendingCalls = {
  readonly webhookId: string;
  readonly count: number;
  readonly oldestAt: number;
  /** When the next of them is due. */
  readonly dueAt: number;
};

/** How far the events of the store have become calls. */
export type WebhookPosition = { readonly revision: number; readonly mark: string; readonly at: number };

/** Who makes the calls, for how many milliseconds more (0 or less if that is over), and how far that has come. */
export type WebhookSender = {
  readonly holder: string;
  readonly remaining: number;
  readonly position: WebhookPosition | undefined;
};

/** Webhooks and their calls. They are in no change log and no mirror. */
export interface WebhookReader {
  /** The oldest first. */
  webhooks(): Promise<readonly Webhook[]>;
  /** The newest first. */
  deliveries(webhookId: string, query: DeliveryQuery): Promise<readonly Delivery[]>;
  delivery(number: number): Promise<Delivery | undefined>;
  /** The webhooks that have calls to be made. */
  pendingCalls(): Promise<readonly PendingCalls[]>;
  /** The calls of a webhook that can be made now: due, and none about the same thing is to be made before. */
  dueDeliveries(webhookId: string, now: number, most: number): Promise<readonly Delivery[]>;
  webhookSender(): Promise<WebhookSender>;
}

/** Selects calls; omitted members do not restrict them. */
export type DeliveryQuery = {
  readonly most: number;
  readonly before?: number | undefined;
  readonly state?: DeliveryState | undefined;
};

/** The part of a transaction that writes them. */
export interface WebhookWriter {
  putWebhook(webhook: Webhook): Promise<void>;
  /** With all its calls. False if there was none. */
  removeWebhook(webhookId: string): Promise<boolean>;
  addDeliveries(deliveries: readonly NewDelivery[]): Promise<void>;
  /** Replaces a call; nothing happens if it is gone. */
  putDelivery(delivery: Delivery): Promise<void>;
  /** Gives up all calls of a webhook that are still to be made. */
  dropPending(webhookId: string): Promise<void>;
  /** Deletes calls that are over: those from before a time, and all but the newest of each webhook. */
  pruneDeliveries(before: number, most: number): Promise<void>;
  /**
   * Takes or renews the right to make calls, for so many milliseconds by the clock of the database. False if another
   * holds it.
   */
  holdSending(holder: string, milliseconds: number): Promise<boolean>;
  /** Gives up the right, if it is one's own. */
  releaseSending(holder: string): Promise<void>;
  putWebhookPosition(position: WebhookPosition): Promise<void>;
}

const webhook = z.object({
  webhookId: z.string(),
  url: z.string(),
  projectId: z.string(),
  spaceId: z.string().optional(),
  instanceId: z.string().optional(),
  kinds: z.array(z.enum(kindNames)).optional(),
  events: z.array(z.enum(webhookEventTypes)).optional(),
  build: z.boolean(),
  drafts: z.boolean(),
  secrets: z.array(z.object({ secret: z.string(), until: z.number().optional() })),
  createdAt: z.number(),
  disabledAt: z.number().optional(),
  disabledBecause: z.string().optional(),
  lastCall: z
    .object({
      at: z.number(),
      isDelivered: z.boolean(),
      status: z.number().optional(),
      error: z.string().optional(),
    })
    .optional(),
});

const delivery = z.object({
  messageId: z.string(),
  type: z.string(),
  body: z.string(),
  attempts: z.number(),
  firstAttemptAt: z.number().optional(),
  lastAttemptAt: z.number().optional(),
  milliseconds: z.number().optional(),
  status: z.number().optional(),
  response: z.string().optional(),
  error: z.string().optional(),
});

const position = z.object({ revision: z.number(), mark: z.string(), at: z.number() });

/** A webhook as stored text: always the same members in the same order. */
export function encodeWebhook(value: Webhook): string {
  return JSON.stringify(webhook.parse(value));
}

/** Reads webhooks; the oldest first, in every engine. */
export function decodeWebhooks(texts: readonly string[]): readonly Webhook[] {
  return texts
    .map((text): Webhook => webhook.parse(JSON.parse(text)))
    .toSorted((one, other) => one.createdAt - other.createdAt || (one.webhookId < other.webhookId ? -1 : 1));
}

/** A call as databases store it. */
export type DeliveryRow = {
  readonly number: number;
  readonly webhookId: string;
  readonly thing: string;
  readonly state: DeliveryState;
  readonly createdAt: number;
  readonly dueAt: number | null;
  readonly document: string;
};

/** The part of a call that is stored as text. */
export function encodeDelivery(value: NewDelivery): string {
  return JSON.stringify(delivery.parse(value));
}

/** Reads a stored call. */
export function decodeDelivery({ document, dueAt, ...row }: DeliveryRow): Delivery {
  return { ...row, ...(dueAt !== null && { dueAt }), ...delivery.parse(JSON.parse(document)) };
}

/** A position as stored text. */
export function encodePosition(value: WebhookPosition): string {
  return JSON.stringify(position.parse(value));
}

/** Reads a stored position. */
export function decodePosition(text: string | null): WebhookPosition | undefined {
  return text === null ? undefined : position.parse(JSON.parse(text));
}
