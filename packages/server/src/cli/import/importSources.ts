import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { type ImportContext, type Importer, ParseError } from '../../transfer/importers/Importer.ts';
import { importers } from '../../transfer/importers/importers.ts';
import { createMarkdownConverter } from '../../transfer/importers/markdown/convertMarkdown.ts';
import { findNotes } from '../../transfer/importers/markdown/findNotes.ts';
import type { MarkdownPlace } from '../../transfer/importers/markdown/findPicture.ts';
import { commonFolder, listMarkdown, parentFolders } from '../../transfer/importers/markdown/listMarkdown.ts';
import type { MarkdownFile } from '../../transfer/importers/markdown/openMarkdown.ts';
import { type Inheritance, readCascades } from '../../transfer/importers/markdown/readCascades.ts';
import { readFileName } from '../../transfer/importers/markdown/readFileName.ts';
import { readSite } from '../../transfer/importers/markdown/readSite.ts';
import { runImporter } from '../../transfer/importers/runImporter.ts';
import { hashNumber } from '../../transfer/importers/shared/text/stableId.ts';
import type { ImportSource } from '../../transfer/ndjson/ImportOptions.ts';
import { readLines } from '../../transfer/ndjson/readLines.ts';
import { Failure } from '../Failure.ts';
import type { ImportChoices } from './importChoices.ts';
import { chunksOf, type Input } from './openInputs.ts';

/** Turns all inputs into sources. `context` is set if some of them come from other systems. */
export async function importSources(
  inputs: readonly Input[],
  choices: ImportChoices,
  context: ImportContext | undefined,
): Promise<Gathered> {
  const markdown = context && (await markdownSources(inputs, choices, context));
  const sources = inputs.flatMap((input): readonly ImportSource[] => {
    if (context === undefined || input.format === 'ndjson') return [ownSource(input)];
    if (input.format === 'markdown') return markdown?.get(input)?.sources ?? [];
    const placed = withFolder(input, context, importers[input.format]);
    const batches = runImporter(importers[input.format].convert, input, placed);
    return [{ name: input.name, folder: placed.folder, batches, ...dropping(context) }];
  });
  const sizes = inputs.map((input) => markdown?.get(input)?.bytes ?? input.bytes);
  return { sources, bytes: sizes.includes(0) ? 0 : sizes.reduce((sum, size) => sum + size, 0) };
}

/** Media may lie beside an export, in the folders of the site; a file name alone could match anything there. */
function withFolder({ path }: Input, context: ImportContext, { mediaFolder = '' }: Importer): ImportContext {
  if (context.folder !== undefined || path === undefined) return context;
  return { ...context, folder: join(dirname(path), mediaFolder), sharedNames: 2 };
}

/** Aliases of other systems give way to IDs, and to what stays as it is here. */
function dropping({ summary }: ImportContext): Required<Pick<ImportSource, 'onAliasDropped' | 'isForeign'>> {
  const why = {
    id: 'is imported without its slug, which is the ID of another one',
    alias: 'is imported without its slug, which is that of one that was changed here',
  };
  return {
    isForeign: true,
    onAliasDropped: (kind, alias, id, isThe) =>
      summary.changed(kind, why[isThe], alias, 'details', `${kind}/${id}`),
  };
}

function ownSource({ name, path, open }: Input): ImportSource {
  return { name, folder: path === undefined ? undefined : dirname(path), batches: readLines(open()) };
}

/** What to import, and its size in bytes; 0 if unknown. */
export type Gathered = { readonly sources: readonly ImportSource[]; readonly bytes: number };

type SizedFile = MarkdownFile & { readonly bytes: number };

/** Markdown files: what tells them apart, and how to get the rest, which is the same for all of them. */
type MarkdownFiles = {
  readonly listed: readonly Pick<SizedFile, 'path' | 'bytes' | 'isPage'>[];
  readonly nameOf: (path: string) => string;
  readonly whole: (file: MarkdownFiles['listed'][number]) => SizedFile;
};

/** Creates a source for each Markdown file, so that faults name the file. What they share is emitted once. */
async function markdownSources(
  inputs: readonly Input[],
  choices: ImportChoices,
  context: ImportContext,
): Promise<ReadonlyMap<Input, Gathered>> {
  const found = new Map<Input, MarkdownFiles>();
  const convert = createMarkdownConverter(context, function* () {
    for (const { listed, whole } of found.values()) for (const file of listed) yield whole(file);
  });
  const { onAliasDropped, isForeign } = dropping(context);
  /** There may be hundreds of thousands, so each of them is small until its turn. */
  class FileSource implements ImportSource {
    readonly #files: MarkdownFiles;
    readonly #file: MarkdownFiles['listed'][number];
    constructor(files: MarkdownFiles, file: MarkdownFiles['listed'][number]) {
      this.#files = files;
      this.#file = file;
    }
    get name() {
      return this.#files.nameOf(this.#file.path);
    }
    get folder() {
      return this.#files.whole(this.#file).place?.base;
    }
    get batches() {
      const file = this.#files.whole(this.#file);
      return runImporter(({ open }) => convert({ ...file, open }), file, context);
    }
    get isForeign() {
      return isForeign;
    }
    get onAliasDropped() {
      return onAliasDropped;
    }
  }
  for (const input of inputs)
    if (input.format === 'markdown') found.set(input, await filesOf(input, choices, context));
  checkDifferent([...found.values()]);
  return new Map(
    [...found].map(([input, files]) => [
      input,
      {
        sources: files.listed.map((file) => new FileSource(files, file)),
        bytes: files.listed.reduce((sum, { bytes }) => sum + bytes, 0),
      },
    ]),
  );
}

