import { limits } from '@newsstand/contract/plain';

/** A setting with `isSecret` may hold a password: messages do not repeat its value. */
export type Setting = {
  readonly env: string;
  readonly flag: string;
  readonly value: string;
  readonly help: string;
  readonly isSecret?: true;
};

/** The log levels, the most verbose first. */
export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** The formats of the log. */
export const logFormats = ['json', 'text'] as const;

/** Every setting with its environment variable and flag, in the order of the help. */
export const settings = {
  data: {
    env: 'NEWSSTAND_DATA',
    flag: '--data',
    value: 'folder',
    help: 'the folder for the database, originals and rendered pictures (default: data)',
  },
  databaseUrl: {
    env: 'NEWSSTAND_DATABASE_URL',
    flag: '--database-url',
    value: 'url',
    help: 'the store: sqlite:<path> or postgres://… (default: newsstand.db in the data folder)',
    isSecret: true,
  },
  databaseReplicaUrl: {
    env: 'NEWSSTAND_DATABASE_REPLICA_URL',
    flag: '--database-replica-url',
    value: 'url',
    help: 'a streaming replica of the PostgreSQL store to follow, postgres://… (default: the store itself)',
    isSecret: true,
  },
  scopes: {
    env: 'NEWSSTAND_SCOPES',
    flag: '--scopes',
    value: 'list',
    help: 'the projects or spaces that this node holds, such as acme,beta/web (default: everything)',
  },
  host: {
    env: 'NEWSSTAND_HOST',
    flag: '--host',
    value: 'name',
    help: 'address to listen on (default: 127.0.0.1)',
  },
  port: {
    env: 'NEWSSTAND_PORT',
    flag: '--port',
    value: 'number',
    help: 'port to listen on; 0 picks a free one (default: 4000)',
  },
  publicUrl: {
    env: 'NEWSSTAND_PUBLIC_URL',
    flag: '--public-url',
    value: 'url',
    help: 'the URL that readers use; media URLs begin with it (default: http://host:port, https with TLS)',
    isSecret: true,
  },
  docsUrl: {
    env: 'NEWSSTAND_DOCS_URL',
    flag: '--docs-url',
    value: 'url',
    help: 'where the documentation site is, which the reference and the console link to (default: none)',
    isSecret: true,
  },
  tlsCert: {
    env: 'NEWSSTAND_TLS_CERT',
    flag: '--tls-cert',
    value: 'file',
    help: 'certificate chain (PEM) of the public listener, for TLS without a proxy (default: plain HTTP)',
  },
  tlsKey: {
    env: 'NEWSSTAND_TLS_KEY',
    flag: '--tls-key',
    value: 'file',
    help: 'its private key (PEM)',
  },
  managementHost: {
    env: 'NEWSSTAND_MANAGEMENT_HOST',
    flag: '--management-host',
    value: 'name',
    help: 'address that the console, health and metrics listen on; any but loopback needs TLS (default: 127.0.0.1)',
  },
  managementPort: {
    env: 'NEWSSTAND_MANAGEMENT_PORT',
    flag: '--management-port',
    value: 'number',
    help: 'port for the console, health and metrics; 0 picks a free one (default: 4001)',
  },
  managementUrl: {
    env: 'NEWSSTAND_MANAGEMENT_URL',
    flag: '--management-url',
    value: 'url',
    help: 'the URL that operators use, such as https://console.example.com (default: http://host:port, https with TLS)',
    isSecret: true,
  },
  managementTlsCert: {
    env: 'NEWSSTAND_MANAGEMENT_TLS_CERT',
    flag: '--management-tls-cert',
    value: 'file',
    help: 'certificate chain (PEM) of the management listener (default: plain HTTP)',
  },
  managementTlsKey: {
    env: 'NEWSSTAND_MANAGEMENT_TLS_KEY',
    flag: '--management-tls-key',
    value: 'file',
    help: 'its private key (PEM)',
  },
  managementInsecure: {
    env: 'NEWSSTAND_MANAGEMENT_INSECURE',
    flag: '--management-insecure',
    value: 'true|false',
    help: 'true to let operators use the console over plain HTTP from other machines; passwords can then be read in transit (default: false)',
  },
  metricsHost: {
    env: 'NEWSSTAND_METRICS_HOST',
    flag: '--metrics-host',
    value: 'name',
    help: 'address that NEWSSTAND_METRICS_PORT listens on (default: 127.0.0.1)',
  },
  oidcFile: {
    env: 'NEWSSTAND_OIDC_FILE',
    flag: '--oidc-file',
    value: 'path',
    help: 'a JSON file of OpenID Connect providers that operators may sign in with (default: none)',
  },
  metricsPort: {
    env: 'NEWSSTAND_METRICS_PORT',
    flag: '--metrics-port',
    value: 'number',
    help: 'port of a separate listener for health and metrics only; 0 picks a free one (default: none)',
  },
  metricsToken: {
    env: 'NEWSSTAND_METRICS_TOKEN',
    flag: '--metrics-token',
    value: 'token',
    help: 'the token that /metrics requires as Authorization: Bearer, 16 to 256 characters (default: none)',
    isSecret: true,
  },
  trustedProxies: {
    env: 'NEWSSTAND_TRUSTED_PROXIES',
    flag: '--trusted-proxies',
    value: 'list',
    help: 'proxies whose X-Forwarded-For or Forwarded is trusted: loopback, addresses, or networks such as 10.0.0.0/8 (default: none)',
  },
  keptVersions: {
    env: 'NEWSSTAND_KEPT_VERSIONS',
    flag: '--kept-versions',
    value: 'number',
    help: 'how many past versions of an item to keep, 0 to 1000 (default: 50)',
  },
  auditDays: {
    env: 'NEWSSTAND_AUDIT_DAYS',
    flag: '--audit-days',
    value: 'number',
    help: 'how many days entries of the audit log are kept, 7 to 36500, or 0 for ever (default: 0)',
  },
  uploadLimit: {
    env: 'NEWSSTAND_UPLOAD_LIMIT',
    flag: '--upload-limit',
    value: 'size',
    help: 'the largest file that may be uploaded, such as 500MB or 20GB (default: 4GB)',
  },
  corsOrigins: {
    env: 'NEWSSTAND_CORS_ORIGINS',
    flag: '--cors-origins',
    value: 'list',
    help: 'web origins that may read: *, none, or a comma-separated list (default: *)',
  },
  rateLimit: {
    env: 'NEWSSTAND_RATE_LIMIT',
    flag: '--rate-limit',
    value: 'limit',
    help: 'requests per key, such as 100/1s or 6000/m (default: none)',
  },
  logLevel: {
    env: 'NEWSSTAND_LOG_LEVEL',
    flag: '--log-level',
    value: 'level',
    help: `${logLevels.join(', ')} (default: info)`,
  },
  logFormat: {
    env: 'NEWSSTAND_LOG_FORMAT',
    flag: '--log-format',
    value: 'format',
    help: 'json for programs, text for people (default: text on a terminal, otherwise json)',
  },
  maxAge: {
    env: 'NEWSSTAND_MAX_AGE',
    flag: '--max-age',
    value: 'seconds',
    help: `how long readers may cache a response, 0 to ${limits.maxAgeSeconds}; 0 means always revalidate (default: ${limits.maxAgeSeconds})`,
  },
  sharedCache: {
    env: 'NEWSSTAND_SHARED_CACHE',
    flag: '--shared-cache',
    value: 'true|false',
    help: 'true if the cache in front includes the credential headers in its key (default: false)',
  },
  cdnMaxAge: {
    env: 'NEWSSTAND_CDN_MAX_AGE',
    flag: '--cdn-max-age',
    value: 'seconds',
    help: 'how long a shared cache in front may hold a response, 0 to 31536000, content at most 60 without NEWSSTAND_PURGE_URL; needs NEWSSTAND_SHARED_CACHE (default: 0, the same as readers)',
  },
  purgeUrl: {
    env: 'NEWSSTAND_PURGE_URL',
    flag: '--purge-url',
    value: 'urls',
    help: 'URLs of caches to purge when content changes, opens or closes, comma-separated (default: none)',
    isSecret: true,
  },
  purgeHeader: {
    env: 'NEWSSTAND_PURGE_HEADER',
    flag: '--purge-header',
    value: 'header',
    help: 'one header to send with purge calls, such as Fastly-Key: <token> (default: none)',
    isSecret: true,
  },
  webhookPrivate: {
    env: 'NEWSSTAND_WEBHOOK_PRIVATE',
    flag: '--webhook-private',
    value: 'true|false',
    help: 'true to let webhooks call private addresses and this machine (default: false)',
  },
  smtpUrl: {
    env: 'NEWSSTAND_SMTP_URL',
    flag: '--smtp-url',
    value: 'url',
    help: 'the mail server, such as smtp://user:password@mail.example.com:587 or smtps://…; STARTTLS is required unless the server is on this machine or the URL ends with ?tls=off (default: no mail)',
    isSecret: true,
  },
  mailFrom: {
    env: 'NEWSSTAND_MAIL_FROM',
    flag: '--mail-from',
    value: 'address',
    help: 'the sender of mails, such as Newsstand <news@example.com>; needed with NEWSSTAND_SMTP_URL',
  },
  workers: {
    env: 'NEWSSTAND_WORKERS',
    flag: '--workers',
    value: 'number',
    help: 'processes that serve readers; several share the port (default: 1)',
  },
  memoryLimit: {
    env: 'NEWSSTAND_MEMORY_LIMIT',
    flag: '--memory-limit',
    value: 'size',
    help: 'memory for all processes together, which determines the size of all caches (default: the limit of the container, or the memory of the machine)',
  },
  subscribers: {
    env: 'NEWSSTAND_SUBSCRIBERS',
    flag: '--subscribers',
    value: 'number',
    help: 'how many clients of one worker may listen for events (default: 5000)',
  },
  subscribersPerKey: {
    env: 'NEWSSTAND_SUBSCRIBERS_PER_KEY',
    flag: '--subscribers-per-key',
    value: 'number',
    help: 'how many of them may use the same key (default: 1000)',
  },
  bufferLimit: {
    env: 'NEWSSTAND_BUFFER_LIMIT',
    flag: '--buffer-limit',
    value: 'size',
    help: 'memory that one process may use for slow readers (default: 256MB, or an eighth of the memory limit)',
  },
  mediaKey: {
    env: 'NEWSSTAND_MEDIA_KEY',
    flag: '--media-key',
    value: 'key',
    help: 'the key that signs picture URLs, 16 to 256 characters (default: generated once and stored with the content)',
    isSecret: true,
  },
  mediaUrl: {
    env: 'NEWSSTAND_MEDIA_URL',
    flag: '--media-url',
    value: 'url',
    help: 'where readers get media, such as a CDN in front of this service (default: <public-url>/media)',
    isSecret: true,
  },
  mediaUnsafe: {
    env: 'NEWSSTAND_MEDIA_UNSAFE',
    flag: '--media-unsafe',
    value: 'true|false',
    help: "true to accept picture URLs with 'unsafe' in place of a signature (default: false)",
  },
  mediaMaxAge: {
    env: 'NEWSSTAND_MEDIA_MAX_AGE',
    flag: '--media-max-age',
    value: 'seconds',
    help: 'how long browsers may cache media, 0 to 31536000; a browser may show deleted media for that long (default: 86400)',
  },
  mediaGrace: {
    env: 'NEWSSTAND_MEDIA_GRACE',
    flag: '--media-grace',
    value: 'days',
    help: 'how long to keep files that no record refers to, 1d to 3650d; off keeps them forever (default: 30d)',
  },
  mediaCache: {
    env: 'NEWSSTAND_MEDIA_CACHE',
    flag: '--media-cache',
    value: 'size',
    help: 'disk space for rendered pictures, such as 500MB or 20GB (default: 2GB)',
  },
  mediaStore: {
    env: 'NEWSSTAND_MEDIA_STORE',
    flag: '--media-store',
    value: 'place',
    help: 'where media originals are stored: s3://bucket/prefix or folder:<path> (default: originals in the data folder)',
    isSecret: true,
  },
  mediaSources: {
    env: 'NEWSSTAND_MEDIA_SOURCES',
    flag: '--media-sources',
    value: 'size',
    help: 'disk space for local copies of originals in S3 (default: 2GB)',
  },
} as const satisfies Record<string, Setting>;

/** The name of a setting. */
export type SettingName = keyof typeof settings;
