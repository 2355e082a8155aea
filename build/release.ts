/**
 * `npm run release`: makes everything that is published with a version in `release`: both packages, what they are made of
 * (CycloneDX), and SHA256SUMS. `--draft` builds in spite of faults, `--to` into another folder. The same commit gives the
 * same files.
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { packClient } from '../packages/client/build/packClient.ts';
import { describeParts } from './describeParts.ts';
import { packageSizeFaults, releaseFaults } from './releaseFaults.ts';
import { run } from './run.ts';

const root = join(import.meta.dir, '..');
const versioned = z.object({ version: z.string() });
const { values } = parseArgs({
  options: {
    draft: { type: 'boolean', default: false },
    to: { type: 'string', default: join(root, 'release') },
  },
});
const folder = resolve(values.to);

const faults = releaseFaults({
  changes: await run(['git', 'status', '--porcelain'], root),
  changelog: await Bun.file(join(root, 'CHANGELOG.md')).text(),
  versions: { 'package.json': manifest.version, ...(await workspaceVersions()) },
});
refuse(faults, 'nothing was built; --draft builds in spite of this');

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await run(['npm', 'pack', '--pack-destination', folder], root);
refuse(
  packageSizeFaults(
    await Bun.file(join(root, 'docs/operating.md')).text(),
    Bun.file(join(folder, `newsstand-${manifest.version}.tgz`)).size,
  ),
  'correct the docs; --draft goes on in spite of this',
);
await packClient(join(folder, `newsstand-client-${manifest.version}.tgz`));
await Bun.write(join(folder, `newsstand-${manifest.version}.cdx.json`), await describeParts(root));
const files = (await readdir(folder)).sort();
const sums = await Promise.all(files.map(async (name) => `${await sha256(join(folder, name))}  ${name}\n`));
await Bun.write(join(folder, 'SHA256SUMS'), sums.join(''));
for (const name of [...files, 'SHA256SUMS'])
  console.log(`${join(folder, name)}  ${Bun.file(join(folder, name)).size} bytes`);

function refuse(faults: readonly string[], advice: string): void {
  for (const fault of faults) console.error(`release: ${fault}`);
  if (faults.length === 0 || values.draft) return;
  console.error(`release: ${advice}`);
  process.exit(1);
}

async function workspaceVersions(): Promise<Record<string, string>> {
  const paths = manifest.workspaces.map((workspace) => `${workspace}/package.json`);
  const versions = paths.map(async (path) => {
    const { version } = versioned.parse(await Bun.file(join(root, path)).json());
    return [path, version] as const;
  });
  return Object.fromEntries(await Promise.all(versions));
}

async function sha256(path: string): Promise<string> {
  return new Bun.CryptoHasher('sha256').update(await Bun.file(path).bytes()).digest('hex');
}
