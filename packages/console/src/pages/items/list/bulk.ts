import type { AppKind } from '@newsstand/contract';
import type { Batch } from '@newsstand/contract/manage';
import { stateAt, type Times } from '../../../time/liveTime.ts';

/** What can be done to many items at once. */
export const bulkActions = [
  'publish',
  'unpublish',
  'close',
  'setCategory',
  'addTag',
  'removeTag',
  'delete',
] as const;

/** What can be done to many items at once. */
export type BulkAction = (typeof bulkActions)[number];

/** An item that was chosen. */
export type Chosen = Times & { readonly contentId: string };

/** What doing it means for readers. */
export type Effect = {
  /** What is touched at all: only what is live can be closed. */
  readonly concerned: readonly Chosen[];
  /** How many readers see now and would not any more. */
  readonly goes: number;
  /** How many readers do not see now and would. */
  readonly comes: number;
  /** How many are published, but stay unseen because of when they open or close. */
  readonly waits: number;
};

/** Works out what an action means for readers, before it is done. */
export function effectOf(action: BulkAction, chosen: readonly Chosen[], now: number): Effect {
  const concerned = action === 'close' ? chosen.filter((item) => stateAt(item, now) === 'live') : chosen;
  const outcomes = concerned.map((item) => {
    const after = outcomeOf(action, item, now);
    return { was: stateAt(item, now) === 'live', is: after !== undefined && stateAt(after, now) === 'live' };
  });
  return {
    concerned,
    goes: outcomes.filter(({ was, is }) => was && !is).length,
    comes: outcomes.filter(({ was, is }) => !was && is).length,
    waits: action === 'publish' ? outcomes.filter(({ is }) => !is).length : 0,
  };
}

/** The item after an action; undefined where it is gone. */
function outcomeOf(action: BulkAction, item: Chosen, now: number): Times | undefined {
  switch (action) {
    case 'publish':
      return { ...item, status: 'published', reservedAt: undefined };
    case 'unpublish':
      return { ...item, status: 'draft', reservedAt: undefined };
    case 'close':
      return { ...item, closingAt: now };
    case 'delete':
      return undefined;
    default:
      return item;
  }
}

/** What is asked of the service. */
export function batchOf(
  action: BulkAction,
  shelf: { readonly kind: AppKind; readonly instanceId: string },
  concerned: readonly Chosen[],
  target?: string,
): Batch {
  const { kind, instanceId } = shelf;
  const aim = target === undefined ? {} : { target };
  return { changes: concerned.map(({ contentId }) => ({ kind, instanceId, id: contentId, action, ...aim })) };
}