async function filesOf(
  input: Input,
  choices: ImportChoices,
  { summary }: ImportContext,
): Promise<MarkdownFiles> {
  const { name, path, isFolder } = input;
  if (path === undefined || !isFolder) {
    const file = await singleFile(input, choices);
    return { listed: [file], nameOf: () => file.name, whole: () => file };
  }
  const place = await placeOf(path, choices);
  const listed = await listMarkdown(path, summary);
  if (listed.length === 0)
    throw new Failure(`there is no Markdown in ${name}: no file whose name ends with .md, .markdown or .mdx`);
  const above = await parentFolders(path);
  const parents = namesOf(above, choices);
  const paths = listed.map((file) => file.path);
  const inheritedBy = await inheritance(path, paths, above);
  const isNote = await findNotes(paths, above);
  const site = await readSite(above, resolve(path), paths);
  const nameOf = (below: string) => join(path, below);
  const whole: MarkdownFiles['whole'] = (file) => {
    const { permalink, base, defaults } = site(file.path);
    return {
      ...{ ...file, name: nameOf(file.path), place, parents, isNote, permalink, base },
      inherited: { ...defaults, ...inheritedBy(file.path) },
      open: () => chunksOf(nameOf(file.path), file.bytes),
    };
  };
  return { listed, nameOf, whole };
}

/** The names of folders may mark drafts, unless the operator says otherwise. */
function namesOf(folders: readonly string[], { ignoresParents }: ImportChoices): readonly string[] {
  return ignoresParents ? [] : folders.map((folder) => basename(folder));
}

async function inheritance(
  folder: string,
  paths: readonly string[],
  above: readonly string[],
): Promise<Inheritance> {
  try {
    return await readCascades(folder, paths, above);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw new Failure(`a _index.md in ${folder}, or above it, cannot be read: ${error.message}`);
  }
}

/** `hello/index.md` is named after its folder, as if the parent folder had been given. */
async function singleFile(input: Input, choices: ImportChoices): Promise<SizedFile> {
  const { path } = input;
  const segments = path === undefined ? ['standard-input'] : resolve(path).split(sep).slice(-2);
  const own = segments.slice(/^index\./i.test(segments.at(-1) ?? '') ? 0 : -1);
  const around = path === undefined ? undefined : resolve(path, ...own.map(() => '..'));
  const folder = around ?? choices.media;
  const place = folder === undefined ? undefined : await placeOf(folder, choices);
  const ownPath = own.join('/');
  // The file itself may be a symbolic link.
  const above =
    path === undefined ? [] : (await parentFolders(path)).filter((each) => each !== resolve(path));
  const parents = namesOf(above, choices);
  const cascade = around === undefined ? {} : (await inheritance(around, [ownPath], above))(ownPath);
  const isNote = await findNotes([ownPath], above);
  const site = await readSite(above, around ?? '', [ownPath]);
  const { permalink, base, defaults } = site(ownPath);
  const inherited = { ...defaults, ...cascade };
  return { ...input, path: ownPath, isPage: false, place, parents, inherited, isNote, permalink, base };
}

async function placeOf(folder: string, choices: ImportChoices): Promise<MarkdownPlace> {
  const root = await realpath(folder);
  const media = choices.media === undefined ? undefined : await realpath(choices.media);
  return { root, media, base: commonFolder(root, media ?? root) };
}

/** The ID of an article is its path in the given folder, and must be unique. */
function checkDifferent(all: readonly MarkdownFiles[]): void {
  const ids = new Set<number>();
  for (const { listed, nameOf } of all) {
    for (const { path } of listed) {
      const { id } = readFileName(path);
      if (ids.size < ids.add(hashNumber(id)).size) continue;
      throw new Failure(
        `${firstNamed(all, id)} and ${nameOf(path)} would get the same ID; rename one of them, or import the folder that holds both`,
      );
    }
  }
}

/** Only hashes are kept, because there may be very many files. */
function firstNamed(all: readonly MarkdownFiles[], id: string): string | undefined {
  for (const { listed, nameOf } of all)
    for (const { path } of listed) if (readFileName(path).id === id) return nameOf(path);
  return undefined;
}
