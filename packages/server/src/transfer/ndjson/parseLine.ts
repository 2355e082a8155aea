import type { Fault } from '@newsstand/contract';
import type { Instance, RecordKey } from '../../store/Store.ts';
import {
  checkLine,
  type DeleteLine,
  type LineAction,
  lineIds,
  type Members,
  type PutLine,
  readObject,
} from './checkLine.ts';
import { isPublishedDraft, ruleFaults, timesFault } from './contentRules.ts';
import { faultText } from './describeIssues.ts';
import { takeNext } from './nextLine.ts';

/** What a line asks for, with what its author should know; or everything that is wrong with it. */
export type ParsedLine =
  | { readonly type: 'action'; readonly action: LineAction; readonly warnings: readonly string[] }
  | {
      readonly type: 'faults';
      readonly faults: readonly string[];
      /** What the line is about, if that can be told. */
      readonly about: Instance | RecordKey | undefined;
    };

/**
 * Parses one line of NDJSON, or lists everything that is wrong with it. `defaultPictureOf` tells the default picture of an
 * instance.
 */
export function parseLine(
  text: string,
  now: number,
  defaultPictureOf: (instance: Instance) => string | undefined = () => undefined,
): ParsedLine {
  const read = readObject(text);
  if ('object' in read) {
    const ids = lineIds(read.object);
    const defaultPicture =
      ids?.kind === 'news'
        ? defaultPictureOf(lineInstance({ ...ids, kind: 'instance', app: 'news' }))
        : undefined;
    return checkObject(read.object, now, defaultPicture);
  }
  const also = read.faulty && checkLine(read.faulty);
  const more = also?.type === 'faults' ? also.faults : [];
  return refused([...read.faults, ...more], read.faulty);
}

function checkObject(object: Members, now: number, defaultPicture: string | undefined): ParsedLine {
  const { rest, next, faults: nextFaults } = takeNext(object, defaultPicture);
  const read = checkLine(rest, defaultPicture);
  if (read.type === 'faults') return refused([...read.faults, ...nextFaults], object);
  if (nextFaults.length > 0) return refused(nextFaults, object);
  if (read.type === 'delete') return { type: 'action', action: read, warnings: [] };
  const { line } = read;
  const faults = [
    ...ruleFaults(line, line.kind === 'media' && line.file !== undefined),
    ...(next ? ruleFaults(next.line, false) : []).map((fault) => ({ ...fault, path: `next.${fault.path}` })),
  ];
  if (faults.length > 0) return refused(faults, object);
  const settled = settle(line, now, '');
  const later = next && { ...next, ...settle(next.line, now, 'next.') };
  const hasPassed = next?.takesOverAt !== undefined && next.takesOverAt <= now;
  return {
    type: 'action',
    action: {
      type: 'put',
      line: settled.line,
      next: later && { line: later.line, takesOverAt: later.takesOverAt },
    },
    warnings: [...settled.warnings, ...(later?.warnings ?? []), ...(hasPassed ? [takenAsItem] : [])],
  };
}

/** A line whose status is what its times make of it, and what its author may not have meant. */
function settle<Line extends PutLine>(
  line: Line,
  now: number,
  path: string,
): { readonly line: Line; readonly warnings: readonly string[] } {
  const warnings = timesFault(line) === undefined ? [] : [`${path}${neverSeen}`];
  if ((line.kind !== 'news' && line.kind !== 'banner') || !isPublishedDraft(line, now))
    return { line, warnings };
  return { line: { ...line, status: 'published' }, warnings: [`${path}${takenAsPublished}`, ...warnings] };
}

const neverSeen = 'closingAt: is not after openingAt, so readers will never see it';
// A file that was exported before that moment can still be imported.
const takenAsItem = 'next.takesOverAt: has passed, so the next version is taken as the item';
const takenAsPublished =
  'status: is draft, but reservedAt has passed, so it is taken as published; leave reservedAt out to keep it a draft';

function refused(faults: readonly Fault[], object: Members | undefined): ParsedLine {
  const ids = object && lineIds(object);
  return { type: 'faults', faults: faults.map(faultText), about: ids && targetOf({ line: ids }) };
}

type AnyLine = PutLine | DeleteLine;

/** The record or instance that a line is about. */
export function targetOf({ line }: { readonly line: AnyLine }): Instance | RecordKey {
  return line.kind === 'instance' ? lineInstance(line) : lineKey(line);
}

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
