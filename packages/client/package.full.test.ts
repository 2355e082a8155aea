import { expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { run } from '../../build/run.ts';
import { inTemporaryFolder } from '../../tests/newsstandProcess.ts';
import { installTools } from '../../tests/tools/installTools.ts';
import { lintPackage } from '../../tests/tools/lintPackage.ts';
import { installPackage } from './testing/installPackage.ts';

// The first run installs the linters.
setDefaultTimeout(600_000);

test('passes publint and attw', async () => {
  const tools = await installTools();
  await inTemporaryFolder(async (folder) => {
    const { installed, tarball } = await installPackage(folder);
    await lintPackage(installed);
    const options = ['--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii', '--no-emoji'];
    const components = [...new Bun.Glob('astro/*.astro').scanSync(installed)];
    expect(components).toHaveLength(3);
    // Components are read by the tools of Astro, not by TypeScript.
    options.push('--exclude-entrypoints', ...components);
    // It fails where something is wrong.
    expect(await run([join(tools, '.bin/attw'), tarball, ...options], folder)).toContain(
      '"@newsstand/client/body"',
    );
  });
});
