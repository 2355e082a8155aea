import { nearest } from '@newsstand/contract';
import { PathFault } from '../media/url/PathFault.ts';
import { picturePath } from '../media/url/picturePath.ts';
import type { Instance, RecordKey } from '../store/Store.ts';
import { isObject } from './isObject.ts';
import {
  type DeleteLine,
  deleteSchemas,
  type LineKind,
  lineKinds,
  type PutLine,
  putSchemas,
} from './lineSchemas.ts';
import { plainIssues } from './plainIssue.ts';

/** What a line wants. */
export type Wish =
  | { readonly type: 'put'; readonly line: PutLine }
  | { readonly type: 'delete'; readonly line: DeleteLine };

/** What a line wants, or everything that is wrong with it. */
export type ParsedLine = Wish | { readonly type: 'faults'; readonly faults: readonly string[] };

/** Reads one line of NDJSON, or says everything that is wrong with it. */
export function parseLine(text: string): ParsedLine {
  const value = parseJson(text);
  if (typeof value === 'string') return faults(value);
  const { kind, deleted = false } = value;
  const fault = kindFault(kind);
  if (fault !== undefined) return faults(fault);
  if (typeof deleted !== 'boolean') return faults('deleted: must be true, or be left out');
  const lineKind = lineKinds.find((each) => each === kind) ?? 'instance';
  return deleted ? parseDelete(lineKind, value) : parsePut(lineKind, dropComputed(value));
}

function faults(...list: readonly string[]): ParsedLine {
  return { type: 'faults', faults: list };
}

function parsePut(kind: LineKind, value: object): ParsedLine {
  const schema = putSchemas[kind];
  const result = schema.safeParse(value);
  if (!result.success) return faults(...plainIssues(schema, value, result.error.issues));
  const wrong = operationFaults(result.data);
  return wrong.length === 0 ? { type: 'put', line: result.data } : faults(...wrong);
}

/** What a picture's URL could not say. */
function operationFaults(line: PutLine): readonly string[] {
  if (line.kind !== 'media') return [];
  return (['operations', 'thumbnailOperations'] as const).flatMap((member) => {
    try {
      picturePath(line[member] ?? [], 'picture');
      return [];
    } catch (error) {
      if (!(error instanceof PathFault)) throw error;
      return `${member}: ${error.message}`;
    }
  });
}

function parseDelete(kind: LineKind, value: object): ParsedLine {
  const schema = deleteSchemas[kind];
  const result = schema.safeParse(value);
  if (result.success) return { type: 'delete', line: result.data };
  return faults(...plainIssues(schema, value, result.error.issues));
}

/** A JSON object, or what is wrong. */
function parseJson(text: string): { readonly [member: string]: unknown } | string {
  let isExact = true;
  const check = (_: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value === 'number' && !isKeptExactly(value, context?.source)) isExact = false;
    return value;
  };
  try {
    // Few lines hold a number that could be too large, and looking at every value takes time.
    const value: unknown = JSON.parse(text, /\d{16}|\d[eE]\+?\d/.test(text) ? check : undefined);
    if (!isExact)
      return 'the line: holds a number that is too large to be kept exactly; write it as a string';
    return isObject(value) ? value : 'the line: must be a JSON object';
  } catch {
    return 'the line: is not valid JSON';
  }
}

/** A large integer, most often an ID of some other system, must come out with the same digits. */
function isKeptExactly(value: number, source = ''): boolean {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || !/^-?\d+$/.test(source)) return Number.isFinite(value);
  return String(value) === source;
}

function kindFault(kind: unknown): string | undefined {
  if (kind === undefined) return `kind: is missing; it must be one of ${lineKinds.join(', ')}`;
  if (lineKinds.some((each) => each === kind)) return undefined;
  const near = typeof kind === 'string' ? nearest(kind, lineKinds) : undefined;
  const hint = near === undefined ? '' : `; did you mean '${near}'?`;
  return `kind: must be one of ${lineKinds.join(', ')}${hint}`;
}

/** With files of its own the URLs of a media are computed when it is delivered: what a line says is not read. */
function dropComputed(value: { readonly [member: string]: unknown }): object {
  if (value['kind'] !== 'media' || value['file'] === undefined) return value;
  const rest = { ...value };
  for (const name of ['accessUrl', 'thumbnailAccessUrl', 'originalUrl', 'assets', 'signed'])
    delete rest[name];
  return rest;
}

type AnyLine = PutLine | DeleteLine;

/** The instance that a line is about. */
export function lineInstance(line: Extract<AnyLine, { kind: 'instance' }>): Instance {
  const { app, projectId, spaceId, instanceId } = line;
  return { app, projectId, spaceId, instanceId };
}

/** The key of the record that a line is about. */
export function lineKey(line: Exclude<AnyLine, { kind: 'instance' }>): RecordKey {
  const { projectId, spaceId } = line;
  switch (line.kind) {
    case 'news':
    case 'banner':
      return { kind: line.kind, projectId, spaceId, instanceId: line.instanceId, id: line.contentId };
    case 'media':
      return { kind: 'media', projectId, spaceId, id: line.mediaId };
    case 'category':
      return { kind: 'category', projectId, spaceId, id: line.categoryId };
    case 'tag':
      return { kind: 'tag', projectId, spaceId, id: line.tagId };
  }
}
