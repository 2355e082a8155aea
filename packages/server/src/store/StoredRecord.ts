import { type AppKind, isAppKind, type Kind, kindNames } from '@newsstand/contract/plain';
import { z } from 'zod';

/** A kind that belongs to a space as a whole, and that items embed. */
type CollectionKind = Exclude<Kind, AppKind>;

/** These kinds; every space has a shelf of each. */
export const collectionKinds: readonly CollectionKind[] = kindNames.filter((kind) => !isAppKind(kind));

/** A space of a project. */
export type Space = { readonly projectId: string; readonly spaceId: string };

/** An application instance in a space. */
export type Instance = Space & { readonly app: AppKind; readonly instanceId: string };

/** Everything, or only a project, a space, or the items of an instance. */
export type Scope = {
  readonly projectId?: string | undefined;
  readonly spaceId?: string | undefined;
  readonly instanceId?: string | undefined;
};

/** The key of a record. Only kinds that live in an instance have an `instanceId`. */
export type RecordKey = {
  readonly kind: Kind;
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId?: string | undefined;
  readonly id: string;
};

/** Another record of the same space that a record embeds. */
export type Link = { readonly kind: CollectionKind; readonly id: string };

/** What a record says, at one time or another. */
export type Content = {
  readonly alias?: string | undefined;
  readonly document: string;
  readonly links: readonly Link[];
};

/** A draft of what a record is to say next; news and banners only. */
export type NextVersion = Content & {
  /** From then on the record says this; undefined if nobody has decided when. */
  readonly takesOverAt?: number | undefined;
  readonly changedAt: number;
  readonly changedBy: string;
  /** Whether it was saved by the editor's page rather than by the editor. */
  readonly isAutosave?: boolean | undefined;
};

/** A record as stored: its resource as JSON text, embedded things as IDs only. */
export type StoredRecord = RecordKey & Content & { readonly next?: NextVersion | undefined };

/** A record as it is at a given time: its next version takes over by itself, and nothing is written then. */
export function recordAt(record: StoredRecord, at: number): StoredRecord {
  if (!hasTakenOver(record, at)) return record;
  const { kind, projectId, spaceId, instanceId, id, next } = record;
  const { alias, document, links } = next;
  return { kind, projectId, spaceId, instanceId, id, alias, document, links };
}

/** Whether the next version of a record has taken over by a given time. */
export function hasTakenOver(
  record: StoredRecord,
  at: number,
): record is StoredRecord & { readonly next: NextVersion & { readonly takesOverAt: number } } {
  return record.next?.takesOverAt !== undefined && record.next.takesOverAt <= at;
}

/** Whether two records, or their absence, say the same, and will. */
export function isSameRecord(one: StoredRecord | undefined, other: StoredRecord | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.document === other.document && isSameNext(one.next, other.next);
}

/** Whoever wrote it, and when. */
function isSameNext(one: NextVersion | undefined, other: NextVersion | undefined): boolean {
  return one?.document === other?.document && one?.takesOverAt === other?.takesOverAt;
}

const linksSchema = z.array(z.object({ kind: z.enum(collectionKinds), id: z.string() }));
const nextSchema = z.object({
  alias: z.string().optional(),
  document: z.string(),
  links: linksSchema,
  takesOverAt: z.number().optional(),
  changedAt: z.number(),
  changedBy: z.string(),
  isAutosave: z.boolean().optional(),
});

/** A next version as stored text: always the same members in the same order. */
export function encodeNext(next: NextVersion | undefined): string | null {
  return next === undefined ? null : JSON.stringify(nextSchema.parse(next));
}

/** Reads what `encodeNext` wrote. */
export function decodeNext(text: string | null): NextVersion | undefined {
  return text === null ? undefined : nextSchema.parse(JSON.parse(text));
}

/** Reads stored links. */
export function decodeLinks(text: string): readonly Link[] {
  return linksSchema.parse(JSON.parse(text));
}

const mention = /"mediaId":"([^"\\]+)"/g;

/**
 * The media that a record or its next version names anywhere, as in the blocks of a body. In a text, the quotes would be
 * escaped; and documents are written without white space.
 */
export function mentionedMedia({
  document,
  next,
}: Pick<StoredRecord, 'document' | 'next'>): readonly string[] {
  const found = [document, next?.document ?? ''].flatMap((text) => [...text.matchAll(mention)]);
  return [...new Set(found.map(([, id = '']) => id))];
}

/** Parsing, checking and serializing a document of this many characters takes a few milliseconds. */
const largeDocument = 64 * 1024;

/** Whether processing a document of this length on the thread that delivers would be noticeable to readers. */
export function isLarge(characters: number): boolean {
  return characters > largeDocument;
}

/** A JSON escape: a surrogate pair, an unpaired surrogate (captured), or anything else. */
const anyEscape = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|u(d[89a-f][\da-f]{2})|.)/gi;

/**
 * A document with U+FFFD for each unpaired surrogate. New ones are rejected, but older versions stored them,
 * and strict parsers reject a whole response that contains one.
 */
export function wellFormedDocument(document: string): string {
  // JSON.stringify writes such an escape only for an unpaired surrogate.
  if (!document.includes('\\ud')) return document;
  return document.replaceAll(anyEscape, (found, half?: string) => (half === undefined ? found : '\\ufffd'));
}
