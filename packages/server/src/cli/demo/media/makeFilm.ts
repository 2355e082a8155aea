import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runFfmpeg } from '../../../media/video/runFfmpeg.ts';
import { filmLayers } from '../scenes/filmLayers.ts';
import { pngOf } from './rasterise.ts';
import { tune } from './tune.ts';

/** How long the film is, and its frames a second. */
const [seconds, rate] = [5, 24];

/**
 * Makes a short film, `film.mp4`: a morning in the valley, its layers drawn one by one and moved past each other.
 * Throws `VideoError` where ffmpeg is missing or can't do it.
 */
export async function makeFilm(folder: string): Promise<void> {
  const work = join(folder, 'film');
  await mkdir(work);
  await Promise.all([
    Bun.write(join(work, 'tune.wav'), tune(seconds)),
    ...filmLayers.map(async ({ draw }, index) => Bun.write(join(work, `${index}.png`), await pngOf(draw()))),
  ]);
  const layers = filmLayers.flatMap((_, index) => ['-framerate', `${rate}`, '-i', `${index}.png`]);
  await runFfmpeg(
    work,
    [
      ...[...layers, '-i', 'tune.wav', '-filter_complex', layered()],
      ...['-map', '[film]', '-map', `${filmLayers.length}:a`, '-t', `${seconds}`],
      // Quick to write; it is made smaller when it comes in.
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16', '-pix_fmt', 'yuv420p', '-fps_mode', 'cfr'],
      // Without the moment at which it was made, it is the same each time.
      ...['-c:a', 'aac', '-b:a', '128k', '-fflags', '+bitexact', '-flags', '+bitexact', '../film.mp4'],
    ],
    {},
  );
}

/** Lays each layer over those before it, at a place that depends on the frame. */
function layered(): string {
  const stills = filmLayers.map(({ fadesInAt }, index) => {
    const fade = fadesInAt === undefined ? '' : `,fade=in:st=${fadesInAt}:d=1:alpha=1`;
    return `[${index}]format=yuva444p,loop=-1:1${fade}[l${index}]`;
  });
  const overlays = filmLayers.slice(1).map(({ x = '0', y = '0' }, index) => {
    const below = index === 0 ? 'l0' : `f${index}`;
    const above = index === filmLayers.length - 2 ? 'film' : `f${index + 1}`;
    return `[${below}][l${index + 1}]overlay=x='${x}':y='${y}':format=yuv444[${above}]`;
  });
  return [...stills, ...overlays].join(';');
}
