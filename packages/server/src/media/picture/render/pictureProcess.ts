/**
 * A process that makes one picture after another. Decoders of strangers' files are where memory runs out and programs
 * break: here that costs one picture, and the service goes on.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { LruCache } from '../../../concurrency/LruCache.ts';
import { isDiskFull } from '../../../files/fileErrors.ts';
import { type ReadyPicture, readyPicture } from '../decodePicture.ts';
import { PictureError } from '../PictureError.ts';
import { renderReady } from '../renderPicture.ts';
import type { RenderJob, RenderOutcome } from './RenderJob.ts';

/** A page asks for the same picture in several sizes at once: what was decoded lately need not be decoded again. */
const recent = new LruCache<ReadyPicture>(
  () => 100_000_000,
  ({ bytes }) => bytes,
);

/** Memory is given back by ending; the next picture finds another process. */
const mostMemory = 1_500_000_000;

process.on('message', (job: RenderJob) => void obey(job));
process.on('disconnect', () => process.exit());
// A long filter keeps this thread from hearing that; another one looks whether the parent is still there.
new Worker(new URL('../../../concurrency/exitWithParent.ts', import.meta.url).href);

async function obey(job: RenderJob): Promise<void> {
  // What is on its way would be lost with the process.
  process.send?.(await make(job), undefined, undefined, () => {
    if (process.memoryUsage.rss() > mostMemory) process.exit();
  });
}

async function ready(source: string): Promise<ReadyPicture> {
  const known = recent.get(source);
  if (known !== undefined) return known;
  const picture = await readyPicture(await Bun.file(source).bytes());
  recent.set(source, picture);
  return picture;
}

async function make({ source, target, operations, format, seed }: RenderJob): Promise<RenderOutcome> {
  try {
    const { bytes } = await renderReady(await ready(source), operations, { format, seed });
    return target === undefined ? handOver(bytes) : write(target, bytes);
  } catch (error) {
    if (error instanceof PictureError)
      return { type: 'refused', reason: error.reason, message: error.message };
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** What is larger would fill the memory of whoever is to send it. */
const largestHandedOver = 16_000_000;

function handOver(bytes: Uint8Array): RenderOutcome {
  return { type: 'unwritten', bytes: bytes.length > largestHandedOver ? undefined : bytes };
}

/** A picture that was made is not lost where the disk is full. */
function write(target: string, bytes: Uint8Array): RenderOutcome {
  // Another process may be making the same picture.
  const part = `${target}.${process.pid}.part`;
  try {
    // Nothing else is done here meanwhile, so there is nobody to let go first.
    writeFileSync(part, bytes);
    // Others may look at any moment: they find all of it, or nothing.
    renameSync(part, target);
    return { type: 'made' };
  } catch (error) {
    remove(part);
    if (isDiskFull(error)) return handOver(bytes);
    throw error;
  }
}

/** Removes what there may be, where that can be done. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Where nothing can be removed, nothing was written.
  }
}
