import type { AppKind } from '@newsstand/contract';
import type { Batch } from '@newsstand/contract/manage';
import { ifMatch } from '../../../parts/BulkProblem.tsx';
import { stateAt, type Times } from '../../../time/liveTime.ts';

/** Actions on many items at once. */
export const bulkActions = [
  'publish',
  'unpublish',
  'close',
  'setCategory',
  'addTag',
  'removeTag',
  'delete',
] as const;

/** An action on many items at once. */
export type BulkAction = (typeof bulkActions)[number];

/** A selected item. */
export type SelectedItem = Times & { readonly contentId: string; readonly etag?: string | undefined };

/** The effect of an action on readers. */
export type Effect = {
  /** The items that change: only live items can be closed. */
  readonly affected: readonly SelectedItem[];
  /** How many items readers see now, but not afterwards. */
  readonly disappearing: number;
  /** How many items readers see afterwards, but not now. */
  readonly appearing: number;
  /** How many items are published but stay hidden because of their opening or closing times. */
  readonly stillHidden: number;
};

/** Works out the effect of an action before it is done. */
export function effectOf(action: BulkAction, selected: readonly SelectedItem[], now: number): Effect {
  const affected = action === 'close' ? selected.filter((item) => stateAt(item, now) === 'live') : selected;
  const outcomes = affected.map((item) => {
    const after = outcomeOf(action, item, now);
    return { was: stateAt(item, now) === 'live', is: after !== undefined && stateAt(after, now) === 'live' };
  });
  return {
    affected,
    disappearing: outcomes.filter(({ was, is }) => was && !is).length,
    appearing: outcomes.filter(({ was, is }) => !was && is).length,
    stillHidden: action === 'publish' ? outcomes.filter(({ is }) => !is).length : 0,
  };
}

/** The item after an action; undefined if it is deleted. */
function outcomeOf(action: BulkAction, item: SelectedItem, now: number): Times | undefined {
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

/** The request body of a batch. */
export function batchOf(
  action: BulkAction,
  shelf: { readonly kind: AppKind; readonly instanceId: string },
  affected: readonly SelectedItem[],
  target?: string,
): Batch {
  const { kind, instanceId } = shelf;
  const aim = target === undefined ? {} : { target };
  return {
    changes: affected.map(({ contentId, etag }) => ({
      ...{ kind, instanceId, id: contentId, action, ...aim },
      ...ifMatch({ etag }),
    })),
  };
}
