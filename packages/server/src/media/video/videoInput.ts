import { resolve } from 'node:path';
import type { VideoDescription } from './VideoDescription.ts';
import { VideoError } from './VideoError.ts';

/** The most pixels in a frame: four times as many as 4K. */
const maxPixels = 4 * 3840 * 2160;

/** The ffmpeg arguments that read a video from `startSeconds` on, and nothing else. */
export function videoInput(source: string, video: VideoDescription, startSeconds = 0): string[] {
  const { format, width, height } = video;
  if (width * height > maxPixels) {
    throw new VideoError(`has ${width}x${height} pixels; at most ${maxPixels} are allowed`);
  }
  // An explicit demuxer, so that ffmpeg does not follow a playlist disguised as a video to other files.
  const demuxer = format === 'webm' ? ['-f', 'matroska'] : ['-f', 'mov', '-enable_drefs', '0'];
  return [
    ...['-protocol_whitelist', 'file,pipe', '-max_pixels', `${maxPixels}`, ...demuxer],
    ...(startSeconds > 0 ? ['-ss', startSeconds.toFixed(3)] : []),
    ...['-i', fileUrl(source)],
  ];
}

/** A path that ffmpeg can't mistake for an option or another protocol. */
export function fileUrl(path: string): string {
  return `file:${resolve(path)}`;
}
