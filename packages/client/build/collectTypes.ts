import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { run } from '../../../build/run.ts';
import { publicTypes } from './publicTypes.ts';

const tsc = join(import.meta.dir, '../../../node_modules/.bin/tsc');
const specifier = /(?<=(?:from |import\()['"])[^'"]+(?=['"])/g;

/**
 * The declarations that are reached from these, by path, with imports that resolve from anywhere. Throws if they
 * lead out of the package, except to its peers: its users have nothing else.
 */
export async function collectTypes(
  entries: readonly string[],
  peers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-types-'));
  try {
    // Without the types of any runtime: the client uses only what all of them have.
    await run([tsc, '-p', join(import.meta.dir, 'tsconfig.json'), '--outDir', folder], import.meta.dir);
    return await collect((path) => readFile(join(folder, path), 'utf8'), entries, peers);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function collect(
  read: (path: string) => Promise<string>,
  entries: readonly string[],
  peers: readonly string[],
) {
  const exported = (await Promise.all(entries.map(read))).join('');
  const collected = new Map<string, string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (collected.has(path)) continue;
    const text = publicTypes(await read(path), exported);
    for (const [target] of text.matchAll(specifier)) {
      if (peers.includes(target.split('/')[0] ?? '')) continue;
      if (!target.startsWith('.')) throw new Error(`${path} needs the types of ${target}`);
      waiting.push(posix.join(path, '..', target.replace(/\.ts$/, '.d.ts')));
    }
    collected.set(
      path,
      text.replaceAll(specifier, (target) => target.replace(/\.ts$/, '.js')),
    );
  }
  return collected;
}
