import { createHash } from 'node:crypto';
import type { ManagedItem } from '@newsstand/contract/manage';
import { z } from 'zod';
import { stateAt, visibilityOf } from '../../../catalogue/items/visibility.ts';
import { deliveredMedia, type MediaAddresses } from '../../../media/deliveredMedia.ts';
import { mediaDocument } from '../../../media/mediaDocument.ts';
import type { RecordKey, StoredRecord, StoreReader } from '../../../store/Store.ts';
import { wellFormedDocument } from '../../../store/StoredRecord.ts';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { isNewId, targetPath } from './itemKey.ts';

/** Which version a record is, and who wrote it when, where that is known. */
export type Edition = {
  readonly version: number;
  readonly changedAt?: number | undefined;
  readonly changedBy?: string | undefined;
};

/** What an item is shown by. */
export type Showing = { readonly addresses: MediaAddresses; readonly now: number };

/** A managed item, less what only its kind says of it. */
type Managed = Omit<ManagedItem, 'kind' | 'item' | 'delivered' | 'width' | 'height'> & {
  readonly kind: RecordKey['kind'];
  readonly item: Members;
};

/** An item with all that its editor needs. */
export function managedItem(record: StoredRecord, edition: Edition, showing: Showing): Managed {
  return {
    kind: record.kind,
    item: keptItem(record),
    ...(record.kind === 'media' ? mediaParts(record, showing) : {}),
    ...(record.instanceId === undefined ? {} : { state: stateOf(record, showing.now) }),
    etag: entityTag(record),
    ...edition,
  };
}

const anyMembers = z.record(z.string(), z.unknown());

/** An item as it is kept, less the names of its files. */
export function keptItem({ kind, document }: Pick<StoredRecord, 'kind' | 'document'>): Members {
  const { ...item } = anyMembers.parse(JSON.parse(wellFormedDocument(document)));
  if (kind === 'media') for (const name of ['original', 'bundle', 'poster', 'about']) delete item[name];
  return item;
}

/** What an item is called. */
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

/** Names a version of a record: the same document, the same tag. */
export function entityTag({ document }: Pick<StoredRecord, 'document'>): string {
  return `"${createHash('sha256').update(document).digest('base64url').slice(0, 24)}"`;
}

/** Which version a record is, from what is kept of those before it. */
export async function editionOf(reader: StoreReader, key: RecordKey): Promise<Edition> {
  const [newest] = await reader.versions(key, 1);
  const version = (newest?.number ?? 0) + 1;
  // What was deleted then came back at some other time.
  if (newest === undefined || newest.wasRemoved) return { version, ...(await firstAuthor(reader, key)) };
  return { version, changedAt: newest.replacedAt, changedBy: newest.replacedBy };
}

/** Who made an item, by the audit log. Only for IDs that were made here: no other begins with one, so few lines are looked at. */
async function firstAuthor(reader: StoreReader, key: RecordKey): Promise<Omit<Edition, 'version'>> {
  if (!isNewId(key.id)) return {};
  const [last] = await reader.audit({ most: 1, projectIds: [key.projectId], target: targetPath(key) });
  return last && /\.(create|restore)$/.test(last.action) ? { changedAt: last.at, changedBy: last.by } : {};
}
