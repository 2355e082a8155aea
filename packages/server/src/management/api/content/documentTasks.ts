import {
  boundsFault,
  broken,
  type Fault,
  faultAt,
  isObject,
  type Kind,
  kinds,
  limits,
  measureJson,
} from '@newsstand/contract';
import { type ItemAction, manageOpenApi } from '@newsstand/contract/manage';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import type { NextVersion, RecordKey, StoredRecord } from '../../../store/Store.ts';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { ApiProblem, invalidBody, invalidMember } from '../ApiProblem.ts';
import { decodeBody } from '../readBody.ts';
import { judgeChange } from '../review/judgeChange.ts';
import { noSuchItem } from './itemKey.ts';
import {
  currentItem,
  type Edition,
  entityTag,
  hasOpened,
  keptItem,
  managedItem,
  managedNext,
  nameOf,
  proposable,
  reachesReaders,
  type Showing,
  stateOf,
} from './managedItem.ts';
import {
  type Circumstances,
  type NextEdit,
  nextRecord,
  nextWith,
  takingOver,
  withNextEdited,
} from './nextEdits.ts';
import { placed, positionOf } from './positions.ts';
import { checkSize, readSent, sentRecord, takeUpload } from './sentItem.ts';

/** A change to an item. */
export type Edit =
  | {
      readonly type: 'put' | 'patch';
      /** The JSON that was sent. */
      readonly text: string;
      /** The new files of a media, if it gets others. */
      readonly ingested: IngestedMedia | undefined;
    }
  | { readonly type: 'act'; readonly action: ItemAction; readonly at: number | undefined }
  /** Sets members of the item, and others of its next version. */
  | { readonly type: 'set'; readonly members: Members; readonly nextMembers?: Members | undefined }
  | NextEdit
  /** Publishes what can be proposed, now or at a later time. */
  | { readonly type: 'publishProposal'; readonly at: number | undefined }
  /** `isDraft`: what was deleted comes back as a draft. */
  | { readonly type: 'restore'; readonly version: StoredRecord; readonly isDraft?: boolean }
  | { readonly type: 'remove' };

/** An item, a change to it, and its circumstances. */
export type Editing = Circumstances & {
  readonly key: RecordKey;
  readonly old: StoredRecord | undefined;
  readonly edit: Edit;
};

/** An item after an edit, undefined if it was removed; its name, for the audit log; and what else its author should know. */
export type Edited = {
  readonly record: StoredRecord | undefined;
  readonly name: string;
  readonly notes: readonly Fault[];
  /** Whether readers see a difference, now or later. */
  readonly reachesReaders: boolean;
};

/** An item to show, with the notes of a change to it. */
type Shown = {
  readonly record: StoredRecord;
  readonly edition: Edition;
  readonly showing: Showing;
  readonly notes?: readonly Fault[];
};

/** The stored part of an item. */
export type Kept = Pick<StoredRecord, 'kind' | 'document'>;

/** The part of a request that is needed before it is checked as a whole. */
export type Sent = {
  readonly text: string;
  /** The upload that holds the media's file. */
  readonly uploadId: string | undefined;
  /** Whether it names its own ID. */
  readonly namesItself: boolean;
};

/**
 * Work on whole documents. A document may be large, so all of these take and return plain data: they may be called
 * in another thread.
 */
export const documentTasks = {
  /** Reads the body of an item. */
  read({ bytes, kind }: { readonly bytes: Uint8Array; readonly kind: Kind }): Sent {
    const text = decodeBody(bytes);
    const sent = readSent(text);
    const { uploadId } = takeUpload(sent, kind);
    return { text, uploadId, namesItself: sent[kinds[kind].idField] !== undefined };
  },

  edit(editing: Editing): Edited {
    const record = edited(editing);
    if (record?.next !== undefined) checkSize(record);
    const named = record ?? editing.old;
    const name = named === undefined ? '' : nameOf(named).slice(0, 200).toWellFormed();
    return {
      record,
      name,
      notes: isTakenDown(editing, record) ? [reservationCleared] : [],
      reachesReaders: reachesReaders(editing.old, record),
    };
  },

  /** An item for its editor, as the bytes of JSON. */
  show({ record, edition, showing, notes = [] }: Shown) {
    const managed = managedItem(record, edition, showing);
    const json = encodeJson(notes.length === 0 ? managed : { ...managed, notes });
    return { json, etag: managed.etag };
  },

  /** The next version of an item for its editor, as the bytes of JSON. */
  nextJson: ({ kind, next, now }: { kind: Kind; next: NextVersion; now: number }) => ({
    json: encodeJson(managedNext(kind, next, now)),
  }),
  /** An item as stored, as the bytes of JSON. */
  json: (record: Kept) => ({ json: encodeJson(keptItem(record)) }),
  /** The entity tag of this version of an item. */
  etag: entityTag,
  /** The name of an item. */
  name: nameOf,
  /** Whether a change may be made where four eyes are demanded. */
  judge: judgeChange,
  /** The OpenAPI document of the write interface; to make it takes a tenth of a second. */
  openApi: (managementUrl: string) => JSON.stringify(manageOpenApi(managementUrl)),
};

