import { sniffedBytes, sniffFormat } from '../formats.ts';
import { describeMp4 } from './describeMp4.ts';
import { describeWebm } from './describeWebm.ts';
import type { VideoDescription } from './VideoDescription.ts';
import { VideoError } from './VideoError.ts';

/**
 * Describes a video by its bytes. Throws `VideoError` where it is none.
 * The containers say all that is needed in a few fields, so this works where there is no ffmpeg, and starts no process.
 */
export async function describeVideo(file: Blob): Promise<VideoDescription> {
  const head = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer());
  const format = sniffFormat(head)?.ext;
  if (format !== 'mp4' && format !== 'mov' && format !== 'webm') {
    throw new VideoError('is not a video that is taken; give MP4, MOV or WebM');
  }
  const description = await (format === 'webm' ? describeWebm(file) : describeMp4(file));
  if (description.width > 0 && description.height > 0) return { format, ...description };
  throw new VideoError('holds no moving picture; it may be sound only, or cut short');
}
