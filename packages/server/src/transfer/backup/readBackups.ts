import { open } from 'node:fs/promises';
import { z } from 'zod';
import { writeAll } from '../../files/fileStreams.ts';
import { type BackupTarget, backupsFolder, fileKey, markerKey } from './BackupTarget.ts';
import {
  BackupError,
  damaged,
  type FileDigest,
  isBackupName,
  type Manifest,
  type OriginalEntry,
  parseEntry,
  parseManifest,
} from './Manifest.ts';

/** A backup; `fault` says why it can't be used. */
export type FoundBackup = { readonly name: string } & (
  | { readonly manifest: Manifest; readonly fault?: undefined }
  | { readonly manifest?: undefined; readonly fault: string }
);

// Markers of earlier versions have no generation.
const marker = z.object({ format: z.literal(1), store: z.string(), generation: z.int().default(1) });

/** A store, by its name, and how often it was copied or restored. */
export type Owner = Pick<z.infer<typeof marker>, 'store' | 'generation'>;

/** The store whose backups are here; undefined if no backup was ever made here. */
export async function readMarker(target: BackupTarget): Promise<Owner | undefined> {
  const text = await readText(target, markerKey);
  if (text === undefined) return undefined;
  try {
    return marker.parse(JSON.parse(text));
  } catch {
    throw new BackupError(
      `${target.title}/${markerKey} is damaged, or was written by a newer version of this program`,
    );
  }
}

/** The text that marks a place as ours. */
export function encodeMarker({ store, generation }: Owner): string {
  return `${JSON.stringify({ format: 1, store, generation })}\n`;
}

/** All backups, the oldest first. What has no manifest is none. */
export async function readBackups(target: BackupTarget): Promise<readonly FoundBackup[]> {
  if ((await readMarker(target)) === undefined)
    throw new BackupError(`there are no backups in ${target.title}; check its name`);
  const found: FoundBackup[] = [];
  for (const key of await target.list(backupsFolder)) {
    const [, name = '', file] = key.split('/');
    const backup =
      file === 'manifest.json' && isBackupName(name) ? await readBackup(target, name) : undefined;
    if (backup !== undefined) found.push(backup);
  }
  return found.toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Undefined if it was removed just now. */
async function readBackup(target: BackupTarget, name: string): Promise<FoundBackup | undefined> {
  const key = fileKey(name, 'manifest.json');
  const title = `${target.title}/${key}`;
  try {
    const text = await readText(target, key);
    if (text === undefined) return undefined;
    const manifest = parseManifest(text, title);
    if (manifest.name !== name) throw new BackupError(`${title} belongs to the backup ${manifest.name}`);
    return { name, manifest };
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    return { name, fault: error.message };
  }
}

/**
 * The named backup, or the newest. One that can't be used is not passed over. `onNewer` gets a newer one without a
 * manifest: it may be damaged, so whoever restores must choose.
 */
export async function chooseBackup(
  target: BackupTarget,
  name: string | undefined,
  onNewer: (fault: string, chosen: string) => void = (fault, chosen) => {
    throw new BackupError(`${fault}; to restore the one before it, add --backup ${chosen}`);
  },
): Promise<Manifest> {
  const all = await readBackups(target);
  const chosen = name === undefined ? all.at(-1) : all.find((each) => each.name === name);
  if (chosen === undefined) {
    const what = name === undefined ? 'no complete backup' : `no backup ${name}`;
    throw new BackupError(`there is ${what} in ${target.title}; newsstand backup list shows what there is`);
  }
  if (name === undefined) {
    const newest = await newestName(target);
    const fault = `${target.title}/${backupsFolder}${newest} has no manifest: it is being made, was interrupted, or is damaged`;
    if (newest !== undefined && newest > chosen.name) onNewer(fault, chosen.name);
  }
  if (chosen.fault === undefined) return chosen.manifest;
  const others = all.some((each) => each.fault === undefined);
  throw new BackupError(others ? `${chosen.fault}; choose another one with --backup` : chosen.fault);
}

/** With or without a manifest. */
async function newestName(target: BackupTarget): Promise<string | undefined> {
  const names = (await target.list(backupsFolder)).map((key) => key.split('/')[1] ?? '');
  return names.filter(isBackupName).toSorted().at(-1);
}

/** The entries of a backup's list of originals. */
export async function readEntries(
  target: BackupTarget,
  { name, files }: Manifest,
): Promise<readonly OriginalEntry[]> {
  const key = fileKey(name, 'originals.ndjson');
  const chunks: Uint8Array[] = [];
  await verifyFile(target, key, files['originals.ndjson'], async (chunk) => {
    // The memory of a chunk is used again.
    chunks.push(new Uint8Array(chunk));
  });
  const lines = Buffer.concat(chunks).toString().split('\n');
  const title = `${target.title}/${key}`;
  return lines.filter((line) => line !== '').map((line) => parseEntry(line, title));
}

/** Reads a file of a backup to its end; throws if it is not what the manifest says. */
export async function verifyFile(
  target: BackupTarget,
  key: string,
  expected: FileDigest,
  onChunk: (chunk: Uint8Array) => Promise<void> = async () => {},
): Promise<void> {
  const digest = await digestFile(target, key, expected.bytes, onChunk);
  if (digest === undefined) throw new BackupError(`${target.title}/${key} is missing`);
  if (digest.bytes !== expected.bytes || digest.sha256 !== expected.sha256)
    throw new BackupError(`${target.title}/${key} is damaged: its size or hash differs from the manifest`);
}

/** The same into a new local file. */
export async function fetchFile(
  target: BackupTarget,
  key: string,
  expected: FileDigest,
  path: string,
): Promise<void> {
  await using file = await open(path, 'wx', 0o600);
  await verifyFile(target, key, expected, (chunk) => writeAll(file, chunk));
}

/** What is longer than it may be is damaged, and not read to its end: it might fill the memory or the disk. */
async function digestFile(
  target: BackupTarget,
  key: string,
  mostBytes: number,
  onChunk: (chunk: Uint8Array) => Promise<void>,
): Promise<FileDigest | undefined> {
  const body = await target.open(key);
  if (body === undefined) return undefined;
  const hash = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  try {
    for (let chunk = await body.read(); chunk !== undefined; chunk = await body.read()) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > mostBytes) throw damaged(`${target.title}/${key}`);
      await onChunk(chunk);
    }
  } finally {
    body.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The size of a manifest, and much more. */
const mostTextBytes = 100_000;

async function readText(target: BackupTarget, key: string): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  const digest = await digestFile(
    target,
    key,
    mostTextBytes,
    async (chunk) => void chunks.push(new Uint8Array(chunk)),
  );
  return digest === undefined ? undefined : Buffer.concat(chunks).toString();
}
