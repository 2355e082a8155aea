import { isObject } from '@newsstand/contract';
import { z } from 'zod';
import { parseIsoDate } from '../shared/text/parseIsoDate.ts';

/** The policy of the public has this ID in every project, since Directus 11. */
const publicPolicy = 'abf8a154-5b1c-4a46-ac9c-7300570f4f17';

const id = z.string().nullish().catch('unreadable');

const permission = z.object({
  collection: z.string(),
  action: z.string(),
  /** A filter that items must pass; none if it is empty. */
  permissions: z.unknown().optional(),
  fields: z.union([z.array(z.string()), z.string().transform((text) => text.split(','))]).catch([]),
  policy: id,
  /** Before policies, roles had permissions; that of the public is null. */
  role: id,
});
const access = z.object({ role: id, user: id, policy: z.string() });

/** The rows of the files that say who may read what. */
export const accessSchemas = { permission, access } as const;

type Permission = z.infer<typeof permission>;
type Item = Readonly<Record<string, unknown>>;

/** What the public may read. */
export type PublicAccess = {
  /** Why the public may not read an item; undefined if it may. */
  whyNot(collection: string, item: Item, now: number): string | undefined;
  /** The fields of an item that it may not read. */
  hiddenFields(collection: string, item: Item, now: number): ReadonlySet<string>;
};

/** What the public may read, by the permissions of an export. */
export function publicAccess(
  permissions: readonly Permission[],
  accesses: readonly z.infer<typeof access>[],
): PublicAccess {
  const policies = new Set([
    publicPolicy,
    ...accesses.flatMap(({ role, user, policy }) => (isNone(role) && isNone(user) ? policy : [])),
  ]);
  const isPublic = ({ policy, role }: Permission) =>
    isNone(policy) ? role === null : policies.has(policy ?? '');
  const readable = new Map<string, Permission[]>();
  for (const each of permissions)
    if (each.action === 'read' && isPublic(each))
      readable.set(each.collection, [...(readable.get(each.collection) ?? []), each]);
  const passed = (collection: string, item: Item, now: number) =>
    (readable.get(collection) ?? []).filter((each) => passes(each.permissions, item, now));
  return {
    whyNot(collection, item, now) {
      if (!readable.has(collection)) return `the public may not read ${collection}`;
      return passed(collection, item, now).length > 0
        ? undefined
        : `the public may not read this item of ${collection}`;
    },
    hiddenFields(collection, item, now) {
      const names = new Set(passed(collection, item, now).flatMap(({ fields }) => fields));
      return new Set(names.has('*') ? [] : Object.keys(item).filter((name) => !names.has(name)));
    },
  };
}

function isNone(value: string | null | undefined): boolean {
  return value === null || value === undefined;
}

/** Whether an item passes a filter. What cannot be decided here, such as a condition on another item, is not passed. */
function passes(filter: unknown, item: Item, now: number): boolean {
  if (filter === null || filter === undefined) return true;
  if (!isObject(filter)) return false;
  return Object.entries(filter).every(([name, rule]) => {
    if (name === '_and') return Array.isArray(rule) && rule.every((each: unknown) => passes(each, item, now));
    if (name === '_or') return Array.isArray(rule) && rule.some((each: unknown) => passes(each, item, now));
    if (name.startsWith('_') || !isObject(rule)) return false;
    const value = item[name];
    return Object.entries(rule).every(([operator, operand]) => holds(operator, value, operand, now));
  });
}

function holds(operator: string, value: unknown, operand: unknown, now: number): boolean {
  const isNull = value === null || value === undefined;
  const isBlank = isNull || value === '' || (Array.isArray(value) && value.length === 0);
  const list: readonly unknown[] = Array.isArray(operand) ? operand : [];
  switch (operator) {
    case '_eq':
      return isSame(value, operand);
    case '_neq':
      return isKnown(operand) && !isSame(value, operand);
    case '_in':
      return list.some((each) => isSame(value, each));
    case '_nin':
      return Array.isArray(operand) && list.every((each) => isKnown(each) && !isSame(value, each));
    case '_null':
      return operand === true ? isNull : operand === false && !isNull;
    case '_nnull':
      return operand === true ? !isNull : operand === false && isNull;
    case '_empty':
      return operand === true ? isBlank : operand === false && !isBlank;
    case '_nempty':
      return operand === true ? !isBlank : operand === false && isBlank;
    case '_lt':
    case '_lte':
    case '_gt':
    case '_gte': {
      const difference = compared(value, operand, now);
      if (difference === undefined) return false;
      if (difference === 0) return operator.endsWith('e');
      return operator.startsWith('_l') ? difference < 0 : difference > 0;
    }
    default:
      return false;
  }
}

/** Whether an operand is not a variable such as `$CURRENT_USER`. */
function isKnown(operand: unknown): boolean {
  return typeof operand === 'string'
    ? !operand.startsWith('$')
    : operand === null || typeof operand === 'number' || typeof operand === 'boolean';
}

function isSame(value: unknown, operand: unknown): boolean {
  return isKnown(operand) && (value === operand || (!isObject(value) && String(value) === String(operand)));
}

/** Negative if a value is less than the operand; undefined if they cannot be compared. */
function compared(value: unknown, operand: unknown, now: number): number | undefined {
  if (typeof value === 'number' && typeof operand === 'number') return value - operand;
  const date = typeof value === 'string' ? parseIsoDate(value, 'UTC') : undefined;
  const limit =
    operand === '$NOW' ? now : typeof operand === 'string' ? parseIsoDate(operand, 'UTC') : undefined;
  return date === undefined || limit === undefined ? undefined : date - limit;
}
