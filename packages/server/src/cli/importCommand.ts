import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAppKind } from '@newsstand/contract';
import type { Command } from 'commander';
import type { Config } from '../config/readConfig.ts';
import { managementUrlOf } from '../node/addresses.ts';
import { originalsOf } from '../node/originalsOf.ts';
import { withStore } from '../store/openStore.ts';
import type { Store } from '../store/Store.ts';
import { NoStoreError } from '../store/StoreError.ts';
import type { Target } from '../transfer/importers/Importer.ts';
import {
  ImportSummary,
  type Remark,
  type ShortcodeFate,
  type SummaryReport,
  type Unfetched,
} from '../transfer/importers/ImportSummary.ts';
import { importerNames, importers } from '../transfer/importers/importers.ts';
import { openArticleLog } from '../transfer/importers/openArticleLog.ts';
import type { ShortcodeFates } from '../transfer/importers/shared/html/shortcodeMarks.ts';
import { ImportError } from '../transfer/ndjson/ImportError.ts';
import type { ImportProgress } from '../transfer/ndjson/ImportOptions.ts';
import { importRecords } from '../transfer/ndjson/importRecords.ts';
import type { ImportReport } from '../transfer/ndjson/putLines.ts';
import { exitOnSignals } from './exitOnSignals.ts';
import { Failure } from './Failure.ts';
import { conflictsText, plain } from './import/conflictsText.ts';
import {
  type FetchReport,
  type FetchSeams,
  fetchFolder,
  fetchImported,
  fetchText,
  wouldFetch,
} from './import/fetchImported.ts';
import {
  addImporterOptions,
  importChoices,
  importContext,
  refuseForeignOptions,
} from './import/importChoices.ts';
import { type Gathered, importSources } from './import/importSources.ts';
import { openInputs } from './import/openInputs.ts';
import { checkReportFile, writeReport } from './import/report/writeReport.ts';
import { addExamples, addSettings, configOf, contentSettings, isOn, textOption } from './options.ts';
import { formatTable, note, print, printJson, progressBar, videoProgressBar } from './output.ts';

const importerTitles = importerNames.map((name) => importers[name].title);

/** Adds `import`. */
export function addImportCommand(program: Command, seams: FetchSeams = {}): void {
  const command = program
    .command('import')
    .description('import content: all of it, or nothing if anything is wrong')
    .argument(
      '<file...>',
      `NDJSON, ${importerTitles.join(', ')}, a file or a folder of Markdown; the URL of a WordPress site or of an API of microCMS or Directus; - for standard input`,
    )
    .option('--dry-run', 'check everything and change nothing')
    .option('--skip-bad', 'leave out lines and files that are wrong, list them, and import the rest')
    .option('--wait', 'end when the service of these settings shows what was imported')
    .option('--json', 'print the report, or the faults, as JSON');
  addImporterOptions(command);
  addExamples(
    command,
    'newsstand import content.ndjson',
    'newsstand import --dry-run --json monday.ndjson tuesday.ndjson',
    'newsstand export --output all/content.ndjson && newsstand import --data elsewhere all/content.ndjson',
    'newsstand import wordpress.xml --project acme --space web --instance press --media wp-content/uploads',
    'newsstand import https://example.com --project acme --space web --instance press',
    'newsstand import posts/ --project acme --space web --instance blog --time-zone Asia/Tokyo --dry-run',
    'curl -fsS https://example.com/feed | newsstand import - --project acme --space web --instance press',
  );
  addSettings(command, [...contentSettings, 'managementUrl', 'managementPort']).action(() =>
    runImport(command, seams),
  );
}

