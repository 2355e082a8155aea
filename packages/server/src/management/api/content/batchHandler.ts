import { appKinds, broken, type Fault, faultAt, isAppKind, limits } from '@newsstand/contract';
import { type Batch, type BatchResult, batchBody } from '@newsstand/contract/manage';
import { z } from 'zod';
import { createPause } from '../../../concurrency/timeSlices.ts';
import type { Operator } from '../../../store/Admin.ts';
import type { RecordKey, StoredRecord, Writer } from '../../../store/Store.ts';
import { type Content, isSameRecord, recordAt } from '../../../store/StoredRecord.ts';
import type { Members } from '../../../transfer/ndjson/checkLine.ts';
import { createDefaultPictures } from '../../../transfer/ndjson/defaultPictures.ts';
import { type Origin, targetName } from '../../../transfer/ndjson/integrityMessages.ts';
import type { ApiContext } from '../ApiContext.ts';
import { ApiProblem, invalidMember, mostFaults } from '../ApiProblem.ts';
import type { Handlers, OperatorRequest } from '../ApiRequest.ts';
import type { AuditEvent } from '../writeAs.ts';
import { checkChange, checkPlace } from './checkChange.ts';
import type { Edit } from './documentTasks.ts';
import { findEach, inWords, param, shelfOf, targetPath } from './itemKey.ts';
import { keptItem } from './managedItem.ts';
import type { Circumstances } from './nextEdits.ts';
import type { Documents } from './openDocuments.ts';
import { isMet } from './precondition.ts';
import { refuseUsed } from './uses.ts';
import { writeContent } from './writeContent.ts';

type Change = Batch['changes'][number];

/** The outcome of a batch for one item. */
type Piece = {
  readonly key: RecordKey;
  readonly name: string;
  readonly isChanged: boolean;
  readonly actions: readonly string[];
  readonly notes: readonly Fault[];
};

/** Handles many changes at once: all of them, or none. */
export function batchHandler(context: ApiContext, documents: Documents): Pick<Handlers, 'batch'> {
  return {
    async batch(req) {
      const { changes } = await req.body(batchBody);
      const keyed = changes.map((change, part) => ({ change, part, key: changeKey(req, change, part) }));
      const now = context.now();
      const origins = new Map<string, Origin>();
      const pieces = await writeContent({ ...context, now: () => now }, req, {
        run: (writer, { roles }) => applyBatch(writer, documents, keyed, origins, now, roles),
        auditEvents: (all) => all.filter(({ isChanged }) => isChanged).map(auditEventOf),
        origins,
        pathOf: partPath,
      });
      const changed = pieces.filter(({ isChanged }) => isChanged).length;
      const notes = pieces.flatMap((piece) => piece.notes).slice(0, mostFaults);
      const counts = { changed, unchanged: pieces.length - changed };
      const result: BatchResult = notes.length === 0 ? counts : { ...counts, notes };
      return Response.json(result);
    },
  };
}

function partPath(part: number): string {
  return `changes.${part}`;
}

function changeKey({ params }: OperatorRequest, change: Change, part: number): RecordKey {
  const { kind, instanceId, id } = change;
  const needs = isAppKind(kind);
  if (needs !== (instanceId !== undefined)) {
    const path = `${partPath(part)}.instanceId`;
    throw needs ? invalidMember(path, 'missing') : invalidMember(path, 'without_instance', { kind });
  }
  const scope = { projectId: param(params, 'projectId'), spaceId: param(params, 'spaceId') };
  return { ...shelfOf(kind, { ...scope, instanceId }), id };
}

type Keyed = { readonly change: Change; readonly part: number; readonly key: RecordKey };

