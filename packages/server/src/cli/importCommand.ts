import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { openOriginals } from '../media/openOriginals.ts';
import { ImportError } from '../transfer/ImportError.ts';
import { type ImportReport, type ImportSource, importRecords } from '../transfer/importRecords.ts';
import { Failure } from './Failure.ts';
import { addExamples, addSettings, configOf, isOn, storeSettings } from './options.ts';
import { note, print, printJson } from './output.ts';
import { progressBar } from './progressBar.ts';
import { withStore } from './withStore.ts';

/** Adds `import`. */
export function addImportCommand(program: Command): void {
  const command = program
    .command('import')
    .description('put content on the shelves: all of it, or, where a line is wrong, nothing')
    .argument('<file...>', 'NDJSON files, - for standard input')
    .option('--dry-run', 'check everything and change nothing')
    .option('--json', 'print the report, or the faults, as JSON');
  addExamples(
    command,
    'newsstand import content.ndjson',
    'newsstand import --dry-run --json monday.ndjson tuesday.ndjson',
    'newsstand export --project acme | newsstand import --data elsewhere -',
  );
  addSettings(command, storeSettings).action(() => runImport(command));
}

async function runImport(command: Command): Promise<void> {
  const config = configOf(command);
  const dryRun = isOn(command, 'dryRun');
  const { sources, bytes } = await openSources(command.args);
  const bar = progressBar(dryRun ? 'Checking' : 'Importing', bytes, process.stderr, Date.now);
  try {
    const report = await withStore(config.databaseUrl, async (store) =>
      importRecords({
        store,
        originals: openOriginals(join(config.dataFolder, 'originals')),
        now: Date.now,
        sources,
        dryRun,
        onProgress: (progress) => bar.update(progress.bytes),
      }),
    );
    bar.end();
    await (isOn(command, 'json') ? printJson(report) : print(reportText(report, dryRun)));
  } catch (error) {
    bar.end();
    if (error instanceof ImportError) await refuse(error, isOn(command, 'json'));
    throw error;
  }
}

async function openSources(names: readonly string[]): Promise<{ sources: ImportSource[]; bytes: number }> {
  if (names.filter((name) => name === '-').length > 1) {
    throw new Failure('standard input (-) can be read only once', 2);
  }
  const sizes = await Promise.all(names.map((name) => (name === '-' ? 0 : sizeOf(name))));
  const bytes = names.includes('-') ? 0 : sizes.reduce((sum, size) => sum + size, 0);
  return { sources: names.map(sourceOf), bytes };
}

function sourceOf(name: string): ImportSource {
  if (name === '-') return { name: 'standard input', folder: undefined, chunks: Bun.stdin.stream() };
  return { name, folder: dirname(name), chunks: createReadStream(name, { highWaterMark: 1 << 20 }) };
}

/** Looks at all files before the first is read, so that a slip in the last name costs nothing. */
async function sizeOf(name: string): Promise<number> {
  const found = await stat(name).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      `cannot read ${name}: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}`,
    );
  });
  if (found.isDirectory()) throw new Failure(`cannot read ${name}: it is a folder`);
  return found.size;
}

function reportText(report: ImportReport, dryRun: boolean): string {
  const { lines, created, updated, unchanged, deleted } = report;
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${deleted} deleted`;
  const head = `${lines} ${lines === 1 ? 'line' : 'lines'}: ${counts}\n`;
  return dryRun ? `${head}Nothing was changed: this was a dry run.\n` : head;
}

/** Lists what is wrong, one fault a line, as compilers do. */
async function refuse(error: ImportError, json: boolean): Promise<never> {
  const { faults, total } = error;
  if (json) await printJson({ faults, total });
  else for (const fault of faults) note(`${fault.source}:${fault.line}: ${fault.message}`);
  const more = total > faults.length ? ` (the first ${faults.length} are shown)` : '';
  throw new Failure(`nothing was imported: ${total} ${total === 1 ? 'fault' : 'faults'}${more}`);
}
