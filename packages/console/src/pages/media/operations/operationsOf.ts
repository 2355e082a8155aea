import type { MediaOperation } from '@newsstand/contract';
import type { Settings } from './Settings.ts';

const order = ['trim', 'crop', 'fit-in', 'size', 'h-align', 'v-align', 'smart', 'filters'] as const;

/**
 * The operations for settings: those that they were read from, with what was changed in its group. New ones come behind
 * those that apply before them, and what no control shows stays as it is.
 */
export function operationsOf(settings: Settings): readonly MediaOperation[] {
  return order.reduce<readonly MediaOperation[]>(
    (operations, type) => put(operations, type, operationOf(settings, type)),
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
  const rank = order.indexOf(type);
  const before = operations.findLastIndex((operation) => order.indexOf(operation.type) < rank);
  return operations.toSpliced(before + 1, 0, wanted);
}

function operationOf(settings: Settings, type: MediaOperation['type']): MediaOperation | undefined {
  const { trim, crop, fit, size, horizontal, vertical, isSmart } = settings;
  switch (type) {
    case 'trim':
      return trim && { type, orientation: trim };
    case 'crop':
      return crop && { type, ...crop };
    case 'fit-in':
      return fit && { type, value: fit };
    case 'size':
      return size && { type, ...size };
    case 'h-align':
      return horizontal && { type, value: horizontal };
    case 'v-align':
      return vertical && { type, value: vertical };
    case 'smart':
      return isSmart ? { type } : undefined;
    case 'filters':
      return filtersOf(settings);
  }
}

/** Filters that filter nothing are left out, unless they were there before. */
function filtersOf({ filters, base }: Settings): MediaOperation | undefined {
  const before = base.find(({ type }) => type === 'filters');
  const isEmpty = Object.keys(filters).length === 0;
  const wasEmpty = before !== undefined && Object.keys(before).length === 1;
  return isEmpty && !wasEmpty ? undefined : { type: 'filters', ...filters };
}

/** What the controls show of operations. Of several of a type, they show the first. */
export function settingsOf(operations: readonly MediaOperation[]): Settings {
  const first = new Map(operations.toReversed().map((operation) => [operation.type, operation]));
  const read = [...first.values()].map(settingOf);
  return Object.assign({ isSmart: false, filters: {}, base: operations }, ...read);
}

function settingOf(operation: MediaOperation): Partial<Settings> {
  switch (operation.type) {
    case 'trim':
      return { trim: operation.orientation };
    case 'crop': {
      const { left, top, right, down } = operation;
      return { crop: { left, top, right, down } };
    }
    case 'fit-in':
      return { fit: operation.value };
    case 'size':
      return { size: { width: operation.width, height: operation.height } };
    case 'h-align':
      return { horizontal: operation.value };
    case 'v-align':
      return { vertical: operation.value };
    case 'smart':
      return { isSmart: true };
    case 'filters': {
      const { type: _type, ...filters } = operation;
      return { filters };
    }
  }
}
