import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { isObject } from '@newsstand/contract';
import { plainName, type Values } from './createFields.ts';
import type { Permalink } from './permalinkOf.ts';
import { pictureNames } from './readArticle.ts';

/** What the settings of a site say about a file of it. */
export type SiteFile = {
  readonly permalink: Permalink | undefined;
  /** The fields that its front matter has by default. */
  readonly defaults: Values;
  /** The path below which the site is: `/blog`; '' for the root of its host. */
  readonly base: string;
};

/** The settings of a site, by the paths of its files in the folder of the import. */
export type Site = (path: string) => SiteFile;

type Settings = Readonly<Record<string, unknown>>;

/** The settings of Jekyll and Hugo, and how they are parsed. */
const settingsFiles: readonly (readonly [name: string, parse: (text: string) => unknown])[] = [
  ['_config.yml', Bun.YAML.parse],
  ['_config.yaml', Bun.YAML.parse],
  ...['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) => [
    [`${name}.toml`, Bun.TOML.parse] as const,
    [`${name}.yaml`, Bun.YAML.parse] as const,
    [`${name}.yml`, Bun.YAML.parse] as const,
    [`${name}.json`, JSON.parse] as const,
  ]),
];

/**
 * Reads the settings of a site: those in the innermost of some folders, the outermost first, count. `root` is the folder of
 * the import, and `paths` are its files.
 */
export async function readSite(
  folders: readonly string[],
  root: string,
  paths: readonly string[],
): Promise<Site> {
  for (const folder of folders.toReversed()) {
    for (const [name, parse] of settingsFiles) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
      if (text === undefined) continue;
      const settings = parsed(text, parse);
      // Symbolic links may lead into the site, or out of it.
      const typed = relative(folder, root);
      const within = typed.startsWith('..') ? relative(await realpath(folder), await realpath(root)) : typed;
      const below = (path: string) => join(within, path).replaceAll(sep, '/');
      return name.startsWith('_') ? jekyll(settings, below) : await hugo(settings, folder, below, paths);
    }
  }
  return () => ({ permalink: undefined, defaults: {}, base: '' });
}

function parsed(text: string, parse: (text: string) => unknown): Settings {
  try {
    const settings = parse(text);
    return isObject(settings) ? settings : {};
  } catch {
    // Another program reads this file, and may be less strict.
    return {};
  }
}

/** Posts have a pattern even if nothing is set; other collections have their own. */
function jekyll(settings: Settings, below: (path: string) => string): Site {
  const { permalink, collections, baseurl, defaults } = settings;
  const dir = typeof settings['collections_dir'] === 'string' ? settings['collections_dir'] : '';
  const inside = (path: string) =>
    dir !== '' && path.startsWith(`${dir}/`) ? path.slice(dir.length + 1) : path;
  const base = typeof baseurl === 'string' ? basePath(baseurl) : '';
  const sets = scopesIn(defaults, inside);
  const patternOf = (name: string) => {
    const own =
      isObject(collections) && isObject(collections[name]) ? collections[name]['permalink'] : undefined;
    if (typeof own === 'string') return own;
    if (name !== 'posts') return undefined;
    return typeof permalink === 'string' ? permalink : 'date';
  };
  return (path) => {
    const whole = inside(below(path));
    const name = /(?:^|\/)_(\w+)\//.exec(whole)?.[1];
    const isDeclared =
      name === 'posts' ||
      name === 'drafts' ||
      (isObject(collections) && Object.hasOwn(collections, name ?? ''));
    const pattern = patternOf(name ?? 'posts');
    return {
      permalink: pattern === undefined ? undefined : { pattern },
      defaults: defaultsOf(sets, whole, isDeclared && name !== undefined ? name : 'pages'),
      base,
    };
  };
}

/** Values for all files of a type, or below a path. */
type Scope = { readonly path: string; readonly type: string | undefined; readonly values: Values };

