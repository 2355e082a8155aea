/** Writes docs/media.md and its pictures. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeSample, sampleFile } from './makeSample.ts';
import { mediaPage } from './mediaPage.ts';
import { samples } from './samples.ts';

const folder = import.meta.dir;
for (const name of await readdir(folder)) {
  if (/\.(jpg|png)$/.test(name)) await rm(join(folder, name));
}
for (const sample of samples)
  await Bun.write(join(folder, sampleFile(sample)), (await makeSample(sample)).bytes);
await Bun.write(join(folder, '../media.md'), await mediaPage());
