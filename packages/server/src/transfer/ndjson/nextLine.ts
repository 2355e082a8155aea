import { type Fault, faultAt, isAppKind, isObject, timestamp } from '@newsstand/contract';
import { commandLine, type NextVersion, type StoredRecord } from '../../store/Store.ts';
import type { Content } from '../../store/StoredRecord.ts';
import { checkLine, type ItemLine, type Members, type NextLine } from './checkLine.ts';
import { storedRecord } from './storedRecord.ts';

/** The object of a line without its next version, and that, or what is wrong with it. Undefined: the line says nothing of it. */
export function takeNext(
  object: Members,
  defaultPicture?: string,
): {
  readonly rest: Members;
  readonly next?: NextLine;
  readonly faults: readonly Fault[];
} {
  const { next, ...rest } = object;
  if (next === undefined || !isAppKind(String(object['kind'])) || object['deleted'] === true)
    return { rest: object, faults: [] };
  if (next === null) return { rest, next, faults: [] };
  if (!isObject(next)) return { rest, faults: [faultAt('next', 'not_object_or_null')] };
  const { takesOverAt, changedAt: _, changedBy: __, ...item } = next;
  const time = timestamp.optional().safeParse(takesOverAt);
  const { kind, projectId, spaceId, instanceId, contentId } = rest;
  const named = { ...item, kind, projectId, spaceId, instanceId, contentId };
  const checked = checkDraft(named, takesOverAt === undefined, defaultPicture);
  const faults = [
    ...(checked.faults ?? []).map((fault) => ({ ...fault, path: `next.${fault.path}` })),
    ...(time.success ? [] : [faultAt('next.takesOverAt', 'not_time')]),
  ];
  if (faults.length > 0 || checked.line === undefined) return { rest, faults };
  return { rest, next: { line: checked.line, takesOverAt: time.data }, faults };
}

/** Until it is decided when it takes over, it may lack what a draft may lack. */
function checkDraft(
  named: Members,
  mayLack: boolean,
  defaultPicture: string | undefined,
): { readonly line?: ItemLine; readonly faults?: readonly Fault[] } {
  const checked = checkLine(named, mayLack ? undefined : defaultPicture);
  if (checked.type === 'put' && (checked.line.kind === 'news' || checked.line.kind === 'banner'))
    return { line: checked.line };
  const { faults } = checked.type === 'faults' ? checked : { faults: [] };
  if (!mayLack || faults.length === 0 || faults.some(({ rule }) => rule !== 'incomplete')) return { faults };
  const { status, reservedAt, ...rest } = named;
  const { line } = checkDraft({ ...rest, status: 'draft' }, false, undefined);
  const isPublished = status === 'published' ? { status: 'published' as const } : {};
  const times = typeof reservedAt === 'number' ? { reservedAt } : {};
  return line === undefined ? { faults } : { line: { ...line, ...isPublished, ...times } };
}

/** The next version that a line asks for; the same as before if it says nothing new. */
export function storedNext(
  record: StoredRecord,
  { line, takesOverAt }: NonNullable<NextLine>,
  before: NextVersion | undefined,
  now: number,
): NextVersion {
  const { kind, projectId, spaceId, instanceId, id } = record;
  const content: Content = before ?? record;
  const old = { kind, projectId, spaceId, instanceId, id, ...content };
  const { alias, links, document: written } = storedRecord(line, { old, ingested: undefined, now });
  const document = line.updatedAt === undefined ? datedDocument(written, takesOverAt, before, now) : written;
  if (before?.document === document && before.takesOverAt === takesOverAt) return before;
  return { alias, document, links, takesOverAt, changedAt: now, changedBy: commandLine().name };
}

/** The document of a next version whose author says no `updatedAt`: readers should find the time from which they see it. */
export function datedDocument(
  document: string,
  takesOverAt: number | undefined,
  before: NextVersion | undefined,
  now: number,
): string {
  if (takesOverAt !== undefined) return stampedDocument(document, takesOverAt);
  if (before === undefined) return document;
  // The date of a takeover that is called off says nothing any more.
  if (before.takesOverAt !== undefined) return stampedDocument(document, now);
  return stampedDocument(document, 0) === stampedDocument(before.document, 0) ? before.document : document;
}

/** A document with another `updatedAt`. */
export function stampedDocument(document: string, updatedAt: number): string {
  const members: Members = JSON.parse(document);
  return JSON.stringify({ ...members, updatedAt });
}
