import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installPackages } from '../build/installPackages.ts';
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

await installPackages(here);
await assemble(root, pages);
if (values.serve) watch(join(root, 'docs'), { recursive: true }, () => void assemble(root, pages));
await run([
  ...['node', 'node_modules/vitepress/bin/vitepress.js', values.serve ? 'dev' : 'build', '.'],
  ...(values.serve ? [] : ['--outDir', resolve(root, values.out)]),
]);

async function run(command: readonly string[]): Promise<void> {
  const env = { ...process.env, DOCS_BASE: base };
  const status = await Bun.spawn([...command], { cwd: here, env, stdio: ['inherit', 'inherit', 'inherit'] })
    .exited;
  if (status !== 0) process.exit(status);
}
