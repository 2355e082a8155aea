import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../tests/newsstandProcess.ts';
import { assembleKernels, builtKernels } from './buildKernels.ts';

// The first run installs the assembler.
setDefaultTimeout(600_000);

test('the built kernels are what their text says; `npm run wasm:build` builds them', async () => {
  await inTemporaryFolder(async (folder) => {
    const target = join(folder, 'kernels.wasm');
    await assembleKernels(target);
    expect(Buffer.from(await Bun.file(target).bytes()).equals(await Bun.file(builtKernels).bytes())).toBe(
      true,
    );
  });
});
