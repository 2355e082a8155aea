import type { IpNetwork } from '../http/ipAddress.ts';
import type { MediaStore } from './mediaStore.ts';
import type { HeldScope, RateLimit } from './rules.ts';
import type { logLevels } from './settings.ts';

export type { HeldScope, RateLimit };

/** How much is written to the log. */
export type LogLevel = (typeof logLevels)[number];

/** All settings of a run: read once, never changed. */
export type Config = {
  readonly dataFolder: string;
  readonly databaseUrl: string;
  /** Where a node follows the store, where that is not where it is written. */
  readonly databaseReplicaUrl: string | undefined;
  /** What this node holds; undefined: everything. */
  readonly scopes: readonly HeldScope[] | undefined;
  readonly host: string;
  readonly port: number;
  /** Undefined where not given: with port 0 the address is known only later. */
  readonly publicUrl: string | undefined;
  readonly managementHost: '127.0.0.1';
  readonly managementPort: number;
  /** Where operators find the console; undefined where not given: the local address. */
  readonly managementUrl: string | undefined;
  /** Proxies whose word on the address of a client is taken. */
  readonly trustedProxies: readonly IpNetwork[];
  /** How many past versions of an item are kept. */
  readonly keptVersions: number;
  /** The largest file that may be uploaded. */
  readonly uploadBytes: number;
  /** An empty list allows no origin. */
  readonly corsOrigins: '*' | readonly string[];
  readonly rateLimit: RateLimit | undefined;
  readonly logLevel: LogLevel;
  readonly maxAgeSeconds: number;
  readonly sharedCache: boolean;
  /** How long a shared cache may keep responses that can be purged; 0: not set. */
  readonly cdnMaxAgeSeconds: number;
  /** The caches to purge. */
  readonly purgeUrls: readonly string[];
  /** The header that authenticates purge calls. */
  readonly purgeHeader: { readonly name: string; readonly value: string } | undefined;
  readonly workers: number;
  /** What one process may hold for readers who are slow to take their answers. */
  readonly bufferBytes: number;
  /** Undefined where not given: then there is one in the data folder. */
  readonly mediaKey: string | undefined;
  /** Undefined where not given: `/media` of the public address. */
  readonly mediaUrl: string | undefined;
  readonly mediaUnsafe: boolean;
  /** How long browsers may keep media. */
  readonly mediaMaxAgeSeconds: number;
  /** How long files that no record names are kept, in milliseconds; undefined: for ever. */
  readonly mediaGrace: number | undefined;
  readonly mediaCacheBytes: number;
  readonly mediaStore: MediaStore;
  readonly mediaSourcesBytes: number;
};
