/**
 * A process that renders one picture after another. Decoding untrusted files is where memory runs out and programs crash:
 * here that costs one picture, and the service continues.
 */
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { LruCache } from '../../../concurrency/LruCache.ts';
import { isDiskFull } from '../../../files/fileErrors.ts';
import { ownFile } from '../../../ownFile.ts';
import { PictureError } from '../../FileError.ts';
import { type DecodedPicture, decodePicture } from '../openPicture.ts';
import { renderDecoded } from '../renderPicture.ts';
import type { RenderJob, RenderOutcome } from './RenderJob.ts';

/** In bytes: of decoded pictures, and of the whole process. Memory is returned by exiting; another process goes on. */
const [decodedBytes = 100_000_000, memoryBytes = 1_500_000_000] = process.argv.slice(2).map(Number);

/** Pages request the same picture in several sizes at once, so it should be decoded only once. */
const recent = new LruCache<DecodedPicture>(
  () => decodedBytes,
  ({ bytes }) => bytes,
);

process.on('message', (job: RenderJob) => void handle(job));
process.on('disconnect', () => process.exit());
// A long filter would block that event, so a worker thread checks whether the parent is still there.
new Worker(ownFile('exitWithParent.js'));

async function handle(job: RenderJob): Promise<void> {
  // Exit only after the message has been sent.
  process.send?.(await render(job), undefined, undefined, () => {
    if (process.memoryUsage.rss() > memoryBytes) process.exit();
  });
}

async function decode(source: string): Promise<DecodedPicture> {
  const known = recent.get(source);
  if (known !== undefined) return known;
  const picture = await decodePicture(await Bun.file(source).bytes());
  recent.set(source, picture);
  return picture;
}

async function render({ source, target, operations, format, seed }: RenderJob): Promise<RenderOutcome> {
  try {
    const { bytes } = await renderDecoded(await decode(source), operations, { format, seed });
    return target === undefined ? unwritten(bytes) : write(target, bytes);
  } catch (error) {
    if (error instanceof PictureError) return { type: 'refused', reason: error.reason, broken: error.broken };
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

/** Bytes. Larger pictures would fill the memory of the process that sends them. */
const maxMessageBytes = 16_000_000;

function unwritten(bytes: Uint8Array): RenderOutcome {
  return { type: 'unwritten', bytes: bytes.length > maxMessageBytes ? undefined : bytes };
}

/** If the disk is full, the picture is returned instead of written. */
function write(target: string, bytes: Uint8Array): RenderOutcome {
  // Another process may be rendering the same picture.
  const part = `${target}.${process.pid}.part`;
  try {
    // Synchronous, since this process does nothing else.
    writeFileSync(part, bytes);
    // Atomic: other processes see the complete file or nothing.
    renameUnlessSwept(part, target);
    return { type: 'made' };
  } catch (error) {
    remove(part);
    if (isDiskFull(error)) return unwritten(bytes);
    throw error;
  }
}

/** Another process may sweep a partial file just as a complete one. */
function renameUnlessSwept(part: string, target: string): void {
  try {
    renameSync(part, target);
  } catch (error) {
    if (existsSync(part) || !(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      throw error;
  }
}

/** Removes a file if there is one, and if the disk allows it. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A read-only disk: nothing was written.
  }
}
