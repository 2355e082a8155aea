import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type ContentKind, contentKinds, recognise } from '../../transfer/importers/recognise.ts';
import { openNamelessFile } from '../../transfer/openNamelessFile.ts';
import { Failure } from '../Failure.ts';

/** Something to import, as it was named. */
export type Input = {
  readonly name: string;
  readonly kind: ContentKind;
  readonly bytes: number;
  /** Where it lies; undefined for standard input. */
  readonly path: string | undefined;
  readonly isFolder: boolean;
  open(): AsyncIterable<Uint8Array>;
};

/** All that is to be imported. Standard input lies on disk until it is closed. */
export type Inputs = AsyncDisposable & { readonly list: readonly Input[] };

const standardInput = 'standard input';

/** Looks at all inputs before the first is read, so that a slip in the last name costs nothing. */
export async function openInputs(
  names: readonly string[],
  from: ContentKind | undefined,
  spoolFolder: string,
): Promise<Inputs> {
  if (names.filter((name) => name === '-').length > 1)
    throw new Failure('standard input (-) can be read only once', 2);
  await using opened = new AsyncDisposableStack();
  const found = await Promise.all(names.map(findInput));
  const list: Input[] = [];
  for (const each of found) {
    const input = each.isLasting || from === 'ndjson' ? each : await setAside(each, opened, spoolFolder);
    list.push({ ...input, kind: from === undefined ? await kindOf(input) : await checkKind(input, from) });
  }
  const kept = opened.move();
  return { list, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** `isLasting`: it can be read more than once, unlike a pipe. */
type Found = Omit<Input, 'kind'> & { readonly isLasting: boolean };

async function findInput(name: string): Promise<Found> {
  const open = () => chunksOf(name);
  if (name === '-')
    return { name: standardInput, path: undefined, bytes: 0, isFolder: false, isLasting: false, open };
  const found = await stat(name).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  const isFolder = found.isDirectory();
  const isLasting = isFolder || found.isFile();
  return { name, path: name, bytes: isFolder ? 0 : found.size, isFolder, isLasting, open };
}

const largestChunk = 1 << 20;

/**
 * Opens a file when the first chunk is asked for, and not before: a failure needs someone who waits for it.
 * `bytes` are how many it has, where that is known: a small file is read into a small chunk.
 */
export async function* chunksOf(name: string, bytes = largestChunk): AsyncGenerator<Uint8Array> {
  const highWaterMark = Math.min(bytes + 1, largestChunk);
  try {
    yield* name === '-' ? Bun.stdin.stream() : createReadStream(name, { highWaterMark });
  } catch (error) {
    throw unreadable(name, error);
  }
}

/** What is to be recognised, or read twice, is written down first. */
async function setAside(input: Found, opened: AsyncDisposableStack, spoolFolder: string): Promise<Found> {
  const file = opened.use(await openNamelessFile(spoolFolder, input.name));
  let bytes = 0;
  for await (const chunk of input.open()) {
    await file.append(chunk);
    bytes += chunk.length;
  }
  return { ...input, bytes, open: () => file.read() };
}

async function kindOf(input: Found): Promise<ContentKind> {
  if (input.isFolder) return 'markdown';
  const answer = await recognise(input);
  if ('kind' in answer) return answer.kind;
  // An export of nothing is no mistake.
  if (input.path === undefined && input.bytes === 0) return 'ndjson';
  throw new Failure(
    `cannot tell what ${input.name} holds: ${answer.unknown}. Say it with --from: ${contentKinds.join(', ')}`,
    2,
  );
}

async function checkKind(input: Found, from: ContentKind): Promise<ContentKind> {
  const { name, isFolder } = input;
  if (isFolder && from !== 'markdown')
    throw new Failure(`cannot read ${name}: it is a folder, and only Markdown comes in folders`);
  // The others refuse what is not theirs. Any text is Markdown: a whole export would come out as one article.
  const answer = isFolder || from !== 'markdown' ? undefined : await recognise(input);
  if (answer !== undefined && 'kind' in answer && answer.kind !== 'markdown')
    throw new Failure(`${name} is not Markdown; it looks like --from ${answer.kind}`, 2);
  return from;
}

function unreadable(name: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = code === 'ENOENT' ? 'there is no such file' : error instanceof Error ? error.message : error;
  return new Failure(`cannot read ${name === '-' ? standardInput : name}: ${reason}`);
}
