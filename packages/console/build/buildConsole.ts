import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { z } from 'zod';
import { buildPreviewPage } from './buildPreviewPage.ts';
import { writeLanguageFolders } from './languageFolders.ts';
import { purgeStyles } from './purgeStyles.ts';

const source = join(import.meta.dir, '../src');

/** The two pages; only operators who are signed in get the second. */
const pages = { signIn: 'signIn.tsx', console: 'console.tsx' } as const;
type PageName = keyof typeof pages;

/** What the listener needs to know about the build. */
export type Manifest = {
  readonly pages: Readonly<
    Record<PageName, { script: string; styles: readonly string[]; preload: readonly string[] }>
  >;
  readonly brand: { icon: string; touchIcon: string; webManifest: string };
  readonly languages: Readonly<Record<string, { noScript: string; words: readonly string[] }>>;
  readonly files: Readonly<Record<string, { type: string; isOpen: boolean; encodings: readonly string[] }>>;
};

const metafile = z.object({
  inputs: z.record(z.string(), z.unknown()),
  outputs: z.record(
    z.string(),
    z.object({
      entryPoint: z.string().optional(),
      cssBundle: z.string().optional(),
      imports: z.array(z.object({ path: z.string(), kind: z.string(), external: z.boolean().optional() })),
    }),
  ),
});
type Outputs = z.infer<typeof metafile>['outputs'];

/**
 * Builds the console into a folder: files with hashes in their names, each also compressed, and a manifest. Returns the
 * files that went into it.
 */
export async function buildConsole(folder: string): Promise<readonly string[]> {
  await writeLanguageFolders();
  const built = await Bun.build({
    entrypoints: Object.values(pages).map((name) => join(source, name)),
    splitting: true,
    minify: true,
    target: 'browser',
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: '[name]-[hash].[ext]', chunk: 'chunk-[hash].[ext]', asset: '[name]-[hash].[ext]' },
    publicPath: './',
  });
  const { inputs, outputs: written } = metafile.parse(built.metafile);
  const outputs = named(written);
  const bundled = await Promise.all(
    built.outputs.map(async (output) => [basename(output.path), await output.text()] as const),
  );
  const scripts = bundled.filter(([name]) => name.endsWith('.js')).map(([, text]) => text);
  const files = bundled.map(([name, text]) =>
    name.endsWith('.css') ? purged(name, text, scripts) : ([name, text] as const),
  );
  const brand = await drawBrand();
  const described = describe(outputs, files, await languages(outputs));
  const manifest: Manifest = {
    pages: described.pages,
    brand: brand.names,
    languages: described.languages,
    files: { ...described.files, ...brand.files },
  };
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [name, text] of files) await writeFile(folder, name, text);
  for (const [name, bytes] of brand.contents) await Bun.write(join(folder, name), bytes);
  await Bun.write(join(folder, 'requestCode.js'), await buildRequestCode());
  const preview = await buildPreviewPage();
  await writeFile(folder, 'preview.html', preview.html);
  const { script, style } = preview;
  await Bun.write(join(folder, 'preview.json'), JSON.stringify({ script, style }, null, 2));
  await Bun.write(join(folder, 'manifest.json'), JSON.stringify(manifest, null, 2));
  // The bundler does not name what macros read.
  const icons = Bun.resolveSync('@iconify-json/tabler/icons.json', import.meta.dir);
  return [...Object.keys(inputs), ...preview.inputs, icons];
}

/** The styles that are used. Which these are depends on the scripts, so they have a name of their own. */
function purged(name: string, text: string, scripts: readonly string[]): readonly [string, string] {
  const styles = purgeStyles(text, scripts.join(''));
  return [`${name.slice(0, name.indexOf('-'))}-${Bun.hash(styles).toString(36)}.css`, styles];
}

/** The outputs by file name, without the path that the bundler puts in front. */
function named(outputs: Outputs): Outputs {
  return Object.fromEntries(
    Object.entries(outputs).map(([path, output]) => [
      basename(path),
      { ...output, imports: output.imports.map((each) => ({ ...each, path: basename(each.path) })) },
    ]),
  );
}

function describe(
  outputs: Outputs,
  files: readonly (readonly [string, string])[],
  languages: Manifest['languages'],
) {
  const [signIn, console] = [page(outputs, 'signIn', files), page(outputs, 'console', files)];
  const words = Object.values(languages).flatMap((language) => language.words);
  const later = lateFiles(outputs, [signIn.script, ...signIn.preload]);
  const open = new Set([signIn.script, ...signIn.styles, ...signIn.preload, ...later, ...words]);
  return {
    pages: { signIn, console },
    languages,
    files: Object.fromEntries(
      files.map(([name]) => [
        name,
        { type: typeOf(name), isOpen: open.has(name), encodings: ['br', 'gzip'] },
      ]),
    ),
  };
}

