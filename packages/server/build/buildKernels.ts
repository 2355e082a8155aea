import { join } from 'node:path';
import loadWabt from 'wabt';

const folder = join(import.meta.dir, '../src/catalogue/bitset');

/** Where the built kernels are. */
export const builtKernels = join(folder, 'kernels.wasm');

/** Assembles the text of the bitset kernels. */
export async function assembleKernels(): Promise<Uint8Array> {
  const wabt = await loadWabt();
  const text = await Bun.file(join(folder, 'kernels.wat')).text();
  const module = wabt.parseWat('kernels.wat', text, { simd: true });
  return module.toBinary({}).buffer;
}

if (import.meta.main) await Bun.write(builtKernels, await assembleKernels());
