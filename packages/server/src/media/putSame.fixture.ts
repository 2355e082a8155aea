import { openOriginals } from './openOriginals.ts';

/** One of several processes that put the same files at the same time. */
const [folder = '', ...paths] = process.argv.slice(2);
for (const path of paths) {
  await using intake = openOriginals(folder).receive();
  await intake.take(path);
  await intake.keep();
}
