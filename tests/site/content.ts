const place = { projectId: 'demo', spaceId: 'web' } as const;
const hour = 3_600_000;
const day = 24 * hour;

/** What must never be sent unescaped. */
export const hostile = `<script>alert('x')</script>"'&`;

/** What would be refused today, as an older version has stored it, by what is imported instead. */
export const olderTexts = { 'https://example.com/script': 'javascript:alert(1)', 'two-dots': '..' };

/** Records to import in addition to the demo, relative to a point in time. */
export function content(now: number): readonly object[] {
  const news = (contentId: string, values: object, more: object = {}) => ({
    ...{
      kind: 'news',
      ...place,
      instanceId: 'blog',
      contentId,
      alias: contentId,
      name: contentId,
      status: 'published',
    },
    values: { title: contentId, body: { blocks: [] }, thumbnail: { mediaId: 'm-pour' }, ...values },
    ...{ createdAt: now - 2000 * hour, ...more },
  });
  const tags = (...ids: readonly string[]) => ({ tags: ids.map((tagId) => ({ tagId })) });
  return [
    { kind: 'media', ...place, mediaId: 'm-none', name: 'No picture', type: 'image' },
    { kind: 'tag', ...place, tagId: 't-comma', name: 'Salt and pepper', alias: 'salt, pepper' },
    {
      ...{
        kind: 'banner',
        ...place,
        instanceId: 'top',
        contentId: 'z-words',
        name: 'z',
        status: 'published',
      },
      values: { title: 'Only words', url: 'https://example.com/script' },
    },
    news('plain-text', {
      title: 'Plain',
      body: { text: 'One <b>.\n\nTwo.' },
      thumbnail: { mediaId: 'm-none' },
    }),
    news('moved', {
      title: 'Moved',
      body: {
        authors: ['Ann <b>', 'Ken'],
        excerpt: 'Told in short.',
        oldPaths: ['/2024/05/moved/', '/archive/moved.html'],
        blocks: [{ type: 'paragraph', text: 'Text' }],
      },
    }),
    news(
      'plain-html',
      { title: 'Mark-up', body: { html: '<p onclick="x()">Old <b>text</b></p>' } },
      tags('t-comma'),
    ),
    news('dots', { title: 'Called by dots' }, { alias: 'two-dots' }),
    news('feed', { title: 'Called like the feed' }, { alias: 'rss.xml' }),
    news('odd-media', {
      title: 'Odd media',
      body: { blocks: oddMedia },
      thumbnail: { mediaId: 'm-roastery' },
    }),
    news('right-to-left', {
      title: 'قهوة من اليمن',
      body: { blocks: [{ type: 'paragraph', text: 'قهوة.' }] },
    }),
    ...['press', 'blog'].map((instanceId) => ({
      ...news(
        'twin',
        {
          title: `Twin of ${instanceId}`,
          body: { blocks: [{ type: 'image', mediaId: 'm-roastery', alt: 'The roastery' }] },
          isRss: true,
          thumbnail: { mediaId: 'm-roastery' },
        },
        { createdAt: now - hour },
      ),
      instanceId,
    })),
    { kind: 'category', ...place, categoryId: 'c-hostile', name: hostile },
    { kind: 'tag', ...place, tagId: 't-hostile', name: hostile },
    news('long-read', { title: 'A long read', isOutline: true, body: { blocks: longRead } }),
    news('hostile', hostileValues, {
      ...{ name: hostile, category: { categoryId: 'c-hostile' }, tags: [{ tagId: 't-hostile' }] },
    }),
    news(
      'not-yet',
      { title: 'Not yet to be seen' },
      { status: 'draft', reservedAt: now + 5 * day, createdAt: now },
    ),
    news('for-people-only', { title: 'For people only', seo: { isPreventCrawling: true } }),
  ];
}

const oddMedia = [
  ...['', '..', 'a,b', 'no such thing'].map((mediaId) => ({ type: 'image', mediaId, alt: mediaId })),
  { type: 'image', mediaId: 'm-none' },
  { type: 'image', mediaId: 'm-pour', width: 900, height: 900 },
  { type: 'image', mediaId: 'm-pour', width: 1600, height: 400 },
  { type: 'image', mediaId: 'm-pour' },
];

const paragraph = { type: 'paragraph', text: 'Water, weight and time. '.repeat(40) };

const longRead = [
  paragraph,
  { type: 'heading', level: 2, text: 'The first part' },
  paragraph,
  {
    type: 'image',
    mediaId: 'm-roastery',
    alt: 'The roastery',
    caption: 'By the river',
    width: 1600,
    height: 900,
  },
  ...Array.from({ length: 12 }, () => paragraph),
  { type: 'heading', level: 2, text: '二つ目の章' },
  { type: 'heading', level: 3, text: 'Below the second' },
  { type: 'quote', text: 'Stir once.', cite: 'A barista' },
  { type: 'list', items: [{ text: 'Beans' }, { text: 'Water' }] },
  paragraph,
  { type: 'video', mediaId: 'm-film', caption: 'Morning in Huila' },
  paragraph,
];

const hostileValues = {
  title: hostile,
  isRss: true,
  isOutline: true,
  sponsors: [{ name: hostile }],
  share: { x: { text: hostile, users: [hostile], followButtonUsers: [{ userId: hostile, name: hostile }] } },
  body: {
    blocks: [
      { type: 'heading', level: 2, text: hostile },
      { type: 'paragraph', text: hostile },
      { type: 'code', text: hostile },
      { type: 'html', html: hostile },
      { type: 'image', url: 'https://elsewhere.example/x.png', alt: hostile, caption: hostile },
    ],
  },
};
