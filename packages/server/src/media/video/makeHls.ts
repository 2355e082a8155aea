import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { broken } from '@newsstand/contract';
import { FileError } from '../FileError.ts';
import { describeVideo } from './describeVideo.ts';
import { parsePlaylist } from './parsePlaylist.ts';
import { type HlsFolder, readHlsFolder } from './readHlsFolder.ts';
import { type FfmpegOptions, runFfmpeg, videoInput } from './runFfmpeg.ts';
import { type Rung, rungsOf } from './rungsOf.ts';

export type HlsOptions = FfmpegOptions & {
  /** Called with increasing fractions from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
};

/**
 * Converts a video to HLS in a folder that does not exist yet: `master.m3u8`, and a folder for each rung.
 * Throws `FileError` on failure, and removes the folder.
 */
export async function makeHls(source: string, target: string, options: HlsOptions = {}): Promise<HlsFolder> {
  const video = await describeVideo(Bun.file(source));
  const rungs = rungsOf(video.width, video.height);
  await mkdir(target);
  try {
    for (const rung of rungs) await mkdir(join(target, folderOf(rung)));
    const task = ['-progress', 'pipe:1', ...videoInput(source, video), ...rungs.flatMap(rungOutput)];
    await runFfmpeg(target, task, options, progressReader(video.duration, options.onProgress));
    const made = await Promise.all(rungs.map((rung) => readRung(target, rung)));
    await Bun.write(join(target, 'master.m3u8'), masterPlaylist(made));
    const folder = await readHlsFolder(target, Infinity);
    options.onProgress?.(1);
    return folder;
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

function folderOf({ height }: Rung): string {
  return `${height}`;
}

/** The length of segments, and the distance of key frames. */
const segmentSeconds = 4;

/** The ffmpeg arguments for one rung. */
function rungOutput(rung: Rung): string[] {
  const folder = folderOf(rung);
  return [
    ...['-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1', '-map_chapters', '-1'],
    ...['-vf', `scale=${rung.width}:${rung.height},setsar=1`, '-pix_fmt', 'yuv420p'],
    // Keep timestamps: otherwise a recording with variable frame rate might become one of 1,000 frames a second.
    ...['-fps_mode', 'vfr'],
    ...['-c:v', 'libx264', '-profile:v', 'main', '-preset', 'veryfast', '-crf', '23'],
    ...['-maxrate', `${rung.maxKilobits}k`, '-bufsize', `${2 * rung.maxKilobits}k`],
    // Key frames at the same times in all rungs, so that players can switch between them.
    ...['-sc_threshold', '0', '-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`],
    ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '48000'],
    ...['-f', 'hls', '-hls_time', `${segmentSeconds}`, '-hls_playlist_type', 'vod'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4'],
    ...['-hls_segment_filename', `${folder}/%05d.m4s`, `${folder}/index.m3u8`],
  ];
}

/** Parses the progress that ffmpeg reports. */
function progressReader(duration: number | undefined, onProgress: HlsOptions['onProgress']) {
  return (line: string): void => {
    const microseconds = Number(line.match(/^out_time_us=(\d+)$/)?.[1]);
    if (microseconds >= 0 && duration !== undefined)
      onProgress?.(Math.min(1, microseconds / 1000 / duration));
  };
}

async function readRung(target: string, rung: Rung): Promise<MadeRung> {
  const folder = join(target, folderOf(rung));
  const playlist = parsePlaylist(await readText(join(folder, 'index.m3u8')));
  if (playlist === undefined) throw new FileError(broken('no_video_frame', { done: 'shown' }));
  const [init = '', ...names] = playlist.uris;
  const segments = names.map((name, index) => ({
    fileSize: Bun.file(join(folder, name)).size,
    seconds: playlist.durations[index] ?? 0,
  }));
  const bytes = await Bun.file(join(folder, init)).bytes();
  return { ...rung, playlist: `${folderOf(rung)}/index.m3u8`, init: bytes, segments };
}

/** The text of a file; empty if ffmpeg did not write it, for lack of content. */
async function readText(path: string): Promise<string> {
  const file = Bun.file(path);
  return (await file.exists()) ? file.text() : '';
}

/** A rung after conversion. */
type MadeRung = Pick<Rung, 'width' | 'height'> & {
  /** The path of its playlist, relative to the master playlist. */
  readonly playlist: string;
  /** The initialization segment. */
  readonly init: Uint8Array;
  readonly segments: readonly { readonly fileSize: number; readonly seconds: number }[];
};

/** The master playlist of all rungs. */
export function masterPlaylist(rungs: readonly MadeRung[]): string {
  const lines = rungs.flatMap((rung) => [`#EXT-X-STREAM-INF:${attributes(rung)}`, rung.playlist]);
  return `${['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines].join('\n')}\n`;
}

function attributes({ width, height, init, segments }: MadeRung): string {
  const average = bitRate(segments);
  // A short last segment does not count for the peak bandwidth.
  const longest = Math.max(...segments.map(({ seconds }) => seconds));
  const peaks = segments.filter(({ seconds }) => seconds >= longest / 2).map((segment) => bitRate([segment]));
  return [
    `BANDWIDTH=${Math.max(average, ...peaks)}`,
    `AVERAGE-BANDWIDTH=${average}`,
    `RESOLUTION=${width}x${height}`,
    `CODECS="${codecs(init)}"`,
  ].join(',');
}

/** Bits per second. */
function bitRate(segments: MadeRung['segments']): number {
  const bytes = segments.reduce((sum, { fileSize }) => sum + fileSize, 0);
  const seconds = segments.reduce((sum, each) => sum + each.seconds, 0);
  return Math.ceil((bytes * 8) / Math.max(seconds, 0.001));
}

/** The codecs (RFC 6381): H.264 with its profile and level, and AAC if there is sound. */
function codecs(init: Uint8Array): string {
  const bytes = Buffer.from(init);
  // In the `avcC` box, profile, constraints and level follow the version.
  const profile = bytes.indexOf('avcC') + 5;
  const video = `avc1.${bytes.toString('hex', profile, profile + 3)}`;
  return bytes.includes('mp4a') ? `${video},mp4a.40.2` : video;
}
