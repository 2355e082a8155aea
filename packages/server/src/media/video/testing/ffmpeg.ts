import { test } from 'bun:test';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { madeOnce } from '../../../../../../tests/madeOnce.ts';
import { lacks } from '../../../../../../tests/testing/lacks.ts';

const testIfPresent = test.skipIf(lacks('ffmpeg', 'videos') || lacks('ffprobe', 'videos'));

/**
 * A test that is skipped without ffmpeg, or the ffprobe that comes with it. Its ffmpeg has the usual priority: with a low
 * one, it would wait for minutes on a busy machine.
 */
export function testWithFfmpeg(name: string, run: () => Promise<void>): void {
  testIfPresent(name, async () => {
    const path = process.env['PATH'];
    process.env['PATH'] = `${await plainNice()}:${path}`;
    try {
      await run();
    } finally {
      process.env['PATH'] = path;
    }
  });
}

/** A folder with a program in place of `nice -n 19` that changes no priority. */
function plainNice(): Promise<string> {
  return madeOnce('nice', async (folder) => {
    await Bun.write(join(folder, 'nice'), '#!/bin/sh\nshift 2\nexec "$@"\n');
    await chmod(join(folder, 'nice'), 0o755);
  });
}

/** Runs ffmpeg or ffprobe, and returns what it prints. */
export async function run(...command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [output, complaints] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0 || complaints !== '') throw new Error(`${command.join(' ')}: ${complaints}`);
  return output;
}

/** Makes a small video of a test picture: `picture` and `sound` are sources of ffmpeg's lavfi. */
export async function makeVideo(
  target: string,
  { picture, sound, encoding }: { picture: string; sound?: string; encoding: readonly string[] },
): Promise<void> {
  const inputs = [picture, ...(sound === undefined ? [] : [sound])].flatMap((each) => [
    '-f',
    'lavfi',
    '-i',
    each,
  ]);
  await run('ffmpeg', '-v', 'error', '-y', ...inputs, ...encoding, target);
}

const probed = z.object({
  streams: z.array(
    z.object({
      codec_type: z.string(),
      codec_name: z.string(),
      profile: z.string().optional(),
      width: z.int().optional(),
      height: z.int().optional(),
      pix_fmt: z.string().optional(),
      sample_aspect_ratio: z.string().optional(),
      nb_read_frames: z.coerce.number().optional(),
    }),
  ),
  format: z.object({ duration: z.coerce.number().optional() }),
});

/** What ffprobe reports about a file after decoding it. */
export async function probe(path: string) {
  const output = await run(
    ...['ffprobe', '-v', 'error', '-count_frames', '-show_streams', '-show_format', '-of', 'json', path],
  );
  return probed.parse(JSON.parse(output));
}
