import { type BackupTarget, backupsFolder, fileKey } from './BackupTarget.ts';
import { BackupError, backupFiles, isBackupName } from './Manifest.ts';
import { type FoundBackup, readEntries } from './readBackups.ts';

/** What was removed, and why some of it was not. */
export type Pruned = {
  readonly backups: readonly string[];
  readonly originals: number;
  readonly faults: readonly string[];
};

/** Removes what interrupted runs left: backups without a manifest. Call this only while the target is locked. */
export async function removeLeftovers(target: BackupTarget): Promise<void> {
  const keys = (await target.list(backupsFolder)).filter((key) => isBackupName(key.split('/')[1] ?? ''));
  const folderOf = (key: string) => key.slice(0, key.lastIndexOf('/'));
  const complete = new Set(keys.filter((key) => key.endsWith('/manifest.json')).map(folderOf));
  for (const key of keys) if (!complete.has(folderOf(key))) await target.remove(key);
}

/**
 * Removes all but the newest backups (`keep` of them), and then all originals that no remaining backup refers to. Call
 * this only while the target is locked. Backups that can't be read are left alone, and so are all originals then: they
 * may need them.
 */
export async function pruneBackups(
  target: BackupTarget,
  backups: readonly FoundBackup[],
  keep: number | undefined,
): Promise<Pruned> {
  const usable = backups.filter(({ fault }) => fault === undefined);
  const surplus = keep === undefined ? [] : usable.slice(0, Math.max(0, usable.length - keep));
  const kept = backups.filter((backup) => !surplus.includes(backup));
  for (const { name } of surplus) await removeBackup(target, name);
  const { names, faults } = await neededOriginals(target, kept);
  const originals = faults.length > 0 ? 0 : await removeOthers(target, names);
  const unused = faults.map((fault) => `${fault}; originals that no backup refers to are therefore kept`);
  return { backups: surplus.map(({ name }) => name), originals, faults: unused };
}

async function removeBackup(target: BackupTarget, name: string): Promise<void> {
  // Without its manifest it no longer exists.
  for (const file of ['manifest.json', ...backupFiles]) await target.remove(fileKey(name, file));
}

async function neededOriginals(target: BackupTarget, backups: readonly FoundBackup[]) {
  const names = new Set<string>();
  const faults: string[] = [];
  for (const { manifest, fault } of backups) {
    if (manifest === undefined) faults.push(fault);
    else {
      const entries = await readEntries(target, manifest).catch(messageOf);
      if (typeof entries === 'string') faults.push(entries);
      else for (const { name } of entries) names.add(name);
    }
  }
  return { names, faults };
}

/** For `catch`: what is wrong with a backup. */
export function messageOf(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  throw error;
}

async function removeOthers({ originals }: BackupTarget, needed: ReadonlySet<string>): Promise<number> {
  const gc = originals.gc();
  const others: string[] = [];
  for await (const files of gc.files())
    for (const { name } of files) if (!needed.has(name)) others.push(name);
  for (const name of others) while (!(await gc.remove(name)));
  return others.length;
}
