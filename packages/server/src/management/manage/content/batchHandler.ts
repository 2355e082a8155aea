import { type AppKind, isAppKind } from '@newsstand/contract';
import { type Batch, type BatchResult, type BodyFault, batchBody } from '@newsstand/contract/manage';
import { type Pause, pauses } from '../../../catalogue/pauses.ts';
import type { RecordKey, StoredRecord, Writer } from '../../../store/Store.ts';
import { type Origin, targetName } from '../../../transfer/integrityMessages.ts';
import type { AskedByOperator, Handlers } from '../Asked.ts';
import type { Desk } from '../Desk.ts';
import { invalidBody, ManageRefusal } from '../ManageRefusal.ts';
import type { Deed } from '../writeAs.ts';
import { isSeen } from './guard.ts';
import { inWords, param, shelfOf, targetPath } from './itemKey.ts';
import { nameOf } from './managedItem.ts';
import { afterAction, withMembers } from './stateChange.ts';
import { writeContent } from './writeContent.ts';

type Change = Batch['changes'][number];

/** An item that a batch is about: what it was, what it is to be, and why. */
type Piece = {
  readonly key: RecordKey;
  readonly old: StoredRecord | undefined;
  record: StoredRecord | undefined;
  readonly actions: string[];
};

/** Answers many changes at once: all are made, or none of them. */
export function batchHandler(desk: Desk): Pick<Handlers, 'batch'> {
  return {
    async batch(asked) {
      const { changes } = await asked.body(batchBody);
      const keyed = changes.map((change, part) => ({ change, part, key: changeKey(asked, change, part) }));
      const now = desk.now();
      const origins = new Map<string, Origin>();
      const pieces = await writeContent({ ...desk, now: () => now }, asked, {
        run: (writer) => carryOut(writer, keyed, origins, now),
        deeds: (all) => all.filter(isChanged).map(deedOf),
        origins,
        pathOf: partPath,
      });
      const changed = pieces.filter(isChanged).length;
      const result: BatchResult = { changed, unchanged: pieces.length - changed };
      return Response.json(result);
    },
  };
}

function partPath(part: number): string {
  return `changes.${part}`;
}

function changeKey({ params }: AskedByOperator, change: Change, part: number): RecordKey {
  const { kind, instanceId, id } = change;
  const needs = isAppKind(kind);
  if (needs !== (instanceId !== undefined)) {
    const message = needs ? 'is missing' : `must be left out: a ${kind} is in no instance`;
    throw invalidBody([{ path: `${partPath(part)}.instanceId`, message }]);
  }
  const scope = { projectId: param(params, 'projectId'), spaceId: param(params, 'spaceId') };
  return { ...shelfOf(kind, { ...scope, instanceId }), id };
}

type Keyed = { readonly change: Change; readonly part: number; readonly key: RecordKey };

async function carryOut(
  writer: Writer,
  keyed: readonly Keyed[],
  origins: Map<string, Origin>,
  now: number,
): Promise<readonly Piece[]> {
  const pause = pauses();
  const pieces = await findPieces(writer, keyed, pause);
  const faults: PartFault[] = [];
  for (const one of keyed) {
    const piece = pieces.get(targetName(one.key));
    const fault = piece && applyChange(piece, one, now);
    if (fault !== undefined) faults.push(fault);
    // Only what was changed can be to blame for what the store refuses.
    if (piece && isChanged(piece)) origins.set(targetName(one.key), { source: 0, line: one.part });
    await pause();
  }
  if (faults.length > 0) throw refusal(faults);
  for (const piece of pieces.values()) {
    await keep(writer, piece);
    await pause();
  }
  return [...pieces.values()];
}

/** So many are looked up at once. */
const batchSize = 100;

async function findPieces(
  writer: Writer,
  keyed: readonly Keyed[],
  pause: Pause,
): Promise<ReadonlyMap<string, Piece>> {
  const pieces = new Map<string, Piece>();
  for (let start = 0; start < keyed.length; start += batchSize) {
    const keys = keyed.slice(start, start + batchSize).map(({ key }) => key);
    for (const [index, old] of (await writer.findAll(keys)).entries()) {
      const key = keys[index];
      if (key) pieces.set(targetName(key), { key, old, record: old, actions: [] });
    }
    await pause();
  }
  return pieces;
}

