import { expect, test } from 'bun:test';
import { newsItem, ownPicture } from '../testing/samples.ts';
import { mediaIdsOf } from './blocksOf.ts';
import type { News } from './contract/resources.ts';
import { metaTags, renderMetaTags } from './metaTags.ts';
import { urlFor } from './urlFor.ts';

const url = 'https://www.example.com/news/aurora';

/** What the tags say, by name; several as a list. */
function said(news: News, options?: Parameters<typeof metaTags>[1]) {
  const pairs = metaTags(news, options).map(({ tag, attributes, text }): [string, string | undefined] => {
    if (tag === 'title') return ['title', text];
    if (tag === 'link') return [attributes['rel'] ?? '', attributes['href']];
    return [attributes['name'] ?? attributes['property'] ?? '', attributes['content']];
  });
  return Object.fromEntries(pairs);
}

test('contains everything that is known', () => {
  const image = {
    url: 'https://example.com/a.jpg',
    type: 'image/png',
    width: 1200,
    height: 630,
    alt: 'A lamp',
  };
  expect(said(newsItem(), { url, siteName: 'Acme', image })).toEqual({
    title: 'Aurora is here',
    description: 'A lamp that follows the sun, from today in every shop.',
    canonical: url,
    'og:type': 'article',
    'og:title': 'Aurora is here',
    'og:description': 'A lamp that follows the sun, from today in every shop.',
    'og:url': url,
    'og:site_name': 'Acme',
    'og:image': image.url,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'A lamp',
    'article:published_time': '2026-09-01T09:00:00.000Z',
    'article:modified_time': '2026-09-02T00:00:00.000Z',
    'article:section': 'Products',
    'article:tag': 'Launch',
    'twitter:card': 'summary_large_image',
  });
});

test('keeps crawlers away if the item says so, and names its canonical URL', () => {
  const seo = { isPreventCrawling: true, canonicalUrl: 'https://elsewhere.example.com/' };
  expect(said(newsItem({}, { seo }), { url })).toMatchObject({
    robots: 'noindex',
    canonical: seo.canonicalUrl,
    'og:url': seo.canonicalUrl,
  });
  expect(said(newsItem(), { url })).not.toHaveProperty('robots');
});

test('shows the picture of the item, or none', () => {
  const withMedia = (media: typeof ownPicture | undefined) => {
    const tags = said(newsItem({}, { thumbnail: { mediaId: 'm1', ...(media && { media }) } }));
    return ['', ':type', ':width', ':height', ':alt'].map((name) => tags[`og:image${name}`]);
  };
  const jpeg = (media: typeof ownPicture, width: number) => urlFor(media).width(width).format('jpeg').url;
  for (const ext of ['jpg', 'webp', 'avif', 'png', 'gif', 'svg']) {
    const media = { ...ownPicture, accessUrl: `${ownPicture.accessUrl}`.replace(/jpg$/, ext), alt: 'A cup' };
    expect(jpeg(media, 1280)).toContain('/sized/1280.jpeg/');
    expect(withMedia(media)).toEqual([jpeg(media, 1280), 'image/jpeg', '1280', '960', 'A cup']);
  }
  // Never larger than it is.
  const small = { ...ownPicture, width: 240, height: 100 };
  expect(withMedia(small)).toEqual([jpeg(small, 320), 'image/jpeg', '240', '100', undefined]);
  const { width: _, height: __, ...unmeasured } = ownPicture;
  expect(withMedia(unmeasured)).toEqual([
    jpeg(unmeasured, 1280),
    'image/jpeg',
    undefined,
    undefined,
    undefined,
  ]);
  const video = { ...ownPicture, type: 'video' as const };
  expect(withMedia(video)).toEqual([jpeg(video, 320), 'image/jpeg', '320', '240', undefined]);
  // What is hosted elsewhere stays what it is, and nobody knows what that is.
  const elsewhere = { ...unmeasured, accessUrl: 'https://cdn.example.com/cover.webp' };
  expect(withMedia(elsewhere)).toEqual([elsewhere.accessUrl, undefined, undefined, undefined, undefined]);
  expect(withMedia(undefined)).toEqual(Array(5).fill(undefined));
});

test('says what the item says for search engines and social networks', () => {
  const social = { ...ownPicture, mediaId: 'm2', alt: 'A square lamp' };
  const body = {
    ...{ blocks: [], excerpt: 'Short', metaDescription: 'Found', socialTitle: 'Shared' },
    socialPicture: { mediaId: 'm2' },
  };
  const shared = said(newsItem({}, { body }), { media: new Map([['m2', social]]) });
  expect(shared).toMatchObject({
    ...{ title: 'Aurora is here', 'og:title': 'Shared' },
    ...{ description: 'Found', 'og:description': 'Found', 'og:image:alt': 'A square lamp' },
  });
  // Without the media of the body, it is the picture of the item.
  const thumbnail = { mediaId: 'm1', media: { ...ownPicture, alt: 'A lamp' } };
  expect(said(newsItem({}, { body, thumbnail }))).toMatchObject({ 'og:image:alt': 'A lamp' });
  expect(mediaIdsOf(body)).toEqual(['m2']);
});

test('an item with only a name has a title, and no empty tags', () => {
  const { category: _, tags: __, ...bare } = newsItem({}, { body: {}, thumbnail: { mediaId: 'm1' } });
  expect(Object.keys(said(bare))).toEqual([
    'title',
    'og:type',
    'og:title',
    'article:published_time',
    'article:modified_time',
    'twitter:card',
  ]);
});

test('is HTML that cannot be broken out of', () => {
  const title = `</title><script>alert("x")</script>'&amp;`;
  const html = renderMetaTags(metaTags(newsItem({}, { title }), { url: `https://example.com/"><b>'` }));
  expect(html).toStartWith(
    '<title>&lt;/title&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&amp;amp;</title>\n',
  );
  expect(html).toContain('<link rel="canonical" href="https://example.com/&quot;&gt;&lt;b&gt;&#39;">');
  expect(html).not.toContain('<script');
});
