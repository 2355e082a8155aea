import { createReadStream, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { detectFormat, type ImportFormat, importFormats } from '../../transfer/importers/detectFormat.ts';
import { type Importer, ParseError } from '../../transfer/importers/Importer.ts';
import { importerNames, importers } from '../../transfer/importers/importers.ts';
import { isArchive, unpackArchive } from '../../transfer/importers/shared/archive/unpackArchive.ts';
import { openUnlinkedFile } from '../../transfer/ndjson/openSpool.ts';
import { Failure } from '../Failure.ts';
import { type ImportChoices, isAddress, targetOf } from './importChoices.ts';
import { readDownload } from './readDownload.ts';

/** Something to import, as given. */
export type Input = {
  readonly name: string;
  /** The argument that names it. */
  readonly argument: string;
  readonly format: ImportFormat;
  readonly bytes: number;
  /** The file that is read; undefined for standard input and downloads. Files that belong to it lie beside it. */
  readonly path: string | undefined;
  readonly isFolder: boolean;
  open(): AsyncIterable<Uint8Array>;
};

/** Everything to import. Standard input, downloads and the content of archives are stored on disk until disposed. */
export type Inputs = AsyncDisposable & { readonly list: readonly Input[] };

const standardInput = 'standard input';

/** Checks all inputs before reading the first, so that a typo in the last name costs nothing. */
export async function openInputs(
  names: readonly string[],
  choices: ImportChoices,
  spoolFolder: string,
): Promise<Inputs> {
  const { from } = choices;
  if (names.filter((name) => name === '-').length > 1)
    throw new Failure('standard input (-) can be given only once', 2);
  await using opened = new AsyncDisposableStack();
  const found = await Promise.all(
    names.map((name) => (isAddress(name) ? findDownload(name, choices) : findInput(name))),
  );
  const list: Input[] = [];
  for (const each of found) {
    const kept = each.isLasting || from === 'ndjson' ? each : await setAside(each, opened, spoolFolder);
    const isSingle = each.format !== undefined || from === 'ndjson' || from === 'markdown';
    const input = isSingle ? kept : await findExport(kept, opened, spoolFolder);
    const known = from === undefined ? () => formatOf(input) : () => checkFormat(input, from);
    list.push({ ...input, format: each.format ?? (await known()) });
  }
  const kept = opened.move();
  return { list, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** `isLasting`: it can be read more than once, unlike a pipe. */
type Found = Omit<Input, 'format'> & {
  readonly isLasting: boolean;
  /** Known beforehand for downloads. */
  readonly format?: ImportFormat;
};

/** What has no file. */
const unfiled = { path: undefined, bytes: 0, isFolder: false, isLasting: false } as const;

/** Finds out what to download, and from where; the download itself begins later. */
async function findDownload(name: string, choices: ImportChoices): Promise<Found> {
  const found = { name, argument: name, ...unfiled, ...(await readDownload(name, choices)) };
  // Nobody should wait for a download to learn that an option is missing.
  targetOf([found], choices);
  return found;
}

async function findInput(name: string): Promise<Found> {
  const open = () => chunksOf(name);
  if (name === '-') return { name: standardInput, argument: name, ...unfiled, open };
  const found = await stat(name).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  const isFolder = found.isDirectory();
  const isLasting = isFolder || found.isFile();
  return { name, argument: name, path: name, bytes: isFolder ? 0 : found.size, isFolder, isLasting, open };
}

const largestChunk = 1 << 20;

/**
 * Opens a file when the first chunk is requested, not before: a failure needs someone to handle it.
 * `bytes`: its size, if known. A small file is read into a small chunk.
 */
export async function* chunksOf(name: string, bytes = largestChunk): AsyncGenerator<Uint8Array> {
  const highWaterMark = Math.min(bytes + 1, largestChunk);
  try {
    yield* name === '-' ? Bun.stdin.stream() : createReadStream(name, { highWaterMark });
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** A pipe or a download is written to disk first, since it has to be read more than once. */
async function setAside(input: Found, opened: AsyncDisposableStack, spoolFolder: string): Promise<Found> {
  const file = opened.use(await openUnlinkedFile(spoolFolder, input.name));
  let bytes = 0;
  for await (const chunk of input.open()) {
    await file.append(chunk);
    bytes += chunk.length;
  }
  return { ...input, bytes, open: () => file.read() };
}

/** The main file of an export that is a folder or an archive; any other input is returned unchanged. */
async function findExport(input: Found, opened: AsyncDisposableStack, spoolFolder: string): Promise<Found> {
  if (input.isFolder) return (await mainFileIn(input, input.name)) ?? input;
  if (!(await isArchive(input))) return input;
  const folder = await openTemporaryFolder(opened, spoolFolder);
  try {
    await unpackArchive(input, folder);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new Failure(`cannot read ${input.name}: ${error.message}`);
  }
  const found = await mainFileIn(input, folder);
  if (found !== undefined) return found;
  throw new Failure(
    `the format of ${input.name} is unknown: it is an archive, but without ${mainFiles.join(' or ')} at its top; unpack it first`,
    2,
  );
}

const mainFiles = importerNames.flatMap((name): readonly string[] => {
  const { mainFile }: Importer = importers[name];
  return mainFile === undefined ? [] : [mainFile];
});

/** The main file of an export in this folder, or in the only folder in it, as in archives of Sanity. */
async function mainFileIn(input: Found, folder: string): Promise<Found | undefined> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error);
  });
  for (const name of mainFiles) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isFile()) continue;
    const main = { ...input, path, bytes: found.size, isFolder: false, open: () => chunksOf(path) };
    // A folder of Markdown may contain a file of that name, too.
    const detected = await detectFormat(main);
    if ('format' in detected && detected.format !== 'ndjson') return main;
  }
  const [only, ...others] = names;
  const inner = only !== undefined && others.length === 0 ? join(folder, only) : undefined;
  const isFolder = inner !== undefined && (await stat(inner).catch(() => undefined))?.isDirectory();
  return inner !== undefined && isFolder ? mainFileIn(input, inner) : undefined;
}

