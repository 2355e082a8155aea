import type { AppKind, Kind } from '@newsstand/contract';

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
export type Link = { readonly kind: 'category' | 'tag' | 'media'; readonly id: string };

/** A record as it is kept: its resource as JSON text, embedded things as IDs only. */
export type StoredRecord = RecordKey & {
  readonly alias?: string | undefined;
  readonly document: string;
  readonly links: readonly Link[];
};
