import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, extname, resolve } from 'node:path';
import { type Media, mediaOperation } from '@newsstand/contract';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Config } from '../../config/readConfig.ts';
import { deliveredMedia } from '../../media/deliveredMedia.ts';
import { sniffedBytes, sniffFormat } from '../../media/formats.ts';
import { packageMeta } from '../../media/ingestMedia.ts';
import { mediaDocument } from '../../media/mediaDocument.ts';
import { mediaAddresses } from '../../node/addresses.ts';
import { originalsOf } from '../../node/originalsOf.ts';
import { withStore } from '../../store/openStore.ts';
import type { Store } from '../../store/Store.ts';
import { ImportError } from '../../transfer/ndjson/ImportError.ts';
import type { ImportSource } from '../../transfer/ndjson/ImportOptions.ts';
import { importRecords } from '../../transfer/ndjson/importRecords.ts';
import { readLines } from '../../transfer/ndjson/readLines.ts';
import { exitOnSignals } from '../exitOnSignals.ts';
import { Failure } from '../Failure.ts';
import { configOf, isOn, textOption } from '../options.ts';
import { formatTable, print, printJson, videoProgressBar } from '../output.ts';

/** `media add`: an import of one line per file, so that all rules of an import apply. */
export async function addMedia(command: Command): Promise<void> {
  const config = configOf(command);
  exitOnSignals();
  const lines = await Promise.all(command.args.map((file) => lineFor(command, file)));
  checkDifferent(lines.map(({ mediaId }) => mediaId));
  const work = async (store: Store) => {
    await importLines(store, config, lines, command.args);
    return await delivered(store, config, lines);
  };
  const added = await withStore(config.databaseUrl, work, { keptVersions: config.keptVersions });
  await (isOn(command, 'json') ? printJson(added) : print(tableOf(added)));
}

type Line = {
  readonly mediaId: string;
  readonly projectId: string;
  readonly spaceId: string;
  readonly [member: string]: unknown;
};

const forOneFile = ['id', 'alias', 'name'];
const operations = z.array(mediaOperation);

async function lineFor(command: Command, file: string): Promise<Line> {
  const given = forOneFile.find((name) => textOption(command, name) !== undefined);
  if (given !== undefined && command.args.length > 1) {
    throw new Failure(`--${given} is for one file, and ${command.args.length} are given`, 2);
  }
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new Failure(`cannot read ${file}: there is no such file`);
  const name = basename(resolve(file));
  const { type, isPackage } = await guessMedia(file, found.isDirectory());
  return {
    kind: 'media',
    projectId: textOption(command, 'project') ?? '',
    spaceId: textOption(command, 'space') ?? '',
    mediaId: textOption(command, 'id') ?? idFrom(name),
    name: textOption(command, 'name') ?? name,
    type,
    alias: textOption(command, 'alias'),
    file: name,
    // The other metadata come from the bytes.
    ...(isPackage && { meta: packageMeta }),
    operations: operationsOf(command, 'operations'),
    thumbnailOperations: operationsOf(command, 'thumbnailOperations'),
  };
}

/** Characters that an ID cannot contain become dashes. */
function idFrom(name: string): string {
  const stem = name.slice(0, name.length - extname(name).length);
  const id = stem
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._~-]+/g, '-')
    .replace(/^[-.]+|-+$/g, '')
    .slice(0, 128);
  if (id === '') throw new Failure(`cannot derive an ID from ${name}: give one with --id`, 2);
  return id;
}

function operationsOf(command: Command, option: 'operations' | 'thumbnailOperations') {
  const text = textOption(command, option);
  if (text === undefined) return undefined;
  const flag = option === 'operations' ? '--operations' : '--thumbnail-operations';
  try {
    return operations.parse(JSON.parse(text));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : 'it is not valid JSON';
    throw new Failure(`${flag} must be a JSON array of operations: ${reason}`, 2);
  }
}

function checkDifferent(ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    throw new Failure(`two files would have the ID ${twice}: add them one by one, each with its --id`, 2);
  }
}

async function importLines(
  store: Store,
  config: Config,
  lines: readonly Line[],
  files: readonly string[],
): Promise<void> {
  const sources = lines.map(
    (line, index): ImportSource => ({
      name: files[index] ?? '',
      folder: dirname(resolve(files[index] ?? '')),
      batches: readLines(new Blob([JSON.stringify(line)]).stream()),
    }),
  );
  const originals = originalsOf(config);
  const { dataFolder: spoolFolder } = config;
  try {
    await importRecords({
      store,
      originals,
      now: Date.now,
      sources,
      spoolFolder,
      onVideoProgress: videoProgressBar(),
    });
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new Failure(
      error.faults.map(({ source, message }) => `cannot add ${source}: ${message}`).join('\n'),
    );
  }
}

async function delivered(store: Store, config: Config, lines: readonly Line[]): Promise<readonly Media[]> {
  const addresses = await mediaAddresses(config, config.port, store);
  return await store.read(async (reader) => {
    const added: Media[] = [];
    for (const { projectId, spaceId, mediaId } of lines) {
      const record = await reader.find({ kind: 'media', projectId, spaceId, id: mediaId });
      if (record !== undefined)
        added.push(deliveredMedia(mediaDocument.parse(JSON.parse(record.document)), addresses));
    }
    return added;
  });
}

function tableOf(added: readonly Media[]): string {
  return formatTable(
    ['ID', 'TYPE', 'BYTES', 'ADDRESS'],
    added.map(({ mediaId, type, fileSize = 0, accessUrl = '' }) => [mediaId, type, `${fileSize}`, accessUrl]),
  );
}

/** Guesses what a file or folder is; ingesting it verifies the guess. */
async function guessMedia(
  path: string,
  isFolder: boolean,
): Promise<{ readonly type: 'image' | 'video'; readonly isPackage: boolean }> {
  if (isFolder) {
    const isHls = (await readdir(path)).some((name) => name.toLowerCase().endsWith('.m3u8'));
    return isHls ? { type: 'video', isPackage: false } : { type: 'image', isPackage: true };
  }
  const head = await Bun.file(path).slice(0, sniffedBytes).bytes();
  const isZip = head[0] === 0x50 && head[1] === 0x4b;
  return { type: sniffFormat(head)?.type ?? 'image', isPackage: isZip };
}
