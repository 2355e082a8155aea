import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@newsstand/contract';
import { slugOf } from '../shared/text/urls.ts';

/** The pattern of the addresses of a file, as the settings of its site say it; undefined if they say nothing. */
export type Permalinks = (path: string) => string | undefined;

/** The settings of Jekyll and Hugo, and how they are parsed. */
const settingsFiles: readonly (readonly [name: string, parse: (text: string) => unknown])[] = [
  ['_config.yml', Bun.YAML.parse],
  ['_config.yaml', Bun.YAML.parse],
  ...['hugo', 'config'].flatMap((name) => [
    [`${name}.toml`, Bun.TOML.parse] as const,
    [`${name}.yaml`, Bun.YAML.parse] as const,
    [`${name}.yml`, Bun.YAML.parse] as const,
  ]),
];

/** Reads the settings of a site: those in the innermost of some folders, the outermost first, count. */
export async function readPermalinks(folders: readonly string[]): Promise<Permalinks> {
  for (const folder of folders.toReversed()) {
    for (const [name, parse] of settingsFiles) {
      const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
      if (text === undefined) continue;
      const settings = parsed(text, parse);
      return name.startsWith('_') ? jekyll(settings) : hugo(settings, folder, folders);
    }
  }
  return () => undefined;
}

function parsed(text: string, parse: (text: string) => unknown): Readonly<Record<string, unknown>> {
  try {
    const settings = parse(text);
    return isObject(settings) ? settings : {};
  } catch {
    // Another program reads this file, and may be less strict.
    return {};
  }
}

/** Posts have a pattern even if nothing is set; other collections have their own. */
function jekyll({ permalink, collections }: Readonly<Record<string, unknown>>): Permalinks {
  return (path) => {
    const name = /(?:^|\/)_(\w+)\//.exec(`/${path}`)?.[1] ?? 'posts';
    const own =
      isObject(collections) && isObject(collections[name]) ? collections[name]['permalink'] : undefined;
    if (typeof own === 'string') return own;
    if (name !== 'posts') return undefined;
    return typeof permalink === 'string' ? permalink : 'date';
  };
}

/** Patterns are named after the first folder below `content`. */
function hugo(
  { permalinks }: Readonly<Record<string, unknown>>,
  site: string,
  folders: readonly string[],
): Permalinks {
  const all = isObject(permalinks) ? permalinks : {};
  const pages = isObject(all['page']) ? all['page'] : all;
  const content = join(site, 'content');
  const given = folders.at(-1) ?? site;
  return (path) => {
    const below = join(given, path).slice(content.length + 1);
    const pattern = join(given, path).startsWith(content) ? pages[below.split('/')[0] ?? ''] : undefined;
    return typeof pattern === 'string' ? pattern : undefined;
  };
}

/** Jekyll's names of patterns. */
const styles: ReadonlyMap<string, string> = new Map([
  ['date', '/:categories/:year/:month/:day/:title.html'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title.html'],
  ['none', '/:categories/:title.html'],
]);

/** What the parts of a pattern are made of. */
export type Permalinked = {
  readonly name: string;
  readonly slug: string;
  readonly categories: readonly string[];
  readonly publishedAt: number | undefined;
  readonly timeZone: string;
};

/** The address of an article by a pattern; none if it needs something that is not known. */
export function permalinkOf(pattern: string, article: Permalinked): readonly string[] {
  const whole = styles.get(pattern) ?? pattern;
  const { publishedAt, timeZone } = article;
  const at =
    publishedAt === undefined
      ? undefined
      : Temporal.Instant.fromEpochMilliseconds(publishedAt).toZonedDateTimeISO(timeZone);
  const two = (part: number | undefined) => part?.toString().padStart(2, '0');
  const parts: Readonly<Record<string, string | undefined>> = {
    ...{ year: at?.year.toString(), short_year: two(at && at.year % 100) },
    ...{ month: two(at?.month), i_month: at?.month.toString(), day: two(at?.day), i_day: at?.day.toString() },
    y_day: at?.dayOfYear.toString().padStart(3, '0'),
    ...{ hour: two(at?.hour), minute: two(at?.minute), second: two(at?.second) },
    ...{ categories: article.categories.map(slugOf).join('/'), output_ext: '.html' },
  };
  const titled = (word: string) => {
    // Jekyll means the name of the file, Hugo the title; both prefer the slug.
    if (word === 'title' || word === 'slug' || word === 'slugorfilename') return article.slug;
    return word === 'name' || word === 'filename' || word === 'contentbasename' ? article.name : parts[word];
  };
  let isComplete = true;
  const path = whole.replaceAll(/:(\w+?)(?=:|\b)/g, (_, word: string) => {
    const value = titled(word);
    if (value === undefined) isComplete = false;
    return value ?? '';
  });
  return isComplete ? [`/${path}`.replaceAll(/\/{2,}/g, '/')] : [];
}