async function runImport(command: Command, seams: FetchSeams): Promise<void> {
  const given = configOf(command);
  const choices = await importChoices(command);
  if (choices.report !== undefined) await checkReportFile(choices.report);
  exitOnSignals();
  await using trial = isOn(command, 'dryRun') ? await openTrial(given) : undefined;
  const config = trial?.config ?? given;
  await using inputs = await openInputs(command.args, choices, config.dataFolder);
  using log = choices.report === undefined ? undefined : openArticleLog(config.dataFolder);
  const summary = new ImportSummary(log?.write);
  const fetched = fetchFolder(given.dataFolder, choices);
  const surveying = progressBar('Reading', 0, process.stderr, Date.now);
  const onSurvey = (bytes: number) => surveying.update(Math.round(bytes / 1e6), ' MB');
  const chosen = importContext(inputs.list, choices, Date.now(), summary, fetched);
  const context = chosen && { ...chosen, onSurvey };
  if (context === undefined) refuseForeignOptions(command);
  const [dryRun, skipBad] = [isOn(command, 'dryRun'), isOn(command, 'skipBad')];
  const fetching = { choices, skipBad, seams, inputs: inputs.list, names: command.args };
  const brought =
    choices.fetchesMedia && context && !dryRun
      ? await fetchImported(fetched, { ...fetching, context, maxBytes: config.uploadBytes })
      : undefined;
  const work = async (store: Store) => {
    const owners = context && (await aliasOwners(store, context.target));
    const gathered = await importSources(inputs.list, choices, context && { ...context, owners });
    const outcome = await importAll(command, config, store, gathered);
    return { outcome, revision: (await store.bookmark()).revision };
  };
  const { databaseUrl, keptVersions } = config;
  const { outcome, revision } = await withStore(databaseUrl, work, { keptVersions, creates: true });
  const foreign = context && summary.report();
  for (const name of neverMet(choices.shortcodes, summary.report()))
    note(`--shortcode ${name}: no unknown shortcode of that name was found`);
  if (choices.report !== undefined && log !== undefined && context !== undefined) {
    const facts = {
      ...{ target: context.target, dryRun, now: context.now, outcome },
      ...{ foreign: summary.report(), articleUrl: choices.articleUrl },
      consoleUrl: managementUrlOf(given, given.managementPort),
    };
    await writeReport(choices.report, facts, log, summary);
    note(`The report is in ${choices.report}`);
  }
  if (outcome instanceof ImportError) return await refuse(outcome, command);
  const report = outcome;
  const fetchReport = brought ?? (choices.fetchesMedia ? wouldFetch(fetched) : undefined);
  if (!isOn(command, 'json')) {
    noteWarnings(report);
    noteSkipped(report);
  }
  await (isOn(command, 'json')
    ? printJson({ ...report, foreign, fetched: fetchReport })
    : print(reportText(report, foreign, dryRun, fetchReport)));
  if (foreign !== undefined) refuseNothing(report, foreign);
  if (isOn(command, 'wait') && !dryRun) await untilShown(given, revision);
}

/** How often it is asked, in milliseconds. */
const askingMilliseconds = 200;

