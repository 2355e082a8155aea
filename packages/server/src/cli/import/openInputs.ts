import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { detectFormat, type ImportFormat, importFormats } from '../../transfer/importers/detectFormat.ts';
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
  /** Undefined for standard input and downloads. */
  readonly path: string | undefined;
  readonly isFolder: boolean;
  open(): AsyncIterable<Uint8Array>;
};

/** Everything to import. Standard input and downloads are stored on disk until disposed. */
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
    const input = each.isLasting || from === 'ndjson' ? each : await setAside(each, opened, spoolFolder);
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

async function formatOf(input: Found): Promise<ImportFormat> {
  if (input.isFolder) return 'markdown';
  const detected = await detectFormat(input);
  if ('format' in detected) return detected.format;
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
    throw new Failure(`cannot read ${name}: it is a folder, and only Markdown can be imported from folders`);
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
