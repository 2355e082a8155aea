import type { MediaOperation } from '@newsstand/contract';
import type { BodyFault } from '@newsstand/contract/manage';
import { type Filters, operationOrder } from '@newsstand/contract/pictureOperations';

/** What the controls show: the first operation of each type. Types that are not set are missing. */
export type Settings = {
  readonly [Type in MediaOperation['type']]?: Extract<MediaOperation, { type: Type }>;
} & {
  /** The operations that were read: they determine the order, and contain whatever no control shows. */
  readonly base: readonly MediaOperation[];
};

/** The settings of a list of operations. */
export function settingsOf(operations: readonly MediaOperation[]): Settings {
  const first = operations.toReversed().map((operation) => ({ [operation.type]: operation }));
  return Object.assign({ base: operations }, ...first);
}

/**
 * The operations for settings: those that were read, with changes in place. A new operation comes after those that apply
 * before it, and whatever no control shows stays as it is.
 */
export function operationsOf(settings: Settings): readonly MediaOperation[] {
  return operationOrder.reduce<readonly MediaOperation[]>(
    (operations, type) => put(operations, type, settings[type]),
    settings.base,
  );
}

function put(
  operations: readonly MediaOperation[],
  type: MediaOperation['type'],
  wanted: MediaOperation | undefined,
): readonly MediaOperation[] {
  const index = operations.findIndex((operation) => operation.type === type);
  if (index >= 0) return operations.toSpliced(index, 1, ...(wanted === undefined ? [] : [wanted]));
  if (wanted === undefined) return operations;
  const rank = operationOrder.indexOf(type);
  const before = operations.findLastIndex((operation) => operationOrder.indexOf(operation.type) < rank);
  return operations.toSpliced(before + 1, 0, wanted);
}

/** The settings with some operations changed; undefined removes an operation. */
export function withOperations(
  settings: Settings,
  part: { readonly [Type in MediaOperation['type']]?: Settings[Type] | undefined },
): Settings {
  return withoutUndefined({ ...settings, ...part });
}

/** The settings with some filters changed; undefined removes a filter. Without any, the operation is removed as well. */
export function withFilters(
  settings: Settings,
  part: { readonly [Name in Exclude<keyof Filters, 'type'>]?: Filters[Name] | undefined },
): Settings {
  const filters: Filters = withoutUndefined({ ...settings.filters, type: 'filters', ...part });
  const before = settings.base.find(({ type }) => type === 'filters');
  // An operation that was read without filters stays as it is.
  const wasEmpty = before !== undefined && Object.keys(before).length === 1;
  const isEmpty = Object.keys(filters).length === 1;
  return withOperations(settings, { filters: isEmpty && !wasEmpty ? undefined : filters });
}

function withoutUndefined<Members extends object>(
  members: { [Name in keyof Members]: Members[Name] | undefined },
): Members;
function withoutUndefined(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The name of a control: the type of an operation, or a member of `filters`. */
type ControlName = string;

/** The faults of operations by control; `''` for those that belong to none. */
export type ControlFaults = ReadonlyMap<ControlName, string>;

/** Finds the control of each fault. */
export function faultsAt(faults: readonly BodyFault[], operations: readonly MediaOperation[]): ControlFaults {
  return new Map(faults.map(({ path, message }) => [controlOf(path, message, operations), message]));
}

const filterNames: Readonly<Record<string, ControlName>> = {
  background_color: 'backgroundColor',
  round_corner: 'roundCorner',
};

function controlOf(path: string, message: string, operations: readonly MediaOperation[]): ControlName {
  const [, index, member] = /operations\.(\d{1,4})(?:\.(\w{1,40}))?/.exec(path) ?? [];
  const type = index === undefined ? undefined : operations[Number(index)]?.type;
  if (type !== undefined) return type === 'filters' && member !== undefined ? member : type;
  const filter = /"([a-z_]{1,40})\(/.exec(message)?.[1];
  if (filter !== undefined) return filterNames[filter] ?? filter;
  if (/\bcrop\b/.test(message)) return 'crop';
  if (/\btrim\b/.test(message)) return 'trim';
  return /\bsides?\b/.test(message) ? 'size' : '';
}
