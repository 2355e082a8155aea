import { ifMatch, type Seen } from '../../parts/BulkProblem.tsx';

/** A change to many media items. */
export type BulkChange = {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  /** Undefined: it stays as it is. Empty: it is removed. */
  readonly credit: string | undefined;
  readonly rights: string | undefined;
};

/** A change that changes nothing. */
export const noBulkChange: BulkChange = { add: [], remove: [], credit: undefined, rights: undefined };

/** One change of a batch. */
type MediaChange = {
  readonly kind: 'media';
  readonly id: string;
  readonly action: 'addLabel' | 'removeLabel' | 'setCredit' | 'setRights';
  readonly value?: string;
  readonly ifMatch: string;
};

/** The changes of a batch. */
export function bulkChanges(
  seen: readonly Seen[],
  { add, remove, credit, rights }: BulkChange,
): readonly MediaChange[] {
  const text = (action: 'setCredit' | 'setRights', value: string | undefined) => {
    if (value === undefined) return [];
    return value.trim() === '' ? [{ action }] : [{ action, value: value.trim() }];
  };
  const actions = [
    ...add.map((value) => ({ action: 'addLabel' as const, value })),
    ...remove.map((value) => ({ action: 'removeLabel' as const, value })),
    ...text('setCredit', credit),
    ...text('setRights', rights),
  ];
  return seen.flatMap(({ id, etag }) =>
    actions.map((action) => ({ kind: 'media' as const, id, ...action, ...ifMatch({ etag }) })),
  );
}
