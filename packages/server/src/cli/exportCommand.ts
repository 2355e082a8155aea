import { cp, exists, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../config/readConfig.ts';
import type { Originals } from '../media/originals/Originals.ts';
import { mediaAddresses } from '../node/addresses.ts';
import { originalsOf } from '../node/originalsOf.ts';
import { isStoreFile, withStore } from '../store/openStore.ts';
import type { Scope, Store } from '../store/Store.ts';
import { type ExportOptions, exportRecords } from '../transfer/export/exportRecords.ts';
import { Failure } from './Failure.ts';
import { addExamples, addSettings, configOf, contentSettings, textOption } from './options.ts';
import { print, progressBar } from './output.ts';
import { checkExists, readPlace } from './parseGrant.ts';

/** Adds `export`. */
export function addExportCommand(program: Command): void {
  const command = program
    .command('export')
    .description('write content as NDJSON that can be imported again')
    .option('--project <id>', 'only this project')
    .option('--space <id>', 'only this space of the project')
    .option('--instance <id>', 'only this instance in the space, and what its items embed')
    .option('--output <file>', 'the file to write; originals go to a folder beside it', '-');
  addExamples(
    command,
    'newsstand export > everything.ndjson',
    'newsstand export --project acme --space web --output backup/acme.ndjson',
    'newsstand export --project acme --space web --instance press | jq .name',
  );
  addSettings(command, [...contentSettings, 'publicUrl']).action(() => runExport(command));
}

async function runExport(command: Command): Promise<void> {
  const config = configOf(command);
  const output = textOption(command, 'output') ?? '-';
  const place = readPlace(command);
  if (output !== '-' && (await isStoreFile(config.databaseUrl, output)))
    throw new Failure(`--output ${output} is the store itself; name another file`, 2);
  const scope = { projectId: place.project, spaceId: place.space, instanceId: place.instance };
  await withStore(config.databaseUrl, async (store) => {
    await checkExists(store, scope);
    if (output === '-') await writeRecords(store, scope, config, print);
    else await exportToFile(store, scope, config, output);
  });
}

/** The file appears when it is complete and its originals are copied; until then an older one stays. */
async function exportToFile(store: Store, scope: Scope, config: Config, path: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await using file = await open(temporary, 'w', 0o600);
    const write = (chunk: string) => file.writeFile(chunk);
    const folder = dirname(path);
    const originals = originalsOf(config);
    await writeRecords(store, scope, config, write, {
      onOriginal: (name) => copyOriginal(originals, name, join(folder, 'originals')),
      onBundle: (id) => copyBundle(originals, id, join(folder, 'bundles')),
    });
    await file.sync();
    await rename(temporary, path);
  } catch (error) {
    throw new Failure(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    // Already renamed after a success; after a failure, only the first error matters.
    await rm(temporary, { force: true }).catch(() => {});
  }
}

async function writeRecords(
  store: Store,
  scope: Scope,
  config: Config,
  write: (chunk: string) => Promise<void>,
  copying: Pick<ExportOptions, 'onOriginal' | 'onBundle'> = {},
): Promise<void> {
  const bar = progressBar('Exporting, lines:', 0, process.stderr, Date.now);
  const media = await mediaAddresses(config, config.port, store);
  try {
    const onProgress = ({ lines }: { readonly lines: number }) => bar.update(lines);
    await exportRecords({ store, scope, media, now: Date.now(), write, ...copying, onProgress });
  } finally {
    bar.end();
  }
}

/** Originals never change, so a file of the right size is complete. */
async function copyOriginal(originals: Originals, name: string, folder: string): Promise<void> {
  const original = await originals.find(name);
  const target = Bun.file(join(folder, name));
  if ((await target.exists()) && target.size === original?.fileSize) return;
  await copyKept(originals, name, folder);
}

/** An existing folder was copied completely. */
async function copyBundle(originals: Originals, id: string, folder: string): Promise<void> {
  if (!(await exists(join(folder, id)))) await copyKept(originals, id, folder);
}

async function copyKept(originals: Originals, name: string, folder: string): Promise<void> {
  const temporary = join(folder, `${name}.${process.pid}.tmp`);
  await mkdir(folder, { recursive: true });
  const path = await originals.download(name, temporary);
  if (path === undefined) throw new Failure(`${name} is missing where the originals of media are kept`);
  if (path !== temporary) await cp(path, temporary, { recursive: true });
  await rename(temporary, join(folder, name));
}
