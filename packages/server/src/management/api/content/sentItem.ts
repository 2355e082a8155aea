import { broken, type Fault, faultAt, id, type Kind, limits } from '@newsstand/contract';
import type { IngestedMedia } from '../../../media/ingestMedia.ts';
import { mediaDocument } from '../../../media/mediaDocument.ts';
import type { RecordKey, StoredRecord } from '../../../store/Store.ts';
import { checkLine, type Members, readObject, withoutComputed } from '../../../transfer/ndjson/checkLine.ts';
import { ruleFaults, timesFault } from '../../../transfer/ndjson/contentRules.ts';
import { mediaTypeMismatch } from '../../../transfer/ndjson/ingestFile.ts';
import { type RecordLine, storedRecord } from '../../../transfer/ndjson/storedRecord.ts';
import { ApiProblem, invalidBody, invalidMember } from '../ApiProblem.ts';
import { namingMembers } from './itemKey.ts';

/** The JSON object that was sent. */
export function readSent(text: string): Members {
  const read = readObject(text);
  if ('faults' in read) throw invalidBody(read.faults);
  return read.object;
}

/** How an item is built from a request. */
export type SentContext = {
  readonly key: RecordKey;
  readonly old: StoredRecord | undefined;
  /** The new files of a media, if it gets others. */
  readonly ingested?: IngestedMedia | undefined;
  readonly now: number;
  /** The picture of news that have none of their own, once they are to be published. */
  readonly defaultPicture?: string | undefined;
  /** What the request itself says. Without it, the content is what was stored before, and no rules apply that came later. */
  readonly said?: Members | undefined;
};

/** The record that was sent, checked as an import would check its line. */
export function sentRecord(sent: Members, context: SentContext): StoredRecord {
  const { key, old, ingested, now, defaultPicture, said } = context;
  const files = ingested ?? (old && filesOf(old));
  const line = checkItem(sent, key, files, defaultPicture);
  const broken = said === undefined ? [] : brokenRules(line, said, files !== undefined, now);
  if (broken.length > 0) throw invalidBody(broken);
  const record = storedRecord(line, { old, ingested: files, now });
  checkSize(record);
  return record;
}

/** Refuses an item that is too large to be exported as one line, with its next version. */
export function checkSize({ document, next }: StoredRecord): void {
  const bytes = Buffer.byteLength(document) + (next === undefined ? 0 : Buffer.byteLength(next.document));
  if (bytes > mostBytes) throw tooLarge();
}

/** The rules that an item breaks although its members are fine one by one. */
function brokenRules(line: RecordLine, said: Members, hasFile: boolean, now: number): readonly Fault[] {
  const times = timesFault(line);
  const faults = [...ruleFaults(line, hasFile), ...(times === undefined ? [] : [times])];
  const { status, reservedAt } = said;
  const isPublished = status === 'draft' && typeof reservedAt === 'number' && reservedAt <= now;
  return isPublished ? [...faults, publishedDraft] : faults;
}

const publishedDraft = faultAt('status', 'published_draft');

/** An exported line can be sent again; it also names its kind and instance. */
const mostBytes = limits.importLineBytes - 1024;

function tooLarge(): ApiProblem {
  return new ApiProblem('too_large', broken('too_large_item', { most: mostBytes }));
}

function checkItem(
  sent: Members,
  key: RecordKey,
  files: IngestedMedia | undefined,
  defaultPicture: string | undefined,
): RecordLine {
  const { rest, faults } = withoutForeign(sent, key.kind);
  const named = { ...rest, ...namingMembers(key), kind: key.kind };
  const checked = checkLine(files === undefined ? named : withFiles(named, files), defaultPicture);
  faults.push(...nameFaults(sent, key));
  if (checked.type === 'faults') throw invalidBody([...faults, ...checked.faults]);
  if (checked.type === 'put' && checked.line.kind !== 'instance') {
    const fault = checked.line.kind === 'media' && files && mediaTypeMismatch(checked.line.type, files);
    if (fault) faults.push({ path: 'type', ...fault });
    if (faults.length === 0) return checked.line;
  }
  throw invalidBody(faults);
}

function nameFaults(sent: Members, key: RecordKey): readonly Fault[] {
  return Object.entries({ kind: key.kind, ...namingMembers(key) }).flatMap(([path, value]) =>
    sent[path] === undefined || sent[path] === value ? [] : [faultAt(path, 'as_in_path', { value })],
  );
}

/** Members of a line that a request expresses differently. */
function withoutForeign(sent: Members, kind: Kind): { readonly rest: Members; readonly faults: Fault[] } {
  const { deleted, next, ...item } = sent;
  const { file, ...media } = item;
  const faults: Fault[] = [];
  if (deleted !== undefined) faults.push(faultAt('deleted', 'delete_instead'));
  if (next !== undefined) faults.push(faultAt('next', 'below_the_item'));
  if (kind !== 'media' || file === undefined) return { rest: item, faults };
  faults.push(faultAt('file', 'upload_instead'));
  return { rest: media, faults };
}

/** For a media with files of its own, URLs are computed, and the type follows from the files. */
function withFiles(item: Members, { type }: IngestedMedia): Members {
  const rest = withoutComputed(item);
  return rest['type'] === undefined ? { ...rest, type } : rest;
}

/** The media's own files. */
function filesOf({ kind, document }: StoredRecord): IngestedMedia | undefined {
  if (kind !== 'media') return undefined;
  const { type, fileSize = 0, meta, duration, ...rest } = mediaDocument.parse(JSON.parse(document));
  const { original, bundle, poster, about } = rest;
  if ((original === undefined && bundle === undefined) || meta === undefined) return undefined;
  return { type, fileSize, meta, duration, original, bundle, poster, about };
}

/** The upload named as a media's file, and the rest of the request. */
export function takeUpload(
  sent: Members,
  kind: Kind,
): { readonly uploadId?: string; readonly rest: Members } {
  const { upload, ...rest } = sent;
  if (kind !== 'media' || upload === undefined) return { rest: sent };
  const read = id.safeParse(upload);
  if (read.success) return { uploadId: read.data, rest };
  throw invalidMember('upload', 'not_upload');
}