function encodeJson(value: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}

/** What is changed is the item; its next version stays as it is, unless the edit is about both, or about that. */
function edited(editing: Editing): StoredRecord | undefined {
  const { key, old, edit, now } = editing;
  switch (edit.type) {
    case 'putNext':
    case 'removeNext':
    case 'publishNext':
      return withNextEdited(key, old, edit, editing);
    case 'publishProposal':
      return publishedProposal(key, old, edit.at, editing);
    case 'restore': {
      const record = restored(edit.version, old, now);
      // It is a draft again, since the moment may have passed.
      const next =
        old === undefined ? edit.version.next && { ...edit.version.next, takesOverAt: undefined } : old.next;
      return { ...(edit.isDraft ? afterAction(record, 'unpublish', undefined, editing) : record), next };
    }
    default: {
      const record = editedItem(editing);
      if (record === undefined || old?.next === undefined) return record;
      return { ...record, next: nextAfter(old, old.next, edit, editing) };
    }
  }
}

/** The next version after an edit of the item: actions, and new categories and tags, are about both. */
function nextAfter(key: RecordKey, next: NextVersion, edit: Edit, circumstances: Circumstances): NextVersion {
  const old = nextRecord(key, next);
  if (edit.type === 'act') return nextWith(next, afterAction(old, edit.action, edit.at, circumstances));
  if (edit.type !== 'set' || edit.nextMembers === undefined) return next;
  return nextWith(next, withMembers(old, edit.nextMembers, circumstances));
}

function editedItem({ key, old, edit, now, defaultPicture }: Editing): StoredRecord | undefined {
  switch (edit.type) {
    case 'put': {
      const { rest } = takeUpload(readSent(edit.text), key.kind);
      return sentRecord(rest, { key, old, ingested: edit.ingested, now, defaultPicture, said: rest });
    }
    case 'patch': {
      const { updatedAt: _, ...item } = old === undefined ? {} : currentItem(old, now);
      const { rest } = takeUpload(readSent(edit.text), key.kind);
      const merged = withoutPassed(mergePatch(item, rest), rest, now);
      const { ingested } = edit;
      const record = sentRecord(merged, { key, old, ingested, now, defaultPicture, said: rest });
      checkBounds(record, old);
      return record;
    }
    case 'act':
      return old && afterAction(old, edit.action, edit.at, { now, defaultPicture });
    case 'set':
      return old && withMembers(old, edit.members, { now, defaultPicture });
    default:
      return undefined;
  }
}

/** A patch that makes an item a draft takes it down, even if a `reservedAt` that has passed had published it. */
function withoutPassed(merged: Members, { status, reservedAt }: Members, now: number): Members {
  if (status !== 'draft' || reservedAt !== undefined) return merged;
  const { reservedAt: kept, ...rest } = merged;
  return typeof kept === 'number' && kept <= now ? rest : merged;
}

/** Whether an edit has made a draft of what its `reservedAt` had published. */
function isTakenDown({ old, edit, now }: Editing, record: StoredRecord | undefined): boolean {
  if (old === undefined || record === undefined || edit.type === 'restore') return false;
  const { status, reservedAt } = keptItem(record);
  return status === 'draft' && reservedAt === undefined && hasOpened(old, now);
}

const reservationCleared = faultAt('reservedAt', 'reservation_cleared');

