import { isAppKind, type Kind } from '@newsstand/contract/plain';
import type { Link, RecordKey, StoredRecord } from '../Store.ts';
import { collectionKinds, decodeNext } from '../StoredRecord.ts';

/** A shelf: its number, and what it holds. */
export type Shelf = {
  readonly shelf: number;
  readonly kind: Kind;
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId: string;
};

/** A record without what its shelf says. */
export type RecordRow = {
  readonly id: string;
  readonly alias: string | null;
  readonly document: string;
  /** With those of its next version behind them. */
  readonly links: readonly string[];
  readonly next: string | null;
};

/** The columns of a shelf. */
export const shelfColumns =
  'shelf, kind, project_id AS "projectId", space_id AS "spaceId", instance_id AS "instanceId"';

/** What a shelf says of the records on it. */
export function shelfKey({ kind, projectId, spaceId, instanceId }: Shelf): Omit<RecordKey, 'id'> {
  return isAppKind(kind) ? { kind, projectId, spaceId, instanceId } : { kind, projectId, spaceId };
}

/** A record as it was put. */
export function storedRecord(key: Omit<RecordKey, 'id'>, row: RecordRow): StoredRecord {
  const { kind, projectId, spaceId, instanceId } = key;
  const { id, alias, document } = row;
  const next = decodeNext(row.next);
  const links = row.links.slice(0, row.links.length - (next?.links.length ?? 0)).map(decodeLink);
  const record = { kind, projectId, spaceId, instanceId, id, alias: alias ?? undefined, document, links };
  return next === undefined ? record : { ...record, next };
}

/** A link as stored: the shelf implies the space, and the kind saves looking up the shelf. */
export function encodeLink(shelf: number, { kind, id }: Pick<RecordKey, 'kind' | 'id'>): string {
  return `${shelf}/${kind}/${id}`;
}

function decodeLink(text: string): Link {
  const [, name, ...id] = text.split('/');
  const kind = collectionKinds.find((each) => each === name);
  if (kind === undefined) throw new TypeError(`${text} is not a link`);
  return { kind, id: id.join('/') };
}
