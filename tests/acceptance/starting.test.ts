import { expect, test } from 'bun:test';
import { chmod, cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder } from '../newsstandProcess.ts';

const repository = join(import.meta.dir, '../..');

/** Where npm and pnpm may put Bun, seen from an installation in `project/node_modules/newsstand`. */
const places = {
  'below the package': 'newsstand/node_modules/bun/bin/bun.exe',
  'beside it': 'bun/bin/bun.exe',
  'below it, without its postinstall script': 'newsstand/node_modules/@oven/bun-linux-x64/bin/bun',
  'beside it, without its postinstall script': '@oven/bun-linux-x64/bin/bun',
} as const;

/** Runs `newsstand` by its link from an installation with these files; a file's text is run as a program. */
async function launch(files: Readonly<Record<string, string>>) {
  return await inTemporaryFolder(async (folder) => {
    const modules = join(folder, 'project with spaces/node_modules');
    await mkdir(join(modules, '.bin'), { recursive: true });
    await cp(join(repository, 'bin'), join(modules, 'newsstand/bin'), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      await Bun.write(join(modules, path), text);
      await chmod(join(modules, path), 0o755);
    }
    const command = join(modules, '.bin/newsstand');
    await symlink('../newsstand/bin/newsstand', command);
    const child = Bun.spawn([command, 'status', 'a b'], { cwd: '/', stdout: 'pipe', stderr: 'pipe' });
    const [stdout, stderr, code] = await Promise.all([
      child.stdout.text(),
      child.stderr.text(),
      child.exited,
    ]);
    return { code, stderr, stdout: stdout.replaceAll(modules, '') };
  });
}

const bun = '#!/bin/sh\nfor word; do echo "$word"; done\n';
const notInstalled = 'echo "Error: Bun\'s postinstall script was not run." >&2\nexit 1\n';

test.each(Object.entries(places))('finds Bun %s', async (_, path) => {
  const stub = { [`${path.replace(/(@oven|bun)\/.*/, '')}bun/bin/bun.exe`]: notInstalled };
  const { code, stdout } = await launch({ ...stub, [path]: bun });
  expect([code, stdout]).toEqual([0, '/newsstand/dist/main.js\nstatus\na b\n']);
});

test.each([[{}], [{ 'bun/bin/bun.exe': notInstalled }]])('says so if there is none: %p', async (files) => {
  const { code, stderr, stdout } = await launch(files);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toStartWith('newsstand: its runtime, the npm package bun, is not installed in ');
});

test("a site's .env is none of its business", async () => {
  await inTemporaryFolder(async (folder) => {
    await Bun.write(join(folder, '.env'), 'NEWSSTAND_URL=http://127.0.0.1:4000\n');
    const command = [join(repository, 'bin/newsstand'), 'status', '--data', 'none'];
    const child = Bun.spawn(command, { cwd: folder, stdout: 'ignore', stderr: 'pipe' });
    expect(await child.stderr.text()).toStartWith('newsstand: there is no store in ');
  });
});
