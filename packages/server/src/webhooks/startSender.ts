import { randomBytes } from 'node:crypto';
import { createSleeper } from '../concurrency/createSleeper.ts';
import type { Store, Writer } from '../store/Store.ts';
import type { Delivery, PendingCalls, Webhook, WebhookPosition, WebhookSender } from '../store/Webhook.ts';
import { type Attempted, attemptCall } from './attemptCall.ts';
import type { CallOptions } from './callUrl.ts';
import type { FoundEvents, WantedScope } from './findEvents.ts';
import { recordAttempt } from './recordAttempt.ts';
import { tellWebhook } from './tellWebhook.ts';
import { pauseAfter, type Timing, usualTiming } from './timing.ts';

/** What a sender needs. */
export type SenderOptions = {
  readonly store: () => Promise<Store>;
  /** What has happened since a position in some scopes; undefined if nobody can tell for now. */
  readonly events: (
    from: WebhookPosition,
    scopes: readonly WantedScope[],
  ) => Promise<FoundEvents | undefined>;
  /** Resolves when this node serves a revision of the store. */
  readonly shown: (revision: number) => Promise<unknown>;
  /** The name of this sender among those of all nodes. */
  readonly holder: string;
  readonly calls: CallOptions;
  readonly onError: (error: unknown) => void;
  readonly now?: () => number;
  readonly timing?: Partial<Timing>;
};

/** Calls webhooks until stopped. */
export type Sender = {
  readonly counts: () => SenderCounts;
  /** Waits briefly for the calls under way. */
  stop(): Promise<void>;
};

/** What was done since the start, and what is to be done, if it is done here. */
export type SenderCounts = {
  readonly delivered: number;
  readonly failed: number;
  readonly pending: number;
  readonly oldestPendingSeconds: number;
};

/** What the store says, in one snapshot. */
type Seen = {
  readonly webhooks: readonly Webhook[];
  readonly sender: WebhookSender;
  readonly pending: readonly PendingCalls[];
};

const gatheringMilliseconds = 5;

/**
 * Calls the webhooks of a store. Of all nodes, the one that holds the right in the store does so. What happened becomes
 * calls in the same transaction that moves the position, so nothing is lost or left out, wherever a process is killed;
 * and a call about a thing is made only once the one before it is settled in the store.
 */
