import { createHash } from 'node:crypto';
import { draftMayLack, isAppKind, media, ownMediaMembers } from '@newsstand/contract';
import type { ManagedItem } from '@newsstand/contract/manage';
import { z } from 'zod';
import { stateAt, visibilityOf } from '../../../catalogue/items/visibility.ts';
import { deliveredMedia, type MediaAddresses } from '../../../media/deliveredMedia.ts';
import { mediaDocument } from '../../../media/mediaDocument.ts';
import type { Version } from '../../../store/Admin.ts';
import type { NextVersion, RecordKey, StoredRecord, StoreReader } from '../../../store/Store.ts';
import { type Content, hasTakenOver, wellFormedDocument } from '../../../store/StoredRecord.ts';
import { type Members, withoutMissing } from '../../../transfer/ndjson/checkLine.ts';
import { statusAt } from '../../../transfer/ndjson/contentRules.ts';
import { isNewId, targetPath } from './itemKey.ts';
import { placed } from './positions.ts';

/** The version of a record, and who wrote it when, if known. */
export type Edition = {
  readonly version: number;
  readonly changedAt?: number | undefined;
  readonly changedBy?: string | undefined;
};

/** What an item is rendered with. */
export type Showing = { readonly addresses: MediaAddresses; readonly now: number };

/** A managed item, without the members of its kind. */
type Managed = Omit<ManagedItem, 'kind' | 'item' | 'next' | 'delivered' | 'width' | 'height'> & {
  readonly kind: RecordKey['kind'];
  readonly item: Members;
  readonly next?: ManagedNext;
};

/** A next version with its item. */
type ManagedNext = Omit<NextVersion, keyof Content | 'isAutosave'> & {
  readonly item: Members;
  readonly missing?: Managed['missing'];
};

/** An item with everything that its editor needs. */
export function managedItem(record: StoredRecord, edition: Edition, showing: Showing): Managed {
  return {
    kind: record.kind,
    item: currentItem(record, showing.now),
    ...missingOf(record),
    ...(record.next === undefined ? {} : { next: managedNext(record.kind, record.next, showing.now) }),
    ...(record.kind === 'media' ? mediaParts(record, showing) : {}),
    ...(record.instanceId === undefined ? {} : { state: stateOf(record, showing.now) }),
    etag: entityTag(record),
    ...edition,
  };
}

/** A next version for its editor. */
export function managedNext(kind: RecordKey['kind'], next: NextVersion, now: number): ManagedNext {
  const { document, takesOverAt, changedAt, changedBy } = next;
  const item = currentItem({ kind, document }, now);
  return { item, ...missingOf({ kind, document }), takesOverAt, changedAt, changedBy };
}

const aboutMedia = z
  .object({ width: media.shape.width, height: media.shape.height, ...ownMediaMembers })
  .optional();
const anyMembers = z.record(z.string(), z.unknown());

/** An item as stored, without the names of its files, and without its place in an order. */
export function keptItem({ kind, document }: Pick<StoredRecord, 'kind' | 'document'>): Members {
  const { ...item } = anyMembers.parse(JSON.parse(wellFormedDocument(document)));
  // Its place belongs to the order of its instance: who edits the banner neither changes it nor is in conflict with it.
  if (kind === 'banner') delete item['position'];
  if (kind === 'news') return withoutMissing(item);
  if (kind !== 'media') return item;
  const { original, bundle, poster: _, about, ...rest } = item;
  const { width, height, ...own } = aboutMedia.parse(about) ?? {};
  // Of a file of our own, nobody can change the size.
  const isElsewhere = original === undefined && bundle === undefined;
  return { ...rest, ...(isElsewhere && { width, height }), ...own };
}

/** What an incomplete draft lacks; nothing of any other item. */
export function missingOf({
  kind,
  document,
}: Pick<StoredRecord, 'kind' | 'document'>): Pick<Managed, 'missing'> {
  if (kind !== 'news') return {};
  const { missing } = draft.parse(JSON.parse(document));
  return missing === undefined ? {} : { missing };
}

const draft = z.object({ missing: z.array(z.enum(draftMayLack)).optional() });

/** An item as stored, but published if its `reservedAt` has passed. */
export function currentItem(record: Pick<StoredRecord, 'kind' | 'document'>, now: number): Members {
  const item = keptItem(record);
  return isAppKind(record.kind) ? { ...item, status: statusAt(timed.parse(item), now) } : item;
}

