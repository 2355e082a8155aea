import type { IpNetwork } from '../http/ipAddress.ts';
import type { HeldScope, MailSender, RateLimit, SmtpServer } from './rules.ts';
import type { MediaStore } from './s3.ts';
import type { logFormats, logLevels } from './settings.ts';
import type { Tracing } from './tracing.ts';

export type { HeldScope, RateLimit, SmtpServer };

/** How much is written to the log. */
export type LogLevel = (typeof logLevels)[number];

/** How the log is written. */
export type LogFormat = (typeof logFormats)[number];

/** Where the certificate chain and the private key of a listener are. */
export type TlsFiles = { readonly cert: string; readonly key: string };

/** How mails are sent, and by whom. */
export type MailSettings = { readonly server: SmtpServer; readonly from: MailSender };

/** All settings of a run: read once, never changed. */
export type Config = {
  readonly dataFolder: string;
  readonly databaseUrl: string;
  /** A replica that the node follows instead of the store itself. */
  readonly databaseReplicaUrl: string | undefined;
  /** What this node holds; undefined for everything. */
  readonly scopes: readonly HeldScope[] | undefined;
  readonly host: string;
  readonly port: number;
  /** Undefined if not set: with port 0 the address is known only later. */
  readonly publicUrl: string | undefined;
  /** The address of the documentation site; undefined if there is none. */
  readonly docsUrl: string | undefined;
  /** Whether the reference shows how to read the demo content. */
  readonly isDemo: boolean;
  /** The certificate and key of the public listener; undefined for plain HTTP. */
  readonly tls: TlsFiles | undefined;
  readonly managementHost: string;
  readonly managementPort: number;
  /** The URL that operators use; undefined for the local address. */
  readonly managementUrl: string | undefined;
  readonly managementTls: TlsFiles | undefined;
  /** The file of OpenID Connect providers; undefined for none. */
  readonly oidcFile: string | undefined;
  readonly metricsHost: string;
  /** Undefined for no listener of their own. */
  readonly metricsPort: number | undefined;
  /** What `/metrics` demands. */
  readonly metricsToken: string | undefined;
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly IpNetwork[];
  /** How many past versions of an item to keep. */
  readonly keptVersions: number;
  /** How many days entries of the audit log are kept; 0 for ever. */
  readonly auditDays: number;
  /** The largest file that may be uploaded. */
  readonly uploadBytes: number;
  /** An empty list allows no origin. */
  readonly corsOrigins: '*' | readonly string[];
  readonly rateLimit: RateLimit | undefined;
  readonly logLevel: LogLevel;
  /** Undefined if not set: it depends on what standard error is. */
  readonly logFormat: LogFormat | undefined;
  /** Where traces go; undefined for nowhere. */
  readonly tracing: Tracing | undefined;
  readonly maxAgeSeconds: number;
  readonly sharedCache: boolean;
  /** How long a shared cache may store responses that can be purged; 0 if not set. */
  readonly cdnMaxAgeSeconds: number;
  /** The URLs of the caches to purge. */
  readonly purgeUrls: readonly string[];
  /** The header that authenticates purge calls. */
  readonly purgeHeader: { readonly name: string; readonly value: string } | undefined;
  /** Whether webhooks may call addresses that are not on the public internet. */
  readonly webhookPrivate: boolean;
  /** How mails are sent; undefined if they are not. */
  readonly mail: MailSettings | undefined;
  readonly workers: number;
  /** How many clients of a worker may listen for events: in all, and with one key. */
  readonly subscribers: number;
  readonly subscribersPerKey: number;
  /** How much memory there is for all processes; undefined for what the container or the machine has. */
  readonly memoryBytes: number | undefined;
  /** How much memory a process may use to buffer responses for slow readers; undefined if not set. */
  readonly bufferBytes: number | undefined;
  /** Undefined if not set: then the key of the store is used. */
  readonly mediaKey: string | undefined;
  /** Undefined if not set: `/media` of the public URL. */
  readonly mediaUrl: string | undefined;
  readonly mediaUnsafe: boolean;
  /** How long browsers may cache media. */
  readonly mediaMaxAgeSeconds: number;
  /** How long to keep files that no record refers to, in milliseconds; undefined for ever. */
  readonly mediaGrace: number | undefined;
  readonly mediaCacheBytes: number;
  readonly mediaStore: MediaStore;
  readonly mediaSourcesBytes: number;
};
