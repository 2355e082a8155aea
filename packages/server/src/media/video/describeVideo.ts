import { sniffedBytes, sniffFormat } from '../formats.ts';
import { describeMp4 } from './describeMp4.ts';
import { describeWebm } from './describeWebm.ts';
import type { VideoDescription } from './VideoDescription.ts';
import { VideoError } from './VideoError.ts';

/**
 * Describes a video from its container, without ffmpeg. Throws `VideoError` if it is not a supported video.
 */
export async function describeVideo(file: Blob): Promise<VideoDescription> {
  const head = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer());
  const format = sniffFormat(head)?.ext;
  if (format !== 'mp4' && format !== 'mov' && format !== 'webm') {
    throw new VideoError('is not a supported video; use MP4, MOV or WebM');
  }
  const description = await (format === 'webm' ? describeWebm(file) : describeMp4(file));
  if (description.width > 0 && description.height > 0) return { format, ...description };
  throw new VideoError('has no video track; it may be audio only, or truncated');
}
