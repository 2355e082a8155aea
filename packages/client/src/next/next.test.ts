import { expect, test } from 'bun:test';
import { newsItem, ownPicture } from '../../testing/samples.ts';
import { urlFor } from '../urlFor.ts';
import imageLoader from './image.ts';
import { metadataOf } from './metadataOf.ts';
import { nextFetch } from './nextFetch.ts';
import { ownPath } from './ownPath.ts';

// What runs only in Next.js is tested with the example: tests/examples/next.full.test.ts.

test('responses are kept by tags, streams are not', async () => {
  const seen: unknown[] = [];
  const own = globalThis.fetch;
  const record = async (...given: unknown[]) => {
    seen.push(given);
    return new Response();
  };
  globalThis.fetch = Object.assign(record, own);
  try {
    const at = 'https://c.example';
    const init = { redirect: 'manual', headers: {}, signal: AbortSignal.timeout(1000) } as const;
    const timed = nextFetch({ revalidate: 60 });
    await nextFetch()(`${at}/static/projects/p/spaces/s/news/instances/a%20b/news?page=1`, init);
    await timed(`${at}/static/projects/p/spaces/s/collection/medias`, init);
    await timed(`${at}/events/projects/p/spaces/s?kinds=news`, init);
    expect(seen).toMatchObject([
      [
        `${at}/static/projects/p/spaces/s/news/instances/a%20b/news?page=1`,
        { redirect: 'manual', cache: 'force-cache', next: { tags: ['newsstand', 'newsstand:a b'] } },
      ],
      [expect.any(String), { cache: 'force-cache', next: { tags: ['newsstand'], revalidate: 60 } }],
      [expect.any(String), { cache: 'no-store' }],
    ]);
  } finally {
    globalThis.fetch = own;
  }
});

test('redirects stay on the site', () => {
  for (const path of ['/', '/news/a?b=1#c', '/%E3%81%82']) expect(ownPath(path)).toBe(path);
  expect(ownPath('/あ')).toBe('/%E3%81%82');
  const elsewhere = [
    '//x.example',
    '/\\x.example',
    'https://x.example/',
    'x',
    '',
    'javascript:1',
    '/\t/x.example',
    '/.//x.example',
    '/a/..//x.example',
    '/%2e//x.example',
    '/.\\\\x.example',
  ];
  for (const path of elsewhere) expect([path, ownPath(path)]).toEqual([path, '/']);
});

test('the loader of pictures gives widths of the service', () => {
  const src = ownPicture.accessUrl ?? '';
  expect(imageLoader({ src, width: 750 })).toBe(urlFor(ownPicture).width(800).url);
  expect(imageLoader({ src: '/own.png', width: 750 })).toBe('/own.png');
});

test('metadata are those of the meta tags', () => {
  const item = newsItem(
    { category: { categoryId: 'c', name: 'Tea' }, tags: [{ tagId: 't', name: 'Hot' }], updatedAt: 0 },
    { title: 'Cup', seo: { isPreventCrawling: true }, body: { excerpt: 'Short.', blocks: [] } },
  );
  const image = { url: 'https://x.example/a.jpg', width: 4, height: 3, alt: 'A cup' };
  expect(metadataOf(item, { url: 'https://x.example/cup', siteName: 'Site', image })).toMatchObject({
    ...{ title: 'Cup', description: 'Short.', robots: { index: false } },
    alternates: { canonical: 'https://x.example/cup' },
    openGraph: {
      ...{
        type: 'article',
        title: 'Cup',
        description: 'Short.',
        url: 'https://x.example/cup',
        siteName: 'Site',
      },
      images: [{ url: 'https://x.example/a.jpg', width: '4', height: '3', alt: 'A cup' }],
      ...{ modifiedTime: '1970-01-01T00:00:00.000Z', section: 'Tea', tags: ['Hot'] },
    },
    twitter: { card: 'summary_large_image' },
  });
  const thumbnail = { mediaId: 'm' };
  const bare = metadataOf(newsItem({}, { thumbnail, body: {} }));
  expect(bare).toMatchObject({ robots: undefined, alternates: undefined, twitter: { card: 'summary' } });
  expect(bare.openGraph.images).toEqual([]);
});
