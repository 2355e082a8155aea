import type { ItemAction } from '@newsstand/contract/manage';
import type { StoredRecord } from '../../../store/Store.ts';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { invalidBody } from '../ApiProblem.ts';
import { keptItem } from './managedItem.ts';
import { sentRecord } from './sentItem.ts';

/** A record with some members changed; it is new from now on, where that makes it another one. */
export function withMembers(old: StoredRecord, members: Members, now: number): StoredRecord {
  return sentRecord({ ...keptItem(old), updatedAt: undefined, ...members }, { key: old, old, now });
}

/** A news item or banner after an action. Closing and opening must leave a time in which it is shown. */
export function afterAction(
  old: StoredRecord,
  action: ItemAction,
  at: number | undefined,
  now: number,
): StoredRecord {
  switch (action) {
    case 'publish':
      return withMembers(old, { status: 'published', reservedAt: undefined }, now);
    case 'unpublish':
      return withMembers(old, { status: 'draft', reservedAt: undefined }, now);
    case 'reserve':
      if (at === undefined) throw invalidBody([{ path: 'at', message: 'is missing' }]);
      return withMembers(old, { reservedAt: at }, now);
    case 'open':
    case 'close': {
      const { openingAt, closingAt } = keptItem(old);
      const times =
        action === 'open' ? { openingAt: at ?? now, closingAt } : { openingAt, closingAt: at ?? now };
      checkTimes(action, times);
      return withMembers(old, times, now);
    }
  }
}

function checkTimes(action: 'open' | 'close', { openingAt, closingAt }: Members): void {
  if (typeof openingAt !== 'number' || typeof closingAt !== 'number' || openingAt < closingAt) return;
  const message =
    action === 'open'
      ? `must lie before closingAt, which is ${closingAt}; change that first`
      : `must lie after openingAt, which is ${openingAt}; change that first, or unpublish it`;
  throw invalidBody([{ path: 'at', message }]);
}
