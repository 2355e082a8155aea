import { resolve } from 'node:path';
import type { VideoDescription } from './VideoDescription.ts';
import { VideoError } from './VideoError.ts';

/** How many pixels a picture may have: four times as many as 4K. */
const mostPixels = 4 * 3840 * 2160;

/** The arguments that make ffmpeg read a video, from this place on, and nothing else. */
export function videoInput(source: string, video: VideoDescription, startSeconds = 0): string[] {
  const { format, width, height } = video;
  if (width * height > mostPixels) {
    throw new VideoError(`is of ${width}x${height} pixels; the most are ${mostPixels}`);
  }
  // The demuxer is named, so that a playlist that looks like a video is not followed to other files.
  const demuxer = format === 'webm' ? ['-f', 'matroska'] : ['-f', 'mov', '-enable_drefs', '0'];
  return [
    ...['-protocol_whitelist', 'file,pipe', '-max_pixels', `${mostPixels}`, ...demuxer],
    ...(startSeconds > 0 ? ['-ss', startSeconds.toFixed(3)] : []),
    ...['-i', fileUrl(source)],
  ];
}

/** A file as ffmpeg takes it for nothing else: neither an option nor another protocol. */
export function fileUrl(path: string): string {
  return `file:${resolve(path)}`;
}
