import type { Traffic } from '@newsstand/contract/manage';
import type { OperatorListQuery } from '../../catalogue/answerOperatorList.ts';
import type { ShelfCount } from '../../catalogue/Catalogue.ts';
import type { MediaAddresses } from '../../media/deliveredMedia.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import type { RecordKey, Store } from '../../store/Store.ts';

/** What the write interface works with; the command line puts it together. */
export type ApiContext = {
  /** Opened when it is first needed, and again after a failure: a database may be away for a while. */
  readonly store: () => Promise<Store>;
  readonly shelves: Shelves;
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly originals: Originals;
  readonly mediaAddresses: () => Promise<MediaAddresses>;
  /** A folder of this node for what is on its way in. */
  readonly uploadFolder: string;
  /** The largest file that is taken. */
  readonly uploadBytes: number;
  /** Where readers ask, and where this node answers them. */
  readonly publicUrl: () => string;
  readonly localUrl: () => string;
  /** Where operators find this listener. */
  readonly managementUrl: () => string;
  readonly nodeName: string;
  readonly version: string;
  /** What went wrong here, for the log. */
  readonly onError: (error: unknown) => void;
};

/** What this node shows, whatever number of processes that takes. */
export type Shelves = {
  /** One page of a list in every state, as JSON text (`ManagedList`); undefined where there is no such shelf. */
  list(query: ShelfQuery): Promise<string | undefined>;
  counts(): Promise<readonly ShelfCount[]>;
  /** What opens and closes in a stretch of time, the next first. */
  moments(from: number, until: number, most: number, projectIds?: readonly string[]): Promise<Moments>;
  /** Resolves when this node shows what a revision of the store brought; false where that takes too long. */
  shown(revision: number): Promise<boolean>;
  traffic(): Traffic;
};

/** Which page of which shelf. */
export type ShelfQuery = OperatorListQuery & {
  readonly projectId: string;
  readonly spaceId: string;
  readonly instanceId?: string | undefined;
};

/** Items that open or close, and how many more there are. */
export type Moments = {
  readonly list: readonly Moment[];
  readonly further: number;
};

/** An item that opens or closes. */
export type Moment = {
  readonly at: number;
  readonly type: 'opens' | 'closes';
  readonly key: RecordKey;
  readonly name: string;
};
