import { broken } from '@newsstand/contract';
import {
  type DeliveryView,
  deliveryQuery,
  hearsReviews,
  isAllowed,
  type Place,
  type WebhookView,
  webhookChange,
  webhookOrder,
  webhookRotation,
} from '@newsstand/contract/manage';
import type { Operator } from '../../../store/Admin.ts';
import type { StoreReader, Writer } from '../../../store/Store.ts';
import { type Delivery, encodeWebhook, type PendingCalls, type Webhook } from '../../../store/Webhook.ts';
import { sendTest } from '../../../webhooks/attemptCall.ts';
import { refusalOfUrl } from '../../../webhooks/callUrl.ts';
import {
  addDelivery,
  addMadeTest,
  createWebhook as create,
  disableWebhook,
  enableWebhook,
  replayOf,
  rotateWebhook as rotate,
  webhookAudit,
} from '../../../webhooks/changeWebhooks.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidBody, invalidMember } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import { roleMissing, writeAs } from '../writeAs.ts';

type WebhookAction =
  | 'listWebhooks'
  | 'createWebhook'
  | 'changeWebhook'
  | 'rotateWebhook'
  | 'removeWebhook'
  | 'testWebhook'
  | 'listDeliveries'
  | 'replayDelivery';

/** Handles webhooks, which only owners of their project see. */
export function webhookHandlers(context: ApiContext): Pick<Handlers, WebhookAction> {
  const { now } = context;
  const read = async <T>(work: (reader: StoreReader) => Promise<T>) => (await context.store()).read(work);

  async function listWebhooks({ params, operator }: OperatorRequest): Promise<Response> {
    const [webhooks, pending] = await read(
      async (reader) => [await reader.webhooks(), await reader.pendingCalls()] as const,
    );
    const own = webhooks.filter(
      (webhook) => webhook.projectId === params['projectId'] && isOwned(operator, webhook),
    );
    return Response.json(own.map((webhook) => webhookView(webhook, pending, now())));
  }

  async function createWebhook(req: OperatorRequest): Promise<Response> {
    const order = { ...(await req.body(webhookOrder)), projectId: req.params['projectId'] ?? '' };
    checkAddress(order.url);
    const { webhook, secret } = await writeAs(
      context,
      req,
      (writer, operator) => {
        if (!isOwned(operator, order)) throw roleMissing('owner', order);
        return create(writer, order, context);
      },
      (issued) => [webhookAudit('create', issued.webhook)],
    );
    return Response.json({ ...webhookView(webhook, [], now()), secret }, { status: 201 });
  }

  async function changeWebhook(req: OperatorRequest): Promise<Response> {
    const change = await req.body(webhookChange);
    if (change.url !== undefined) checkAddress(change.url);
    const { webhook, pending } = await writeAs(
      context,
      req,
      async (writer, operator) => {
        const found = await findWebhook(writer, req, operator);
        const webhook = await applyChange(writer, found, change);
        const isSame = encodeWebhook(webhook) === encodeWebhook(found);
        return { webhook, isSame, pending: await writer.pendingCalls() };
      },
      ({ webhook, isSame }) => (isSame ? [] : [webhookAudit(auditAction(change), webhook)]),
    );
    return Response.json(webhookView(webhook, pending, now()));
  }

  /** An address that would be refused in every call is refused right away. A name is resolved only when it is called. */
  function checkAddress(url: string): void {
    const refusal = refusalOfUrl(url, context.webhookCalls);
    if (refusal !== undefined) throw invalidBody([{ path: 'url', ...refusal }]);
  }

  async function applyChange(
    writer: Writer,
    found: Webhook,
    { enabled, url, kinds, events, drafts }: ReturnType<typeof webhookChange.parse>,
  ): Promise<Webhook> {
    if (found.build && hearsReviews(events)) throw invalidMember('events', 'build_without_reviews');
    const changed: Webhook = {
      ...found,
      ...(url !== undefined && { url }),
      ...(kinds !== undefined && { kinds: kinds ?? undefined }),
      ...(events !== undefined && { events: events ?? undefined }),
      ...(drafts !== undefined && { drafts }),
    };
    await writer.putWebhook(changed);
    if (enabled === undefined) return changed;
    if (enabled) return enableWebhook(writer, changed, context);
    return disableWebhook(writer, changed, 'an operator has switched it off', now());
  }

  async function rotateWebhook(req: OperatorRequest): Promise<Response> {
    const { graceMilliseconds } = await req.body(webhookRotation);
    const { webhook, secret, pending } = await writeAs(
      context,
      req,
      async (writer, operator) => {
        const found = await findWebhook(writer, req, operator);
        const issued = await rotate(writer, found, graceMilliseconds, context);
        return { ...issued, pending: await writer.pendingCalls() };
      },
      (issued) => [webhookAudit('rotate', issued.webhook)],
    );
    return Response.json({ ...webhookView(webhook, pending, now()), secret });
  }

  async function removeWebhook(req: OperatorRequest): Promise<Response> {
    await writeAs(
      context,
      req,
      async (writer, operator) => {
        const found = await findWebhook(writer, req, operator);
        await writer.removeWebhook(found.webhookId);
        return found;
      },
      (removed) => [webhookAudit('remove', removed)],
    );
    return new Response(null, { status: 204 });
  }

  /** It is sent now, once, and is in the log like any other. */
  async function testWebhook(req: OperatorRequest): Promise<Response> {
    const webhook = await read((reader) => findWebhook(reader, req, req.operator));
    const made = await sendTest(webhook, context.webhookCalls, context);
    const added = await writeAs(
      context,
      req,
      async (writer, operator) => {
        return addMadeTest(writer, await findWebhook(writer, req, operator), made);
      },
      () => [webhookAudit('test', webhook)],
    );
    return Response.json(deliveryView(added));
  }

  async function listDeliveries(req: OperatorRequest): Promise<Response> {
    const { size: most, before, state } = req.query(deliveryQuery);
    const list = await read(async (reader) => {
      const { webhookId } = await findWebhook(reader, req, req.operator);
      return reader.deliveries(webhookId, { most, before, state });
    });
    return Response.json({ list: list.map(deliveryView) });
  }

  async function replayDelivery(req: OperatorRequest): Promise<Response> {
    const added = await writeAs(
      context,
      req,
      async (writer, operator) => {
        const webhook = await findWebhook(writer, req, operator);
        const number = Number(req.params['number']);
        const found = Number.isSafeInteger(number) ? await writer.delivery(number) : undefined;
        if (found?.webhookId !== webhook.webhookId)
          throw new ApiProblem('not_found', 'there is no such call; see the log of the webhook');
        if (webhook.disabledAt !== undefined) throw new ApiProblem('conflict', broken('webhook_off'));
        const delivery = await addDelivery(writer, replayOf(found, now()));
        return { webhook, delivery, replayed: found.number };
      },
      ({ webhook, replayed }) => [webhookAudit('replay', webhook, { delivery: replayed })],
    );
    return Response.json(deliveryView(added.delivery));
  }

  return {
    ...{ listWebhooks, createWebhook, changeWebhook, rotateWebhook, removeWebhook },
    ...{ testWebhook, listDeliveries, replayDelivery },
  };
}

