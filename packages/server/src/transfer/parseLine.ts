import type { Instance, RecordKey } from '../store/Store.ts';
import { checkObject, readObject, type Wish } from './checkObject.ts';
import type { DeleteLine, PutLine } from './lineSchemas.ts';
import { faultText } from './plainIssue.ts';

/** What a line wants, or everything that is wrong with it. */
export type ParsedLine = Wish | { readonly type: 'faults'; readonly faults: readonly string[] };

/** Reads one line of NDJSON, or says everything that is wrong with it. */
export function parseLine(text: string): ParsedLine {
  const read = readObject(text);
  if ('faults' in read) return { type: 'faults', faults: read.faults.map(faultText) };
  const checked = checkObject(read.object);
  return checked.type === 'faults' ? { ...checked, faults: checked.faults.map(faultText) } : checked;
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