/** Whether an item has been published by its `reservedAt`. */
export function hasOpened({ document }: Pick<StoredRecord, 'document'>, now: number): boolean {
  const { reservedAt } = timed.parse(JSON.parse(document));
  return reservedAt !== undefined && reservedAt <= now;
}

/**
 * Whether readers see a difference between two states of an item, now or later. They see nothing of a draft without a
 * reservation, nor of a next version that nobody has decided to let take over.
 */
export function reachesReaders(before: StoredRecord | undefined, after: StoredRecord | undefined): boolean {
  if (seenDocument(before) !== seenDocument(after)) return true;
  const [one, other] = [before?.next, after?.next];
  if (one?.takesOverAt === undefined && other?.takesOverAt === undefined) return false;
  return one?.takesOverAt !== other?.takesOverAt || one?.document !== other?.document;
}

function seenDocument(record: StoredRecord | undefined): string | undefined {
  if (record === undefined || !isAppKind(record.kind)) return record?.document;
  const { status, reservedAt } = timed.parse(JSON.parse(record.document));
  return status === 'draft' && reservedAt === undefined ? undefined : record.document;
}

/** The name of an item. */
export function nameOf(record: Pick<StoredRecord, 'kind' | 'document'>): string {
  return String(keptItem(record)['name'] ?? '');
}

const moment = z.number().optional();
const timed = z.object({
  status: z.string().optional(),
  reservedAt: moment,
  openingAt: moment,
  closingAt: moment,
});

/**
 * What of an item can be proposed: its next version, unless it is decided when that takes over, or else the item, if it is
 * a draft.
 */
export function proposable(record: StoredRecord, now: number): 'draft' | 'next' | undefined {
  if (record.next !== undefined) return record.next.takesOverAt === undefined ? 'next' : undefined;
  return stateOf(record, now) === 'draft' ? 'draft' : undefined;
}

/** The state of an item. */
export function stateOf({ document }: StoredRecord, now: number) {
  return stateAt(visibilityOf(timed.parse(JSON.parse(document))), now);
}

function mediaParts({ document }: StoredRecord, { addresses }: Showing) {
  const media = mediaDocument.parse(JSON.parse(wellFormedDocument(document)));
  const { width, height } = media.about ?? {};
  return { delivered: deliveredMedia(media, addresses), width, height };
}

/**
 * The entity tag of a record: the same document always has the same tag, wherever a banner stands in its order. A next
 * version is part of it.
 */
export function entityTag({ document, next }: Pick<StoredRecord, 'document' | 'next'>): string {
  const hash = createHash('sha256').update(placed(document, undefined));
  if (next !== undefined) hash.update(`\n${next.takesOverAt ?? ''}\n${placed(next.document, undefined)}`);
  return `"${hash.digest('base64url').slice(0, 24)}"`;
}

/** The version of a record at a given time, derived from the stored versions before it. */
export async function editionOf(reader: StoreReader, record: StoredRecord, now: number): Promise<Edition> {
  const [newest] = await reader.versions(record, 1);
  const version = (newest?.number ?? 0) + 1;
  if (hasTakenOver(record, now)) {
    const { takesOverAt, changedBy } = record.next;
    return { version: version + 1, changedAt: takesOverAt, changedBy };
  }
  const origin = await originOf(reader, record, version, newest);
  if (origin === undefined) return { version, ...(await firstAuthor(reader, record)) };
  return { version, changedAt: origin.replacedAt, changedBy: origin.replacedBy };
}

/**
 * The version that was replaced by this one: the one before it, unless only the next version beside it was replaced then.
 * Undefined if that is not known, or the item was deleted then, and restored at another time.
 */
export async function originOf(
  reader: StoreReader,
  record: StoredRecord,
  number: number,
  before: Version | undefined,
): Promise<Version | undefined> {
  if (before?.number !== number - 1 || before.wasRemoved) return undefined;
  if (before.record.document !== record.document) return before;
  const [earlier] = await reader.versions(record, 1, before.number);
  return await originOf(reader, record, before.number, earlier);
}

/** Who created an item, by the audit log. Only for IDs generated here, which are no prefix of others, so few entries are scanned. */
async function firstAuthor(reader: StoreReader, key: RecordKey): Promise<Omit<Edition, 'version'>> {
  if (!isNewId(key.id)) return {};
  const entries = await reader.audit({ most: 50, projectIds: [key.projectId], target: targetPath(key) });
  const last = entries.find(({ action }) => !action.startsWith('review.'));
  return last && /\.(create|restore)$/.test(last.action) ? { changedAt: last.at, changedBy: last.by } : {};
}
