import { expect, test } from 'bun:test';
import { createClient, type Media, type News } from '@newsstand/client';
import fc from 'fast-check';
import { html } from '../../examples/news-site/src/html.ts';
import { pictureOf, pictureTag } from '../../examples/news-site/src/pictures.ts';
import { openSessions, sessionMilliseconds } from '../../examples/news-site/src/preview/openSessions.ts';
import { whyHidden } from '../../examples/news-site/src/Story.ts';
import { isFromHere } from '../../examples/news-site/src/show.ts';

function news(more: Partial<News> = {}): News {
  const values = { title: 'x', body: {}, thumbnail: { mediaId: 'm' } };
  const place = { projectId: 'p', spaceId: 's', contentId: 'x', name: 'x' };
  return { ...place, status: 'published', values, createdAt: 5, updatedAt: 5, ...more };
}

test('a picture has its text and focal point; media other than pictures show their poster', () => {
  const place = { name: 'M', projectId: 'p', spaceId: 's', mediaId: 'm' };
  const urls = { accessUrl: 'https://x.example/own', thumbnailAccessUrl: 'https://x.example/poster' };
  const of = (media: Pick<Media, 'type' | 'meta'>) => pictureOf({ ...place, ...urls, ...media })?.src;
  const meta = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' } as const;
  expect(of({ type: 'image' })).toBe(urls.accessUrl);
  expect(of({ type: 'image', meta })).toBe(urls.thumbnailAccessUrl);
  expect(of({ type: 'video' })).toBe(urls.thumbnailAccessUrl);
  expect(pictureOf({ ...place, type: 'image' })).toBeUndefined();
  const picture = pictureOf({
    ...place,
    ...urls,
    type: 'image',
    focalPoint: { x: 0.24, y: 1 },
    alt: 'A cup',
  });
  expect(picture?.alt).toBe('A cup');
  expect(picture && pictureTag(picture, { sizes: '10rem', alt: '' }).html).not.toContain('width');
  const measured = pictureOf({ ...place, ...urls, type: 'image', width: 240, height: 180 });
  expect(measured && pictureTag(measured, { sizes: '10rem', alt: '' }).html).toContain(
    ' width="240" height="180" ',
  );
  expect(picture && pictureTag(picture, { sizes: '10rem', alt: '' }).html).toContain(' class="x2 y10" ');
});

test('an item says why it is hidden from others', () => {
  expect(whyHidden(news(), 10)).toBeUndefined();
  expect(whyHidden(news({ status: 'draft' }), 10)).toBe('draft');
  expect(whyHidden(news({ status: 'draft', reservedAt: 11 }), 10)).toBe('scheduled');
  expect(whyHidden(news({ openingAt: 11 }), 10)).toBe('scheduled');
  expect(whyHidden(news({ closingAt: 10 }), 10)).toBe('over');
});

test('no value in a template can break out of text or an attribute', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { html: made } = html`${text}`;
      expect(made).not.toMatch(/[<>"']/);
      const back = made.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"');
      expect(back.replaceAll('&#39;', "'").replaceAll('&amp;', '&')).toBe(text);
    }),
  );
});

test('sessions expire, and the oldest is evicted', () => {
  let now = 0;
  const sessions = openSessions(() => now);
  const client = createClient({
    url: 'http://x.example',
    key: 'k',
    secret: 's',
    projectId: 'p',
    spaceId: 's',
  });
  const first = sessions.open(client);
  const tokens = Array.from({ length: 99 }, () => sessions.open(client));
  expect(sessions.find(first)).toBeDefined();
  const last = sessions.open(client);
  expect(sessions.find(first)).toBeUndefined();
  expect(sessions.find(tokens[0])).toBeDefined();
  sessions.end(tokens[0]);
  expect(sessions.find(tokens[0])).toBeUndefined();
  now = sessionMilliseconds;
  expect(sessions.find(last)).toBeUndefined();
});

test('only forms of this site are accepted', () => {
  const from = (headers: Record<string, string>) => {
    const request = new Request('http://site.example/preview', { method: 'POST', headers });
    return isFromHere(request, 'https://www.example.com');
  };
  expect(from({ host: 'site.example', origin: 'http://site.example' })).toBe(true);
  expect(from({ host: 'site.example', origin: 'https://www.example.com' })).toBe(true);
  expect(from({ host: 'site.example', origin: 'https://evil.example' })).toBe(false);
  expect(from({ host: 'site.example', origin: 'null' })).toBe(false);
  expect(from({ host: 'site.example' })).toBe(false);
});
