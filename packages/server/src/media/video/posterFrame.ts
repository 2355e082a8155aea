import { rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { broken } from '@newsstand/contract';
import { FileError } from '../FileError.ts';
import { describeVideo } from './describeVideo.ts';
import { type FfmpegOptions, fileUrl, runFfmpeg, videoInput } from './runFfmpeg.ts';

/** Keeps frames that are less than 90 % black. */
const notBlack =
  'blackframe=amount=0,metadata=mode=select:key=lavfi.blackframe.pblack:value=90:function=less,';

/** How much of the video is searched, so that a long black video does not take forever. */
const maxSeconds = '60';

/**
 * Writes one frame of a video as a JPEG: a typical one from about 10 % of its duration, and not a black one if possible.
 * Throws `FileError` on failure.
 */
export async function posterFrame(
  source: string,
  target: string,
  options: FfmpegOptions = {},
): Promise<void> {
  const video = await describeVideo(Bun.file(source));
  const tenth = (video.duration ?? 0) / 10_000;
  try {
    for (const [start, choice] of [
      [tenth, notBlack],
      [0, notBlack],
      [0, ''],
    ] as const) {
      const input = ['-t', maxSeconds, ...videoInput(source, video, start), '-map', '0:v:0'];
      const filter = `${choice}thumbnail=n=24,scale=${video.width}:${video.height},setsar=1,format=yuvj420p`;
      const output = ['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '3', '-f', 'mjpeg', '-y', fileUrl(target)];
      await runFfmpeg(dirname(target), [...input, '-vf', filter, ...output], options);
      if ((await stat(target)).size > 0) return;
    }
    throw new FileError(broken('no_video_frame', { done: 'decoded' }));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
