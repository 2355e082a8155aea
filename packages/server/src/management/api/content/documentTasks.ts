import { boundsFault, type Kind, kinds, limits, measureJson } from '@newsstand/contract';
import type { ItemAction } from '@newsstand/contract/manage';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import type { RecordKey, StoredRecord } from '../../../store/Store.ts';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { isObject } from '../../../transfer/ndjson/isObject.ts';
import { invalidBody } from '../ApiProblem.ts';
import { decodeBody } from '../readBody.ts';
import { type Edition, entityTag, keptItem, managedItem, nameOf, type Showing } from './managedItem.ts';
import { readSent, sentRecord, takeUpload } from './sentItem.ts';

/** What is done to an item. */
export type Edit =
  | {
      readonly type: 'put' | 'patch';
      /** The JSON that was sent. */
      readonly text: string;
      /** The files of a media, where it gets others. */
      readonly ingested: IngestedMedia | undefined;
    }
  | { readonly type: 'act'; readonly action: ItemAction; readonly at: number | undefined }
  | { readonly type: 'set'; readonly members: Members }
  | { readonly type: 'restore'; readonly version: StoredRecord }
  | { readonly type: 'remove' };

/** An item, what is done to it, and when. */
export type Editing = {
  readonly key: RecordKey;
  readonly old: StoredRecord | undefined;
  readonly edit: Edit;
  readonly now: number;
};

/** What an item is after an edit, undefined where it is gone; and what it is called, for the audit log. */
export type Edited = { readonly record: StoredRecord | undefined; readonly name: string };

/** What is kept of an item. */
export type Kept = Pick<StoredRecord, 'kind' | 'document'>;

/** What was sent, as far as it must be known before it is looked at as a whole. */
export type Sent = {
  readonly text: string;
  /** The upload that a media is to be made of. */
  readonly uploadId: string | undefined;
  /** Whether it says its own ID. */
  readonly namesItself: boolean;
};

/**
 * What is done with whole documents. A document may be large, so all of these take and give plain data: they may be called
 * in another thread.
 */
export const documentTasks = {
  /** Reads a body that is to be an item. */
  read({ bytes, kind }: { readonly bytes: Uint8Array; readonly kind: Kind }): Sent {
    const text = decodeBody(bytes);
    const sent = readSent(text);
    const { uploadId } = takeUpload(sent, kind);
    return { text, uploadId, namesItself: sent[kinds[kind].idField] !== undefined };
  },

  edit(editing: Editing): Edited {
    const record = edited(editing);
    const named = record ?? editing.old;
    return { record, name: named === undefined ? '' : nameOf(named).slice(0, 200).toWellFormed() };
  },

  /** An item as its editor gets it, as the bytes of JSON. */
  show({ record, edition, showing }: { record: StoredRecord; edition: Edition; showing: Showing }) {
    const managed = managedItem(record, edition, showing);
    return { json: encodeJson(managed), etag: managed.etag };
  },

  /** An item as it is kept, as the bytes of JSON. */
  json: (record: Kept) => ({ json: encodeJson(keptItem(record)) }),
  /** The tag of this version of an item. */
  etag: entityTag,
  /** What an item is called. */
  name: nameOf,
};

function encodeJson(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

function edited({ key, old, edit, now }: Editing): StoredRecord | undefined {
  switch (edit.type) {
    case 'put': {
      const { rest } = takeUpload(readSent(edit.text), key.kind);
      return sentRecord(rest, { key, old, ingested: edit.ingested, now });
    }
    case 'patch': {
      const { updatedAt: _, ...item } = old === undefined ? {} : keptItem(old);
      const { rest } = takeUpload(readSent(edit.text), key.kind);
      const record = sentRecord(mergePatch(item, rest), { key, old, ingested: edit.ingested, now });
      checkBounds(record, old);
      return record;
    }
    case 'act':
      return old && afterAction(old, edit.action, edit.at, now);
    case 'set':
      return old && withMembers(old, edit.members, now);
    case 'restore':
      return restored(edit.version, old, now);
    case 'remove':
      return undefined;
  }
}

/** Patches that are small themselves must not add up to more than can be sent at once. */
function checkBounds({ document }: StoredRecord, old: StoredRecord | undefined): void {
  const message = boundsFault(measureJson(document));
  // What was kept before there were bounds can still be changed.
  if (message === undefined || (old && boundsFault(measureJson(old.document)) !== undefined)) return;
  throw invalidBody([{ path: '', message }]);
}

/** A record as it was in a version, with its files. It is as new as any other change. */
function restored(version: StoredRecord, old: StoredRecord | undefined, now: number): StoredRecord {
  const { document } = version;
  if (old !== undefined && updatedAt(document, 0) === updatedAt(old.document, 0)) return old;
  return { ...version, document: updatedAt(document, now) };
}

/** A document with another stamp, where it has one. */
function updatedAt(document: string, moment: number): string {
  const members: Record<string, unknown> = JSON.parse(document);
  return members['updatedAt'] === undefined ? document : JSON.stringify({ ...members, updatedAt: moment });
}

/** JSON merge patch (RFC 7396): null takes a member away, objects are merged, all else is put in place. */
function mergePatch(target: Members, patch: Members, depth = 0): Members {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const old = merged.get(name);
    if (value === null) merged.delete(name);
    // What is nested deeper than any item is refused anyway, and must not overflow the stack before.
    else if (isObject(value) && depth <= limits.bodyDepth)
      merged.set(name, mergePatch(isObject(old) ? old : {}, value, depth + 1));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

/** A record with some members changed; it is new from now on, where that makes it another one. */
function withMembers(old: StoredRecord, members: Members, now: number): StoredRecord {
  return sentRecord({ ...keptItem(old), updatedAt: undefined, ...members }, { key: old, old, now });
}

/** A news item or banner after an action. Closing and opening must leave a time in which it is shown. */
function afterAction(
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
