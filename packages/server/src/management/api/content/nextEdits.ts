import { broken, timestamp } from '@newsstand/contract';
import type { NextVersion, RecordKey, StoredRecord } from '../../../store/Store.ts';
import type { Content } from '../../../store/StoredRecord.ts';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { datedDocument, stampedDocument } from '../../../transfer/ndjson/nextLine.ts';
import { ApiProblem, invalidMember } from '../ApiProblem.ts';
import { inWords, noSuchItem } from './itemKey.ts';
import { keptItem } from './managedItem.ts';
import { readSent, type SentContext, sentRecord } from './sentItem.ts';

/** A change to the next version of an item. */
export type NextEdit =
  | {
      readonly type: 'putNext';
      /** The JSON that was sent. */
      readonly text: string;
      readonly by: string;
      readonly isAutosave: boolean;
    }
  | { readonly type: 'removeNext' }
  | { readonly type: 'publishNext' };

/** When an item is changed, and the default picture of its instance. */
export type Circumstances = Pick<SentContext, 'now' | 'defaultPicture'>;

/** An item after a change to its next version. */
export function withNextEdited(
  key: RecordKey,
  old: StoredRecord | undefined,
  edit: NextEdit,
  { now, defaultPicture }: Circumstances,
): StoredRecord {
  if (old === undefined) throw noSuchItem(key);
  if (edit.type === 'putNext') return { ...old, next: sentNext(old, edit, { now, defaultPicture }) };
  const { next, ...record } = old;
  if (next === undefined)
    throw new ApiProblem('not_found', broken('no_item', { item: `next version of ${inWords(old)}` }));
  if (edit.type === 'removeNext') return record;
  const checked = sentRecord(keptItem(nextRecord(old, next)), {
    key: old,
    old,
    now,
    defaultPicture,
    said: {},
  });
  return { ...record, ...contentOf(next), document: stampedDocument(checked.document, now) };
}

/** The next version that was sent, checked like the item itself. */
function sentNext(
  old: StoredRecord,
  { text, by, isAutosave }: Extract<NextEdit, { type: 'putNext' }>,
  { now, defaultPicture }: Circumstances,
): NextVersion {
  const { takesOverAt: sentTime, ...sent } = readSent(text);
  const takesOverAt = readTime(sentTime, now);
  const before = old.next && nextRecord(old, old.next);
  const context = { key: old, old: before ?? old, now, said: sent };
  const record =
    takesOverAt === undefined ? draftRecord(sent, context) : sentRecord(sent, { ...context, defaultPicture });
  const document =
    sent['updatedAt'] === undefined
      ? datedDocument(record.document, takesOverAt, old.next, now)
      : record.document;
  return { ...contentOf(record), document, takesOverAt, changedAt: now, changedBy: by, isAutosave };
}

/** Until it is decided when it takes over, it may lack what a draft may lack, whatever the status of the item. */
function draftRecord(sent: Members, context: SentContext): StoredRecord {
  try {
    return sentRecord(sent, context);
  } catch (error) {
    const faults = (error instanceof ApiProblem && error.more.errors) || [];
    if (faults.length === 0 || !faults.every(({ rule }) => rule === 'incomplete')) throw error;
    const { status, reservedAt, ...rest } = sent;
    const record = sentRecord({ ...rest, status: 'draft' }, context);
    const document = JSON.stringify({ ...JSON.parse(record.document), status, reservedAt });
    return { ...record, document };
  }
}

function readTime(sent: unknown, now: number): number | undefined {
  if (sent === undefined) return undefined;
  const read = timestamp.safeParse(sent);
  if (!read.success) throw invalidMember('takesOverAt', 'not_time');
  if (read.data > now) return read.data;
  throw invalidMember('takesOverAt', 'takeover_passed');
}

/** A next version with other content; it is dated like one that is sent. */
export function nextWith(next: NextVersion, content: Content): NextVersion {
  if (content.document === next.document) return next;
  const { takesOverAt } = next;
  const document =
    takesOverAt === undefined ? content.document : stampedDocument(content.document, takesOverAt);
  return { ...next, ...contentOf(content), document };
}

/** A next version with other content that takes over at a given time. */
export function takingOver(next: NextVersion, content: Content, takesOverAt: number): NextVersion {
  return {
    ...next,
    ...contentOf(content),
    document: stampedDocument(content.document, takesOverAt),
    takesOverAt,
  };
}

/** The next version of an item as if it were the item. */
export function nextRecord(key: RecordKey, { alias, document, links }: Content): StoredRecord {
  const { kind, projectId, spaceId, instanceId, id } = key;
  return { kind, projectId, spaceId, instanceId, id, alias, document, links };
}

/** What a record says, without its name and its next version. */
function contentOf({ alias, document, links }: Content): Content {
  return { alias, document, links };
}