/** Item by item, so that no more than a few documents are in memory: each may be large, and there may be a thousand. */
async function applyBatch(
  writer: Writer,
  documents: Documents,
  keyed: readonly Keyed[],
  origins: Map<string, Origin>,
  now: number,
  roles: Operator['roles'],
): Promise<readonly Piece[]> {
  // A role in a part of the space is enough for the route. Before anything is looked up: a refusal must not tell whether
  // it exists.
  for (const { key } of keyed) checkPlace(roles, key);
  const pause = createPause();
  const byItem = Map.groupBy(keyed, ({ key }) => targetName(key));
  const keys = [...byItem.values()].flatMap(([first]) => (first === undefined ? [] : first.key));
  const pieces: Piece[] = [];
  const defaultPictureOf = createDefaultPictures(writer);
  const faults: PartFault[] = [];
  let characters = 0;
  for await (const { key, record: stored } of findEach(writer, keys)) {
    const old = stored && recordAt(stored, now);
    characters += (old?.document.length ?? 0) + (old?.next?.document.length ?? 0);
    if (characters > limits.batchCharacters) throw tooLarge();
    const changes = byItem.get(targetName(key)) ?? [];
    const defaultPicture = await defaultPictureOf(key);
    const after = await applyChanges(documents, old, changes, { now, defaultPicture }, roles);
    const last = changes.at(-1)?.part ?? 0;
    // Only what was changed can cause a refusal by the store.
    if (after.isChanged) origins.set(targetName(key), { source: 0, line: last });
    faults.push(...after.faults);
    // After the first fault nothing is committed, but whatever else must not be published alone is named too.
    if (after.isChanged && faults.every(({ code }) => isOfReview(code)))
      faults.push(...(await keep(writer, key, { ...after, part: last })));
    const { name, isChanged, actions, notes } = after;
    pieces.push({ key, name, isChanged, actions, notes });
    await pause();
  }
  if (faults.length > 0) throw refusal(faults);
  // Only now: what uses it may be deleted too.
  const deleted = keyed.filter(({ change }) => change.action === 'delete' && change.force !== true);
  const places = deleted.map(({ key, part }) => ({ key, path: partPath(part) }));
  await refuseUsed(writer, documents, places, now);
  return pieces;
}

function tooLarge(): ApiProblem {
  const most = limits.batchCharacters / 1024 ** 2;
  return new ApiProblem('too_large', broken('too_large_batch', { most }));
}

/** The problems that are told of all changes that have them, the first ones before the others. */
const faultCodes = [
  'invalid_body',
  'not_found',
  'version_conflict',
  'proposal_changed',
  'four_eyes',
] as const;

function isOfReview(code: string): code is 'proposal_changed' | 'four_eyes' {
  return code === 'proposal_changed' || code === 'four_eyes';
}

type PartFault = Fault & {
  readonly code: (typeof faultCodes)[number];
  readonly part: number;
};

/** An item after a series of changes, with their faults. */
type After = {
  readonly record: StoredRecord | undefined;
  readonly name: string;
  readonly isChanged: boolean;
  readonly actions: readonly string[];
  readonly faults: readonly PartFault[];
  readonly notes: readonly Fault[];
};

async function applyChanges(
  documents: Documents,
  old: StoredRecord | undefined,
  changes: readonly Keyed[],
  circumstances: Circumstances,
  roles: Operator['roles'],
): Promise<After> {
  let record = old;
  let name = '';
  const actions: string[] = [];
  const faults: PartFault[] = [];
  const notes: Fault[] = [];
  for (const { change, part, key } of changes) {
    const path = partPath(part);
    if (record === undefined) {
      const code = change.ifMatch === undefined ? 'not_found' : 'version_conflict';
      const gone = broken(old === undefined ? 'no_item' : 'item_gone', { item: inWords(key) });
      faults.push({ code, part, path, ...gone });
      continue;
    }
    if (old !== undefined && change.ifMatch !== undefined) {
      const precondition = { ifMatch: [change.ifMatch], ifNoneMatch: false };
      if (!isMet(precondition, '*') && !isMet(precondition, await documents.etag(old))) {
        faults.push({ code: 'version_conflict', part, ...faultAt(path, 'changed_meanwhile') });
        continue;
      }
    }
    try {
      const edited = await documents.edit({
        ...circumstances,
        key,
        old: record,
        edit: editOf(record, change),
      });
      checkChange(roles, key, record, edited);
      ({ record, name } = edited);
      for (const note of edited.notes) notes.push({ ...note, path: `${path}.${note.path}` });
      actions.push(change.action);
    } catch (error) {
      const errors = (error instanceof ApiProblem && error.more.errors) || [];
      if (errors.length === 0) throw error;
      const title = record === undefined ? '' : await documents.name(record);
      faults.push(...errors.map((fault) => partFault(fault, part, title)));
    }
  }
  return { record, name, isChanged: !isSameRecord(old, record), actions, faults, notes };
}

