import { nearest } from '@newsstand/contract';
import { PathFault } from '../media/url/PathFault.ts';
import { picturePath } from '../media/url/picturePath.ts';
import { isObject } from './isObject.ts';
import {
  type DeleteLine,
  deleteSchemas,
  type LineKind,
  lineKinds,
  type PutLine,
  putSchemas,
} from './lineSchemas.ts';
import { type PlainFault, plainFaults } from './plainIssue.ts';

/** What a line wants. */
export type Wish =
  | { readonly type: 'put'; readonly line: PutLine }
  | { readonly type: 'delete'; readonly line: DeleteLine };

/** What an object wants, or everything that is wrong with it. */
export type Checked = Wish | { readonly type: 'faults'; readonly faults: readonly PlainFault[] };

/** An object with members of any kind. */
export type Members = { readonly [member: string]: unknown };

/** Checks an object as it may stand in a line: all that can be said without looking at anything else. */
export function checkObject(value: Members): Checked {
  const { kind, deleted = false } = value;
  const fault = kindFault(kind);
  if (fault !== undefined) return faults({ path: 'kind', message: fault });
  if (typeof deleted !== 'boolean')
    return faults({ path: 'deleted', message: 'must be true, or be left out' });
  const lineKind = lineKinds.find((each) => each === kind) ?? 'instance';
  return deleted ? checkDelete(lineKind, value) : checkPut(lineKind, dropComputed(value));
}

function faults(...list: readonly PlainFault[]): Checked {
  return { type: 'faults', faults: list };
}

function checkPut(kind: LineKind, value: object): Checked {
  const schema = putSchemas[kind];
  const result = schema.safeParse(value);
  if (!result.success) return faults(...plainFaults(schema, value, result.error.issues));
  const wrong = operationFaults(result.data);
  return wrong.length === 0 ? { type: 'put', line: result.data } : faults(...wrong);
}

/** What a picture's URL could not say. */
function operationFaults(line: PutLine): readonly PlainFault[] {
  if (line.kind !== 'media') return [];
  return (['operations', 'thumbnailOperations'] as const).flatMap((path) => {
    try {
      picturePath(line[path] ?? [], 'picture');
      return [];
    } catch (error) {
      if (!(error instanceof PathFault)) throw error;
      return { path, message: error.message };
    }
  });
}

function checkDelete(kind: LineKind, value: object): Checked {
  const schema = deleteSchemas[kind];
  const result = schema.safeParse(value);
  if (result.success) return { type: 'delete', line: result.data };
  return faults(...plainFaults(schema, value, result.error.issues));
}

function kindFault(kind: unknown): string | undefined {
  if (kind === undefined) return `is missing; it must be one of ${lineKinds.join(', ')}`;
  if (lineKinds.some((each) => each === kind)) return undefined;
  const near = typeof kind === 'string' ? nearest(kind, lineKinds) : undefined;
  const hint = near === undefined ? '' : `; did you mean '${near}'?`;
  return `must be one of ${lineKinds.join(', ')}${hint}`;
}

/** With files of its own the URLs of a media are computed when it is delivered: what a line says is not read. */
function dropComputed(value: Members): object {
  return value['kind'] === 'media' && value['file'] !== undefined ? withoutComputed(value) : value;
}

/** A media with files of its own, less what is computed when it is delivered. */
export function withoutComputed(value: Members): Members {
  const rest = { ...value };
  for (const name of ['accessUrl', 'thumbnailAccessUrl', 'originalUrl', 'assets', 'signed'])
    delete rest[name];
  return rest;
}

/** A JSON object, or what is wrong with a text. */
export function readObject(text: string): Members | string {
  let isExact = true;
  const check = (_: string, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value === 'number' && !isKeptExactly(value, context?.source)) isExact = false;
    return value;
  };
  try {
    // Few lines hold a number that could be too large, and looking at every value takes time.
    const value: unknown = JSON.parse(text, /\d{16}|\d[eE]\+?\d/.test(text) ? check : undefined);
    if (!isExact) return 'holds a number that is too large to be kept exactly; write it as a string';
    return isObject(value) ? value : 'must be a JSON object';
  } catch {
    return 'is not valid JSON';
  }
}

/** A large integer, most often an ID of some other system, must come out with the same digits. */
function isKeptExactly(value: number, source = ''): boolean {
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER || !/^-?\d+$/.test(source)) return Number.isFinite(value);
  return String(value) === source;
}
