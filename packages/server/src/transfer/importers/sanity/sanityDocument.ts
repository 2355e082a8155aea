import { hashedId } from '../shared/text/stableId.ts';

type Members = Readonly<Record<string, unknown>>;

/** A document as it is in an export. */
export type SanityDocument = {
  /** As it is there, with its prefix; made of its content if it has none, as in files made for importing. */
  readonly id: string;
  readonly type: string;
  /** Whether it was written by an editor, rather than by Sanity itself. */
  readonly isContent: boolean;
  readonly createdAt: string | undefined;
  readonly updatedAt: string | undefined;
  readonly fields: Members;
};

/** Types that Sanity and its plugins create themselves. */
const ownTypes = /^(?:(?:sanity|system|assist|mux)\.|media\.tag$|translation\.metadata$|workflow\.metadata$)/;

/** Reads a line of an export; undefined if it is not a document. */
export function documentOf(value: Members): SanityDocument | undefined {
  const { _id: id, _type: type, _createdAt: createdAt, _updatedAt: updatedAt } = value;
  if (typeof type !== 'string' || type === '') return undefined;
  const fields = Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('_')));
  return {
    id:
      typeof id === 'string' && id !== ''
        ? id
        : hashedId(type, JSON.stringify([type, fields['slug'] ?? fields])),
    type,
    isContent: !ownTypes.test(type),
    createdAt: typeof createdAt === 'string' ? createdAt : undefined,
    updatedAt: typeof updatedAt === 'string' ? updatedAt : undefined,
    fields,
  };
}
