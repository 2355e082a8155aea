import { run } from './run.ts';

const biome = new URL('../../../node_modules/.bin/biome', import.meta.url).pathname;

/** A TypeScript text as the rest of the code is formatted. */
export async function formatted(text: string): Promise<string> {
  return await run([biome, 'format', '--stdin-file-path=resources.ts'], import.meta.dir, text);
}
