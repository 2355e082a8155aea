import type { AppKind, MissingMember } from '@newsstand/contract';
import type { Batch } from '@newsstand/contract/manage';
import { ifMatch } from '../../../parts/BulkProblem.tsx';
import { stateAt, type Times } from '../../../time/liveTime.ts';

/** Actions on many items at once. */
export const bulkActions = [
  'publish',
  'unpublish',
  'reserve',
  'close',
  'setCategory',
  'addTag',
  'removeTag',
  'delete',
] as const;

/** An action on many items at once. */
export type BulkAction = (typeof bulkActions)[number];

/** A selected item. */
export type SelectedItem = Times & {
  readonly contentId: string;
  readonly name: string;
  readonly etag?: string | undefined;
  /** What it needs before it can be published or scheduled. */
  readonly missing?: readonly MissingMember[] | undefined;
};

/** The effect of an action on readers. */
export type Effect = {
  /** The items that change: only live items can be closed, and only those that are not live can be scheduled. */
  readonly affected: readonly SelectedItem[];
  /** The items that can't be published or scheduled yet, because they are incomplete. */
  readonly incomplete: readonly SelectedItem[];
  /** How many items readers see now, but not afterwards. */
  readonly disappearing: number;
  /** How many items readers see afterwards, but not now. */
  readonly appearing: number;
  /** How many items are published but stay hidden because of their opening or closing times. */
  readonly stillHidden: number;
};

/** Works out the effect of an action before it is done; `at` is the time to schedule. */
export function effectOf(
  action: BulkAction,
  selected: readonly SelectedItem[],
  now: number,
  at?: number,
): Effect {
  const isPublishing = action === 'publish' || action === 'reserve';
  const incomplete = isPublishing ? selected.filter(({ missing = [] }) => missing.length > 0) : [];
  const affected = selected.filter((item) => {
    if (incomplete.includes(item)) return false;
    const isLive = stateAt(item, now) === 'live';
    return action === 'close' ? isLive : action === 'reserve' ? !isLive : true;
  });
  const outcomes = affected.map((item) => {
    const after = outcomeOf(action, item, now, at);
    return { was: stateAt(item, now) === 'live', is: after !== undefined && stateAt(after, now) === 'live' };
  });
  return {
    affected,
    incomplete,
    disappearing: outcomes.filter(({ was, is }) => was && !is).length,
    appearing: outcomes.filter(({ was, is }) => !was && is).length,
    stillHidden: action === 'publish' ? outcomes.filter(({ is }) => !is).length : 0,
  };
}

/** The item after an action; undefined if it is deleted. */
function outcomeOf(
  action: BulkAction,
  item: SelectedItem,
  now: number,
  at: number | undefined,
): Times | undefined {
  switch (action) {
    case 'publish':
      return { ...item, status: 'published', reservedAt: undefined };
    case 'unpublish':
      return { ...item, status: 'draft', reservedAt: undefined };
    case 'reserve':
      return { ...item, reservedAt: at };
    case 'close':
      return { ...item, closingAt: now };
    case 'delete':
      return undefined;
    default:
      return item;
  }
}

/** What an action is done with: a category or tag, or a time. */
export type Aim = { readonly target?: string | undefined; readonly at?: number | undefined };

/** A change of a batch. */
export type Change = Batch['changes'][number];

/** The changes that an action makes. */
export function changesOf(
  action: BulkAction,
  { kind, instanceId }: { readonly kind: AppKind; readonly instanceId: string },
  affected: readonly SelectedItem[],
  { target, at }: Aim = {},
): readonly Change[] {
  const aim = { ...(target !== undefined && { target }), ...(at !== undefined && { at }) };
  return affected.map(({ contentId: id, etag }) => {
    return { kind, instanceId, id, action, ...aim, ...ifMatch({ etag }) };
  });
}
