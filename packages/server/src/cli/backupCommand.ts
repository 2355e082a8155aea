import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Argument, type Command, Option } from 'commander';
import { ConfigError, readConfig, type SettingName, settings } from '../config/readConfig.ts';
import { version } from '../config/version.ts';
import type { OriginalsLocation } from '../media/originals/openOriginals.ts';
import { originalsPlace } from '../node/originalsOf.ts';
import { withStore } from '../store/openStore.ts';
import type { BackupProgress } from '../transfer/backup/BackupTarget.ts';
import { type BackupOptions, type BackupReport, createBackup } from '../transfer/backup/createBackup.ts';
import type { Manifest } from '../transfer/backup/Manifest.ts';
import { openPatiently, withTarget } from '../transfer/backup/openTarget.ts';
import { chooseBackup, type FoundBackup, readBackups } from '../transfer/backup/readBackups.ts';
import { verifyBackup } from '../transfer/backup/restoreBackup.ts';
import { listed } from '../transfer/copy/copyMediaFiles.ts';
import { abortOnSignals } from './exitOnSignals.ts';
import { exitCodeOf, Failure, isUsageError } from './Failure.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings, textOption } from './options.ts';
import { formatMinute, formatTable, note, print, printJson, stepProgress } from './output.ts';
import { parseDuration } from './parseMoment.ts';

/** The settings that backup and restore need. */
export const backupSettings = [...storeSettings, 'mediaStore'] as const satisfies readonly SettingName[];

const place = 'a folder, or s3://bucket/prefix';

/** Adds `backup` and its commands. */
export function addBackupCommand(program: Command): void {
  const command = program
    .command('backup')
    .description('back up the store and its originals, even while the service runs, and verify the backup')
    .argument('<target>', `where to store it: ${place}`)
    .addOption(
      new Option('--originals <how>', 'whether to copy originals, or only list them')
        .choices(['copy', 'list'])
        .default('copy'),
    )
    .option('--allow-missing', 'make the backup even if originals are missing')
    .option('--keep <count>', 'keep this many backups, and remove older ones (default: all)')
    .option('--every <duration>', 'keep running, and make a backup at this interval, such as 6h')
    .option('--json', 'print the report as JSON');
  addExamples(
    command,
    'newsstand backup /var/backups/newsstand --keep 14',
    'newsstand backup s3://bucket/backups --every 6h --keep 28',
    'newsstand backup list /var/backups/newsstand',
    'newsstand backup verify /var/backups/newsstand',
  );
  addSettings(command, backupSettings).action((target: string) => runBackup(command, target));
  addList(command);
  addVerify(command);
}

function addList(backup: Command): void {
  const command = backup
    .command('list')
    .description('show the backups, the oldest first')
    .addArgument(new Argument('<target>', place))
    .option('--json', 'print an array');
  addExamples(command, 'newsstand backup list /var/backups/newsstand');
  command.action(async (target: string) => {
    const backups = await withTarget(targetPlace(target), readBackups);
    if (isOn(command, 'json')) return printJson(backups.map((each) => each.manifest ?? each));
    const head = ['NAME', 'MADE', 'ENGINE', 'VERSION', 'RECORDS', 'ORIGINALS', 'MB'];
    await print(backups.length === 0 ? '' : formatTable(head, backups.map(row)));
    for (const { fault } of backups) if (fault !== undefined) note(`newsstand: ${fault}`);
  });
}

function row({ name, manifest }: FoundBackup): readonly string[] {
  if (manifest === undefined) return [name, 'damaged'];
  const { createdAt, engine, program, counts, originals } = manifest;
  const files = originals === 'listed' ? `${counts.originals} (listed)` : `${counts.originals}`;
  const megabytes = `${Math.ceil(bytesOf(manifest) / 1e6)}`;
  return [name, formatMinute(createdAt), engine, program, `${counts.records}`, files, megabytes];
}

/** Originals are shared by all backups. */
function bytesOf({ files, counts, originals }: Manifest): number {
  return files['store.db'].bytes + (originals === 'copied' ? counts.originalBytes : 0);
}

function addVerify(backup: Command): void {
  const command = backup
    .command('verify')
    .description('read a whole backup, and compare every file with its hash')
    .addArgument(new Argument('<target>', place))
    .option('--backup <name>', 'the backup to use (default: the newest)')
    .option('--json', 'print the manifest');
  addExamples(
    command,
    'newsstand backup verify /var/backups/newsstand',
    'newsstand backup verify s3://bucket/backups --backup 2026-01-31T06-00-00.000Z',
  );
  command.action((target: string) =>
    withTarget(targetPlace(target), async (opened, scratchFolder) => {
      const manifest = await chooseBackup(opened, textOption(command, 'backup'), note);
      await withProgress((onProgress) => verifyBackup(opened, manifest, scratchFolder, onProgress));
      await (isOn(command, 'json') ? printJson(manifest) : print(verifiedText(manifest)));
    }),
  );
}

/** What was verified. */
export function verifiedText(manifest: Manifest): string {
  const end = manifest.originals === 'listed' ? '; its originals are only listed and were not checked' : '';
  return `${manifest.name}: ${countsText(manifest)}: every file is present and has the right hash${end}\n`;
}

/** What a backup holds. */
export function countsText({ counts }: Manifest): string {
  return [
    counted(counts.records, 'record'),
    counted(counts.versions, 'past version'),
    counted(counts.keys, 'key'),
    counted(counts.operators, 'operator'),
    counted(counts.originals, 'original'),
  ].join(', ');
}