export function startSender(options: SenderOptions): Sender {
  const { store, events, shown, holder, calls, onError, now = Date.now } = options;
  const timing = { ...usualTiming, ...options.timing };
  const source = { now, random: randomBytes };
  /** The calls under way, and those whose outcome is not stored yet. */
  const underWay = new Map<number, string>();
  let finished: (readonly [Delivery, Attempted])[] = [];
  /** The webhooks whose last calls have all failed. */
  const resting = new Map<string, { failures: number; until: number }>();
  const counted = { delivered: 0, failed: 0 };
  let pending: readonly PendingCalls[] = [];
  let [heldUntil, renewAt, lookAt, pruneAt] = [-Infinity, 0, 0, 0];
  let isStopping = false;
  const { sleep, wake } = createSleeper();

  async function work(): Promise<void> {
    while (!isStopping) {
      const isBusy = await round().catch((error: unknown) => {
        onError(error);
        return false;
      });
      // Calls may have ended during the round.
      if (!isBusy || finished.length === 0) await sleep(isBusy ? timing.look : timing.idle);
      // Others under way get on meanwhile, and are recorded in the same transaction.
      if (finished.length > 0) await Bun.sleep(gatheringMilliseconds);
    }
    const end = performance.now() + timing.stopping;
    while (underWay.size > finished.length && performance.now() < end) await sleep(end - performance.now());
    if (isHeld()) await write(undefined, undefined).catch(onError);
    if (isHeld()) await release().catch(onError);
  }

  /** Others need not wait until the right of this node ends by itself. */
  async function release(): Promise<void> {
    await (await store()).write((writer) => writer.releaseSending(holder));
  }

  /** One round; false if this node has nothing to do. */
  async function round(): Promise<boolean> {
    const opened = await store();
    const seen = await opened.read(async (reader): Promise<Seen> => {
      const [webhooks, sender] = [await reader.webhooks(), await reader.webhookSender()];
      return { webhooks: webhooks.filter(isOn), sender, pending: await reader.pendingCalls() };
    });
    const isOthers = seen.sender.holder !== holder && seen.sender.remaining > 0;
    pending = isOthers ? [] : seen.pending;
    if (isOthers || seen.webhooks.length === 0) {
      heldUntil = -Infinity;
      forget(finished);
      return false;
    }
    const found = await look(seen);
    if (finished.length > 0 || performance.now() >= renewAt || !isHeld() || isNews(found, seen)) {
      await write(seen, found);
    }
    if (isHeld()) await startCalls(opened, seen.webhooks);
    return true;
  }

  async function look({ webhooks, sender }: Seen): Promise<FoundEvents | undefined> {
    if (sender.position === undefined || performance.now() < lookAt) return undefined;
    const scopes = webhooks.map(({ projectId, spaceId, drafts }) => ({ projectId, spaceId, drafts }));
    const found = await events(sender.position, scopes);
    lookAt = performance.now() + timing.look;
    // A receiver must be able to read the change it was called about.
    if (found?.type === 'events' && found.spaces.length > 0) await shown(found.position.revision);
    return found;
  }

  /** Stores what has become of calls, and what happened as further calls, if this node still has the right to. */
  async function write(seen: Seen | undefined, found: FoundEvents | undefined): Promise<void> {
    const recorded = [...finished];
    const begun = performance.now();
    const isPruning = begun >= pruneAt;
    const isHolder = await (await store()).write(async (writer) => {
      if (!(await writer.holdSending(holder, timing.lease))) return false;
      for (const [delivery, attempted] of recorded)
        await recordAttempt(writer, delivery, attempted, timing, now());
      if (seen !== undefined && found !== undefined && found.type !== 'behind')
        await tell(writer, seen, found);
      if (isPruning) await writer.pruneDeliveries(now() - timing.kept, timing.mostKept);
      return true;
    });
    forget(recorded);
    heldUntil = isHolder ? begun + timing.lease : -Infinity;
    renewAt = begun + timing.renewal;
    if (isPruning) pruneAt = begun + timing.pruning;
  }

  /** Forgets calls whose outcome is stored; what another node has taken over, it does again. */
  function forget(calls: typeof finished): void {
    finished = finished.slice(calls.length);
    for (const [{ number }] of calls) underWay.delete(number);
  }

  /** Webhooks that were created or switched on meanwhile hear of it too: then it is looked for once more. */
  async function tell(
    writer: Writer,
    seen: Seen,
    found: Exclude<FoundEvents, { type: 'behind' }>,
  ): Promise<void> {
    const known = new Set(seen.webhooks.map(({ webhookId }) => webhookId));
    const webhooks = (await writer.webhooks()).filter(isOn);
    if (webhooks.some(({ webhookId }) => !known.has(webhookId))) return;
    const counts = new Map(seen.pending.map(({ webhookId, count }) => [webhookId, count]));
    for (const webhook of webhooks) {
      const waiting = counts.get(webhook.webhookId) ?? 0;
      await tellWebhook(writer, webhook, found, { timing, source, waiting, underWay });
    }
    await writer.putWebhookPosition(found.position);
  }

  async function startCalls(opened: Store, webhooks: readonly Webhook[]): Promise<void> {
    for (const webhook of webhooks) {
      const { webhookId } = webhook;
      const { failures = 0, until = 0 } = resting.get(webhookId) ?? {};
      const own = [...underWay.values()].filter((id) => id === webhookId).length;
      const free = Math.min((failures > 0 ? 1 : timing.mostOfOne) - own, timing.mostAtOnce - underWay.size);
      if (free <= 0 || until > now()) continue;
      const due = await opened.read((reader) => reader.dueDeliveries(webhookId, now(), free + own));
      for (const delivery of due.filter(({ number }) => !underWay.has(number)).slice(0, free)) {
        underWay.set(delivery.number, webhookId);
        void call(webhook, delivery);
      }
    }
  }

  async function call(webhook: Webhook, delivery: Delivery): Promise<void> {
    const attempted = await attemptCall(webhook, delivery, calls, now());
    counted[attempted.isDelivered ? 'delivered' : 'failed']++;
    if (attempted.isDelivered) resting.delete(webhook.webhookId);
    else {
      const failures = (resting.get(webhook.webhookId)?.failures ?? 0) + 1;
      const pause = pauseAfter(failures, timing.firstRest, timing.longestRest, Math.random());
      resting.set(webhook.webhookId, { failures, until: now() + pause });
    }
    finished.push([delivery, attempted]);
    wake();
  }

  function isHeld(): boolean {
    return performance.now() < heldUntil;
  }

  const working = work();
  return {
    counts: () => ({
      ...counted,
      pending: pending.reduce((sum, { count }) => sum + count, 0),
      oldestPendingSeconds: Math.max(0, ...pending.map(({ oldestAt }) => (now() - oldestAt) / 1000)),
    }),
    async stop() {
      isStopping = true;
      wake();
      await working;
    },
  };
}

function isOn({ disabledAt }: Webhook): boolean {
  return disabledAt === undefined;
}

/** Whether something has to be stored: calls, or that nothing of a change concerns anyone. */
function isNews(found: FoundEvents | undefined, { sender }: Seen): boolean {
  if (found === undefined || found.type === 'behind') return false;
  const { revision, mark } = found.position;
  return (
    found.type === 'unknown' ||
    found.spaces.length > 0 ||
    revision !== sender.position?.revision ||
    mark !== sender.position.mark
  );
}
