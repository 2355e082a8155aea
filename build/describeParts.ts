import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from './run.ts';

const entry = z.looseObject({
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
});
const lock = z.looseObject({ packages: z.record(z.string(), entry) });
const bill = z.looseObject({ metadata: z.looseObject({}) });

/** Workspaces that are in the repository only. */
const notShipped = 'examples/';
/** Builds the client's types wherever the service is built. */
const compiler = 'typescript';

/**
 * The software bill of materials (CycloneDX) of what is shipped, made by npm from the lock file without development
 * packages: npm's own `--omit=dev` also omits packages that both need. Serial number and time are those of the commit.
 */
export async function describeParts(root: string): Promise<string> {
  const [hash = '', time = ''] = (await run(['git', 'log', '-1', '--format=%H %ct'], root)).trim().split(' ');
  const scratch = await mkdtemp(join(tmpdir(), 'newsstand-parts-'));
  // npm takes the name from the folder.
  const folder = join(scratch, 'newsstand');
  try {
    await mkdir(folder);
    const { packages, ...rest } = lock.parse(await Bun.file(join(root, 'package-lock.json')).json());
    const shipped = Object.entries(packages).filter(
      ([path, { dev, resolved }]) =>
        !dev &&
        !path.startsWith(notShipped) &&
        !`${resolved}`.startsWith(notShipped) &&
        !path.includes(`/${compiler}`) &&
        !path.includes(`/@${compiler}/`),
    );
    const kept = Object.fromEntries(
      shipped.map(
        ([
          path,
          { devDependencies: _, dependencies: { [compiler]: __, ...dependencies } = {}, ...about },
        ]) => [path, { ...about, dependencies }],
      ),
    );
    await Bun.write(join(folder, 'package-lock.json'), JSON.stringify({ ...rest, packages: kept }));
    for (const [path, about] of Object.entries(kept))
      if (!path.includes('node_modules'))
        await Bun.write(join(folder, path, 'package.json'), JSON.stringify(about));
    const made = await run(
      ['npm', 'sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'],
      folder,
    );
    const { metadata, ...others } = bill.parse(JSON.parse(made));
    const timestamp = new Date(Number(time) * 1000).toISOString();
    const named = {
      ...others,
      serialNumber: `urn:uuid:${uuidOf(hash)}`,
      metadata: { ...metadata, timestamp },
    };
    return `${JSON.stringify(named, null, 2)}\n`;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** A UUID of version 8 (custom) with the digits of a hash. */
function uuidOf(hash: string): string {
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
