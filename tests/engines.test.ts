import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';

const root = join(import.meta.dir, '..');
const engines = z.object({ node: z.string().optional() }).optional().catch(undefined);
const entry = z.object({ engines, optional: z.boolean().optional() });
const lock = z.object({ packages: z.record(z.string(), entry) });

test.each(['.', 'examples/astro', 'examples/next', 'examples/react'])(
  'whatever is installed in %s runs on the oldest Node that it is for',
  async (folder) => {
    const { packages } = lock.parse(await Bun.file(join(root, folder, 'package-lock.json')).json());
    const [, oldest = ''] = /^>=([\d.]+)$/.exec(packages['']?.engines?.node ?? '') ?? [];
    const version = [...oldest.split('.'), '0', '0'].slice(0, 3).join('.');
    const unfit = Object.entries(packages).filter(
      // npm leaves out in silence what is optional and does not fit.
      ([, { engines, optional }]) => !optional && !Bun.semver.satisfies(version, engines?.node ?? '*'),
    );
    expect(unfit.map(([path, { engines }]) => `${path} wants Node ${engines?.node}`)).toEqual([]);
  },
);