/** A place is written as in the settings, or as a path; the settings also provide the credentials for it. */
export function targetPlace(target: string): OriginalsLocation {
  if (target === '') throw new Failure(`the location of backups must be ${place}`, 2);
  const mediaStore = /^(s3|folder):/.test(target) ? target : `folder:${target}`;
  try {
    return originalsPlace(readConfig(process.env, { mediaStore }));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(
      error.faults.map((fault) => fault.replace(settings.mediaStore.flag, 'the location of backups')),
    );
  }
}

/**
 * Throws if the originals of a store are among its backups: uploads and removals of the one would change the other. The
 * opposite is harmless: a store touches nothing but its own files.
 */
export function checkApart(target: OriginalsLocation, originals: OriginalsLocation): void {
  if (!placeText(originals).startsWith(placeText(target))) return;
  throw new Failure(
    `the location of backups is where the originals of the store are; choose another one, or another ${settings.mediaStore.env}`,
    2,
  );
}

/** A place as a text with which all places in it begin. */
function placeText(place: OriginalsLocation): string {
  return place.type === 's3'
    ? `s3://${place.location.bucket}/${place.location.prefix}`
    : join(realPath(resolve(place.folder)), '/');
}

/** Of what does not exist yet, the nearest folder above that does is followed. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

const stepNames = {
  copying: 'Copying, records:',
  checking: 'Comparing, records:',
  originals: 'Copying, originals:',
  verifying: 'Verifying, originals:',
} as const;

/** Shows the progress of some work. */
export async function withProgress<T>(
  work: (onProgress: (progress: BackupProgress) => void) => Promise<T>,
): Promise<T> {
  const progress = stepProgress();
  try {
    return await work(({ step, done, total }) => progress.update(stepNames[step], done, total));
  } finally {
    progress.end();
  }
}

async function runBackup(command: Command, target: string): Promise<void> {
  const every = everyOf(command);
  const config = configOf(command);
  const location = targetPlace(target);
  checkApart(location, originalsPlace(config));
  const signal = abortOnSignals();
  const chosen = {
    isListOnly: textOption(command, 'originals') === 'list',
    allowMissing: isOn(command, 'allowMissing'),
    keep: keepOf(command),
    program: version,
    signal,
    onWait: once(() => note(`newsstand: another backup to ${target} is running; waiting for it to end`)),
  };
  const runOnce = async () => {
    const report = await withStore(config.databaseUrl, (store) =>
      makeBackup({ ...chosen, store, originals: openPatiently(originalsPlace(config)) }, location),
    );
    for (const fault of report.removed.faults) note(`newsstand: the backup was made, but ${fault}`);
    const json = every === undefined ? printJson : (value: unknown) => print(`${JSON.stringify(value)}\n`);
    await (isOn(command, 'json') ? json(reportOf(report)) : print(reportText(report)));
  };
  await (every === undefined ? runOnce() : repeat(runOnce, every, signal));
}

function makeBackup(options: Omit<BackupOptions, 'target'>, location: OriginalsLocation) {
  return withTarget(location, (target) =>
    withProgress((onProgress) => createBackup({ ...options, target, onProgress })),
  );
}

/**
 * Until a signal ends it. A failure is reported; only wrong usage, which would fail every time, ends it at once. It does
 * not follow the system clock: once that was set back, there would be no backup for a long time.
 */
export async function repeat(
  runOnce: () => Promise<void>,
  every: number,
  signal: AbortSignal,
): Promise<void> {
  for (let [next, isFirst] = [performance.now(), true]; !signal.aborted; isFirst = false) {
    try {
      await runOnce();
    } catch (error) {
      if (signal.aborted) return;
      if (isFirst && isUsageError(error)) throw error;
      exitCodeOf(error);
    }
    // At least once: a timer may fire a little early, and must not make two runs of one.
    do next += every;
    while (next <= performance.now());
    await setTimeout(next - performance.now(), undefined, { signal }).catch(() => {});
  }
}

const [shortest, longest] = [1000, parseDuration('3w') ?? 0];

function everyOf(command: Command): number | undefined {
  const text = textOption(command, 'every');
  if (text === undefined) return undefined;
  const every = parseDuration(text) ?? 0;
  if (every >= shortest && every <= longest) return every;
  throw new Failure('--every must be a duration from 1s to 3w, such as 6h or 1d', 2);
}

function keepOf(command: Command): number | undefined {
  const text = textOption(command, 'keep');
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new Failure('--keep must be a whole number from 1 to 99999', 2);
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

function reportOf({ manifest, copied, skipped, missing, removed }: BackupReport) {
  return { ...manifest, copied, skipped, missing, removed };
}

function reportText({ manifest, copied, skipped, missing, removed }: BackupReport): string {
  const files =
    manifest.originals === 'listed' ? 'originals listed' : `${copied} copied, ${skipped} already there`;
  const gone = [counted(removed.backups.length, 'backup'), counted(removed.originals, 'original')];
  return [
    `${manifest.name}: ${countsText(manifest)} (${files}), verified`,
    ...(missing.length > 0 ? [`missing originals: ${listed(missing)}`] : []),
    ...(removed.backups.length + removed.originals > 0 ? [`removed ${gone.join(' and ')}`] : []),
    '',
  ].join('\n');
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
