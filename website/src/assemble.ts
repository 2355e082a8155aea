import { exists, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';
import { anchorsIn, isExternal, linksIn, mapLinks, resolveTarget, titleOf } from './markdown.ts';
import { type Locale, locales, navigation, type Sidebar } from './navigation.ts';
import { referencePages } from './reference.ts';
import { filePathOf, linkBetween, originalOf, sitePathOf, translationOf } from './sitePaths.ts';
import { words } from './words.ts';

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1f5eff"/><path d="M4 5h8M4 8h8M4 11h5" stroke="#fff" stroke-width="1.5"/></svg>';

/** A page of the site, before its links are made for its place. */
type Page = {
  readonly source: string;
  readonly path: string;
  readonly locale: Locale;
  readonly text: string;
};

/**
 * Writes what VitePress makes the site from: the pages of the navigation, everything that they link to, and the API
 * reference, in each language. Links lead to where their targets are in the site. Where there is no translation, the page
 * is in English, and says so.
 */
export async function assemble(root: string, folder: string): Promise<void> {
  const texts = await readPages(root);
  const reference = referencePages();
  const site = new Map<string, string | Uint8Array>();
  const files = new Set<string>();
  const pictures = new Map<string, string>();
  for (const locale of locales) {
    for (const source of [...texts.keys()].filter((each) => originalOf(each).locale === 'en')) {
      const translation = locale === 'ja' ? texts.get(translationOf(source)) : undefined;
      const page = {
        source: translation === undefined ? source : translationOf(source),
        path: sitePathOf(source, locale),
        locale,
        text: translation ?? texts.get(source) ?? '',
      };
      const placed = placeLinks(page, texts, files, pictures);
      const isForeign = locale === 'ja' && translation === undefined;
      const whole = source === 'README.md' ? homePage(placed, locale) : placed;
      site.set(page.path, isForeign ? inEnglish(whole, locale) : whole);
    }
    for (const { path, text } of reference) {
      const own = posix.join(locale === 'en' ? '' : locale, path);
      site.set(own, locale === 'en' ? text : inEnglish(text, locale));
    }
  }
  for (const file of files) site.set(`public/${filePathOf(file)}`, await fileText(join(root, file)));
  for (const [to, from] of pictures) site.set(to, await readFile(join(root, from)));
  const titles = new Map([...texts].map(([source, text]) => [source, titleOf(text)]));
  const sidebars = Object.fromEntries(locales.map((locale) => [locale, sidebar(locale, titles)]));
  site.set('public/icon.svg', icon);
  site.set('sidebars.json', JSON.stringify(sidebars));
  await writeFolder(folder, site);
}

/** The texts of the pages of the navigation, of those that they link to, and of their translations. */
async function readPages(root: string): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const waiting = navigation.flatMap(({ pages }) => pages);
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (texts.has(source)) continue;
    const text = await readFile(join(root, source), 'utf8');
    texts.set(source, text);
    const linked = linksIn(text)
      .filter((target) => !isExternal(target))
      .map((target) => resolveTarget(source ?? '', target).file);
    waiting.push(...linked.filter((file) => file.endsWith('.md')));
    const { source: original, locale } = originalOf(source);
    if (locale !== 'en') waiting.push(original);
    else if (await exists(join(root, translationOf(source)))) waiting.push(translationOf(source));
  }
  return texts;
}

/** The text of a page with links that are right at its place. Notes the other files that it shows or links to. */
function placeLinks(
  { source, path, locale, text }: Page,
  texts: ReadonlyMap<string, string>,
  files: Set<string>,
  pictures: Map<string, string>,
): string {
  return mapLinks(withoutSwitch(source, text), (target) => {
    if (isExternal(target)) return target;
    const { file, anchor } = resolveTarget(source, target);
    if (texts.has(file)) {
      const to = originalOf(file);
      // A link to a translation leaves English; no link leaves Japanese.
      const goal = to.locale === 'ja' ? 'ja' : locale;
      const shown = goal === 'ja' ? texts.get(translationOf(to.source)) : undefined;
      const isKnown = shown === undefined || anchorsIn(shown).has(anchor);
      return linkBetween(path, sitePathOf(to.source, goal), isKnown ? anchor : '');
    }
    if (/\.(png|jpe?g|webp|avif|svg|gif)$/.test(file)) {
      const to = file.replace(/^docs\//, '');
      pictures.set(to, file);
      return linkBetween(path, to);
    }
    files.add(file);
    return linkBetween(path, filePathOf(file));
  });
}

/** Leaves out the line that links to the page in the other language: the site has a menu for it. */
function withoutSwitch(page: string, text: string): string {
  return text.replace(/^\[[^\]]+\]\(([^)]+)\)\n/gm, (line, target: string) => {
    const { file } = resolveTarget(page, target);
    const isSwitch = file !== page && originalOf(file).source === originalOf(page).source;
    return isSwitch ? '' : line;
  });
}

/** An English page for readers of another language. */
function inEnglish(text: string, locale: Locale): string {
  const [frontmatter = ''] = /^---\n[\s\S]*?\n---\n/.exec(text) ?? [];
  const body = text.slice(frontmatter.length);
  return `${frontmatter}\n::: info ${words[locale].untranslatedTitle}\n${words[locale].untranslated}\n:::\n\n<div lang="en">\n\n${body}\n\n</div>\n`;
}

/** The README, with its heading as the hero of the site. */
function homePage(text: string, locale: Locale): string {
  const { tagline, start, reference } = words[locale];
  const hero = {
    name: titleOf(text),
    tagline,
    actions: [
      { theme: 'brand', text: start, link: './tutorial' },
      { theme: 'alt', text: reference, link: './reference/' },
    ],
  };
  return `---\n${JSON.stringify({ layout: 'home', hero })}\n---\n${text.replace(/^# .+\n/m, '')}`;
}

/** A file of the repository, or the names in a folder. */
async function fileText(path: string): Promise<string> {
  const isFolder = (await stat(path)).isDirectory();
  return isFolder ? (await readdir(path)).toSorted().join('\n') : await readFile(path, 'utf8');
}

function sidebar(locale: Locale, titles: ReadonlyMap<string, string>): Sidebar {
  const titleIn = (locale: Locale, source: string) =>
    (locale === 'ja' ? titles.get(translationOf(source)) : undefined) ?? titles.get(source) ?? source;
  const home = locale === 'en' ? '/' : `/${locale}/`;
  const groups = navigation.map(({ title, pages }) => ({
    text: title[locale],
    items: pages.map((source) => ({
      text: source === 'README.md' ? words[locale].overview : titleIn(locale, source),
      link: `/${sitePathOf(source, locale).replace(/(index)?\.md$/, '')}`,
    })),
  }));
  const api = referencePages().map(({ path, title }) => ({
    text: title,
    link: `${home}${path.replace(/(index)?\.md$/, '')}`,
  }));
  // The last group is the reference.
  return groups.map((group, index) =>
    index === groups.length - 1 ? { ...group, items: [...api, ...group.items] } : group,
  );
}

/** Makes a folder hold just these files. A file that is right already is left alone, so that a server does not reload it. */
async function writeFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of files) {
    const file = join(folder, path);
    if ((await exists(file)) && (await readFile(file)).equals(Buffer.from(content))) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !files.has(relative(folder, file))) await rm(file);
  }
}
