import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { newsItem, ownPicture } from '../testing/samples.ts';
import { type FeedChannel, jsonFeed, rss } from './feeds.ts';

const channel: FeedChannel = {
  title: 'Acme & friends',
  url: 'https://www.example.com/',
  description: 'News <of> Acme',
  feedUrl: 'https://www.example.com/feed.xml?a=1&b=2',
  language: 'en',
  itemUrl: ({ contentId }) => `https://www.example.com/news/${contentId}?a&b`,
};
const item = newsItem({}, { thumbnail: { mediaId: 'm1', media: ownPicture } });

type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] };

/** Reads XML by its every rule, with namespaces; throws where it breaks one. */
function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const element = { name, attributes: Object.fromEntries(values), text: '', children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return root.children[0] ?? root;
}

function channelOf(xml: string): Element {
  const [only, ...others] = parse(xml).children;
  expect([only?.name, others]).toEqual(['channel', []]);
  return only ?? parse('');
}

const textOf = (element: Element | undefined, name: string) =>
  element?.children.find((child) => child.name === name)?.text;

/** RFC 822, with the four digits of RFC 1123. */
const date =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/;

test('items of several instances may have the same ID, so a site can choose their IDs', () => {
  const itemId = ({ name }: { name: string }) => `tag:example.com,2026:${name}`;
  const list = [
    { ...item, name: 'press' },
    { ...item, name: 'blog' },
  ];
  const guids = channelOf(rss(list, { ...channel, itemId })).children.map((each) => textOf(each, 'guid'));
  expect(guids.filter(Boolean)).toEqual(['tag:example.com,2026:press', 'tag:example.com,2026:blog']);
  expect(jsonFeed(list, { ...channel, itemId }).items.map(({ id }) => id)).toEqual(
    guids.filter(Boolean).map(String),
  );
});

test('is RSS 2.0, with everything that is known', () => {
  const xml = rss([item], { ...channel, render: () => '<p>Hello ]]> &amp; more</p>' });
  expect(parse(xml)).toMatchObject({ name: 'rss', attributes: { version: '2.0' } });
  const found = channelOf(xml);
  expect(['title', 'link', 'description', 'language'].map((name) => textOf(found, name))).toEqual([
    channel.title,
    channel.url,
    channel.description,
    'en',
  ]);
  expect(textOf(found, 'lastBuildDate')).toBe('Wed, 02 Sep 2026 00:00:00 GMT');
  expect(found.children.find(({ name }) => name === 'atom:link')?.attributes).toEqual({
    href: 'https://www.example.com/feed.xml?a=1&b=2',
    rel: 'self',
    type: 'application/rss+xml',
  });
  const entry = found.children.find(({ name }) => name === 'item');
  expect(entry?.children.map(({ name, text, attributes }) => [name, text, attributes])).toEqual([
    ['title', 'Aurora is here', {}],
    ['link', 'https://www.example.com/news/n1?a&b', {}],
    ['guid', 'urn:newsstand:acme:web:n1', { isPermaLink: 'false' }],
    ['pubDate', 'Tue, 01 Sep 2026 09:00:00 GMT', {}],
    ['description', 'A lamp that follows the sun, from today in every shop.', {}],
    ['content:encoded', '<p>Hello ]]> &amp; more</p>', {}],
    ['category', 'Products', {}],
    ['category', 'Launch', {}],
    ['enclosure', '', { url: `${ownPicture.originalUrl}`, type: 'image/jpeg', length: '12345' }],
  ]);
});

test('holds only items meant for feeds, in their order', () => {
  const list = [
    newsItem({ contentId: 'b' }, { isRss: true }),
    newsItem({ contentId: 'no' }, { isRss: false }),
    newsItem({ contentId: 'a' }, { isRss: true }),
  ];
  const ids = channelOf(rss(list, channel)).children.flatMap((child) => textOf(child, 'guid') ?? []);
  expect(ids).toEqual(['urn:newsstand:acme:web:b', 'urn:newsstand:acme:web:a']);
  expect(jsonFeed(list, channel).items.map(({ id }) => id)).toEqual(ids);
  expect(channelOf(rss([], channel)).children.some(({ name }) => name === 'item')).toBe(false);
});

test('has an enclosure only if the type and size of the picture are known', () => {
  const { fileSize: _, ...noSize } = ownPicture;
  const clip = { ...ownPicture, type: 'video', meta: { ext: 'mp4', mimetype: 'video/mp4' } } as const;
  for (const media of [noSize, clip]) {
    const xml = rss([newsItem({}, { thumbnail: { mediaId: 'm1', media } })], channel);
    expect(xml).not.toContain('<enclosure');
  }
});

test('is well-formed, whatever the texts are', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, text, text, (title, name, words, html) => {
      const news = newsItem({ category: { categoryId: 'c', name } }, { title, body: { text: words } });
      const found = channelOf(rss([news], { ...channel, title, render: () => html }));
      const entry = found.children.find(({ name: each }) => each === 'item');
      expect(textOf(entry, 'pubDate')).toMatch(date);
      // A parser makes one line end of the three that there are.
      const allowed = title.replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
      expect(textOf(entry, 'title')).toBe(allowed.replaceAll(/\r\n?/g, '\n'));
    }),
  );
});

test('is a JSON Feed 1.1', () => {
  const feed = jsonFeed([item], { ...channel, render: () => '<p>Hello</p>' });
  expect(feed).toEqual({
    version: 'https://jsonfeed.org/version/1.1',
    title: channel.title,
    home_page_url: channel.url,
    description: channel.description,
    feed_url: 'https://www.example.com/feed.xml?a=1&b=2',
    language: 'en',
    items: [
      {
        id: 'urn:newsstand:acme:web:n1',
        url: 'https://www.example.com/news/n1?a&b',
        title: 'Aurora is here',
        content_html: '<p>Hello</p>',
        summary: 'A lamp that follows the sun, from today in every shop.',
        image: `${ownPicture.originalUrl}`,
        date_published: '2026-09-01T09:00:00.000Z',
        date_modified: '2026-09-02T00:00:00.000Z',
        tags: ['Products', 'Launch'],
      },
    ],
  });
});

test('an item of a JSON Feed always has a content, and no members without a value', () => {
  const { category: _, tags: __, ...bare } = newsItem({}, { thumbnail: { mediaId: 'm1' } });
  const { itemUrl, title, url, description } = channel;
  const feed = jsonFeed([bare], { itemUrl, title, url, description, render: () => undefined });
  expect(JSON.parse(JSON.stringify(feed))).toEqual(feed);
  expect(feed).not.toHaveProperty('feed_url');
  expect(feed.items[0]).toMatchObject({
    content_text: 'A lamp that follows the sun, from today in every shop.',
  });
  expect(feed.items[0]).not.toHaveProperty('tags');
});