/** The icons of the console, and the web manifest with which a phone puts it among its apps. */
async function drawBrand() {
  const mark = await Bun.file(join(source, 'brand/mark.svg')).bytes();
  const draw = (size: number) =>
    sharp(mark, { density: 72 * (size / 32) })
      .resize(size)
      .png()
      .toBuffer();
  const [small, large] = await Promise.all([draw(192), draw(512)]);
  const named = (name: string, ending: string, bytes: Uint8Array) =>
    [`${name}-${Bun.hash(bytes).toString(36)}.${ending}`, bytes] as const;
  const icons = [
    named('icon', 'svg', mark),
    named('icon-192', 'png', small),
    named('icon-512', 'png', large),
  ] as const;
  const webManifest = named(
    'newsstand',
    'webmanifest',
    Buffer.from(
      JSON.stringify({
        name: 'Newsstand',
        id: '/console/',
        start_url: '/console/',
        scope: '/console/',
        display: 'standalone',
        background_color: '#ffffff',
        theme_color: '#056367',
        icons: [
          { src: icons[0][0], type: 'image/svg+xml', sizes: 'any' },
          { src: icons[1][0], type: 'image/png', sizes: '192x192' },
          { src: icons[2][0], type: 'image/png', sizes: '512x512' },
        ],
      }),
    ),
  );
  const contents = [...icons, webManifest];
  return {
    contents,
    names: { icon: icons[0][0], touchIcon: icons[1][0], webManifest: webManifest[0] },
    files: Object.fromEntries(
      contents.map(([name]) => [name, { type: typeOf(name), isOpen: true, encodings: [] }]),
    ),
  };
}

/** The files with the texts of each language, and what a page says if the browser runs no scripts. */
async function languages(outputs: Outputs): Promise<Manifest['languages']> {
  // Imported late, after the folders are listed.
  const { languageNames, loadWords } = await import('../src/words/languages.ts');
  const described = languageNames.map(async (code) => {
    const entry = Object.keys(outputs).find((name) =>
      outputs[name]?.entryPoint?.endsWith(`words/${code}/index.ts`),
    );
    if (entry === undefined) throw new Error(`the texts of ${code} were not built`);
    return [
      code,
      { noScript: (await loadWords(code)).noScript, words: [...neededBy(outputs, entry)] },
    ] as const;
  });
  return Object.fromEntries(await Promise.all(described));
}

function page(outputs: Outputs, name: PageName, files: readonly (readonly [string, string])[]) {
  const entry = Object.keys(outputs).find(
    (output) => output.startsWith(`${name}-`) && output.endsWith('.js'),
  );
  if (entry === undefined) throw new Error(`the page ${name} was not built`);
  const styles = files
    .map(([file]) => file)
    .filter((file) => file.startsWith(`${name}-`) && file.endsWith('.css'));
  return { script: entry, styles, preload: [...neededBy(outputs, entry)].filter((file) => file !== entry) };
}

/** What is loaded together with a file, but not what is loaded later on demand. */
function neededBy(outputs: Outputs, entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  for (const { path, kind } of outputs[entry]?.imports ?? []) {
    if (kind === 'import-statement') neededBy(outputs, path, seen);
  }
  return seen;
}

/** What these files load on demand, with all that it needs. */
function lateFiles(outputs: Outputs, files: readonly string[]): Set<string> {
  const late = new Set<string>();
  for (const { path, kind } of files.flatMap((file) => outputs[file]?.imports ?? [])) {
    if (kind === 'dynamic-import') neededBy(outputs, path, late);
  }
  return late;
}

async function writeFile(folder: string, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  await Promise.all([
    Bun.write(join(folder, name), bytes),
    Bun.write(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 })),
    Bun.write(join(folder, `${name}.br`), brotliCompressSync(bytes, quality)),
  ]);
}

function typeOf(name: string): string {
  return types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webmanifest: 'application/manifest+json',
};

/** The script with which the reference page of the service writes requests as code. */
async function buildRequestCode(): Promise<string> {
  const entry = join(source, 'requestCode.ts');
  const { outputs } = await Bun.build({ entrypoints: [entry], minify: true, target: 'browser' });
  return (await outputs[0]?.text()) ?? '';
}
