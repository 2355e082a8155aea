import { isObject, type Kind } from '@newsstand/contract';
import { commandLine, type RecordKey, type StoredRecord, type Writer } from '../../store/Store.ts';
import { recordAt } from '../../store/StoredRecord.ts';
import { targetName } from './integrityMessages.ts';
import type { Spool, SpooledLine } from './openSpool.ts';
import { lineKey } from './parseLine.ts';
import { type RecordLine, storedRecord } from './storedRecord.ts';

/** A member of a record that is not the same here and in the source; undefined where there is none. Long values are cut. */
export type Difference = {
  readonly member: string;
  readonly here: string | undefined;
  readonly source: string | undefined;
};

/** Something that was changed or removed here since the last import, and so stays as it is. */
export type Conflict = {
  readonly kind: Kind;
  readonly id: string;
  readonly title: string;
  readonly why: 'changed' | 'removed';
  /** Whether the source has changed it, too. */
  readonly isChangedInSource: boolean;
  /** Of what was changed. */
  readonly differences: readonly Difference[];
  /** How many articles come in without it, as it was removed. */
  dropped: number;
};

/** What stays as it is. */
export type Kept = {
  /** By `targetName`. */
  readonly conflicts: ReadonlyMap<string, Conflict>;
  /** `targetName` with the alias in place of the ID: nothing that comes in can have these. */
  readonly aliases: ReadonlySet<string>;
  /** What the source says of each, for the next import. */
  readonly digests: ReadonlyMap<string, string>;
};

/** Nothing. */
export const nothingKept: Kept = { conflicts: new Map(), aliases: new Set(), digests: new Map() };

/** A line of another system that puts a record, and how its record is to be. */
export type ForeignLine = SpooledLine & {
  readonly action: { readonly type: 'put'; readonly line: RecordLine };
};

/**
 * The thumbnail of articles without a picture, because the interface requires one. It is not kept away: any article can
 * need it.
 */
export const noPicture = { mediaId: 'no-picture', name: 'No picture', type: 'image' } as const;

/**
 * Compares three sides of each record from another system: what the last import brought, what is here, and what the
 * source says now. What was changed or removed here stays.
 */
export async function findKept(
  writer: Writer,
  spool: Spool,
  isForeign: (line: SpooledLine) => line is ForeignLine,
  now: number,
): Promise<Kept> {
  const conflicts = new Map<string, Conflict>();
  const [aliases, digests] = [new Set<string>(), new Map<string, string>()];
  for await (const lines of spool.read()) {
    const foreign = lines.filter(isForeign);
    const keys = foreign.map(({ action }) => lineKey(action.line));
    const found = await writer.findAll(keys);
    const imported = await writer.imported(keys);
    const authors = await lastAuthors(writer, keys, imported);
    for (const [index, { action, ingested }] of foreign.entries()) {
      const [key, digest] = [keys[index], imported[index]];
      const stored = found[index];
      const here = stored && recordAt(stored, now);
      if (key === undefined || key.id === noPicture.mediaId) continue;
      const theirs = storedRecord(action.line, { old: here, ingested, now });
      const says = importedDigest(theirs, action.line);
      const why = whyKept(here, says, digest, action.line, authors[index]);
      if (why === undefined) continue;
      const name = targetName(key);
      if (here?.alias !== undefined) aliases.add(targetName({ ...key, id: here.alias }));
      digests.set(name, says);
      conflicts.set(name, {
        ...{ kind: key.kind, id: key.id, title: titleOf(here ?? theirs), why },
        isChangedInSource: digest !== '' && says !== digest,
        differences: here === undefined ? [] : differences(here, theirs),
        dropped: 0,
      });
    }
  }
  return { conflicts, aliases, digests };
}

/** Only where it is not known what an import brought, as in a store of an earlier version. */
async function lastAuthors(
  writer: Writer,
  keys: readonly RecordKey[],
  imported: readonly (string | undefined)[],
): Promise<readonly (string | undefined)[]> {
  if (!imported.includes(undefined)) return [];
  return (await writer.lastChanges(keys)).map((change) => change?.changedBy);
}

function whyKept(
  here: StoredRecord | undefined,
  says: string,
  digest: string | undefined,
  line: RecordLine,
  author: string | undefined,
): Conflict['why'] | undefined {
  if (here === undefined) return digest === undefined ? undefined : 'removed';
  const is = importedDigest(here, line);
  if (is === says) return undefined;
  const isChanged = digest === undefined ? author !== commandLine().name : digest !== is;
  // Somebody is at work on it.
  return isChanged || here.next !== undefined ? 'changed' : undefined;
}

/**
 * A digest of what an import brings of a record: not of what it would be after a move, nor of moments that it sets by
 * itself, nor of what is only known from the file of a media.
 */
export function importedDigest({ document }: Pick<StoredRecord, 'document'>, line: RecordLine): string {
  const { projectId, spaceId, updatedAt, about, poster, bundle, ...own } = membersOf(document);
  const labels = isObject(about) ? about['labels'] : undefined;
  const said = line.kind === 'media' || line.createdAt !== undefined ? own : { ...own, createdAt: undefined };
  const text = JSON.stringify({ ...said, labels });
  return new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 32);
}

function membersOf(document: string): Readonly<Record<string, unknown>> {
  const members: unknown = JSON.parse(document);
  return isObject(members) ? members : {};
}

function titleOf({ document }: StoredRecord): string {
  const { name, values } = membersOf(document);
  const title = isObject(values) ? values['title'] : undefined;
  return cut(title ?? name) ?? '';
}

/** These are no content, or follow from it. */
const unshown = new Set([
  'projectId',
  'spaceId',
  'updatedAt',
  'about',
  'missing',
  'values',
  'poster',
  'bundle',
]);

function differences(here: StoredRecord, theirs: StoredRecord): readonly Difference[] {
  const [own, other] = [shownMembers(here.document), shownMembers(theirs.document)];
  return [...new Set([...Object.keys(own), ...Object.keys(other)])]
    .filter((member) => JSON.stringify(own[member]) !== JSON.stringify(other[member]))
    .map((member) => ({ member, here: cut(own[member]), source: cut(other[member]) }));
}

function shownMembers(document: string): Readonly<Record<string, unknown>> {
  const members = membersOf(document);
  const { values, about } = members;
  const own = Object.entries(members).filter(([member]) => !unshown.has(member));
  const labels = isObject(about) ? about['labels'] : undefined;
  return { ...Object.fromEntries(own), ...(isObject(values) ? values : {}), labels };
}

const mostCharacters = 200;

function cut(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
