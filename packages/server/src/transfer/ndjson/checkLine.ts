import {
  type AppKind,
  type BrokenRule,
  broken,
  draftMayLack,
  type Fault,
  faultAt,
  id,
  instanceSchema,
  isAppKind,
  isObject,
  type MissingMember,
  nearest,
  parseJson,
  recordSchemas,
} from '@newsstand/contract';
import { instanceSettings } from '@newsstand/contract/manage';
import { z } from 'zod';
import { PicturePathError } from '../../media/FileError.ts';
import { picturePath } from '../../media/picture/url/picturePath.ts';
import { describeIssues } from './describeIssues.ts';

/** The kinds of lines; those that others refer to come first. */
const lineKinds = ['instance', 'category', 'tag', 'media', 'news', 'banner'] as const;

/** The kind of a line. */
export type LineKind = (typeof lineKinds)[number];

const notDeleted = { deleted: z.literal(false).optional() };

/** A line that puts something. */
const putSchemas = {
  instance: instanceSchema.extend({
    kind: z.literal('instance'),
    previewUrl: instanceSettings.shape.previewUrl,
    fourEyes: instanceSettings.shape.fourEyes,
    defaultPicture: instanceSettings.shape.defaultPicture,
    ...notDeleted,
  }),
  category: recordSchemas.category.extend({ kind: z.literal('category'), ...notDeleted }),
  tag: recordSchemas.tag.extend({ kind: z.literal('tag'), ...notDeleted }),
  media: recordSchemas.media.extend({ kind: z.literal('media'), ...notDeleted }),
  news: recordSchemas.news.extend({ kind: z.literal('news'), instanceId: id, ...notDeleted }),
  banner: recordSchemas.banner.extend({ kind: z.literal('banner'), instanceId: id, ...notDeleted }),
} as const;

const space = { projectId: id, spaceId: id };

/** A line that deletes something: only its IDs are read. */
const deleteSchemas = {
  instance: z.object({ kind: z.literal('instance'), ...instanceSchema.shape }),
  category: z.object({ kind: z.literal('category'), ...space, categoryId: id }),
  tag: z.object({ kind: z.literal('tag'), ...space, tagId: id }),
  media: z.object({ kind: z.literal('media'), ...space, mediaId: id }),
  news: z.object({ kind: z.literal('news'), ...space, instanceId: id, contentId: id }),
  banner: z.object({ kind: z.literal('banner'), ...space, instanceId: id, contentId: id }),
} as const;

/** What a line puts, by its kind. */
export type PutLine = z.infer<(typeof putSchemas)[LineKind]>;
/** What a line deletes, by its kind. */
export type DeleteLine = z.infer<(typeof deleteSchemas)[LineKind]>;

/** An item as a line puts it. */
export type ItemLine = Extract<PutLine, { kind: AppKind }>;
/** The next version of an item, as its line says it; null to discard it. */
export type NextLine = { readonly line: ItemLine; readonly takesOverAt?: number | undefined } | null;

/** What a line asks for. */
export type LineAction =
  | {
      readonly type: 'put';
      readonly line: PutLine;
      /** Undefined if the line says nothing of it. */
      readonly next?: NextLine | undefined;
    }
  | { readonly type: 'delete'; readonly line: DeleteLine };

/** What an object asks for, or everything that is wrong with it. */
type CheckedLine = LineAction | { readonly type: 'faults'; readonly faults: readonly Fault[] };

/** An object with members of any kind. */
export type Members = { readonly [member: string]: unknown };

/**
 * Checks the object of a line on its own, without looking at other lines or the store. A news item that is to be published
 * without a picture gets the default picture of its instance, if there is one.
 */
export function checkLine(value: Members, defaultPicture?: string): CheckedLine {
  const { kind, deleted = false } = value;
  const fault = kindFault(kind);
  if (fault !== undefined) return faults({ path: 'kind', ...fault });
  if (typeof deleted !== 'boolean') return faults(faultAt('deleted', 'not_deleted'));
  const lineKind = lineKinds.find((each) => each === kind) ?? 'instance';
  if (deleted) return checkDelete(lineKind, value);
  return checkPut(lineKind, withPicture(dropComputed(value), defaultPicture));
}

function faults(...list: readonly Fault[]): CheckedLine {
  return { type: 'faults', faults: list };
}

/** A draft without a name gets its title as its name. */
function withName(kind: LineKind, value: Members): Members {
  const { name, values } = value;
  const title = isObject(values) ? values['title'] : undefined;
  return isDraftOf(kind, value) && name === undefined && typeof title === 'string'
    ? { ...value, name: title }
    : value;
}

/** Whether it is not to be published as it is: then it may be incomplete. */
function isDraftOf(kind: string, { status, reservedAt }: Members): boolean {
  return isAppKind(kind) && status === 'draft' && reservedAt === undefined;
}

