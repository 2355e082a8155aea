import type { MediaOperation } from '@newsstand/contract';
import type { Settings } from './Settings.ts';

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
