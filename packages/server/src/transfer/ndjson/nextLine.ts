import { type Fault, faultAt, isAppKind, isObject, timestamp } from '@newsstand/contract';
import { commandLine, type NextVersion, type StoredRecord } from '../../store/Store.ts';
import type { Content } from '../../store/StoredRecord.ts';
import { checkLine, type ItemLine, type Members, type NextLine } from './checkLine.ts';
import { storedRecord } from './storedRecord.ts';

/** The object of a line without its next version, and that, or what is wrong with it. Undefined: the line says nothing of it. */
export function takeNext(object: Members): {
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
  const checked = checkDraft(named, takesOverAt === undefined);
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
): { readonly line?: ItemLine; readonly faults?: readonly Fault[] } {
  const checked = checkLine(named);
  if (checked.type === 'put' && (checked.line.kind === 'news' || checked.line.kind === 'banner'))
    return { line: checked.line };
  const { faults } = checked.type === 'faults' ? checked : { faults: [] };
  if (!mayLack || faults.length === 0 || faults.some(({ rule }) => rule !== 'incomplete')) return { faults };
  const { status, reservedAt, ...rest } = named;
  const { line } = checkDraft({ ...rest, status: 'draft' }, false);
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
  const { alias, document, links } = storedRecord(line, { old, ingested: undefined, now });
  if (before?.document === document && before.takesOverAt === takesOverAt) return before;
  return { alias, document, links, takesOverAt, changedAt: now, changedBy: commandLine().name };
}
