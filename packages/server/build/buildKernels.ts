import { join } from 'node:path';
import { run } from '../../../build/run.ts';
import { installTools } from '../../../tests/tools/installTools.ts';

const folder = join(import.meta.dir, '../src/catalogue/bitset');

/** Where the built kernels are. */
export const builtKernels = join(folder, 'kernels.wasm');

/** Assembles the text of the bitset kernels into a file. */
export async function assembleKernels(target: string): Promise<void> {
  const assembler = join(await installTools(), '.bin/wat2wasm');
  await run([assembler, 'kernels.wat', '-o', target], folder);
}

if (import.meta.main) await assembleKernels(builtKernels);
