import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How many bytes, minified and gzipped, a page has to load that uses these names of a module; or all of them. */
export async function sizeOf(module: string, names?: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-size-'));
  try {
    const entry = join(folder, 'page.ts');
    await Bun.write(
      entry,
      `export ${names === undefined ? '*' : `{ ${names.join(', ')} }`} from '${module}';`,
    );
    const { outputs } = await Bun.build({
      entrypoints: [entry],
      minify: true,
      target: 'browser',
      external: ['react', 'next/*'],
    });
    const texts = await Promise.all(outputs.map((output) => output.text()));
    return Bun.gzipSync(texts.join(''), { level: 9 }).length;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
