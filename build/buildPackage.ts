/** `npm pack` runs this first: builds `dist`, the service in one folder, which is all that the package holds besides `bin`. */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { packClient } from '../packages/client/build/packClient.ts';
import { buildConsole } from '../packages/console/build/buildConsole.ts';
import { ownFiles } from '../packages/server/src/ownFile.ts';
import { notices } from './notices.ts';

const root = join(import.meta.dir, '..');
const source = join(root, 'packages/server/src');
const dist = join(root, 'dist');

await rm(dist, { recursive: true, force: true });
const files = [...(await buildPrograms()), ...(await buildConsole(join(dist, 'console')))];
await packClient(join(dist, 'client.tgz'));
for (const [name, path] of Object.entries(ownFiles)) {
  const isBuilt = path.endsWith('.ts') || ['build.txt', 'console', 'client.tgz'].includes(name);
  if (!isBuilt) await cp(join(source, path), join(dist, name), { recursive: true, filter: isShipped });
}
const firstLine = 'Newsstand holds parts of these packages.';
await Bun.write(join(dist, 'THIRD-PARTY-NOTICES.txt'), await notices(firstLine, files));

await Bun.write(join(dist, 'build.txt'), `${await digestCode()}\n`);

/** Tells builds of a version apart. */
async function digestCode(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  const names = await Array.fromAsync(new Bun.Glob('**/*.js').scan(dist));
  for (const name of names.sort()) hash.update(name).update(await Bun.file(join(dist, name)).bytes());
  return hash.digest('hex').slice(0, 12);
}

/**
 * Bundles all programs, with shared code in separate files, so that each loads only what it needs. Nothing is minified:
 * stack traces should be readable. Returns the files that went into them.
 */
async function buildPrograms(): Promise<readonly string[]> {
  const { metafile } = await Bun.build({
    entrypoints: Object.values(ownFiles)
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(source, path)),
    outdir: dist,
    target: 'bun',
    splitting: true,
    metafile: true,
    // It loads a library for the platform.
    external: ['sharp'],
    naming: { entry: '[name].js', chunk: '[name]-[hash].js' },
  });
  return Object.keys(metafile?.inputs ?? {});
}

function isShipped(path: string): boolean {
  return !path.endsWith('.test.ts');
}