function auditAction({ enabled, ...rest }: ReturnType<typeof webhookChange.parse>): string {
  if (enabled === undefined || Object.keys(rest).length > 0) return 'change';
  return enabled ? 'enable' : 'disable';
}

/** Whoever owns a place manages the webhooks of it and of its parts; others are treated as not found. */
function isOwned({ roles }: Operator, { projectId, spaceId, instanceId }: Place): boolean {
  return isAllowed(roles, 'owner', { projectId, spaceId, instanceId });
}

async function findWebhook(
  reader: StoreReader,
  { params }: OperatorRequest,
  operator: Operator,
): Promise<Webhook> {
  const found = (await reader.webhooks()).find(({ webhookId }) => webhookId === params['webhookId']);
  if (found?.projectId === params['projectId'] && found && isOwned(operator, found)) return found;
  throw new ApiProblem('not_found', 'there is no such webhook; see the list of webhooks');
}

/** A webhook as shown to operators. */
export function webhookView(webhook: Webhook, pending: readonly PendingCalls[], now: number): WebhookView {
  const { secrets, kinds, events, ...rest } = webhook;
  const calls = pending.find(({ webhookId }) => webhookId === webhook.webhookId);
  const [, old] = secrets;
  return {
    ...rest,
    ...(kinds && { kinds: [...kinds] }),
    ...(events && { events: [...events] }),
    ...(old?.until !== undefined && old.until > now && { oldSecretUntil: old.until }),
    pending: calls?.count ?? 0,
    ...(calls && { oldestPendingAt: calls.oldestAt }),
  };
}

/** A call as shown to operators. */
export function deliveryView(delivery: Delivery): DeliveryView {
  const { webhookId: _, thing: __, firstAttemptAt: ___, ...shown } = delivery;
  return shown;
}
