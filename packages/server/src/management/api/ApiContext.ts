import type { Traffic } from '@newsstand/contract/manage';
import type { OperatorList, OperatorListQuery } from '../../catalogue/answerOperatorList.ts';
import type { ShelfCount } from '../../catalogue/Catalogue.ts';
import type { Glance, SpaceSearch } from '../../catalogue/searchSpace.ts';
import type { TransitionQuery } from '../../catalogue/transitionsIn.ts';
import type { MediaAddresses } from '../../media/deliveredMedia.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import type { RecordKey, Store } from '../../store/Store.ts';
import type { CallOptions } from '../../webhooks/callUrl.ts';
import type { Documents } from './content/openDocuments.ts';
import type { Provider } from './providers/Provider.ts';

/** What the write interface needs. */
export type ApiContext = {
  /** Opened on first use, and again after a failure: a database may be unavailable for a while. */
  readonly store: () => Promise<Store>;
  readonly shelves: Shelves;
  readonly documents: Documents;
  readonly now: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly originals: Originals;
  readonly mediaAddresses: () => Promise<MediaAddresses>;
  /** The folder of this node for uploads in progress. */
  readonly uploadFolder: string;
  /** The largest file that can be uploaded. */
  readonly uploadBytes: number;
  /** The URL that readers use, and the local URL of this node. */
  readonly publicUrl: () => string;
  /** The address of the documentation site. */
  readonly docsUrl?: string | undefined;
  readonly localUrl: () => string;
  /** The URL that operators use. */
  readonly managementUrl: () => string;
  /** By which operators may sign in, besides passwords and passkeys. */
  readonly providers: readonly Provider[];
  /** Whether mails are sent. */
  readonly sendsMail: boolean;
  /** How webhooks are called. */
  readonly webhookCalls: CallOptions;
  /** How long a response waits until this node shows the change, in milliseconds; by default 10 s. */
  readonly showingPatience?: number | undefined;
  readonly nodeName: string;
  readonly version: string;
  /** Called with internal errors, for the log. */
  readonly onError: (error: unknown) => void;
};

/** The content that this node serves, by one process or several. Once a signal is aborted, nobody needs the answer any more. */
export type Shelves = {
  /** One page of a list in every state; undefined if there is no such shelf. */
  list(query: ShelfQuery, signal?: AbortSignal): Promise<OperatorList | undefined>;
  counts(): Promise<readonly ShelfCount[]>;
  /** The items that open or close during an interval, the next first. */
  moments(query: TransitionQuery, signal?: AbortSignal): Promise<Moments>;
  /** What a search in a space finds. */
  search(query: SpaceSearch, signal?: AbortSignal): Promise<readonly Glance[]>;
  /** Some items as they are now; undefined for those that do not exist. */
  glances(keys: readonly RecordKey[], signal?: AbortSignal): Promise<readonly (Glance | undefined)[]>;
  /** Resolves when this node serves a revision of the store; false if that takes too long. */
  shown(revision: number, patience?: number): Promise<boolean>;
  traffic(): Traffic;
};

/** Selects a page of a shelf. */
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

/** An item that opens or closes, or whose next version takes over. */
export type Moment = {
  readonly at: number;
  readonly type: 'opens' | 'closes' | 'changes';
  readonly key: RecordKey;
  readonly name: string;
};
