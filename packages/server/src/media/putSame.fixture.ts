import { openOriginals } from './openOriginals.ts';

/** One of several processes that put the same files at the same time. */
const [folder = '', ...paths] = process.argv.slice(2);
for (const path of paths) await openOriginals(folder).put(path);
