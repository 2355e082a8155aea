import { readFileSync } from 'node:fs';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { slugOf } from '../src/markdown.ts';
import type { Locale, Sidebar } from '../src/navigation.ts';
import { tokenize } from '../src/tokenize.ts';
import { words } from '../src/words.ts';

// What src/assemble.ts has written.
const sidebars: Readonly<Record<Locale, Sidebar>> = JSON.parse(
  readFileSync(new URL('../pages/sidebars.json', import.meta.url), 'utf8'),
);

const theme = (locale: Locale): DefaultTheme.Config => {
  const own = words[locale];
  return {
    nav: sidebars[locale].map(({ text, items: [first] }) => ({
      text,
      link: first?.link ?? '/',
      activeMatch: '^$',
    })),
    sidebar: sidebars[locale].map((group) => ({ ...group, items: [...group.items] })),
    outline: { level: [2, 3], label: own.onThisPage },
    docFooter: { prev: own.previous, next: own.next },
    sidebarMenuLabel: own.menu,
    returnToTopLabel: own.toTop,
    darkModeSwitchLabel: own.appearance,
    lightModeSwitchTitle: own.toLight,
    darkModeSwitchTitle: own.toDark,
    langMenuLabel: own.languages,
    skipToContentLabel: own.skip,
    notFound: {
      title: own.notFound,
      quote: own.notFoundText,
      linkLabel: own.home,
      linkText: own.home,
    },
  };
};

const searchWords = (locale: Locale) => {
  const own = words[locale];
  return {
    translations: {
      button: { buttonText: own.search, buttonAriaLabel: own.search },
      modal: {
        displayDetails: own.details,
        resetButtonTitle: own.reset,
        backButtonTitle: own.back,
        noResultsText: own.noResults,
        footer: {
          selectText: own.select,
          navigateText: own.navigate,
          closeText: own.close,
        },
      },
    },
  };
};

const base = process.env['DOCS_BASE'] ?? '/';

export default defineConfig({
  // They lead to what the reader has just started.
  ignoreDeadLinks: 'localhostLinks',
  srcDir: 'pages',
  cacheDir: '.cache',
  base,
  title: 'Newsstand',
  description: words.en.tagline,
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  locales: {
    root: { label: words.en.language, lang: 'en', themeConfig: theme('en') },
    ja: {
      label: words.ja.language,
      lang: 'ja',
      description: words.ja.tagline,
      themeConfig: theme('ja'),
    },
  },
  themeConfig: {
    logo: '/icon.svg',
    search: {
      provider: 'local',
      options: {
        locales: { root: searchWords('en'), ja: searchWords('ja') },
        detailedView: true,
        // Only what is under a heading is indexed; the heading of the start page is its hero.
        _render: (source, env, markdown) =>
          markdown.render(source.replace(/^---\n(.*"layout":"home".*)\n---\n/, '# Newsstand\n\n'), env),
        miniSearch: {
          options: { tokenize },
          searchOptions: {
            combineWith: 'AND',
            fuzzy: 0.2,
            prefix: true,
            boost: { title: 4, text: 2, titles: 1 },
          },
        },
      },
    },
  },
  markdown: {
    // Anchors as on GitHub, and braces in texts are only braces.
    anchor: { slugify: slugOf },
    attrs: { disable: true },
    toc: { level: [2, 3] },
    config(markdown) {
      // GitHub needs a header for every table; an empty one would be read out as a header without a name.
      markdown.core.ruler.push('empty_headers', ({ tokens }) => {
        for (const [index, token] of tokens.entries()) {
          if (token.type === 'th_open' && tokens[index + 1]?.content === '')
            for (const each of [token, tokens[index + 2]]) if (each) each.tag = 'td';
        }
      });
      // Vue would evaluate what is between double braces.
      for (const rule of ['text', 'code_inline'] as const) {
        const render = markdown.renderer.rules[rule];
        markdown.renderer.rules[rule] = (...given) => render?.(...given).replaceAll('{{', '&#123;{') ?? '';
      }
    },
    languageAlias: { vcl: 'c' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-default' },
  },
  vite: { build: { chunkSizeWarningLimit: 2000 } },
});
