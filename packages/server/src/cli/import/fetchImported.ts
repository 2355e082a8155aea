import { join } from 'node:path';
import {
  type FetchedMedia,
  type FetchMediaOptions,
  fetchMedia,
  findFetched,
  type RemoteMedia,
  type UnfetchedMedia,
} from '../../transfer/fetchMedia/fetchMedia.ts';
import type { ImportContext } from '../../transfer/importers/Importer.ts';
import { ImportSummary } from '../../transfer/importers/ImportSummary.ts';
import { Failure } from '../Failure.ts';
import { megabytes, progressBar } from '../output.ts';
import { type ImportChoices, isAddress } from './importChoices.ts';
import { importSources } from './importSources.ts';
import type { Input } from './openInputs.ts';

/** How tests reach servers of their own. */
export type FetchSeams = Pick<FetchMediaOptions, 'resolve' | 'isPublic'>;

/** What was fetched, for the report. */
export type FetchReport = {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly failed: number;
  /** In a dry run: how many files would be fetched. */
  readonly missing?: number;
};

type Fetching = {
  readonly inputs: readonly Input[];
  readonly choices: ImportChoices;
  readonly context: ImportContext;
  /** As typed on the command line. */
  readonly names: readonly string[];
  readonly skipBad: boolean;
  readonly maxBytes: number;
  readonly seams: FetchSeams;
};

/** The folder of fetched files below a data folder. */
export function fetchFolder(dataFolder: string, { fetchesMedia }: ImportChoices): FetchedMedia {
  return findFetched(join(dataFolder, 'fetched-media'), fetchesMedia);
}

/**
 * Fetches the media whose files an import lacks. Everything is read once to find them, and again by the import itself, which
 * then finds the files. If the import is going to be refused anyway, nothing is fetched.
 */
export async function fetchImported(fetched: FetchedMedia, fetching: Fetching): Promise<FetchReport> {
  const { folder } = fetched;
  if (!(await findMissing(fetched, fetching))) return { folder, files: 0, bytes: 0, failed: 0 };
  const { summary } = fetching.context;
  const [wanted, useless] = chooseWanted(fetched.missing.values());
  const bar = progressBar('Fetching', wanted.length, process.stderr, Date.now);
  try {
    const { files, bytes, failures } = await fetchMedia(folder, wanted, {
      ...fetching.seams,
      // What an operator typed is not reached by accident, whatever address it has.
      privateOrigins: fetching.names.filter(isAddress).map((name) => new URL(name).origin),
      maxBytes: fetching.maxBytes,
      onProgress: ({ done, failed, bytes }) => {
        const failures = failed === 0 ? '' : `, ${failed.toLocaleString('en')} failed`;
        const count = `${done.toLocaleString('en')} of ${wanted.length.toLocaleString('en')} files`;
        bar.update(done, `  ${count}, ${megabytes(bytes)}${failures}`);
      },
    });
    const all = [...failures, ...useless];
    for (const { type, mediaId, url, why } of all) summary.unfetched(type, mediaId, url, why);
    return { folder, files, bytes, failed: all.length };
  } catch (error) {
    throw new Failure(`nothing was imported: ${error instanceof Error ? error.message : error}`);
  } finally {
    bar.end();
  }
}

/** What a dry run says: it has looked for all files, and fetched none. */
export function wouldFetch({ folder, missing }: FetchedMedia): FetchReport {
  return { folder, files: 0, bytes: 0, failed: 0, missing: missing.size };
}

/** Reads everything; false if there are faults. */
async function findMissing(fetched: FetchedMedia, { inputs, choices, context, skipBad }: Fetching) {
  const foreign = inputs.filter(({ format }) => format !== 'ndjson');
  const trial = { ...context, summary: new ImportSummary(), fetched };
  const { sources, bytes } = await importSources(foreign, choices, trial);
  const bar = progressBar('Looking for media', bytes, process.stderr, Date.now);
  let read = 0;
  try {
    for (const { batches } of sources) {
      for await (const batch of batches) {
        if (!skipBad && batch.lines.some((line) => 'fault' in line)) return false;
        read += batch.bytes;
        bar.update(read);
      }
    }
    return true;
  } finally {
    bar.end();
  }
}

/** Without ffmpeg, a video cannot be converted, and its file would only make the import fail. */
function chooseWanted(
  missing: Iterable<RemoteMedia>,
): readonly [readonly RemoteMedia[], readonly UnfetchedMedia[]] {
  const hasFfmpeg = Bun.which('ffmpeg') !== null;
  const { wanted = [], useless = [] } = Object.groupBy(missing, ({ type }) =>
    type === 'image' || hasFfmpeg ? 'wanted' : 'useless',
  );
  return [wanted, useless.map((each) => ({ ...each, why: 'videos need ffmpeg, which is not installed' }))];
}

/** What was fetched, as a line. */
export function fetchText({ folder, files, bytes, failed, missing }: FetchReport): string {
  if (missing !== undefined) return `${counted(missing)} would be fetched into ${folder}\n`;
  const failures = failed === 0 ? '' : `; ${counted(failed)} could not be fetched`;
  return `${counted(files)} fetched into ${folder} (${megabytes(bytes)})${failures}\n`;
}

function counted(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}`;
}
