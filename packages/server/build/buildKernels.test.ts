import { expect, test } from 'bun:test';
import { assembleKernels, builtKernels } from './buildKernels.ts';

test('the built kernels are what their text says; `npm run wasm:build` builds them', async () => {
  expect(Buffer.from(await assembleKernels()).equals(await Bun.file(builtKernels).bytes())).toBe(true);
});