/** A folder that is removed even if the process is interrupted. */
async function openTemporaryFolder(opened: AsyncDisposableStack, parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, 'import-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  opened.defer(() => {
    process.off('exit', remove);
    remove();
  });
  return folder;
}

async function formatOf(input: Found): Promise<ImportFormat> {
  if (input.isFolder) return 'markdown';
  const detected = await detectFormat(input);
  if ('format' in detected) return detected.format;
  if (/\.enc$/i.test(input.name))
    throw new Failure(`cannot read ${input.name}: it is encrypted; export again with --no-encrypt`, 2);
  // An empty export is not a mistake.
  if (input.path === undefined && input.bytes === 0) return 'ndjson';
  throw new Failure(
    `the format of ${input.name} is unknown: ${detected.unknown}. Name it with --from: ${importFormats.join(', ')}`,
    2,
  );
}

async function checkFormat(input: Found, from: ImportFormat): Promise<ImportFormat> {
  const { name, isFolder } = input;
  if (isFolder && from !== 'markdown')
    throw new Failure(
      `cannot read ${name}: it is a folder, and only Markdown and the content of archives can be imported from folders`,
    );
  // The other importers reject foreign formats. Any text is Markdown, and a whole export would become one article.
  const detected = isFolder || from !== 'markdown' ? undefined : await detectFormat(input);
  if (detected !== undefined && 'format' in detected && detected.format !== 'markdown')
    throw new Failure(`${name} is not Markdown; it looks like --from ${detected.format}`, 2);
  return from;
}

function unreadable(name: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = code === 'ENOENT' ? 'there is no such file' : error instanceof Error ? error.message : error;
  return new Failure(`cannot read ${name === '-' ? standardInput : name}: ${reason}`);
}
