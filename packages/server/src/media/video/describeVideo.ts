import { broken } from '@newsstand/contract';
import { FileError } from '../FileError.ts';
import { sniffedBytes, sniffFormat } from '../formats.ts';
import type { VideoDescription } from './containerParts.ts';
import { describeMp4 } from './describeMp4.ts';
import { describeWebm } from './describeWebm.ts';

/**
 * Describes a video from its container, without ffmpeg. Throws `FileError` if it is not a supported video.
 */
export async function describeVideo(file: Blob): Promise<VideoDescription> {
  const head = new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer());
  const format = sniffFormat(head)?.ext;
  if (format !== 'mp4' && format !== 'mov' && format !== 'webm') {
    throw new FileError(broken('not_video'));
  }
  const description = await (format === 'webm' ? describeWebm(file) : describeMp4(file));
  if (description.width > 0 && description.height > 0) return { format, ...description };
  throw new FileError(broken('no_video_track'));
}
