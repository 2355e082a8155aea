import { type AppKind, isAppKind, type Kind, kindNames } from '@newsstand/contract/plain';

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

/** A record as stored: its resource as JSON text, embedded things as IDs only. */
export type StoredRecord = RecordKey & {
  readonly alias?: string | undefined;
  readonly document: string;
  readonly links: readonly Link[];
};

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
