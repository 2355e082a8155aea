import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config/readConfig.ts';
import { version } from '../config/version.ts';
import { lockDataFolder } from '../node/lockDataFolder.ts';
import { originalsPlace } from '../node/originalsOf.ts';
import { withStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';
import type { BackupTarget } from '../transfer/backup/BackupTarget.ts';
import type { Manifest } from '../transfer/backup/Manifest.ts';
import { openPatiently, withTarget } from '../transfer/backup/openTarget.ts';
import { chooseBackup } from '../transfer/backup/readBackups.ts';
import {
  checkSchema,
  type RestoreReport,
  restoreBackup,
  verifyBackup,
} from '../transfer/backup/restoreBackup.ts';
import {
  backupSettings,
  checkApart,
  countsText,
  targetPlace,
  verifiedText,
  withProgress,
} from './backupCommand.ts';
import { abortOnSignals } from './exitOnSignals.ts';
import { addExamples, addSettings, configOf, isOn, textOption } from './options.ts';
import { note, print, printJson } from './output.ts';

/** Adds `restore`. */
export function addRestoreCommand(program: Command): void {
  const command = program
    .command('restore')
    .description('restore a backup into an empty store')
    .argument('<source>', 'where the backups are: a folder, or s3://bucket/prefix')
    .option(
      '--backup <name>',
      'the backup to use (default: the newest); newsstand backup list shows the names',
    )
    .option('--webhooks-on', 'leave webhooks as they were; only if the old store is gone for good')
    .option('--dry-run', 'verify the backup, and change nothing')
    .option('--json', 'print the report as JSON');
  addExamples(
    command,
    'newsstand restore /var/backups/newsstand --dry-run',
    'newsstand restore /var/backups/newsstand --data new',
    'newsstand restore s3://bucket/backups --backup 2026-01-31T06-00-00.000Z',
  );
  addSettings(command, backupSettings).action((source: string) => runRestore(command, source));
}

async function runRestore(command: Command, source: string): Promise<void> {
  const config = configOf(command);
  const location = targetPlace(source);
  checkApart(location, originalsPlace(config));
  await withTarget(location, async (target, scratchFolder) => {
    const manifest = await chooseBackup(target, textOption(command, 'backup'));
    checkSchema(manifest, version);
    if (isOn(command, 'dryRun')) {
      await withProgress((onProgress) => verifyBackup(target, manifest, scratchFolder, onProgress));
      return await (isOn(command, 'json') ? printJson(manifest) : print(verifiedText(manifest)));
    }
    const report = await restore(config, target, manifest, isOn(command, 'webhooksOn'));
    await (isOn(command, 'json')
      ? printJson({ ...manifest, ...report })
      : print(`${manifest.name}: ${countsText(manifest)}: restored and verified\n`));
    tellRest(manifest, report);
  });
}

async function restore(
  config: Config,
  source: BackupTarget,
  manifest: Manifest,
  keepsWebhooks: boolean,
): Promise<RestoreReport> {
  const signal = abortOnSignals();
  const lock = lockDataFolder(config.dataFolder);
  try {
    const work = (store: Store) =>
      withProgress((show) =>
        restoreBackup({
          ...{ source, manifest, store, keepsWebhooks },
          originals: openPatiently(originalsPlace(config)),
          spoolFolder: join(config.dataFolder, 'restoring'),
          // The key of another store, which would be used instead of the restored one.
          beforeRecords: () => rm(join(config.dataFolder, 'media.key'), { force: true }),
          onProgress(progress) {
            signal.throwIfAborted();
            show(progress);
          },
        }),
      );
    return await withStore(config.databaseUrl, work, { creates: true });
  } finally {
    lock.close();
  }
}

/** What the operator has to know or do. */
function tellRest({ counts }: Manifest, { webhooksOff }: RestoreReport): void {
  if (webhooksOff > 0)
    note(
      `${webhooksOff} webhook${webhooksOff === 1 ? ' is' : 's are'} off, so that receivers don't get calls from two stores; switch them on with newsstand webhook enable`,
    );
  if (counts.missing > 0) note(`${counts.missing} originals were already missing when the backup was made`);
}