/** Waits until the service of the settings shows a revision, however long that takes. */
async function untilShown(config: Config, revision: number): Promise<void> {
  const url = managementUrlOf(config, config.managementPort);
  const waiting = progressBar('Waiting until it is shown, seconds:', 0, process.stderr, Date.now);
  const begin = Date.now();
  try {
    for (;;) {
      const response = await fetch(`${url}/readyz?revision=${revision}`, {
        // Its certificate need not be for this machine; nothing is confided to it.
        tls: { rejectUnauthorized: config.managementUrl !== undefined },
      });
      if (response.ok) return note(`Shown by ${url}.`);
      if (response.status !== 503) throw new Failure(`${url} answers ${response.status}`);
      waiting.update(Math.round((Date.now() - begin) / 1000));
      await Bun.sleep(askingMilliseconds);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(
      `everything is imported, but whether it is shown is not known: ${reason}; is the service running, and is --management-port or --management-url the one that it has?`,
    );
  } finally {
    waiting.end();
  }
}

/** An import that brings no article is hardly what its caller wanted, so that it must not look like a success. */
function refuseNothing({ byKind }: ImportReport, { skipped }: SummaryReport): void {
  const { created, updated, unchanged } = byKind.news;
  if (created + updated + unchanged > 0) return;
  const reasons = skipped
    .filter(({ loss }) => loss === 'article')
    .toSorted((some, other) => other.count - some.count)
    .slice(0, 3)
    .map(({ what, why, count }) => `\n  ${count} ${counted(what, why, count)}`);
  const help =
    reasons.length === 0
      ? 'nothing in what was read is an article. Check that it is the right file, and that --from names its format'
      : `what could have been articles was left out:${reasons.join('')}`;
  throw new Failure(`no article was imported: ${help}`);
}

async function importAll(
  command: Command,
  config: Config,
  store: Store,
  { sources, bytes }: Gathered,
): Promise<ImportReport | ImportError> {
  const dryRun = isOn(command, 'dryRun');
  const progress = importProgress(bytes, dryRun);
  try {
    return await importRecords({
      ...{ store, originals: originalsOf(config), now: Date.now, sources, dryRun },
      skipBad: isOn(command, 'skipBad'),
      overwrites: isOn(command, 'overwrite'),
      spoolFolder: config.dataFolder,
      onProgress: progress.update,
      onVideoProgress: progress.making,
    });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return error;
  } finally {
    progress.end();
  }
}

/** The number of lines to import is known only once everything has been read. */
function importProgress(bytes: number, dryRun: boolean) {
  const reading = progressBar('Checking', bytes, process.stderr, Date.now);
  const writing = progressBar(dryRun ? 'Trying, lines:' : 'Importing, lines:', 0, process.stderr, Date.now);
  return {
    update: ({ bytes, lines, written }: ImportProgress) =>
      written === 0
        ? reading.update(bytes, lines === 0 ? '' : `, ${lines.toLocaleString('en')} lines`)
        : writing.update(written),
    making: videoProgressBar(),
    end: () => writing.end(),
  };
}

function noteWarnings({ warnings, warningCount }: ImportReport): void {
  for (const { source, line, message } of warnings) note(`${source}:${line}: warning: ${message}`);
  const more = warningCount - warnings.length;
  if (more > 0) note(`and ${more} more warnings`);
}

function noteSkipped({ skipped, skippedCount }: ImportReport): void {
  for (const { source, line, message } of skipped) note(`${source}:${line}: left out: ${message}`);
  const more = skippedCount - skipped.length;
  if (more > 0) note(`and ${more} more faults in what was left out`);
}

/** Prints the faults, one per line, as compilers do. */
async function refuse(error: ImportError, command: Command): Promise<never> {
  const { faults, total, isComplete } = error;
  if (isOn(command, 'json')) await printJson({ faults, total, isComplete });
  else for (const fault of faults) note(`${fault.source}:${fault.line}: ${fault.message}`);
  const isForeign = textOption(command, 'instance') !== undefined;
  const isAliasTaken =
    isForeign && faults.some(({ message }) => /^(alias|contentId): .* alias of/.test(message));
  throw new Failure(`nothing was imported: ${faultCount(error)}${isAliasTaken ? aliasTaken : ''}`);
}

/** Only the operator knows whether these are the same articles, which must be neither duplicated nor lost. */
const aliasTaken = `
An alias belongs to one article of an instance. If these are different articles, give them their own --instance.
If they were imported before, import the same file or folder again: the IDs of Markdown are made from the paths in it.`;

/** How many faults there are, and how many more are not shown. */
function faultCount({ faults, total, isComplete }: ImportError): string {
  const count = `${total} ${total === 1 ? 'fault' : 'faults'}`;
  if (!isComplete) return `at least ${count}; fix these to see the others`;
  const more = total - faults.length;
  return more === 0 ? count : `${count}; ${more} more are not shown`;
}

/** The owners of the aliases of a space: the ID of a category, tag or media by `<kind>/<alias>`. */
async function aliasOwners(store: Store, target: Target): Promise<ReadonlyMap<string, string>> {
  const { projectId, spaceId } = target;
  const owners = new Map<string, string>();
  await store.read(async (reader) => {
    for await (const records of reader.records({ projectId, spaceId })) {
      for (const { kind, alias, id } of records) {
        // Records that others link to come first; very many may follow.
        if (isAppKind(kind)) return;
        if (alias !== undefined) owners.set(`${kind}/${alias}`, id);
      }
    }
  });
  return owners;
}

/** A temporary store for a dry run. */
type Trial = AsyncDisposable & { readonly config: Config };

/** A dry run creates nothing: if there is no store yet, it runs on a temporary one. */
async function openTrial(config: Config): Promise<Trial | undefined> {
  try {
    await withStore(config.databaseUrl, async () => {});
    return undefined;
  } catch (error) {
    if (!(error instanceof NoStoreError)) throw error;
  }
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-'));
  return {
    config: {
      ...config,
      dataFolder: folder,
      databaseUrl: `sqlite:${join(folder, 'newsstand.db')}`,
      mediaStore: { type: 'folder', folder: join(folder, 'originals') },
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The report of an import, with the mapping of content from other systems. */
export function reportText(
  report: ImportReport,
  foreign: SummaryReport | undefined,
  dryRun: boolean,
  fetched?: FetchReport,
): string {
  const { lines, created, updated, unchanged, deleted, kept } = report;
  const all = [`${created} created`, `${updated} updated`, `${unchanged} unchanged`, `${deleted} deleted`];
  const counts = [...all, ...(kept === 0 ? [] : [`${kept} kept`])].join(', ');
  const head = `${lines} ${lines === 1 ? 'line' : 'lines'}: ${counts}\n`;
  const summary = foreign === undefined ? '' : summaryText(foreign);
  return `${head}${fetched === undefined ? '' : fetchText(fetched)}${conflictsText(report)}${summary}${dryRun ? 'Nothing was changed: this was a dry run.\n' : ''}`;
}

function summaryText({ mapped, changed, skipped, shortcodes, unfetched }: SummaryReport): string {
  const rows = mapped
    .map(({ what, to, count }) => [String(count), what, to])
    .toSorted((some, other) => (some.slice(1).join() < other.slice(1).join() ? -1 : 1));
  const table = rows.length === 0 ? '' : `\n${formatTable(['COUNT', 'IMPORTED', 'AS'], rows)}`;
  const uses = shortcodes.map(({ name, fate, count, examples }) => ({
    ...{ what: name, why: fateNames[fate], count },
    examples: examples.map(({ text, title }) => (title === '' ? text : `${text} in ${title}`)),
  }));
  const remarks = [
    remarksText('CHANGED', changed),
    remarksText('LEFT OUT', skipped),
    remarksText('UNKNOWN SHORTCODES (choose with --shortcode name=block|text|drop)', uses),
  ];
  return `${table}${remarks.join('')}${unfetchedText(unfetched)}\n`;
}

/** How many are printed for each reason, and how many articles for each. */
const [maxUnfetched, maxTitles] = [20, 3];

/** By reason, each with the articles that show it. */
function unfetchedText(unfetched: readonly Unfetched[]): string {
  if (unfetched.length === 0) return '';
  const reasons = [...Map.groupBy(unfetched, ({ why }) => why)].map(([why, media]) => {
    const more = media.length - maxUnfetched;
    const rest = more > 0 ? `       … and ${more} more; --json lists all of them\n` : '';
    const shown = media.slice(0, maxUnfetched).map((each) => `       ${unfetchedLine(each)}\n`);
    return `${String(media.length).padStart(5)}  ${plain(why)}\n${shown.join('')}${rest}`;
  });
  return `\nNOT FETCHED, AND DELIVERED BY THEIR OLD URLS\n${reasons.join('')}`;
}

function unfetchedLine({ url, articles, articleCount }: Unfetched): string {
  const titles = articles.slice(0, maxTitles).map(({ title }) => plain(title));
  const more = articleCount - titles.length;
  const where = [...titles, ...(more > 0 ? [`… and ${more} more`] : [])].join(', ');
  return `${plain(url)} (${articleCount === 0 ? 'in no article' : `in ${where}`})`;
}

const fateNames: Readonly<Record<ShortcodeFate, string>> = {
  block: 'became blocks, which your site has to render',
  text: 'kept as text',
  drop: 'removed; the text within is kept',
};

/** Names that were given and do not occur, most likely by mistake. */
function neverMet(fates: ShortcodeFates, { shortcodes }: SummaryReport): readonly string[] {
  const met = new Set(shortcodes.map(({ name }) => name));
  return [...fates.keys()].filter((name) => name !== '*' && !met.has(name));
}

type Listed = Omit<Remark, 'loss'>;

function remarksText(title: string, remarks: readonly Listed[]): string {
  if (remarks.length === 0) return '';
  return `\n${title}\n${remarks.map(remarkText).join('')}`;
}

function remarkText({ what, why, count, examples, articles }: Listed): string {
  const more = count - examples.length;
  const shown = [
    ...new Set(examples.map(plain)),
    ...(more > 0 && examples.length > 0 ? [`… and ${more} more`] : []),
  ];
  const where = articles === undefined ? '' : ` (in ${articles} ${articles === 1 ? 'article' : 'articles'})`;
  const head = `${String(count).padStart(5)}  ${plain(counted(what, why, count))}${where}\n`;
  return head + shown.map((line) => `       ${line}\n`).join('');
}

/** What there is so many of, and why: `posts: each has no slug`. */
function counted(what: string, why: string, count: number): string {
  const named = count === 1 ? what : pluralOf(what);
  const isVerb = /^(is|has|was|becomes|leads|loses|shows|contains|could|cannot|describes|stays)\b/.test(why);
  return `${named}: ${named !== what && isVerb ? 'each ' : ''}${why}`;
}

/** `posts`, `links to assets`, `entries of type faq`: the first noun counts. Tags and names stay as they are. */
function pluralOf(what: string): string {
  const [, noun = what, rest = ''] = /^(.*?)((?: (?:of|to|before|in) | '| \().*)?$/s.exec(what) ?? [];
  if (/^<|s$|^(media|content|text|others|news)$|\s(matter|text)$/i.test(noun)) return what;
  const plural = /[^aeiou]y$/.test(noun)
    ? `${noun.slice(0, -1)}ies`
    : `${noun}${/(x|ch|sh)$/.test(noun) ? 'es' : 's'}`;
  return plural + rest;
}