type PartFault = BodyFault & { readonly code: 'invalid_body' | 'not_found' | 'version_conflict' };

/** Makes one change; or says what is wrong with it. */
function applyChange(piece: Piece, { change, part, key }: Keyed, now: number): PartFault | undefined {
  const { old, record } = piece;
  const path = partPath(part);
  const ifMatch = change.ifMatch === undefined ? ['*'] : [change.ifMatch];
  if (record === undefined) {
    const message = `there is no ${inWords(key)}${old === undefined ? '' : ' after the changes before this one'}`;
    return { code: change.ifMatch === undefined ? 'not_found' : 'version_conflict', path, message };
  }
  if (!isSeen({ ifMatch, ifNoneMatch: false }, old))
    return { code: 'version_conflict', path, message: 'somebody else has changed it meanwhile' };
  try {
    piece.record = changed(record, change, now);
    piece.actions.push(change.action);
    return undefined;
  } catch (error) {
    const [first] = (error instanceof ManageRefusal && error.more.errors) || [];
    if (first === undefined) throw error;
    const member = first.path === '' ? path : `${path}.${first.path}`;
    return { code: 'invalid_body', path: member, message: first.message };
  }
}

/** A record after one change; undefined where it is deleted. */
function changed(record: StoredRecord, change: Change, now: number): StoredRecord | undefined {
  const { action, at } = change;
  if (action === 'delete') return undefined;
  if (action === 'setCategory' || action === 'addTag' || action === 'removeTag') {
    mustBe(['news'], record, action);
    return withMembers(record, filedMembers(record, change), now);
  }
  mustBe(['news', 'banner'], record, action);
  return afterAction(record, action, at, now);
}

function mustBe(kinds: readonly AppKind[], { kind }: StoredRecord, action: string): void {
  if (kinds.some((each) => each === kind)) return;
  throw invalidBody([{ path: 'action', message: `${action} is for ${kinds.join(' and ')} only` }]);
}

/** The category or the tags of a news item after a change. */
function filedMembers(record: StoredRecord, { action, target }: Change) {
  if (action === 'setCategory')
    return { category: target === undefined ? undefined : { categoryId: target } };
  if (target === undefined) throw invalidBody([{ path: 'target', message: 'is missing' }]);
  const others = tagsOf(record).filter((tagId) => tagId !== target || action === 'addTag');
  const tagIds = action === 'addTag' && !others.includes(target) ? [...others, target] : others;
  return { tags: tagIds.map((tagId) => ({ tagId })) };
}

function tagsOf({ links }: StoredRecord): readonly string[] {
  return links.filter(({ kind }) => kind === 'tag').map(({ id }) => id);
}

function refusal(faults: readonly PartFault[]): ManageRefusal {
  const code = (['invalid_body', 'not_found', 'version_conflict'] as const).find((each) =>
    faults.some((fault) => fault.code === each),
  );
  const errors = faults.filter((fault) => fault.code === code).slice(0, 100);
  const detail = 'nothing was changed; look at errors: they say which changes are not possible';
  return new ManageRefusal(code ?? 'conflict', detail, {
    errors: errors.map(({ path, message }) => ({ path, message })),
  });
}

async function keep(writer: Writer, piece: Piece): Promise<void> {
  if (!isChanged(piece)) return;
  if (piece.record === undefined) await writer.removeRecord(piece.key);
  else await writer.putRecord(piece.record);
}

function isChanged({ old, record }: Piece): boolean {
  return old?.document !== record?.document;
}

function deedOf({ key, old, record, actions }: Piece): Deed {
  const named = record ?? old;
  const name = named === undefined ? {} : { name: nameOf(named).slice(0, 200).toWellFormed() };
  const several = actions.length > 1 ? { actions } : {};
  const action = `${key.kind}.${actions.at(-1)}`;
  const { projectId } = key;
  return { action, projectId, target: targetPath(key), details: { ...name, ...several, isBatch: true } };
}
