import { createHash } from 'node:crypto';
import { isAppKind } from '@newsstand/contract';
import type { ManagedItem } from '@newsstand/contract/manage';
import { z } from 'zod';
import { stateAt, visibilityOf } from '../../../catalogue/items/visibility.ts';
import { deliveredMedia, type MediaAddresses } from '../../../media/deliveredMedia.ts';
import { mediaDocument } from '../../../media/mediaDocument.ts';
import type { RecordKey, StoredRecord, StoreReader } from '../../../store/Store.ts';
import { wellFormedDocument } from '../../../store/StoredRecord.ts';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { statusAt } from '../../../transfer/ndjson/contentRules.ts';
import { isNewId, targetPath } from './itemKey.ts';

/** The version of a record, and who wrote it when, if known. */
export type Edition = {
  readonly version: number;
  readonly changedAt?: number | undefined;
  readonly changedBy?: string | undefined;
};

/** What an item is rendered with. */
export type Showing = { readonly addresses: MediaAddresses; readonly now: number };

/** A managed item, without the members of its kind. */
type Managed = Omit<ManagedItem, 'kind' | 'item' | 'delivered' | 'width' | 'height'> & {
  readonly kind: RecordKey['kind'];
  readonly item: Members;
};

/** An item with everything that its editor needs. */
export function managedItem(record: StoredRecord, edition: Edition, showing: Showing): Managed {
  return {
    kind: record.kind,
    item: currentItem(record, showing.now),
    ...(record.kind === 'media' ? mediaParts(record, showing) : {}),
    ...(record.instanceId === undefined ? {} : { state: stateOf(record, showing.now) }),
    etag: entityTag(record),
    ...edition,
  };
}

const anyMembers = z.record(z.string(), z.unknown());

/** An item as stored, without the names of its files. */
export function keptItem({ kind, document }: Pick<StoredRecord, 'kind' | 'document'>): Members {
  const { ...item } = anyMembers.parse(JSON.parse(wellFormedDocument(document)));
  if (kind === 'media') for (const name of ['original', 'bundle', 'poster', 'about']) delete item[name];
  return item;
}

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

function stateOf({ document }: StoredRecord, now: number) {
  return stateAt(visibilityOf(timed.parse(JSON.parse(document))), now);
}

function mediaParts({ document }: StoredRecord, { addresses }: Showing) {
  const media = mediaDocument.parse(JSON.parse(wellFormedDocument(document)));
  const { width, height } = media.about ?? {};
  return { delivered: deliveredMedia(media, addresses), width, height };
}

/** The entity tag of a record: the same document always has the same tag. */
export function entityTag({ document }: Pick<StoredRecord, 'document'>): string {
  return `"${createHash('sha256').update(document).digest('base64url').slice(0, 24)}"`;
}

/** The version of a record, derived from the stored versions before it. */
export async function editionOf(reader: StoreReader, key: RecordKey): Promise<Edition> {
  const [newest] = await reader.versions(key, 1);
  const version = (newest?.number ?? 0) + 1;
  // An item that was deleted then was restored at another time.
  if (newest === undefined || newest.wasRemoved) return { version, ...(await firstAuthor(reader, key)) };
  return { version, changedAt: newest.replacedAt, changedBy: newest.replacedBy };
}

/** Who created an item, by the audit log. Only for IDs generated here, which are no prefix of others, so few entries are scanned. */
async function firstAuthor(reader: StoreReader, key: RecordKey): Promise<Omit<Edition, 'version'>> {
  if (!isNewId(key.id)) return {};
  const [last] = await reader.audit({ most: 1, projectIds: [key.projectId], target: targetPath(key) });
  return last && /\.(create|restore)$/.test(last.action) ? { changedAt: last.at, changedBy: last.by } : {};
}
