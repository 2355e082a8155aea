/** The languages of the site; English is at its root. */
export const locales = ['en', 'ja'] as const;
/** A language of the site. */
export type Locale = (typeof locales)[number];

/** A group of pages for one task. */
export type Group = { readonly title: Readonly<Record<Locale, string>>; readonly pages: readonly string[] };

/** The contents of the site's sidebar, as VitePress takes them. */
export type Sidebar = ReadonlyArray<{
  readonly text: string;
  readonly items: ReadonlyArray<{ readonly text: string; readonly link: string }>;
}>;

/** The pages of the navigation, by their file in the repository; their titles are their headings. */
export const navigation: readonly Group[] = [
  {
    title: { en: 'Start', ja: 'はじめる' },
    pages: ['README.md', 'docs/tutorial.md', 'docs/comparison.md', 'docs/coming-from.md'],
  },
  {
    title: { en: 'Build', ja: '作る' },
    pages: [
      'docs/client.md',
      'docs/body.md',
      'docs/guides/pictures.md',
      'docs/guides/search.md',
      'docs/guides/languages.md',
      'docs/guides/preview.md',
      'docs/guides/static-sites.md',
      'docs/events.md',
      'examples/news-site/README.md',
      'examples/astro/README.md',
      'examples/next/README.md',
      'examples/react/README.md',
    ],
  },
  {
    title: { en: 'Write', ja: '書く' },
    pages: [
      'docs/console.md',
      'docs/guides/schedule.md',
      'docs/guides/review.md',
      'docs/importing.md',
      'docs/guides/redirects.md',
      'docs/writing.md',
    ],
  },
  {
    title: { en: 'Operate', ja: '動かす' },
    pages: [
      'docs/operating.md',
      'docs/signing-in.md',
      'docs/guides/backup.md',
      'docs/guides/cdn.md',
      'docs/guides/postgresql.md',
      'docs/scaling.md',
      'docs/upgrading.md',
      'SECURITY.md',
    ],
  },
  {
    title: { en: 'Understand', ja: '理解する' },
    pages: [
      'docs/architecture.md',
      'docs/reliability.md',
      'docs/performance.md',
      'docs/decisions/README.md',
      'CONTRIBUTING.md',
    ],
  },
  {
    title: { en: 'Reference', ja: 'リファレンス' },
    pages: ['docs/interface.md', 'docs/media.md', 'docs/versioning.md', 'CHANGELOG.md'],
  },
];
