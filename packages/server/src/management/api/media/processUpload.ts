/**
 * A process that ingests one upload: detects what it is, converts it, and stores its files. Untrusted files are
 * where memory runs out and decoders crash: here that costs one upload. It does not use the store.
 */
import { constants, setPriority } from 'node:os';
import { dirname, resolve } from 'node:path';
import { broken, brokenWith } from '@newsstand/contract';
import { isDiskFull } from '../../../files/fileErrors.ts';
import { FileError } from '../../../media/FileError.ts';
import { ingestMedia } from '../../../media/ingestMedia.ts';
import { type Ingest, MediaUnavailable } from '../../../media/originals/Originals.ts';
import { openOriginals } from '../../../media/originals/openOriginals.ts';
import { ownFile } from '../../../ownFile.ts';
import type { FromUploadProcess, ToUploadProcess, UploadJob } from './ingestInProcess.ts';

let ingest: Ingest | undefined;

// Readers go first.
setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (message: ToUploadProcess) => void receive(message));
process.on('disconnect', () => process.exit());
// Decoding may block this thread, so another one checks whether the parent still exists.
new Worker(ownFile('exitWithParent.js'));

async function receive(message: ToUploadProcess): Promise<void> {
  if (message.type === 'drop') return await leave();
  const response = message.type === 'take' ? await take(message.job) : await keep();
  send(response);
}

/** Cleans up, and exits. */
async function leave(): Promise<void> {
  await ingest?.[Symbol.asyncDispose]();
  process.exit();
}

async function take({ path, isPackage, place }: UploadJob): Promise<FromUploadProcess> {
  try {
    ingest = openOriginals(place).beginIngest();
    const onProgress = (fraction: number) => send({ type: 'progress', fraction });
    return {
      type: 'taken',
      brought: await ingestMedia(path, { ingest, isStored: true, isPackage, onProgress }),
    };
  } catch (error) {
    return failureOf(error, [dirname(path), place.folder]);
  }
}

async function keep(): Promise<FromUploadProcess> {
  try {
    await ingest?.commit();
    return { type: 'kept' };
  } catch (error) {
    return failureOf(error, []);
  }
}

/** Paths on this machine are not revealed to clients. */
function failureOf(error: unknown, folders: readonly string[]): FromUploadProcess {
  const withoutPaths = (text: string) =>
    folders.reduce((rest, folder) => rest.replaceAll(`${resolve(folder)}/`, ''), text);
  if (isDiskFull(error)) return { type: 'unavailable', broken: broken('no_space_for_originals') };
  if (error instanceof FileError) {
    const { rule, values } = error.broken;
    const clean = Object.entries(values ?? {}).map(([name, value]) => [name, withoutPaths(`${value}`)]);
    return { type: 'refused', broken: brokenWith(rule, values && Object.fromEntries(clean)) };
  }
  const message = withoutPaths(error instanceof Error ? error.message : String(error));
  return error instanceof MediaUnavailable
    ? { type: 'unavailable', broken: broken('originals_unavailable', { cause: message }) }
    : { type: 'failed', message };
}

function send(message: FromUploadProcess): void {
  process.send?.(message);
}
