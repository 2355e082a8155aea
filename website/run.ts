import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from './src/assemble.ts';

/**
 * `npm run docs` builds the site into website/dist, or into another folder with `-- --out site`. `-- --serve` shows it, and
 * follows changes of docs/. `-- --base /docs/` builds it for a host that serves it below that path.
 */
const { values } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    base: { type: 'string', default: '/' },
    out: { type: 'string', default: 'website/dist' },
  },
});
const here = import.meta.dir;
const root = join(here, '..');
const pages = join(here, 'pages');
const base = `/${values.base.replace(/^\/|\/$/g, '')}/`.replace('//', '/');

await install();
await assemble(root, pages);
if (values.serve) watch(join(root, 'docs'), { recursive: true }, () => void assemble(root, pages));
await run([
  ...['node', 'node_modules/vitepress/bin/vitepress.js', values.serve ? 'dev' : 'build', '.'],
  ...(values.serve ? [] : ['--outDir', resolve(root, values.out)]),
]);

/** Installs the generator as the lock file says, unless it is installed. */
async function install(): Promise<void> {
  const lock = await Bun.file(join(here, 'package-lock.json')).text();
  // `npm ci` removes the whole folder first, so this file is there only after a complete installation.
  const installed = Bun.file(join(here, 'node_modules/.installed-lock.json'));
  if ((await installed.exists()) && (await installed.text()) === lock) return;
  await run(['npm', 'ci', '--prefer-offline', '--loglevel=error']);
  await Bun.write(installed, lock);
}

async function run(command: readonly string[]): Promise<void> {
  const env = { ...process.env, DOCS_BASE: base };
  const status = await Bun.spawn([...command], { cwd: here, env, stdio: ['inherit', 'inherit', 'inherit'] })
    .exited;
  if (status !== 0) process.exit(status);
}