/** Small patches must not add up to more than can be sent at once. */
function checkBounds({ document }: StoredRecord, old: StoredRecord | undefined): void {
  const excess = boundsFault(measureJson(document));
  // Items stored before there were bounds can still be changed.
  if (excess === undefined || (old && boundsFault(measureJson(old.document)) !== undefined)) return;
  throw invalidBody([{ path: '', ...excess }]);
}

/** A record as of a version, with its files. It counts as changed now. */
function restored(version: StoredRecord, old: StoredRecord | undefined, now: number): StoredRecord {
  // A banner stays where it stands.
  const document = old === undefined ? version.document : placed(version.document, positionOf(old));
  if (old !== undefined && updatedAt(document, 0) === updatedAt(old.document, 0)) return old;
  return { ...version, document: updatedAt(document, now) };
}

/** A document with another `updatedAt`, if it has one. */
function updatedAt(document: string, moment: number): string {
  const members: Record<string, unknown> = JSON.parse(document);
  return members['updatedAt'] === undefined ? document : JSON.stringify({ ...members, updatedAt: moment });
}

/** JSON merge patch (RFC 7396): null removes a member, objects are merged, anything else replaces. */
function mergePatch(target: Members, patch: Members, depth = 0): Members {
  const merged = new Map(Object.entries(target));
  for (const [name, value] of Object.entries(patch)) {
    const old = merged.get(name);
    if (value === null) merged.delete(name);
    // Deeper nesting is refused later, and must not overflow the stack here.
    else if (isObject(value) && depth <= limits.bodyDepth)
      merged.set(name, mergePatch(isObject(old) ? old : {}, value, depth + 1));
    else merged.set(name, value);
  }
  return Object.fromEntries(merged);
}

/** A record with some members changed; its `updatedAt` is now if that makes a difference. */
function withMembers(old: StoredRecord, members: Members, circumstances: Circumstances): StoredRecord {
  const { updatedAt: _, ...item } = currentItem(old, circumstances.now);
  return sentRecord({ ...item, ...members }, { key: old, old, ...circumstances });
}

/** A news item or banner after an action. It must open before it closes. */
function afterAction(
  old: StoredRecord,
  action: ItemAction,
  at: number | undefined,
  circumstances: Circumstances,
): StoredRecord {
  const { now } = circumstances;
  switch (action) {
    case 'publish':
      return withMembers(old, { status: 'published', reservedAt: undefined }, circumstances);
    case 'unpublish':
      return withMembers(old, { status: 'draft', reservedAt: undefined }, circumstances);
    case 'reserve':
      if (at === undefined) throw invalidMember('at', 'missing');
      return withMembers(old, { reservedAt: at }, circumstances);
    case 'open':
    case 'close': {
      const { openingAt, closingAt } = keptItem(old);
      const times =
        action === 'open' ? { openingAt: at ?? now, closingAt } : { openingAt, closingAt: at ?? now };
      checkTimes(action, times);
      return withMembers(old, times, circumstances);
    }
  }
}

/**
 * An item whose draft is published, now or from a later time on: its next version, if it has one. What is published
 * already stays until then.
 */
function publishedProposal(
  key: RecordKey,
  old: StoredRecord | undefined,
  at: number | undefined,
  circumstances: Circumstances,
): StoredRecord {
  const { now } = circumstances;
  if (old === undefined) throw noSuchItem(key);
  const type = proposable(old, now);
  if (type === undefined) throw new ApiProblem('conflict', broken('nothing_to_publish'));
  const later = at !== undefined && at > now ? at : undefined;
  if (old.next !== undefined && later !== undefined && stateOf(old, now) !== 'draft')
    return {
      ...old,
      next: takingOver(old.next, afterAction(nextRecord(old, old.next), 'publish', at, circumstances), later),
    };
  const record = type === 'next' ? withNextEdited(key, old, { type: 'publishNext' }, circumstances) : old;
  return afterAction(record, later === undefined ? 'publish' : 'reserve', later, circumstances);
}

function checkTimes(action: 'open' | 'close', { openingAt, closingAt }: Members): void {
  if (typeof openingAt !== 'number' || typeof closingAt !== 'number' || openingAt < closingAt) return;
  throw action === 'open'
    ? invalidMember('at', 'opens_after_closing', { closingAt })
    : invalidMember('at', 'closes_too_early', { openingAt });
}