/** A news item with the default picture of its instance, if it is to be published and has no other. */
export function withPicture(value: Members, defaultPicture: string | undefined): Members {
  const { kind, values } = value;
  if (defaultPicture === undefined || kind !== 'news' || isDraftOf(kind, value) || !isObject(values))
    return value;
  if (values['thumbnail'] !== undefined) return value;
  return { ...value, values: { ...values, thumbnail: { mediaId: defaultPicture } } };
}

/** What a news item must have to be published or scheduled. */
function incompleteFaults(kind: LineKind, value: Members): readonly Fault[] {
  if (kind !== 'news' || isDraftOf(kind, value)) return [];
  return missingMembers(value).map((path) => faultAt(path, 'incomplete', { need: needs[path] }));
}

const needs: Readonly<Record<MissingMember, string>> = {
  'values.body': 'write its text',
  'values.thumbnail': 'choose its picture',
};

function checkPut(kind: LineKind, value: Members): CheckedLine {
  const schema = putSchemas[kind];
  const named = withName(kind, value);
  const result = schema.safeParse(named);
  if (!result.success)
    return faults(...describeIssues(schema, value, result.error.issues), ...incompleteFaults(kind, value));
  const wrong = [...operationFaults(result.data), ...incompleteFaults(kind, value)];
  return wrong.length === 0 ? { type: 'put', line: result.data } : faults(...wrong);
}

/** Operations that the URL of a picture cannot express. */
function operationFaults(line: PutLine): readonly Fault[] {
  if (line.kind !== 'media') return [];
  return (['operations', 'thumbnailOperations'] as const).flatMap((path) => {
    try {
      picturePath(line[path] ?? [], 'picture');
      return [];
    } catch (error) {
      if (!(error instanceof PicturePathError)) throw error;
      return faultAt(path, 'not_operations', { fault: error.message });
    }
  });
}

function checkDelete(kind: LineKind, value: object): CheckedLine {
  const schema = deleteSchemas[kind];
  const result = schema.safeParse(value);
  if (result.success) return { type: 'delete', line: result.data };
  return faults(...describeIssues(schema, value, result.error.issues));
}

function kindFault(kind: unknown): BrokenRule | undefined {
  const names = lineKinds.join(', ');
  if (kind === undefined) return broken('no_kind', { names });
  if (lineKinds.some((each) => each === kind)) return undefined;
  const name = typeof kind === 'string' ? nearest(kind, lineKinds) : undefined;
  return name === undefined ? broken('one_of', { names }) : broken('not_kind', { names, name });
}

/** The URLs and the size of media with files follow from the files, so those in a line are ignored. */
function dropComputed(value: Members): Members {
  return value['kind'] === 'media' && value['file'] !== undefined ? withoutComputed(value) : value;
}

/** Media with files, without the members that follow from these and are not stored as the line has them. */
export function withoutComputed(value: Members): Members {
  const rest = { ...value };
  for (const name of [
    'accessUrl',
    'thumbnailAccessUrl',
    'originalUrl',
    'assets',
    'signed',
    'width',
    'height',
  ])
    delete rest[name];
  return rest;
}

/** Parses a JSON object, or says what is wrong with it. */
export function readObject(
  text: string,
): { readonly object: Members } | { readonly faults: readonly Fault[]; readonly faulty?: Members } {
  const parsed = parseJson(text);
  if (parsed.faults === undefined) {
    const { value } = parsed;
    return isObject(value) ? { object: value } : { faults: [faultAt('', 'not_json_object')] };
  }
  const { faults, faulty } = parsed;
  return isObject(faulty) ? { faults, faulty } : { faults };
}

/** The IDs in the object of a line, whatever else is wrong with it; undefined if they can't be told. */
export function lineIds(value: Members): DeleteLine | undefined {
  const kind = lineKinds.find((each) => each === value['kind']);
  return kind && deleteSchemas[kind].safeParse(value).data;
}

type Item = { readonly [member: string]: unknown };

/** The members that a news item lacks to be complete. */
export function missingMembers({ values }: { readonly values?: unknown }): readonly MissingMember[] {
  if (!isObject(values)) return [];
  const lacks = { 'values.body': values['body'], 'values.thumbnail': values['thumbnail'] };
  return draftMayLack.filter((path) => lacks[path] === undefined);
}

/** An incomplete draft as its author wrote it, without what is stored of what it lacks. */
export function withoutMissing({ missing, ...item }: Item): Item {
  if (missing === undefined || !isObject(item['values'])) return item;
  const { thumbnail, ...values } = item['values'];
  const isThere = isObject(thumbnail) && thumbnail['mediaId'] !== undefined;
  return { ...item, values: isThere ? { ...values, thumbnail } : values };
}
