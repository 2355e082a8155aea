import { draftMayLack, isObject, type MissingMember } from '@newsstand/contract';

type Item = { readonly [member: string]: unknown };

/** The members that a news item lacks to be complete. */
export function missingMembers({ values }: { readonly values?: unknown }): readonly MissingMember[] {
  if (!isObject(values)) return [];
  const lacks = { 'values.body': values['body'], 'values.thumbnail': values['thumbnail'] };
  return draftMayLack.filter((path) => lacks[path] === undefined);
}

/** An incomplete draft as its author wrote it, without what is stored of what it lacks. */
export function withoutMissing({ missing, ...item }: Item): Item {
  if (missing === undefined || !isObject(item['values'])) return item;
  const { thumbnail, ...values } = item['values'];
  const isThere = isObject(thumbnail) && thumbnail['mediaId'] !== undefined;
  return { ...item, values: isThere ? { ...values, thumbnail } : values };
}
