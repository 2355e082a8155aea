import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { installPackages } from '../../build/installPackages.ts';
import { run } from '../../build/run.ts';
import { expected, pasteSnippet, printed } from './pasteSnippet.ts';

// The first run installs Deno.
setDefaultTimeout(600_000);

test('Deno runs and checks it', async () => {
  await installPackages(import.meta.dir);
  const deno = join(import.meta.dir, 'node_modules/.bin/deno');
  await using pasted = await pasteSnippet();
  const { app, keys, program } = pasted;
  await Bun.write(join(app, 'news.mts'), program);
  const commands = `${keys}export KEY SECRET DENO_DIR=$PWD/deno\n${deno} check news.mts\n${deno} run -A news.mjs\n`;
  expect(printed(await run(['bash', '-e'], app, commands))).toEqual(expected);
});
