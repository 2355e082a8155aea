import { join } from 'node:path';
import { type Encoding, encode } from './respond.ts';

/** A static file of the site, compressed once. Its name contains its hash, so it can be cached forever. */
export type Asset = {
  readonly type: string;
  readonly encoded: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
};

/** The static files of the site, and the paths of those that pages refer to. */
export type Assets = {
  readonly files: ReadonlyMap<string, Asset>;
  readonly style: string;
  /** Runs before anything is painted: it only chooses the colours. */
  readonly themeScript: string;
  readonly script: string;
  readonly icon: string;
  /** For previews of pages on other sites. */
  readonly shareImage: string;
};

const folder = '/assets/';
const pictures = [
  ['icon', 'svg', 'image/svg+xml'],
  ['share', 'png', 'image/png'],
] as const;
const sources = ['styles/site.css', 'browser/site.ts', 'browser/theme.ts'];

/** Bundles styles and scripts. hls.js becomes a separate file, which is loaded only for videos. */
export async function buildAssets(): Promise<Assets> {
  const { outputs } = await Bun.build({
    entrypoints: sources.map((source) => join(import.meta.dir, source)),
    target: 'browser',
    minify: true,
    splitting: true,
    publicPath: folder,
    naming: { entry: '[name]-[hash].[ext]', chunk: '[name]-[hash].[ext]' },
  });
  const files = new Map<string, Asset>();
  for (const output of outputs) {
    const bytes = new Uint8Array(await output.arrayBuffer());
    files.set(folder + output.path.replace(/^.*\//, ''), asset(bytes, output.type));
  }
  for (const [name, ending, type] of pictures) {
    const bytes = await Bun.file(join(import.meta.dir, `styles/${name}.${ending}`)).bytes();
    files.set(`${folder}${name}-${Bun.hash(bytes).toString(36)}.${ending}`, asset(bytes, type));
  }
  const find = (pattern: RegExp): string => {
    const path = [...files.keys()].find((name) => pattern.test(name));
    if (path === undefined) throw new Error(`the bundle lacks ${pattern}`);
    return path;
  };
  return {
    files,
    style: find(/site-\w+\.css$/),
    script: find(/site-\w+\.js$/),
    themeScript: find(/theme-\w+\.js$/),
    icon: find(/icon-\w+\.svg$/),
    shareImage: find(/share-\w+\.png$/),
  };
}

function asset(bytes: Uint8Array<ArrayBuffer>, type: string): Asset {
  const encodings: readonly Encoding[] = ['br', 'gzip', undefined];
  return { type, encoded: new Map(encodings.map((encoding) => [encoding, encode(bytes, encoding)])) };
}
