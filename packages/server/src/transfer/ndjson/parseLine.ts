import type { Instance, RecordKey } from '../../store/Store.ts';
import { checkLine, type DeleteLine, type LineAction, type PutLine, readObject } from './checkLine.ts';
import { issueText } from './describeIssues.ts';

/** What a line asks for, or everything that is wrong with it. */
export type ParsedLine = LineAction | { readonly type: 'faults'; readonly faults: readonly string[] };

/** Parses one line of NDJSON, or lists everything that is wrong with it. */
export function parseLine(text: string): ParsedLine {
  const read = readObject(text);
  if ('faults' in read) return { type: 'faults', faults: read.faults.map(issueText) };
  const checked = checkLine(read.object);
  return checked.type === 'faults' ? { ...checked, faults: checked.faults.map(issueText) } : checked;
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
