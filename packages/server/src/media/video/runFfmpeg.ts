import { resolve } from 'node:path';
import { broken } from '@newsstand/contract';
import { FileError, quote } from '../FileError.ts';
import type { VideoDescription } from './containerParts.ts';

export type FfmpegOptions = {
  /** The program; by default the one on the PATH. */
  readonly ffmpeg?: string | undefined;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Runs ffmpeg in a folder, without a shell and with low priority.
 * Throws `FileError` with its last error message if it fails, and the signal's reason if it was aborted.
 */
export async function runFfmpeg(
  folder: string,
  task: readonly string[],
  { ffmpeg = 'ffmpeg', signal }: FfmpegOptions,
  takeLine: (line: string) => void = () => {},
): Promise<void> {
  signal?.throwIfAborted();
  const program = Bun.which(ffmpeg);
  if (program === null) throw new FileError(broken('no_ffmpeg', { ffmpeg }));
  const command = ['nice', '-n', '19', program, '-hide_banner', '-nostdin', '-v', 'error', ...task];
  const child = Bun.spawn(command, {
    ...{ cwd: folder, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' },
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  });
  // ffmpeg must not outlive this process.
  const end = () => child.kill('SIGKILL');
  process.on('exit', end);
  let lastError = '';
  try {
    await Promise.all([
      eachLine(child.stdout, takeLine),
      eachLine(child.stderr, (line) => {
        if (line !== '' && !closingWords.includes(line)) lastError = line;
      }),
    ]);
  } catch (error) {
    // The callback threw: no one waits for the rest.
    end();
    throw error;
  } finally {
    await child.exited;
    process.off('exit', end);
  }
  signal?.throwIfAborted();
  if (child.exitCode !== 0) throw new FileError(broken('broken_video', { text: quote(lastError, 300) }));
}

/** Lines that ffmpeg ends with whatever the reason was. */
const closingWords = ['Conversion failed!', 'Error marking filters as finished'];

async function eachLine(stream: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of stream) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/[\r\n]+/);
    // An endless line must not fill the memory.
    rest = (lines.pop() ?? '').slice(-4096);
    for (const line of lines) take(line.trim());
  }
  if (rest !== '') take(rest.trim());
}

/** The most pixels in a frame: four times as many as 4K. */
const maxPixels = 4 * 3840 * 2160;

/** The ffmpeg arguments that read a video from `startSeconds` on, and nothing else. */
export function videoInput(source: string, video: VideoDescription, startSeconds = 0): string[] {
  const { format, width, height } = video;
  if (width * height > maxPixels) {
    throw new FileError(broken('too_large_video', { width, height, most: maxPixels }));
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
