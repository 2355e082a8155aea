import { type BrokenRule, broken, type Fault } from '@newsstand/contract';
import { plainKinds } from '@newsstand/contract/plain';
import type { Instance, IntegrityError, IntegrityFault, RecordKey } from '../../store/Store.ts';

/** Where a line came from: the index of its source, and its number there. */
export type Origin = { readonly source: number; readonly line: number };

/** What is wrong with a line in relation to other lines and the store; the path is empty for the whole line. */
export type LineFault = Origin & Fault;

/** Where records came from, by `targetName`. */
export type Origins = ReadonlyMap<string, Origin>;

/** A unique name for a record or an instance; IDs contain no slash. */
export function targetName(target: Instance | RecordKey): string {
  const { projectId, spaceId, instanceId = '' } = target;
  if ('app' in target) return `instance/${projectId}/${spaceId}/${target.app}/${instanceId}`;
  return `${target.kind}/${projectId}/${spaceId}/${instanceId}/${target.id}`;
}

type Refused = Pick<IntegrityError, 'faults' | 'isComplete'>;

/**
 * Describes what the store rejected, as faults of the responsible lines, in their order.
 * `hasUnreadable`: there are lines of which nobody can tell what they would bring.
 */
export function integrityMessages(
  error: Refused,
  origins: Origins,
  hasUnreadable = false,
): readonly LineFault[] {
  const ofLines = error.faults.flatMap((fault) => lineFault(fault, error, origins, hasUnreadable));
  const blamed = [...removalFaults(error, origins), ...ofLines];
  return blamed.sort((some, other) => some.source - other.source || some.line - other.line);
}

function lineFault(
  fault: IntegrityFault,
  error: Refused,
  origins: Origins,
  hasUnreadable: boolean,
): readonly LineFault[] {
  switch (fault.type) {
    case 'dangling': {
      const { source, target } = fault;
      const rule = hasUnreadable ? 'dangling_perhaps' : 'dangling';
      const missing = broken(rule, { kind: target.kind, id: target.id });
      return blame(origins.get(targetName(source)), linkMember(source, target.kind), missing);
    }
    case 'alias':
      return aliasFault(fault, error, origins);
    case 'aliasIsId':
      return aliasIsIdFault(fault, error, origins);
    case 'instanceId':
      return instanceIdFault(fault, origins);
    case 'instance': {
      const rule = fault.items === 1 ? 'still_filled_one' : 'still_filled';
      return blame(origins.get(targetName(fault.instance)), '', broken(rule, { count: fault.items }));
    }
  }
}

function blame(origin: Origin | undefined, path: string, rule: BrokenRule): readonly LineFault[] {
  return origin === undefined ? [] : [{ ...origin, path, ...rule }];
}

function linkMember(source: RecordKey, target: 'category' | 'tag' | 'media'): string {
  if (target === 'category') return 'category.categoryId';
  if (target === 'tag') return 'tags';
  return source.kind === 'news' ? 'values.thumbnail.mediaId' : 'values.image.mediaId';
}

/** The last line with the alias is at fault; the message says which others have it. */
function aliasFault(
  { alias, keys }: Extract<IntegrityFault, { type: 'alias' }>,
  error: Refused,
  origins: Origins,
): readonly LineFault[] {
  const ingested = keys.flatMap((key) => {
    const origin = origins.get(targetName(key));
    return origin === undefined ? [] : [{ key, origin }];
  });
  const last = ingested.reduce<(typeof ingested)[number] | undefined>(
    (latest, each) => (latest === undefined || isLater(each.origin, latest.origin) ? each : latest),
    undefined,
  );
  const others = keys.filter((key) => key !== last?.key);
  return blame(last?.origin, 'alias', broken('alias_taken', { alias, items: listed(others, error) }));
}

/**
 * The later of the two lines is at fault: the one with the alias, or the one with the ID. If that one has the alias as
 * well, another fault says so.
 */
function aliasIsIdFault(
  { alias, holder }: Extract<IntegrityFault, { type: 'aliasIsId' }>,
  error: Refused,
  origins: Origins,
): readonly LineFault[] {
  const { singular, idField } = plainKinds[holder.kind];
  const names = [holder, { ...holder, id: alias }].map(targetName);
  const isDouble = error.faults.some(
    (each) =>
      each.type === 'alias' &&
      each.alias === alias &&
      names.every((name) => each.keys.map(targetName).includes(name)),
  );
  if (isDouble) return [];
  const [ofAlias, ofId] = names.map((name) => origins.get(name));
  if (ofId === undefined || (ofAlias !== undefined && isLater(ofAlias, ofId)))
    return blame(ofAlias, 'alias', broken('alias_is_id', { alias, kind: singular }));
  return blame(ofId, idField, broken('id_is_alias', { id: alias, item: inWords(holder) }));
}

/** The later of the two instances is at fault. If both are new, the store has listed the pair twice. */
function instanceIdFault(
  { instance, other }: Extract<IntegrityFault, { type: 'instanceId' }>,
  origins: Origins,
): readonly LineFault[] {
  const [own, others] = [instance, other].map((each) => origins.get(targetName(each)));
  if (own !== undefined && others !== undefined && isLater(others, own)) return [];
  const values = { id: other.instanceId, kind: plainKinds[other.app].title };
  return blame(own, 'instanceId', broken('instance_taken', values));
}

function isLater(some: Origin, other: Origin): boolean {
  return some.source > other.source || (some.source === other.source && some.line > other.line);
}

/** Deletions of what other records still use: one fault for each. */
function removalFaults(error: Refused, origins: Origins): readonly LineFault[] {
  const users = new Map<Origin, RecordKey[]>();
  for (const fault of error.faults) {
    if (fault.type !== 'dangling' || origins.has(targetName(fault.source))) continue;
    const { projectId, spaceId } = fault.source;
    const origin = origins.get(targetName({ ...fault.target, projectId, spaceId }));
    if (origin !== undefined) users.set(origin, [...(users.get(origin) ?? []), fault.source]);
  }
  return [...users].flatMap(([origin, keys]) =>
    blame(origin, '', broken('still_used', { items: listed(keys, error) })),
  );
}

function listed(keys: readonly RecordKey[], { isComplete }: Refused): string {
  const shown = keys.slice(0, 5).map(inWords);
  const more = keys.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${isComplete ? '' : 'at least '}${more} more` : shown.join(', ');
}

function inWords({ kind, instanceId, id }: RecordKey): string {
  return instanceId === undefined ? `${kind} '${id}'` : `${kind} '${id}' of instance '${instanceId}'`;
}
