import { run } from '../../../build/run.ts';

const biome = new URL('../../../node_modules/.bin/biome', import.meta.url).pathname;

/** TypeScript, formatted like the rest of the code. */
export async function formatted(text: string): Promise<string> {
  return await run([biome, 'format', '--stdin-file-path=types.ts'], import.meta.dir, text);
}
