import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { frontFolder } from './frontFiles.ts';

const page = join(frontFolder, '../scaling.md');

test('the page contains the files unchanged', async () => {
  const text = await Bun.file(page).text();
  for (const name of await readdir(frontFolder)) {
    const [, shown] = new RegExp(`scaling/${name}\\).*?\`\`\`\\w+\n(.*?)\`\`\`\n`, 's').exec(text) ?? [];
    expect([name, shown]).toEqual([name, await Bun.file(join(frontFolder, name)).text()]);
  }
});