/** A fault of one change; editors find the item by its name. */
function partFault({ path, message, rule, values }: Fault, part: number, name: string): PartFault {
  const place = path === '' ? partPath(part) : `${partPath(part)}.${path}`;
  const told = { message: `${message} (${name})`, rule, values: { name, ...values } };
  return { code: 'invalid_body', part, path: place, ...told };
}

/** The edit that a change makes. */
function editOf(record: StoredRecord, change: Change): Edit {
  const { action, at } = change;
  if (action === 'delete') return { type: 'remove' };
  if (action === 'setCategory' || action === 'addTag' || action === 'removeTag') {
    if (record.kind !== 'news') throw notFor(action, 'news');
    const { next } = record;
    return {
      type: 'set',
      members: filedMembers(record, change),
      nextMembers: next && filedMembers(next, change),
    };
  }
  if (action === 'addLabel' || action === 'removeLabel' || action === 'setCredit' || action === 'setRights') {
    if (record.kind !== 'media') throw notFor(action, 'media');
    return { type: 'set', members: describedMembers(record, action, change.value) };
  }
  if (!isAppKind(record.kind)) throw notFor(action, appKinds.join(' and '));
  return { type: 'act', action, at };
}

function notFor(action: string, kinds: string): ApiProblem {
  return invalidMember('action', 'other_kinds', { action, kinds });
}

/** The category or the tags of a news item after a change. */
function filedMembers(record: Content, { action, target }: Change) {
  if (action === 'setCategory')
    return { category: target === undefined ? undefined : { categoryId: target } };
  if (target === undefined) throw invalidMember('target', 'missing');
  const others = tagsOf(record).filter((tagId) => tagId !== target || action === 'addTag');
  const tagIds = action === 'addTag' && !others.includes(target) ? [...others, target] : others;
  return { tags: tagIds.map((tagId) => ({ tagId })) };
}

/** The labels, credit or rights of a media after a change. */
function describedMembers(
  record: StoredRecord,
  action: 'addLabel' | 'removeLabel' | 'setCredit' | 'setRights',
  value: string | undefined,
): Members {
  if (action === 'setCredit') return { credit: value };
  if (action === 'setRights') return { rights: value };
  if (value === undefined) throw invalidMember('value', 'missing');
  const { labels = [] } = labelled.parse(keptItem(record));
  const others = labels.filter((label) => label !== value);
  return { labels: action === 'removeLabel' ? others : labels.includes(value) ? labels : [...others, value] };
}

const labelled = z.object({ labels: z.array(z.string()).optional() });

function tagsOf({ links }: Content): readonly string[] {
  return links.filter(({ kind }) => kind === 'tag').map(({ id }) => id);
}

function refusal(faults: readonly PartFault[]): ApiProblem {
  const code = faultCodes.find((each) => faults.some((fault) => fault.code === each));
  const errors = faults
    .filter((fault) => fault.code === code)
    .sort((one, other) => one.part - other.part)
    .slice(0, mostFaults)
    .map(({ code: _, part: __, ...fault }) => fault);
  const [review] = faults.filter((fault) => isOfReview(fault.code) && fault.code === code);
  const detail =
    review === undefined
      ? 'nothing was changed; see errors for the changes that are not possible'
      : { rule: review.rule, values: review.values, message: review.message };
  return new ApiProblem(code ?? 'conflict', detail, { errors });
}

/** Writes an item; returns what forbids it where publishing needs a second person. */
async function keep(
  writer: Writer,
  key: RecordKey,
  { record, name, part }: Pick<After, 'record' | 'name'> & { readonly part: number },
): Promise<readonly PartFault[]> {
  try {
    if (record === undefined) await writer.removeRecord(key);
    else await writer.putRecord(record);
    return [];
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.broken === undefined || !isOfReview(error.code)) throw error;
    const { rule, values, message } = error.broken;
    return [{ code: error.code, part, path: partPath(part), rule, values, message: `${message} (${name})` }];
  }
}

function auditEventOf({ key, name, actions }: Piece): AuditEvent {
  const several = actions.length > 1 ? { actions } : {};
  const action = `${key.kind}.${actions.at(-1)}`;
  const { projectId } = key;
  return { action, projectId, target: targetPath(key), details: { name, ...several, isBatch: true } };
}
