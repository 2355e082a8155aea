import { type AppKind, isAppKind, type Kind, kindNames } from '@newsstand/contract';

/** A kind that belongs to a space as a whole, and that items embed. */
export type CollectionKind = Exclude<Kind, AppKind>;

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

/** What names a record. `instanceId` is there for news and banners only. */
export type RecordKey = {
  readonly kind: Kind;
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId?: string | undefined;
  readonly id: string;
};

/** Another record of the same space that a record embeds. */
export type Link = { readonly kind: CollectionKind; readonly id: string };

/** A record as it is kept: its resource as JSON text, embedded things as IDs only. */
export type StoredRecord = RecordKey & {
  readonly alias?: string | undefined;
  readonly document: string;
  readonly links: readonly Link[];
};

/** To parse, check and write out a document of this many characters takes a few milliseconds. */
const largeDocument = 64 * 1024;

/** Whether readers would notice it if a document of this length were worked on in the thread that delivers. */
export function isLarge(characters: number): boolean {
  return characters > largeDocument;
}

/** An escape of JSON: a whole surrogate pair, half of one (captured), or anything else. */
const anyEscape = /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|u(d[89a-f][\da-f]{2})|.)/gi;

/**
 * A document with U+FFFD for each half of a surrogate pair. None comes in any more, but older versions have kept them,
 * and strict parsers refuse a whole answer that holds one.
 */
export function wellFormedDocument(document: string): string {
  // JSON.stringify writes such an escape only for an unpaired surrogate.
  if (!document.includes('\\ud')) return document;
  return document.replaceAll(anyEscape, (found, half?: string) => (half === undefined ? found : '\\ufffd'));
}
