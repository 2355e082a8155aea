import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A backup can't be made or used; the message says why and what to do. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupError';
  }
}

/** The version of the layout below. A later one is refused. */
const format = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Shown on terminals, which must not obey it. */
const word = z.string().regex(/^[\x20-\x7e]{1,100}$/);
const count = z.int().nonnegative();
const fileDigest = z.strictObject({ bytes: count, sha256 });

/** The size and the hash of a file. */
export type FileDigest = z.infer<typeof fileDigest>;

const manifest = z.strictObject({
  format: z.literal(format),
  name: z.string(),
  createdAt: z
    .int()
    .nonnegative()
    .max(Date.UTC(9999, 11, 31)),
  /** The version of the program that made it, and that of the schema of `store.db`. */
  program: word,
  schema: count,
  /** The engine of the store that it is a backup of. */
  engine: word,
  /** `listed`: the originals stayed where they are. */
  originals: z.enum(['copied', 'listed']),
  counts: z.strictObject({
    ...{ records: count, versions: count, spaces: count, instances: count, keys: count, operators: count },
    ...{ webhooks: count, auditEntries: count, originals: count, originalBytes: count, missing: count },
  }),
  files: z.strictObject({ 'store.db': fileDigest, 'originals.ndjson': fileDigest }),
});

/** What is in a backup. It is written last: a backup exists once its manifest does. */
export type Manifest = z.infer<typeof manifest>;

/** The files of a backup that its manifest describes. */
export const backupFiles = ['store.db', 'originals.ndjson'] as const;

/** A new manifest in the current format. */
export function createManifest(about: Omit<Manifest, 'format'>): Manifest {
  return { format, ...about };
}

/** A manifest as text, with a checksum of its own. */
export function encodeManifest(value: Manifest): string {
  return `${JSON.stringify({ ...value, sha256: checksum(value) }, null, 2)}\n`;
}

/** Reads a manifest. `title` is how messages name the file. */
export function parseManifest(text: string, title: string): Manifest {
  const { sha256: written, ...rest } = parseObject(text, title);
  const version = z.int().safeParse(rest['format']).data ?? 0;
  if (version > format)
    throw new BackupError(
      `${title} has format ${version}, but this version supports formats up to ${format}; use the version that made it`,
    );
  const parsed = manifest.safeParse(rest);
  if (!parsed.success || checksum(parsed.data) !== written) throw damaged(title);
  return parsed.data;
}

function parseObject(text: string, title: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw damaged(title);
  }
}

/** A file is not what it should be. */
export function damaged(title: string): BackupError {
  return new BackupError(`${title} is damaged`);
}

function checksum(value: Manifest): string {
  return createHash('sha256')
    .update(JSON.stringify(manifest.parse(value)))
    .digest('hex');
}

/** The name of a backup that is made at this time: sorted by name, backups are sorted by age. */
export function backupName(at: number): string {
  return new Date(at).toISOString().replaceAll(':', '-');
}

const namePattern = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

/** Whether a text is the name of a backup. */
export function isBackupName(text: string): boolean {
  return !Number.isNaN(timeIn(text));
}

function timeIn(name: string): number {
  return namePattern.test(name) ? Date.parse(name.replace(namePattern, '$1:$2:$3')) : Number.NaN;
}

/** The name of a backup that follows the last one, even if the clock was set back in between. */
export function nameAfter(last: string | undefined, at: number): string {
  return backupName(last === undefined ? at : Math.max(at, timeIn(last) + 1));
}

const name = z.string().regex(/^[0-9a-f]{64}(\.[a-z0-9]+)?$/);
const part = z.strictObject({ path: z.string(), bytes: count, sha256 });
const entry = z.union([
  z.strictObject({ name, bytes: count }),
  z.strictObject({ name, bytes: count, files: z.array(part) }),
  z.strictObject({ name, isMissing: z.literal(true) }),
]);

/** A file of a bundle. */
export type BundlePart = z.infer<typeof part>;

/**
 * A line of `originals.ndjson`: an original, whose name is its hash; a bundle, with its files unless it is only listed;
 * or a file that was missing when the backup was made.
 */
export type OriginalEntry = z.infer<typeof entry>;

/** An entry as a line. */
export function encodeEntry(value: OriginalEntry): string {
  return `${JSON.stringify(entry.parse(value))}\n`;
}

/** Reads a line. `title` is how messages name the file. */
export function parseEntry(line: string, title: string): OriginalEntry {
  try {
    return entry.parse(JSON.parse(line));
  } catch {
    throw damaged(title);
  }
}

/** The total size of the files that entries name. */
export function bytesIn(entries: Iterable<OriginalEntry>): number {
  let sum = 0;
  for (const each of entries) if ('bytes' in each) sum += each.bytes;
  return sum;
}
