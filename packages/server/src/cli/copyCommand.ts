import type { Command } from 'commander';
import { ConfigError, readConfig, settings } from '../config/readConfig.ts';
import type { Originals } from '../media/originals/Originals.ts';
import { originalsOf } from '../node/originalsOf.ts';
import { isStoreFile, withStore } from '../store/openStore.ts';
import { parseAddress } from '../store/postgres/parseAddress.ts';
import type { Store } from '../store/Store.ts';
import { StoreError } from '../store/StoreError.ts';
import { listed, type MediaPlaces } from '../transfer/copy/copyMediaFiles.ts';
import { type CopyProgress, copyStore } from '../transfer/copy/copyStore.ts';
import { recordsIn, type ShelfDigest } from '../transfer/copy/digestStore.ts';
import { exitOnSignals } from './exitOnSignals.ts';
import { Failure } from './Failure.ts';
import { addExamples, isOn, textOption } from './options.ts';
import { formatTable, print, printJson, stepProgress } from './output.ts';

/** Adds `copy`. */
export function addCopyCommand(program: Command): void {
  const command = program
    .command('copy')
    .description('copy everything, including keys, into an empty store, and verify the copy')
    .requiredOption(
      '--from <url>',
      'the store to read, sqlite:<path> or postgres://user:password@host/database',
    )
    .requiredOption('--to <url>', 'the store to copy into, in the same format')
    .option('--media-from <place>', 'where the originals are: folder:<path> or s3://bucket/prefix')
    .option('--media-to <place>', 'where to copy them; they are copied before their records')
    .option('--json', 'print the report as JSON');
  addExamples(
    command,
    'newsstand copy --from sqlite:data/newsstand.db --to postgres://newsstand@db.example.com/newsstand',
    'newsstand copy --from sqlite:data/newsstand.db --to sqlite:elsewhere/newsstand.db --json',
    'newsstand copy --from sqlite:a.db --to sqlite:b.db --media-from folder:data/originals --media-to s3://bucket/media',
  );
  command.action(() => runCopy(command));
}

async function runCopy(command: Command): Promise<void> {
  const [from, to] = [storeUrl(command, 'from'), storeUrl(command, 'to')];
  const media = mediaPlaces(command);
  await checkFiles(from, to);
  exitOnSignals();
  const report = await withStore(from, (source) =>
    withStore(to, (target) => copyBetween(source, target, media), { creates: true }),
  );
  await (isOn(command, 'json') ? printJson(report) : print(reportText(report)));
  if (report.differences.length === 0) return;
  throw new Failure(
    `the copy is not the same as the source: ${listed(report.differences)}; do not use it, and copy into another, empty store`,
  );
}

/** Messages do not repeat the URL: it may hold a password. */
function storeUrl(command: Command, name: 'from' | 'to'): string {
  const url = textOption(command, name) ?? '';
  if (/^postgres(ql)?:/.test(url)) return checkAddress(url, name);
  if (url === 'sqlite::memory:') throw new Failure(`--${name} must be a permanent store`, 2);
  if (/^sqlite:(?!\/\/[^/])[^\0]+$/.test(url)) return url;
  throw new Failure(`--${name} must be sqlite:<path> or postgres://user:password@host/database`, 2);
}

function checkAddress(url: string, name: string): string {
  try {
    parseAddress(url);
    return url;
  } catch (error) {
    throw error instanceof StoreError ? new Failure(`--${name}: ${error.message}`, 2) : error;
  }
}

function mediaPlaces(command: Command): MediaPlaces | undefined {
  const [from, to] = [textOption(command, 'mediaFrom'), textOption(command, 'mediaTo')];
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined)
    throw new Failure('--media-from and --media-to must be given together', 2);
  return { from: originalsAt(from, '--media-from'), to: originalsAt(to, '--media-to') };
}

/** A location is written as in the settings, which also provide the credentials for it. */
function originalsAt(place: string, flag: string): Originals {
  try {
    return originalsOf(readConfig(process.env, { mediaStore: place }));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new ConfigError(error.faults.map((fault) => fault.replace(settings.mediaStore.flag, flag)));
  }
}

/** Before the target is created. */
async function checkFiles(from: string, to: string): Promise<void> {
  if (from === to || (to.startsWith('sqlite:') && (await isStoreFile(from, to.slice('sqlite:'.length)))))
    throw sameStore();
}

function sameStore(): Failure {
  return new Failure('--from and --to are the same store; name another one to copy into', 2);
}

async function copyBetween(from: Store, to: Store, media: MediaPlaces | undefined) {
  await checkApart(from, to);
  const progress = stepProgress();
  try {
    const onProgress = ({ step, done, total }: CopyProgress) =>
      progress.update(step === 'checking' && total > 0 ? 'Checking' : stepNames[step], done, total);
    const { outcome, source, originals, differences } = await copyStore({ from, to, media, onProgress });
    const { shelves, spaces, instances, credentials, operators, versions } = source;
    const counts = {
      ...{ spaces: spaces.count, instances: instances.count, credentials: credentials.count },
      ...{ operators: operators.count, versions: versions.count },
    };
    const engines = { from: from.engine, to: to.engine };
    return { outcome, ...engines, records: recordsIn(source), ...counts, originals, shelves, differences };
  } finally {
    progress.end();
  }
}

/** A database may have several addresses, but no two databases have the same history. */
async function checkApart(from: Store, to: Store): Promise<void> {
  // SQLite files have been compared already, and one may be a copy of the other.
  if (from.engine === 'SQLite' || to.engine === 'SQLite') return;
  const [one, other] = await Promise.all([from.bookmark(), to.bookmark()]);
  if (one.revision > 0 && one.revision === other.revision && one.mark === other.mark) throw sameStore();
}

const stepNames = {
  originals: 'Copying, originals:',
  copying: 'Copying, records:',
  checking: 'Comparing, records:',
} as const;

type Report = Awaited<ReturnType<typeof copyBetween>>;

function reportText(report: Report): string {
  const { outcome, shelves, originals, differences } = report;
  const head = ['PROJECT', 'SPACE', 'INSTANCE', 'KIND', 'RECORDS', 'SHA256'];
  const table = shelves.length === 0 ? '' : `${formatTable(head, shelves.map(row))}\n`;
  const counts = [
    counted(report.records, 'record'),
    counted(report.spaces, 'space'),
    counted(report.instances, 'instance'),
    counted(report.credentials, 'key'),
    counted(report.operators, 'operator'),
    counted(report.versions, 'past version'),
  ].join(', ');
  const result = differences.length > 0 ? 'not the same in both' : 'the same in both';
  const nothing = outcome === 'copied' ? '' : 'No record was copied: all of them already existed.\n';
  const files =
    originals && `${counted(originals.copied, 'original')} copied, ${originals.skipped} already existed\n`;
  return `${table}${files ?? ''}${counts}: ${result}\n${nothing}`;
}

function row({ projectId, spaceId, instanceId, kind, records, sha256 }: ShelfDigest): readonly string[] {
  return [projectId, spaceId, instanceId ?? '', kind, `${records}`, sha256.slice(0, 16)];
}

function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