function scopesIn(defaults: unknown, inside: (path: string) => string): readonly Scope[] {
  return (Array.isArray(defaults) ? defaults : []).flatMap((set: unknown): readonly Scope[] => {
    if (!isObject(set) || !isObject(set['values'])) return [];
    const { path, type } = isObject(set['scope']) ? set['scope'] : {};
    const written = typeof path === 'string' ? path.replace(/^\//, '') : '';
    return [
      {
        path: written.includes('*') ? written : inside(written),
        // Old versions of Jekyll named types in the singular.
        type: typeof type === 'string' ? type.replace(/^(page|post|draft)$/, '$1s') : undefined,
        values: set['values'],
      },
    ];
  });
}

/** Fields that are about the look of a site rather than about an article. */
const ofTheSite = new Set(['layout', 'type', ...pictureNames].map(plainName));

/** The longest path wins, then the one with a type, then the last, as in Jekyll. */
function defaultsOf(scopes: readonly Scope[], path: string, type: string): Values {
  const matching = scopes.filter(
    (scope) =>
      (scope.type === undefined || scope.type === type || (type === 'drafts' && scope.type === 'posts')) &&
      isBelow(path, scope.path),
  );
  const ordered = matching.toSorted(
    (some, other) =>
      some.path.length - other.path.length ||
      Number(some.type !== undefined) - Number(other.type !== undefined),
  );
  const entries = ordered.flatMap(({ values }) => Object.entries(values));
  const kept = entries.filter(
    // Jekyll ignores the address that pages have by default.
    ([name]) => !ofTheSite.has(plainName(name)) && !(type === 'pages' && name === 'permalink'),
  );
  return Object.fromEntries(kept);
}

/** The beginning of a path is enough, also in the middle of a name; a pattern matches a file or a folder above it. */
function isBelow(path: string, scope: string): boolean {
  if (!scope.includes('*')) return path.startsWith(scope);
  const glob = new Bun.Glob(scope.replace(/\/$/, ''));
  const names = path.split('/');
  return names.some((_, index) => glob.match(names.slice(0, index + 1).join('/')));
}

/** Patterns are named after the first folder below `content`. */
async function hugo(
  settings: Settings,
  site: string,
  below: (path: string) => string,
  paths: readonly string[],
): Promise<Site> {
  const { permalinks } = settings;
  const all = isObject(permalinks) ? permalinks : {};
  const pages = isObject(all['page']) ? all['page'] : all;
  // Hugo does not care about case, and Zola has its own name for it.
  const address = Object.entries(settings).find(([name]) => plainName(name) === 'baseurl')?.[1];
  const base = typeof address === 'string' ? basePath(URL.parse(address)?.pathname ?? '') : '';
  const patternOf = (path: string) => {
    const [content, ...names] = below(path).split('/');
    if (content !== 'content') return undefined;
    const pattern = names.length > 1 ? pages[names[0] ?? ''] : undefined;
    return typeof pattern === 'string' ? pattern : defaultPattern(names, settings);
  };
  const isSection = await findSections(
    paths.filter((path) => patternOf(path)?.includes(':section')).map((path) => join(site, below(path))),
  );
  return (path) => {
    const pattern = patternOf(path);
    const folders = below(path).split('/').slice(1, -1);
    // The first folder is always a section; so is the path to a deeper one.
    const deepest = folders.findLastIndex((_, index) =>
      isSection(join(site, 'content', ...folders.slice(0, index + 1))),
    );
    const sections = folders.slice(0, Math.max(deepest, 0) + 1);
    const isZola = 'base_url' in settings;
    return {
      permalink: pattern === undefined ? undefined : { pattern, sections: isZola ? undefined : sections },
      ...{ defaults: {}, base },
    };
  };
}

/** Where Hugo and Zola have a file if nothing else is said; undefined if that depends on more than its path. */
function defaultPattern(names: readonly string[], settings: Settings): string | undefined {
  const isBundle = /^index\.\w+$/.test(names.at(-1) ?? '');
  const folders = names.slice(0, isBundle ? -2 : -1);
  const file = (names.at(isBundle ? -2 : -1) ?? '').replace(/\.(?:md|markdown)$/, '');
  // A dot comes before a language, and Zola writes other letters in ASCII.
  if (file === '' || [...folders, file].some((name) => /[:.]/.test(name))) return undefined;
  if ('base_url' in settings)
    return [...folders, file].every((name) => /^[\da-z-]+$/.test(name))
      ? `/${folders.join('/')}/:slug/`
      : undefined;
  const isUgly = Object.entries(settings).some(
    ([name, value]) => plainName(name) === 'uglyurls' && value === true,
  );
  const path = folders.map((name) => name.toLowerCase().replaceAll(/\s+/g, '-')).join('/');
  return `/${path}/:slugorcontentbasename${isUgly && !isBundle ? '.html' : '/'}`;
}

/** Which of the folders above some files have an `_index.md`. */
async function findSections(files: readonly string[]): Promise<(folder: string) => boolean> {
  const known = new Map<string, boolean>();
  for (const file of files)
    for (
      let folder = dirname(file);
      !known.has(folder) && folder !== dirname(folder);
      folder = dirname(folder)
    )
      known.set(folder, (await stat(join(folder, '_index.md')).catch(() => undefined))?.isFile() ?? false);
  return (folder) => known.get(folder) ?? false;
}

function basePath(path: string): string {
  const plain = path.replaceAll(/^\/+|\/+$/g, '');
  return plain === '' ? '' : `/${plain}`;
}
