import type { Command } from 'commander';
import type { Config } from '../../config/readConfig.ts';
import { targetPath } from '../../management/api/content/itemKey.ts';
import type { AuditEvent } from '../../management/api/writeAs.ts';
import type { Originals } from '../../media/originals/Originals.ts';
import { originalsOf } from '../../node/originalsOf.ts';
import { cachesOf } from '../../node/startCacheSweeper.ts';
import { withStore } from '../../store/openStore.ts';
import type { RecordKey, Space, Store } from '../../store/Store.ts';
import { readReferencedFiles, removeFiles } from '../../transfer/mediaFiles/collectGarbage.ts';
import {
  NothingToTakeDown,
  namesOfHash,
  ReferencedElsewhere,
  type TakedownOptions,
  type TakedownTarget,
  type TakenDown,
  takeDown,
} from '../../transfer/mediaFiles/takeDown.ts';
import { exitOnSignals } from '../exitOnSignals.ts';
import { Failure } from '../Failure.ts';
import { configOf, isOn, textOption } from '../options.ts';
import { print, printJson } from '../output.ts';
import { checkId } from '../parseGrant.ts';
import { writeAudited } from '../writeAudited.ts';

/** `media takedown`: removes records, past versions, files and what was generated from them, at once and for good. */
export async function takedownMedia(command: Command): Promise<void> {
  const config = configOf(command);
  const options = takedownOptions(command);
  exitOnSignals();
  const report = await withStore(config.databaseUrl, (store) => run(config, store, options), config);
  await (isOn(command, 'json') ? printJson(report) : print(reportText(report)));
}

/** What was taken down, as printed. */
type Report = Omit<TakenDown, 'hashes'> & { readonly files: readonly string[] };

async function run(config: Config, store: Store, options: TakedownOptions): Promise<Report> {
  const originals = originalsOf(config);
  const { records, versions, hashes } = await writeAudited(
    store,
    (writer) => takeDown(writer, options),
    auditEventsOf,
  ).catch(explain);
  const files = await removeTaken(store, originals, hashes).catch((error: unknown) =>
    tellUnfinished(error, hashes),
  );
  for (const cache of cachesOf(config)) await cache.sweep((hash) => !hashes.has(hash));
  if (records.length === 0 && versions === 0) await auditFiles(store, files);
  return { records, versions, files };
}

function takedownOptions(command: Command): TakedownOptions {
  const [projectId, spaceId] = [textOption(command, 'project'), textOption(command, 'space')];
  checkId('--project', projectId);
  checkId('--space', spaceId);
  if (spaceId !== undefined && projectId === undefined) throw new Failure('--space needs --project', 2);
  const scope = { ...(projectId !== undefined && { projectId }), ...(spaceId !== undefined && { spaceId }) };
  const targets = command.args.map((text) => readTarget(text, scope));
  return { targets, scope, isEverywhere: isOn(command, 'everywhere') };
}

/** Every media URL, signed or not, contains the hash of a file. */
function readTarget(text: string, { projectId, spaceId }: Partial<Space>): TakedownTarget {
  const [, hash] = /(?:^|\/)([0-9a-f]{64})(?=$|[./?#])/.exec(text) ?? [];
  if (hash !== undefined) return { hash };
  if (text.includes('/')) throw new Failure(`${text} is not the URL of a file of this store`, 2);
  if (projectId === undefined || spaceId === undefined)
    throw new Failure(`--project and --space are needed to find the media ${text}`, 2);
  return { space: { projectId, spaceId }, media: text };
}

/** Audits files that no record referred to; fails if there are none. */
async function auditFiles(store: Store, files: readonly string[]): Promise<void> {
  if (files.length === 0)
    throw new Failure('nothing was taken down: no record refers to such a file, and it does not exist');
  await writeAudited(
    store,
    async () => {},
    () => [{ action: 'media.takedown', target: files[0] ?? '', details: { files } }],
  );
}

function auditEventsOf({ records, versions, hashes }: TakenDown): readonly AuditEvent[] {
  const files = [...hashes];
  if (records.length === 0 && versions > 0)
    return [{ action: 'media.takedown', target: files[0] ?? '', details: { files, versions } }];
  return records.map(({ key, name, outcome }) => ({
    action: 'media.takedown',
    projectId: key.projectId,
    target: targetPath(key),
    details: { name: name.slice(0, 200).toWellFormed(), outcome, files },
  }));
}

/** Removes the files that exist under any of their possible names. */
async function removeTaken(
  store: Store,
  originals: Originals,
  hashes: ReadonlySet<string>,
): Promise<readonly string[]> {
  const names = [...hashes].flatMap(namesOfHash);
  const missing = new Set(await originals.findMissing(names));
  const named = await readReferencedFiles(store);
  // A partly removed bundle may have left files that are not listed.
  const files = names.filter((name) => !missing.has(name) || hashes.has(name)).map((name) => ({ name }));
  const removed = new Set(
    (await removeFiles({ store, gc: originals.gc(), named }, files)).map(({ name }) => name),
  );
  if (files.some(({ name }) => !removed.has(name)))
    throw new Error('the same files were added again in the meantime');
  return [...removed].filter((name) => !missing.has(name));
}

function explain(error: unknown): never {
  if (error instanceof NothingToTakeDown) throw new Failure(error.message);
  if (!(error instanceof ReferencedElsewhere)) throw error;
  const shown = error.others.slice(0, 20).map(pathOf);
  const more = error.others.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].map((line) => `  ${line}\n`).join('');
  throw new Failure(
    `nothing was taken down: other media have the same files\n${list}to take these down too, add --everywhere`,
  );
}

/** Nothing is served any more, but files remain: the message says how to continue. */
function tellUnfinished(error: unknown, hashes: ReadonlySet<string>): never {
  const again = `newsstand media takedown ${[...hashes].join(' ')}`;
  const reason = error instanceof Error ? error.message : String(error);
  throw new Failure(
    `the records are taken down, but not all files could be removed: ${reason}. Try again as soon as possible:\n  ${again}`,
  );
}

function pathOf({ projectId, spaceId, id }: RecordKey): string {
  return `${projectId}/${spaceId}/${id}`;
}

function reportText({ records, versions, files }: Report): string {
  const counted = (count: number, name: string) => `${count} ${name}${count === 1 ? '' : 's'}`;
  return [
    ...records.map(({ key, name, outcome }) => `${outcome}  ${pathOf(key)} (${name})`),
    `${counted(records.length, 'record')}, ${counted(versions, 'past version')} and ${counted(files.length, 'file')} taken down`,
    ...(records.some(({ outcome }) => outcome === 'emptied')
      ? ['Emptied media are still embedded by items, which are shown without them.']
      : []),
    'Running nodes no longer serve any of it, and purge the caches in front. Browsers may still show what they have cached.',
    '',
  ].join('\n');
}
