import { z } from 'zod';
import { visibilityOf } from '../../../catalogue/items/visibility.ts';
import type { Proposal } from '../../../store/Proposal.ts';
import type { StoredRecord } from '../../../store/Store.ts';
import { recordAt } from '../../../store/StoredRecord.ts';
import { withoutMissing, withPicture } from '../../../transfer/ndjson/checkLine.ts';
import { entityTag } from '../content/managedItem.ts';
import { placed } from '../content/positions.ts';

/** A change to an item of an instance that demands four eyes. */
export type JudgedChange = {
  /** Undefined if there was none. */
  readonly before: StoredRecord | undefined;
  /** Undefined if it is removed. */
  readonly after: StoredRecord | undefined;
  readonly operatorId: string;
  /** The open proposal for the item. */
  readonly proposal: Pick<Proposal, 'proposedBy' | 'etag' | 'publishAt'> | undefined;
  readonly now: number;
  /** What an item gets that is published without a picture. */
  readonly defaultPicture?: string | undefined;
};

/**
 * Whether an operator may make a change alone, because readers will see nothing that they would not have seen before, or
 * may make it because another operator proposed just this; or else why not: it was not proposed, this is not what was
 * proposed, or the operator proposed it.
 */
export type Verdict = 'alone' | 'proposed' | 'notProposed' | 'changed' | 'own';

/** Judges a change by what readers see from now on, at any time. */
export function judgeChange({
  before,
  after,
  operatorId,
  proposal,
  now,
  defaultPicture,
}: JudgedChange): Verdict {
  const old = before && recordAt(before, now);
  // Without its next version, the item would stay as it is: whoever discards that shows nothing new.
  const known =
    old === undefined ? [] : [...shownFrom(old, now), ...shownFrom({ ...old, next: undefined }, now)];
  const fresh = shownFrom(after, now).filter((piece) => !known.some((each) => includes(each, piece)));
  if (fresh.length === 0) return 'alone';
  if (old === undefined || proposal === undefined) return 'notProposed';
  const document = published((old.next ?? old).document, old.kind, defaultPicture);
  const isJustThat =
    entityTag(old) === proposal.etag && fresh.every((piece) => isPublished(document, piece, proposal, now));
  if (!isJustThat) return 'changed';
  return proposal.proposedBy === operatorId ? 'own' : 'proposed';
}

/** What readers see during an interval. */
type Piece = { readonly from: number; readonly until: number; readonly document: string };

/** What readers see of an item from a given time on: itself, then its next version. */
function shownFrom(record: StoredRecord | undefined, now: number): readonly Piece[] {
  if (record === undefined) return [];
  const takesOverAt = record.next?.takesOverAt ?? Infinity;
  const pieces = [pieceOf(record.document, now, takesOverAt)];
  if (record.next !== undefined)
    pieces.push(pieceOf(record.next.document, Math.max(now, takesOverAt), Infinity));
  return pieces.filter(({ from, until }) => from < until);
}

/** The order of banners is not part of them. */
function pieceOf(document: string, from: number, until: number): Piece {
  const { liveFrom, liveUntil } = visibilityOf(timed.parse(JSON.parse(document)));
  return {
    from: Math.max(from, liveFrom),
    until: Math.min(until, liveUntil),
    document: placed(document, undefined),
  };
}

const moment = z.number().optional();
const timed = z.looseObject({
  status: z.string().optional(),
  reservedAt: moment,
  openingAt: moment,
  closingAt: moment,
  updatedAt: moment,
});

function includes(outer: Piece, inner: Piece): boolean {
  return outer.document === inner.document && outer.from <= inner.from && inner.until <= outer.until;
}

/** What was proposed, with what it gets when it is published. */
function published(document: string, kind: string, defaultPicture: string | undefined): string {
  if (kind !== 'news' || defaultPicture === undefined) return document;
  const item = withoutMissing(timed.parse(JSON.parse(document)));
  const { kind: _, ...whole } = withPicture({ ...item, kind, status: 'published' }, defaultPicture);
  return JSON.stringify(whole);
}

/** Whether readers see just what was proposed, from now on or from the proposed time on. */
function isPublished(
  proposed: string,
  { document, from }: Piece,
  { publishAt }: Pick<Proposal, 'publishAt'>,
  now: number,
): boolean {
  const {
    status: _,
    reservedAt: wasReserved,
    updatedAt: wasUpdated,
    ...content
  } = timed.parse(JSON.parse(placed(proposed, undefined)));
  const { status: __, reservedAt, updatedAt, ...shown } = timed.parse(JSON.parse(document));
  const { liveFrom } = visibilityOf({ ...shown, status: 'published' });
  const isInTime = from === Math.max(now, liveFrom) || from === Math.max(publishAt ?? now, liveFrom);
  return (
    isInTime &&
    [undefined, wasReserved, publishAt].includes(reservedAt) &&
    [wasUpdated, publishAt, now].includes(updatedAt) &&
    Bun.deepEquals(content, shown, true)
  );
}
