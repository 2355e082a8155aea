import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { ImportError } from '../transfer/ImportError.ts';
import type { ImportProgress, ImportSource } from '../transfer/ImportOptions.ts';
import { importRecords } from '../transfer/importRecords.ts';
import type { ImportReport } from '../transfer/putLines.ts';
import { readLines } from '../transfer/readLines.ts';
import { exitOnSignals } from './exitOnSignals.ts';
import { Failure } from './Failure.ts';
import { addExamples, addSettings, configOf, contentSettings, isOn } from './options.ts';
import { originalsOf } from './originalsOf.ts';
import { note, print, printJson } from './output.ts';
import { makingBar, progressBar } from './progressBar.ts';
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
    'newsstand export --output all/content.ndjson && newsstand import --data elsewhere all/content.ndjson',
  );
  addSettings(command, contentSettings).action(() => runImport(command));
}

async function runImport(command: Command): Promise<void> {
  const config = configOf(command);
  const dryRun = isOn(command, 'dryRun');
  exitOnSignals();
  const { sources, bytes } = await findSources(command.args);
  const progress = importProgress(bytes, dryRun);
  try {
    const report = await withStore(config.databaseUrl, async (store) =>
      importRecords({
        store,
        originals: originalsOf(config),
        now: Date.now,
        sources,
        dryRun,
        spoolFolder: config.dataFolder,
        onProgress: progress.update,
        onMaking: progress.making,
      }),
    );
    progress.end();
    await (isOn(command, 'json') ? printJson(report) : print(reportText(report, dryRun)));
  } catch (error) {
    progress.end();
    if (error instanceof ImportError) await refuse(error, isOn(command, 'json'));
    throw error;
  }
}

/** First everything is read, and only then is it clear how many lines there are to carry out. */
function importProgress(bytes: number, dryRun: boolean) {
  const reading = progressBar('Checking', bytes, process.stderr, Date.now);
  const writing = progressBar(dryRun ? 'Trying, lines:' : 'Importing, lines:', 0, process.stderr, Date.now);
  return {
    update: ({ bytes, written }: ImportProgress) =>
      written === 0 ? reading.update(bytes) : writing.update(written),
    making: makingBar(),
    end: () => writing.end(),
  };
}

async function findSources(names: readonly string[]): Promise<{ sources: ImportSource[]; bytes: number }> {
  if (names.filter((name) => name === '-').length > 1) {
    throw new Failure('standard input (-) can be read only once', 2);
  }
  const sizes = await Promise.all(names.map((name) => (name === '-' ? 0 : sizeOf(name))));
  const bytes = names.includes('-') ? 0 : sizes.reduce((sum, size) => sum + size, 0);
  return { sources: names.map(sourceOf), bytes };
}

function sourceOf(name: string): ImportSource {
  if (name === '-') return { name: 'standard input', folder: undefined, batches: readLines(chunksOf(name)) };
  return { name, folder: dirname(name), batches: readLines(chunksOf(name)) };
}

/** Opens a file when the first chunk is asked for, and not before: a failure needs someone who waits for it. */
async function* chunksOf(name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* name === '-' ? Bun.stdin.stream() : createReadStream(name, { highWaterMark: 1 << 20 });
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** Looks at all files before the first is read, so that a slip in the last name costs nothing. */
async function sizeOf(name: string): Promise<number> {
  const found = await stat(name).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  if (found.isDirectory()) throw new Failure(`cannot read ${name}: it is a folder`);
  return found.size;
}

function unreadable(name: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = code === 'ENOENT' ? 'there is no such file' : error instanceof Error ? error.message : error;
  return new Failure(`cannot read ${name === '-' ? 'standard input' : name}: ${reason}`);
}

function reportText(report: ImportReport, dryRun: boolean): string {
  const { lines, created, updated, unchanged, deleted } = report;
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${deleted} deleted`;
  const head = `${lines} ${lines === 1 ? 'line' : 'lines'}: ${counts}\n`;
  return dryRun ? `${head}Nothing was changed: this was a dry run.\n` : head;
}

/** Lists what is wrong, one fault a line, as compilers do. */
async function refuse(error: ImportError, json: boolean): Promise<never> {
  const { faults, total, isComplete } = error;
  if (json) await printJson({ faults, total, isComplete });
  else for (const fault of faults) note(`${fault.source}:${fault.line}: ${fault.message}`);
  throw new Failure(`nothing was imported: ${faultCount(error)}`);
}

/** How many faults there are, and how many more than are shown. */
function faultCount({ faults, total, isComplete }: ImportError): string {
  const count = `${total} ${total === 1 ? 'fault' : 'faults'}`;
  if (!isComplete) return `at least ${count}; mend these to see the others`;
  const more = total - faults.length;
  return more === 0 ? count : `${count}; ${more} more than are shown`;
}
