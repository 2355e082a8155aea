import { join } from 'node:path';
import { VideoError } from '../../../media/video/VideoError.ts';
import { demoPictures } from './demoPictures.ts';
import { makeBanner } from './makeBanner.ts';
import { makeFilm } from './makeFilm.ts';

/** What became of the film: it needs a program that not every machine has. */
export type Made = { readonly whyNoFilm?: string };

/** Draws all media of the demo into a folder, under the names that the lines of the import have for them. */
export async function makeMedia(folder: string): Promise<Made> {
  const film = tryFilm(folder);
  const others = [
    makeBanner(join(folder, 'autumn')),
    ...demoPictures.map(async ({ file, make }) => {
      if (make !== undefined) await Bun.write(join(folder, file), await make());
    }),
  ];
  // All have ended before a failure is told: nothing is written into a folder that is about to be removed.
  await Promise.allSettled([film, ...others]);
  await Promise.all(others);
  return await film;
}

async function tryFilm(folder: string): Promise<Made> {
  if (Bun.which('ffmpeg') === null) return { whyNoFilm: 'there is no ffmpeg on the PATH' };
  try {
    await makeFilm(folder);
    return {};
  } catch (error) {
    if (error instanceof VideoError) return { whyNoFilm: `it ${error.message}` };
    throw error;
  }
}
