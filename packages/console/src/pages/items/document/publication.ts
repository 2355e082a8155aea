import type { ItemState } from '@newsstand/contract/manage';
import { stateAt, type Times } from '../../../time/liveTime.ts';
import type { Document } from './Document.ts';
import { fields } from './fields.ts';

/** When an item is published: not yet, now or later. */
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

/** The publication of an item; a reservation overrides the status. */
export function publicationOf(document: Document): Publication {
  if (fields.reservedAt.read(document) !== undefined) return 'later';
  return fields.status.read(document) === 'published' ? 'now' : 'draft';
}

/** The document with another publication; `at` applies to `later` only. */
export function publish(document: Document, publication: Publication, at: number): Document {
  if (publication === 'later') return fields.reservedAt.write(document, at);
  const status = publication === 'now' ? 'published' : 'draft';
  return fields.status.write(fields.reservedAt.write(document, undefined), status);
}

/** The label of the save button. */
type SaveName = 'publish' | 'schedule' | 'saveDraft' | 'save';

/** The label of the save button: what saving does to the item. */
export function saveName(before: Document | undefined, after: Document, now: number): SaveName {
  const state = stateAt(timesOf(after), now);
  if (state === 'draft') return 'saveDraft';
  if (before !== undefined && stateAt(timesOf(before), now) === state) return 'save';
  const names: Readonly<Record<ItemState, SaveName>> = {
    ...{ live: 'publish', scheduled: 'schedule', closed: 'save', draft: 'saveDraft' },
  };
  return names[state];
}

/** Whether a change hides an item that readers see now. */
export function takesOffSite(
  before: Document | undefined,
  after: Document | undefined,
  now: number,
): boolean {
  if (before === undefined || stateAt(timesOf(before), now) !== 'live') return false;
  return after === undefined || stateAt(timesOf(after), now) !== 'live';
}
