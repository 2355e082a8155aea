import { join } from 'node:path';
import { run } from '../../../build/run.ts';
import { buildPackage } from './buildPackage.ts';
import { sizeOf } from './sizeOf.ts';

/** Makes `dist`, and a tarball of it to install. */
const folder = join(import.meta.dir, '../dist');
await buildPackage(folder);
const tarball = (await run(['npm', 'pack', '--silent'], folder)).trim();
console.log(`${join(folder, tarball)}: ${Bun.file(join(folder, tarball)).size} bytes`);
const sizes = ['index.js', 'page.js', 'body/index.js'].map(
  async (entry) => `${entry} ${await sizeOf(join(folder, entry))}`,
);
console.log(`minified and gzipped: ${(await Promise.all(sizes)).join(', ')} bytes`);
