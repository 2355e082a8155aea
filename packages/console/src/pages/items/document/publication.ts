import type { ItemState } from '@newsstand/contract/manage';
import { stateAt, type Times } from '../../../time/liveTime.ts';
import type { Document } from './Document.ts';
import { fields } from './fields.ts';

/** The three answers to the question when an item is published. */
export type Publication = 'draft' | 'now' | 'later';

/** The members of an item that decide when readers see it. */
export function timesOf(document: Document): Times {
  return {
    status: fields.status.read(document),
    reservedAt: fields.reservedAt.read(document),
    openingAt: fields.openingAt.read(document),
    closingAt: fields.closingAt.read(document),
  };
}

/** Which of the three an item says: a reservation decides instead of the status. */
export function publicationOf(document: Document): Publication {
  if (fields.reservedAt.read(document) !== undefined) return 'later';
  return fields.status.read(document) === 'published' ? 'now' : 'draft';
}

/** The same item, to be published otherwise; `at` counts for later only. */
export function publish(document: Document, publication: Publication, at: number): Document {
  if (publication === 'later') return fields.reservedAt.write(document, at);
  const status = publication === 'now' ? 'published' : 'draft';
  return fields.status.write(fields.reservedAt.write(document, undefined), status);
}

/** What the button that saves is called. */
type SaveName = 'publish' | 'schedule' | 'saveDraft' | 'save';

/** What saving means: named by what it makes of the item. */
export function saveName(before: Document | undefined, after: Document, now: number): SaveName {
  const state = stateAt(timesOf(after), now);
  if (state === 'draft') return 'saveDraft';
  if (before !== undefined && stateAt(timesOf(before), now) === state) return 'save';
  const names: Readonly<Record<ItemState, SaveName>> = {
    ...{ live: 'publish', scheduled: 'schedule', closed: 'save', draft: 'saveDraft' },
  };
  return names[state];
}

/** Whether readers see the item now, and would not any more. */
export function takesOffSite(
  before: Document | undefined,
  after: Document | undefined,
  now: number,
): boolean {
  if (before === undefined || stateAt(timesOf(before), now) !== 'live') return false;
  return after === undefined || stateAt(timesOf(after), now) !== 'live';
}
