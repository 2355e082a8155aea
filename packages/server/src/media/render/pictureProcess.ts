/**
 * A process that makes one picture after another. Decoders of strangers' files are where memory runs out and programs
 * break: here that costs one picture, and the service goes on.
 */
import { rename } from 'node:fs/promises';
import sharp from 'sharp';
import { PictureError } from '../picture/PictureError.ts';
import { renderPicture } from '../picture/renderPicture.ts';
import type { RenderJob, RenderOutcome } from './RenderJob.ts';

// There is one such process for each core.
sharp.concurrency(1);
sharp.cache(false);

/** Memory is given back by ending; the next picture finds another process. */
const mostMemory = 1_500_000_000;

process.on('message', (job: RenderJob) => void obey(job));
process.on('disconnect', () => process.exit());

async function obey(job: RenderJob): Promise<void> {
  process.send?.(await make(job));
  if (process.memoryUsage.rss() > mostMemory) process.exit();
}

async function make({ source, target, operations, format, seed }: RenderJob): Promise<RenderOutcome> {
  try {
    const { bytes } = await renderPicture(await Bun.file(source).bytes(), operations, { format, seed });
    await Bun.write(`${target}.part`, bytes);
    // Others may look at any moment: they find all of it, or nothing.
    await rename(`${target}.part`, target);
    return { type: 'made' };
  } catch (error) {
    if (error instanceof PictureError)
      return { type: 'refused', reason: error.reason, message: error.message };
    return { type: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}
