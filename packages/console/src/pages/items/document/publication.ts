import { liveTime, stateAt, type Times } from '../../../time/liveTime.ts';
import type { Document, ItemVersion } from './Document.ts';
import { fields } from './fields.ts';

/** The members of an item that decide when readers see it. */
export function timesOf(document: Document): Times {
  return {
    status: fields.status.read(document),
    reservedAt: fields.reservedAt.read(document),
    openingAt: fields.openingAt.read(document),
    closingAt: fields.closingAt.read(document),
  };
}

/** From when readers see an item once it is published; undefined for at once. */
export function startOf(document: Document): number | undefined {
  return fields.reservedAt.read(document) ?? fields.openingAt.read(document);
}

/**
 * The document with another start. A draft keeps it as its opening time: a reservation would publish it. An item that
 * was reserved stays published without one.
 */
export function withStart(document: Document, at: number | undefined): Document {
  if (fields.reservedAt.read(document) === undefined) return fields.openingAt.write(document, at);
  if (at !== undefined) return fields.reservedAt.write(document, at);
  return fields.openingAt.write(publish(fields.reservedAt.write(document, undefined)), undefined);
}

/** The document as published, at once or from its start on. */
export function publish(document: Document): Document {
  return fields.status.write(document, 'published');
}

/** The document as published at once, whatever start it had. */
export function publishNow(document: Document, now: number): Document {
  const { reservedAt, openingAt } = fields;
  if ((reservedAt.read(document) ?? now) > now) return publish(withStart(document, undefined));
  return publish((openingAt.read(document) ?? now) > now ? openingAt.write(document, undefined) : document);
}

/** The document as a draft. */
export function unpublish(document: Document): Document {
  return fields.status.write(fields.reservedAt.write(document, undefined), 'draft');
}

/** The document with the publication of another. */
export function withTimesOf(document: Document, other: Document): Document {
  const { status, reservedAt, openingAt, closingAt } = fields;
  const moments = [reservedAt, openingAt, closingAt];
  const dated = moments.reduce((changed, field) => field.write(changed, field.read(other)), document);
  return status.write(dated, status.read(other));
}

/** The document as hidden from readers until a time, and as before from then on. */
export function hideUntil(document: Document, at: number): Document {
  const isReserved = fields.reservedAt.read(document) !== undefined;
  const hasBoth = isReserved && fields.openingAt.read(document) !== undefined;
  return hasBoth || !isReserved
    ? fields.openingAt.write(document, at)
    : fields.reservedAt.write(document, at);
}

/**
 * Until when a change at a time hides an item that readers see then: infinite if there is no end; undefined if it hides
 * nothing.
 */
export function hiddenUntil(
  before: Document | undefined,
  after: Document | undefined,
  at: number,
): number | undefined {
  if (before === undefined || stateAt(timesOf(before), at) !== 'live') return undefined;
  if (after === undefined) return Infinity;
  const { from, until } = liveTime(timesOf(after));
  if (from <= at && at < until) return undefined;
  return at < from && from < until ? from : Infinity;
}

/** Whether a change hides an item that readers see now. */
export function takesOffSite(
  before: Document | undefined,
  after: Document | undefined,
  now: number,
): boolean {
  return hiddenUntil(before, after, now) !== undefined;
}

/** Changes of a draft go into the draft; those of anything that readers see, or will see, are kept beside it. */
export function modeOf(base: ItemVersion | undefined): 'draft' | 'next' {
  if (base === undefined) return 'draft';
  return base.next === undefined && stateAt(timesOf(base.item), Date.now()) === 'draft' ? 'draft' : 'next';
}

/** Whether readers will see a draft if all of it is saved. */
export function isToPublish({
  base,
  document,
}: {
  readonly base: ItemVersion | undefined;
  readonly document: Document;
}): boolean {
  return modeOf(base) === 'draft' && stateAt(timesOf(document), Date.now()) !== 'draft';
}

/** Whether what is written would hide what readers see once the changes take over, unlike what is saved. */
export function hidesAtTakeover({
  base,
  document,
}: {
  readonly base: ItemVersion | undefined;
  readonly document: Document;
}): boolean {
  const { takesOverAt, item } = base?.next ?? {};
  if (takesOverAt === undefined) return false;
  const hides = (after: Document | undefined) => takesOffSite(base?.item, after, takesOverAt);
  return hides(document) && !hides(item);
}
