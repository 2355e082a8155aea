import { rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { notices } from '../../../build/notices.ts';
import manifest from '../package.json' with { type: 'json' };
import { collectTypes } from './collectTypes.ts';

const source = join(import.meta.dir, '../src');
const readme = join(import.meta.dir, 'README.md');
const license = join(import.meta.dir, '../../../LICENSE');

/** The module of each entry point, without its ending. */
const entries: Readonly<Record<string, string>> = {
  '.': 'index',
  './page': 'page',
  './preview': 'preview',
  './body': 'body/index',
  './embeds': 'embeds/index',
  './server': 'server/index',
  './astro': 'astro/index',
  './react': 'react/index',
  './next': 'next/index',
  './next/image': 'next/image',
};

/** What the components of Astro use. Astro compiles them in the user's project, so they are files as they are here. */
const modules = [...Object.values(entries), 'astro/components'];
const components = ['Body', 'Live', 'Picture'].map((name) => `astro/${name}.astro`);

/** The frameworks that entries are for. Users of others need not install them. */
const peers: Readonly<Record<string, string>> = { astro: '>=6', next: '>=15', react: '>=18' };

/** Modules that stay files of their own, because they begin with 'use client': what includes them runs on servers too. */
const clientModules = ['react/live', 'react/usePreview', 'next/LiveRefresh'];

/** Builds the package as it is published: JavaScript, declarations, manifest, notices, licence and README. */
export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const [types, files] = await Promise.all([
    collectTypes(
      modules.map((module) => `${module}.d.ts`),
      Object.keys(peers),
    ),
    bundle(folder),
  ]);
  for (const path of components) await Bun.write(join(folder, path), Bun.file(join(source, path)));
  for (const module of clientModules) {
    const file = Bun.file(join(folder, `${module}.js`));
    // The bundler leaves it below the imports, where it means nothing.
    const text = (await file.text()).replace(/^"use client";\n/m, '');
    await Bun.write(file, `'use client';\n${text}`);
  }
  for (const [path, text] of types) await Bun.write(join(folder, path), text);
  await Bun.write(join(folder, 'package.json'), `${JSON.stringify(published(), null, 2)}\n`);
  const firstLine = 'The renderer of bodies (body) holds parts of these packages.';
  await Bun.write(join(folder, 'NOTICES.txt'), await notices(firstLine, files));
  await Bun.write(join(folder, 'README.md'), Bun.file(readme));
  await Bun.write(join(folder, 'LICENSE'), Bun.file(license));
}

/** Bundles all entries, with shared code in separate files. Returns the files that went into them. */
async function bundle(outdir: string): Promise<string[]> {
  const { metafile } = await Bun.build({
    entrypoints: [...modules, ...clientModules].map((module) => join(source, `${module}.ts`)),
    root: source,
    outdir,
    external: Object.keys(peers).flatMap((name) => [name, `${name}/*`]),
    plugins: [keepClientModules],
    target: 'browser',
    splitting: true,
    metafile: true,
    naming: { entry: '[dir]/[name].js', chunk: 'shared-[hash].js' },
  });
  return Object.keys(metafile?.inputs ?? {});
}

const keepClientModules: Bun.BunPlugin = {
  name: 'client modules',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, importer }) => {
      const folder = relative(source, dirname(importer));
      const isOwn = clientModules.includes(join(folder, path.replace(/\.ts$/, '')));
      return isOwn ? { path: path.replace(/\.ts$/, '.js'), external: true } : undefined;
    });
  },
};

function published(): object {
  const { name, version, description, type } = manifest;
  return {
    name,
    version,
    description,
    license: 'MIT',
    type,
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      ...Object.fromEntries(
        Object.entries(entries).map(([name, module]) => [
          name,
          { types: `./${module}.d.ts`, default: `./${module}.js` },
        ]),
      ),
      ...Object.fromEntries(components.map((path) => [`./${path}`, `./${path}`])),
      './package.json': './package.json',
    },
    peerDependencies: peers,
    peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((name) => [name, { optional: true }])),
    // Packages with a scope would be private by default.
    publishConfig: { access: 'public' },
    files: ['**/*.js', '**/*.d.ts', '**/*.astro', 'NOTICES.txt'],
  };
}
