import { join } from 'node:path';
import { packClient } from './packClient.ts';
import { sizeOf } from './sizeOf.ts';

/** Makes the tarball that a service in this folder serves as `/docs/client.tgz`. */
const tarball = join(import.meta.dir, '../dist/client.tgz');
await packClient(tarball, async (folder) => {
  console.log(`${tarball}: ${Bun.file(tarball).size} bytes`);
  const sizes = ['index.js', 'page.js', 'body/index.js'].map(
    async (entry) => `${entry} ${await sizeOf(join(folder, entry))}`,
  );
  console.log(`minified and gzipped: ${(await Promise.all(sizes)).join(', ')} bytes`);
});
