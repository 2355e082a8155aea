import type { MediaOperation } from '@newsstand/contract';
import type { BodyFault } from '@newsstand/contract/manage';

/** The name of a control: the type of an operation, or a member of `filters`. */
export type ControlName = string;

const filterNames: Readonly<Record<string, ControlName>> = {
  background_color: 'backgroundColor',
  round_corner: 'roundCorner',
};

/** What is wrong with operations, by the control that it is said at; `''` for what belongs to none. */
export function faultsAt(
  faults: readonly BodyFault[],
  operations: readonly MediaOperation[],
): ReadonlyMap<ControlName, string> {
  return new Map(faults.map(({ path, message }) => [controlOf(path, message, operations), message]));
}

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
