import { appKinds, isObject, kindNames } from '@newsstand/contract';
import { proposalStates } from '@newsstand/contract/manage/plain';
import { z } from 'zod';
import type { LastChange, Version } from '../../store/Admin.ts';
import type { Place, RemovedPart } from '../../store/Place.ts';
import { commentedWords } from '../../store/Proposal.ts';
import { savedViews } from '../../store/SavedView.ts';
import type { StoreReader } from '../../store/Store.ts';
import {
  collectionKinds,
  decodeNext,
  encodeNext,
  type NextVersion,
  type RecordKey,
  type StoredRecord,
} from '../../store/StoredRecord.ts';

/** The IDs that a place has; those of something in it are replaced by these. */
export function idsOf({ projectId, spaceId, instanceId }: Place) {
  return {
    projectId,
    ...(spaceId === undefined ? {} : { spaceId }),
    ...(instanceId === undefined ? {} : { instanceId }),
  };
}

const text = z.string();
const instanceSchema = z.object({
  ...{ app: z.enum(appKinds), projectId: text, spaceId: text, instanceId: text },
});
export const partSchemas = {
  space: z.object({ projectId: text, spaceId: text }),
  instance: z.object({
    instance: instanceSchema,
    settings: z.object({
      previewUrl: text.optional(),
      fourEyes: z.literal(true).optional(),
      defaultPicture: text.optional(),
    }),
    // What was removed before there were any has none.
    views: savedViews.optional(),
  }),
  proposal: z.object({
    proposalId: text,
    key: z.object({ kind: z.enum(appKinds), projectId: text, spaceId: text, instanceId: text, id: text }),
    ...{ name: text, type: z.enum(['draft', 'next']), state: z.enum(proposalStates) },
    ...{
      proposedBy: text,
      proposedAt: z.number(),
      message: text.optional(),
      publishAt: z.number().optional(),
    },
    ...{ etag: text, closedAt: z.number().optional(), closedBy: text.optional(), sentBack: text.optional() },
    thread: z.array(z.object({ at: z.number(), by: text, text, words: commentedWords.optional() })),
  }),
  imported: z.object({
    key: z.object({
      ...{ kind: z.enum(kindNames), projectId: text, spaceId: text, instanceId: text.optional(), id: text },
    }),
    digest: text,
  }),
  name: z.object({ projectId: text, spaceId: text.optional(), instanceId: text.optional(), name: text }),
} as const;

const recordHead = z.object({
  kind: z.enum(kindNames),
  projectId: text,
  spaceId: text,
  instanceId: text.optional(),
  id: text,
  alias: text.optional(),
  links: z.array(z.object({ kind: z.enum(collectionKinds), id: text })),
});
const changedHead = recordHead.extend({
  change: z.object({ changedAt: z.number(), changedBy: text }).optional(),
});
const versionHead = recordHead.extend({
  version: z.object({
    number: z.number(),
    replacedAt: z.number(),
    replacedBy: text,
    wasRemoved: z.boolean(),
  }),
});

/**
 * A record as a part. Documents are written beside the rest, as they are: they may be large, and hold no line breaks.
 */
export function recordPart(record: StoredRecord, change: LastChange | undefined): RemovedPart {
  const head = changedHead.parse({ ...record, change });
  return { type: record.kind === 'media' ? 'media' : 'record', document: linesOf(head, record) };
}

/** A past version as a part. */
export function versionPart({ record, ...version }: Version): RemovedPart {
  const head = versionHead.parse({ ...record, version });
  return { type: record.kind === 'media' ? 'mediaVersion' : 'version', document: linesOf(head, record) };
}

function linesOf(head: object, { document, next }: Pick<StoredRecord, 'document' | 'next'>): string {
  return [JSON.stringify(head), document, encodeNext(next) ?? ''].join('\n');
}

/** Reads what `recordPart` wrote. */
export function readRecordPart(part: Pick<RemovedPart, 'document'>) {
  const { lines, head } = readLines(part);
  const { change, ...record } = changedHead.parse(head);
  return { record: withDocuments(record, lines), change };
}

/** Reads what `versionPart` wrote. */
export function readVersionPart(part: Pick<RemovedPart, 'document'>): Version {
  const { lines, head } = readLines(part);
  const { version, ...record } = versionHead.parse(head);
  return { ...version, record: withDocuments(record, lines) };
}

type Lines = { readonly document: string; readonly next: string };

function readLines({ document: part }: Pick<RemovedPart, 'document'>) {
  const [head = '', document = '', next = ''] = part.split('\n');
  const parsed: unknown = JSON.parse(head);
  return { head: parsed, lines: { document, next } };
}

function withDocuments(
  record: Omit<StoredRecord, 'document' | 'next'>,
  { document, next }: Lines,
): StoredRecord {
  return { ...record, document, ...(next === '' ? {} : { next: decodeNext(next) }) };
}

/** A record of a place under the IDs of another one. */
export function movedRecord(record: StoredRecord, to: Place): StoredRecord {
  const document = movedDocument(record.document, to);
  const next: NextVersion | undefined = record.next && {
    ...record.next,
    document: movedDocument(record.next.document, to),
  };
  return { ...movedKey(record, to), document, ...(next === undefined ? {} : { next }) };
}

/** A key in a place under the IDs of another one. Only what lies in an instance takes the ID of one. */
export function movedKey<Key extends Omit<RecordKey, 'id'>>(key: Key, to: Place): Key {
  return { ...key, ...idsOf(to) };
}

/** The IDs at the beginning of a document: before them there are only texts. */
const ids = /^(\{(?:"\w+":"(?:[^"\\]|\\.)*",)*?)"projectId":"[^"]*","spaceId":"([^"]*)"/;

/** A document under the IDs of another place. */
export function movedDocument(document: string, { projectId, spaceId }: Place): string {
  const found = ids.exec(document);
  if (found === null) return movedSlowly(document, { projectId, spaceId });
  const [whole, before, own] = found;
  const place = `"projectId":${JSON.stringify(projectId)},"spaceId":${JSON.stringify(spaceId ?? own)}`;
  return `${before}${place}${document.slice(whole.length)}`;
}

function movedSlowly(document: string, { projectId, spaceId }: Place): string {
  const members: unknown = JSON.parse(document);
  if (!isObject(members)) throw new Error('A stored document is not an object.');
  return JSON.stringify({
    ...members,
    ...(members['projectId'] !== undefined && { projectId }),
    ...(members['spaceId'] !== undefined && spaceId !== undefined && { spaceId }),
  });
}

/** The media of all removed places, batch by batch. */
export async function* removedMedia(reader: StoreReader): AsyncGenerator<readonly StoredRecord[]> {
  for (const { removalId } of await reader.removedPlaces()) {
    for await (const parts of reader.removedParts(removalId, ['media'])) {
      yield parts.map((part) => readRecordPart(part).record);
    }
  }
}
