import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openImportStore } from '../../testing/importing.ts';
import { runImporter } from '../runImporter.ts';
import {
  actualNews,
  escaped,
  expectedNews,
  nameOf,
  type SomeArticle,
  someArticles,
} from '../testing/articles.ts';
import { context, converted } from '../testing/importing.ts';
import { cdata, xmlFile } from '../testing/xmlFile.ts';
import { convertFeed } from './convertFeed.ts';

const convert = (text: string | Uint8Array, choices = {}) => converted(convertFeed, xmlFile(text), choices);

const namespaces = `xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:m="http://search.yahoo.com/mrss/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"`;

function rss(items: readonly string[]): string {
  const channel = '<title>T</title><link>https://example.com/blog/</link><description>D</description>';
  return `<?xml version="1.0"?>\n<rss version="2.0" ${namespaces}>\n<channel>${channel}\n${items.map((each) => `<item>${each}</item>`).join('\n')}\n</channel></rss>`;
}

function rdf(items: readonly string[]): string {
  const start = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"';
  const channel = '<channel rdf:about="x"><title>T</title><link>https://example.com/blog/</link></channel>';
  return `<rdf:RDF ${start} ${namespaces}>\n${channel}\n${items.map((each) => `<item>${each}</item>`).join('\n')}\n</rdf:RDF>`;
}

function atom(entries: readonly string[]): string {
  const head =
    '<title>T</title><link rel="self" href="https://feeds.example.org/a"/><link href="https://example.com/blog/"/>';
  return `<?xml version="1.0"?>\n<feed xmlns="http://www.w3.org/2005/Atom">${head}\n${entries.map((each) => `<entry>${each}</entry>`).join('\n')}\n</feed>`;
}

/** Feeds contain only public entries, and one kind of label; the first is the category. */
function asInFeeds(article: SomeArticle): SomeArticle {
  const { category, tags } = article;
  const at = article.at - (article.at % 1000);
  return {
    ...article,
    at,
    isDraft: false,
    tags: category === undefined ? [] : tags.filter((tag) => tag !== category),
  };
}

const labelsOf = ({ category, tags }: SomeArticle) =>
  [...(category === undefined ? [] : [category]), ...tags].map(nameOf);

function htmlOf({ paragraphs }: SomeArticle): string {
  return paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n');
}

const writers = {
  rss: (articles: readonly SomeArticle[]) =>
    rss(
      articles.map((each) => {
        const labels = labelsOf(each).map((name) => `<category>${cdata(name)}</category>`);
        const title = `<title>${escaped(escaped(each.title))}</title><guid isPermaLink="false">${each.id}</guid>`;
        const summary = each.paragraphs.length === 0 ? '' : '<description>short</description>';
        const content = `${summary}<content:encoded>${cdata(`${htmlOf(each)} `)}</content:encoded>`;
        return `${title}${labels.join('')}<pubDate>${new Date(each.at).toUTCString()}</pubDate>${content}`;
      }),
    ),
  rdf: (articles: readonly SomeArticle[]) =>
    rdf(
      articles.map((each) => {
        const labels = labelsOf(each).map((name) => `<dc:subject>${name}</dc:subject>`);
        const title = `<title>${escaped(escaped(each.title))}</title><link>https://example.com/${each.id}</link>`;
        const content = `<description>${escaped(htmlOf(each))}</description>`;
        return `${title}${labels.join('')}<dc:date>${new Date(each.at).toISOString()}</dc:date>${content}`;
      }),
    ),
  atom: (articles: readonly SomeArticle[]) =>
    atom(
      articles.map((each, index) => {
        const labels = labelsOf(each).map((name) => `<category term="x" label="${name}"/>`);
        const title = `<title>${escaped(each.title)}</title><id>${each.id}</id>`;
        const xhtml = `<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${htmlOf(each)}</div></content>`;
        const html = `<content type="html">${escaped(htmlOf(each))}</content>`;
        const text = `<content>${each.paragraphs.map(escaped).join('\n\n')}</content>`;
        const content = [xhtml, html, text][index % 3];
        return `${title}${labels.join('')}<published>${new Date(each.at).toISOString()}</published>${content}`;
      }),
    ),
} as const;

test('articles are imported as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(someArticles, fc.constantFrom('rss', 'rdf', 'atom'), async (list, how) => {
      const articles = list.map(asInFeeds);
      const { of, faults } = await convert(writers[how](articles));
      expect(faults).toEqual([]);
      const expected = articles.map((each) => ({
        ...expectedNews(each),
        alias: how === 'rdf' ? each.id : undefined,
        contentId: expect.any(String),
      }));
      expect(actualNews(of)).toEqual(expected);
    }),
  );
});

test('a truncated file gives one error at the end, with its line', async () => {
  const one = '<title>é</title><guid>1</guid><description>日本</description>';
  const files = [rss([one]), rdf([one]), atom(['<id>1</id><title>é</title>'])].map((each) =>
    new TextEncoder().encode(each),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (bytes, part) => {
        const { faults } = await convert(bytes.subarray(0, Math.floor(bytes.length * part)));
        expect(faults).toHaveLength(1);
        expect(faults[0]).toMatch(/^\d+: the file: /);
      },
    ),
  );
});

test('importing twice changes nothing', async () => {
  await using fixture = await openImportStore();
  const run = () => {
    const file = xmlFile(
      rss(['<guid>1</guid><title>A</title>', '<title>B</title><pubDate>1 Jan 24 00:00 Z</pubDate>']),
    );
    const batches = runImporter(convertFeed, file, context());
    return fixture.run([], { sources: [{ name: 'feed.xml', folder: undefined, batches }] });
  };
  expect(await run()).toMatchObject({ created: 3 });
  expect(await run()).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
});

describe('an entry', () => {
  const newsOf = async (inner: string) => (await convert(rss([inner]))).of('news')[0];
  const bodyOf = async (inner: string) => actualNews((await convert(rss([inner]))).of)[0]?.blocks;

  test('is identified by its ID, link or content', async () => {
    const idsOf = async (...items: string[]) =>
      (await convert(rss(items))).of('news').map(({ contentId }) => contentId);
    const [one] = await idsOf(
      '<guid isPermaLink="false">7</guid><link>https://example.com/a</link><title>A</title>',
    );
    expect(one).toMatch(/^example-com-[0-9a-f]{12}$/);
    expect(
      await idsOf(
        '<title>Changed</title><guid isPermaLink="false">7</guid><link>https://example.com/a</link>',
      ),
    ).toEqual([one]);
    const many = await idsOf(
      '<title>A</title>',
      '<title>B</title>',
      '<description>C</description>',
      '<link>https://example.com/d</link>',
    );
    expect(new Set(many).size).toBe(4);
  });

  test('without content is skipped', async () => {
    const { of, report } = await convert(rss(['<author>A</author>']));
    expect([of('news'), report.skipped[0]?.why]).toEqual([[], 'it is empty']);
  });

  test('has the canonical URL of its source', async () => {
    const seo = (canonicalUrl: string) => ({ values: { seo: { canonicalUrl } } });
    expect(await newsOf('<title>A</title><link>a</link>')).toMatchObject(seo('https://example.com/blog/a'));
    expect(await newsOf('<title>A</title><guid>https://example.com/b</guid>')).toMatchObject(
      seo('https://example.com/b'),
    );
    const { of } = await convert(
      atom(['<id>1</id><title>A</title><link rel="replies" href="r"/><link rel="alternate" href="c"/>']),
    );
    expect(of('news')[0]).toMatchObject(seo('https://example.com/blog/c'));
  });

  test('shows its picture, wherever the feed puts it', async () => {
    const pictures = {
      'a.jpg': '<enclosure url="https://example.com/a.jpg" type="image/jpeg" length="1"/>',
      b: '<m:group><m:content url="https://example.com/b" medium="image"/></m:group>',
      'c.png': '<m:thumbnail url="/c.png"/>',
      'd.png': '<itunes:image href="https://example.com/d.png"/>',
      'e.png': '<description>&lt;img src="../e.png"&gt;</description>',
    };
    for (const [name, inner] of Object.entries(pictures)) {
      const { of } = await convert(rss([`<title>A</title>${inner}`]));
      const [media] = of('media');
      expect(media).toMatchObject({ type: 'image', accessUrl: `https://example.com/${name}` });
      expect(of('news')[0]).toMatchObject({ values: { thumbnail: { mediaId: media?.['mediaId'] } } });
    }
  });

  test('plays its enclosures', async () => {
    expect(
      await bodyOf('<title>A</title><enclosure url="https://example.com/a.mp3" type="audio/mpeg"/>'),
    ).toEqual([{ type: 'html', html: '<audio controls="" src="https://example.com/a.mp3"></audio>' }]);
    expect(await bodyOf('<title>A</title><m:content url="https://example.com/a" type="video/mp4"/>')).toEqual(
      [{ type: 'video', url: 'https://example.com/a' }],
    );
  });

  test('plays each enclosure once, in one of its formats', async () => {
    const once =
      '<enclosure url="https://example.com/a.mp3?x=1&amp;y=2" type="audio/mpeg"/><m:content url="https://example.com/a.mp3?x=1&amp;y=2" type="audio/mpeg"/>';
    expect(await bodyOf(`<title>A</title>${once}`)).toHaveLength(1);
    const ways = ['low', 'high'].map((each) => `<m:content url="https://example.com/${each}.mp4"/>`).join('');
    expect(await bodyOf(`<title>A</title><m:group>${ways}</m:group>`)).toEqual([
      { type: 'video', url: 'https://example.com/low.mp4' },
    ]);
    const shown =
      '<m:content url="https://www.youtube.com/v/abc?version=3" type="application/x-shockwave-flash"/>';
    expect(await bodyOf(`<title>A</title><m:group>${shown}</m:group>`)).toEqual([
      { type: 'embed', url: 'https://www.youtube.com/watch?v=abc' },
    ]);
  });

  test('links to files that are neither images, videos nor audio', async () => {
    expect(await bodyOf('<title>A</title><enclosure url="https://example.com/a/b.pdf"/>')).toEqual([
      { type: 'paragraph', text: '<a href="https://example.com/a/b.pdf">b.pdf</a>' },
    ]);
  });

  test('shows its largest picture, not that of its author, and reports the others', async () => {
    const picture = (url: string, width: number) =>
      `<m:content url="${url}" medium="image" width="${width}"/>`;
    const { of, report } = await convert(
      rss([
        `<title>A</title>${picture('https://1.gravatar.com/avatar/f?s=96', 900)}${picture('https://example.com/s.jpg', 140)}${picture('https://example.com/l.jpg', 460)}`,
      ]),
    );
    expect(of('media').map(({ accessUrl }) => accessUrl)).toEqual(['https://example.com/l.jpg']);
    expect(report.skipped.map(({ what, examples }) => [what, examples])).toEqual([
      ['picture', ['https://example.com/s.jpg']],
    ]);
  });

  test('does not show a thumbnail of a picture in its body', async () => {
    const small = '<title>A</title><m:thumbnail url="https://example.com/s72/a.jpg" width="72"/>';
    const text = '<description>&lt;img src="https://example.com/a.jpg"&gt;</description>';
    const shown = async (inner: string) =>
      (await convert(rss([inner]))).of('media').map(({ accessUrl }) => accessUrl);
    expect(await shown(small)).toEqual(['https://example.com/s72/a.jpg']);
    expect(await shown(small + text)).toEqual(['https://example.com/a.jpg']);
  });

  test('uses its summary if its content is blank', async () => {
    const short = [{ type: 'paragraph', text: 'short' }];
    expect(
      await bodyOf('<title>A</title><description>short</description><content:encoded> \n</content:encoded>'),
    ).toEqual(short);
    expect(await bodyOf('<title>A</title><itunes:summary>short</itunes:summary>')).toEqual(short);
  });

  test('with a number as its guid has no link', async () => {
    expect(await newsOf('<title>A</title><guid>123</guid>')).not.toHaveProperty('values.seo');
  });

  test('without a date is a draft, and is reported', async () => {
    const { of, report } = await convert(rss(['<title>A</title>']));
    expect(of('news')[0]?.['status']).toBe('draft');
    expect(report.changed.map(({ why }) => why)).toEqual(['becomes a draft: it has no date']);
  });

  test('keeps the line breaks of plain text', async () => {
    expect(await bodyOf('<title>A</title><description>a\nb &amp;amp; c</description>')).toEqual([
      { type: 'paragraph', text: 'a<br>b &amp; c' },
    ]);
  });

  test('with an unreadable date has none, and is reported', async () => {
    const { of, report } = await convert(rss(['<title>A</title><pubDate>soon</pubDate>']));
    expect(of('news')[0]).toMatchObject({ status: 'draft' });
    expect(of('news')[0]?.['createdAt']).toBeUndefined();
    expect(report.changed).toEqual([
      {
        what: 'entry',
        why: 'is imported without a date that cannot be read; without a date of publication it becomes a draft',
        loss: 'article',
        count: 1,
        examples: ['soon in A'],
      },
    ]);
  });
});

test('relative URLs are resolved against the nearest base', async () => {
  const link = (base: string) => `<content type="html" ${base}>&lt;a href="x"&gt;a&lt;/a&gt;</content>`;
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/f/">
    <entry><id>1</id><title>A</title>${link('')}</entry>
    <entry xml:base="e/"><id>2</id><title>B</title>${link('xml:base="c/"')}</entry></feed>`;
  const texts = actualNews((await convert(feed)).of).map(({ blocks }) => JSON.stringify(blocks));
  expect(texts[0]).toContain('https://example.org/f/x');
  expect(texts[1]).toContain('https://example.org/f/e/c/x');
});

test('binary content of Atom is skipped, and external content is linked', async () => {
  const { of } = await convert(
    atom([
      '<id>1</id><title>A</title><content type="image/png">iVBORw0KGgo=</content>',
      '<id>2</id><title>B</title><content type="text/html" src="https://example.com/b"/>',
    ]),
  );
  expect(actualNews(of).map(({ blocks }) => blocks)).toEqual([
    [],
    [{ type: 'paragraph', text: '<a href="https://example.com/b">https://example.com/b</a>' }],
  ]);
});

describe('what was not public', () => {
  const stateOf = async (inner: string) => {
    const { of } = await convert(
      atom([
        `<id>tag:example.com,2024:1</id><title>A</title><published>2024-05-01T00:00:00Z</published>${inner}`,
      ]),
    );
    return of('news').map(({ status }) => status)[0];
  };
  const draft = (space: string, text: string) =>
    `<p:control xmlns:p="${space}"><p:draft>${text}</p:draft></p:control>`;

  test.each([
    '<visibility>private</visibility><visibility>public</visibility>',
    '<category>会員限定</category>',
    '<category domain="visibility">private</category>',
    '<m:visibility><m:value>private</m:value></m:visibility>',
    '<m:access level="members"/>',
  ])('is a draft with %s', async (fields) => {
    const { of } = await convert(
      rss([
        `<title>A</title><pubDate>Fri, 03 May 2024 09:00:00 +0900</pubDate><description>x</description>${fields}`,
      ]),
    );
    expect(of('news')).toMatchObject([{ status: 'draft' }]);
  });

  test('is a draft, according to AtomPub', async () => {
    expect(await stateOf(draft('http://www.w3.org/2007/app', 'yes'))).toBe('draft');
    expect(await stateOf(draft('http://purl.org/atom/app#', ' YES '))).toBe('draft');
    expect(await stateOf(draft('http://purl.org/atom/app#', 'no'))).toBe('published');
  });

  test('is a draft, according to Blogger, in any state', async () => {
    const of = (status: string) =>
      stateOf(`<blogger:type>POST</blogger:type><blogger:status>${status}</blogger:status>`);
    expect(await of('LIVE')).toBe('published');
    expect(await of('SCHEDULED')).toBe('published');
    expect(await of('DRAFT')).toBe('draft');
    expect(await of('ANYTHING')).toBe('draft');
    expect(await of('SOFT_TRASHED')).toBeUndefined();
  });

  test('keeps its ID once it is published', async () => {
    const idOf = async (inner: string) =>
      (await convert(atom([`<id>tag:example.com,2024:1</id><title>A</title>${inner}`]))).of('news')[0]?.[
        'contentId'
      ];
    expect(await idOf(draft('http://www.w3.org/2007/app', 'yes'))).toBe(
      await idOf('<link href="https://b.test/a"/>'),
    );
  });

  test('is not published from a WordPress export that is imported as a feed', async () => {
    const { faults, of } = await convert(rss(['<title>A</title><wp:status>private</wp:status>']));
    expect([faults, of('news')]).toEqual([
      ['5: the file: is an export of WordPress; import it with --from wordpress'],
      [],
    ]);
  });
});

test('exports of Blogger contain posts, pages and other entries', async () => {
  const kind = (name: string) =>
    `<category scheme="http://schemas.google.com/g/2005#kind" term="http://schemas.google.com/blogger/2008/kind#${name}"/>`;
  const entries = ['post', 'page', 'comment', 'template', 'settings'].map(
    (name) => `<id>${name}</id><title>${name}</title>${kind(name)}<category term="Diary"/>`,
  );
  const names = async (choices = {}) => {
    const { of, report } = await convert(atom(entries), choices);
    return [
      of('news').map(({ name }) => name),
      of('category').map(({ name }) => name),
      report.skipped.length,
    ];
  };
  expect(await names()).toEqual([['post'], ['Diary'], 4]);
  expect(await names({ withPages: true })).toEqual([['post', 'page'], ['Diary'], 3]);
});

test('control characters, which XML forbids, are removed and reported', async () => {
  const { of, report } = await convert(
    rss(['<title>A</title><description>a\u000b\u0000b\u0085c\ufffe</description>']),
  );
  expect(actualNews(of)[0]?.blocks).toEqual([{ type: 'paragraph', text: 'ab\u0085c' }]);
  expect(report.changed[0]).toMatchObject({
    what: 'text',
    count: 3,
    examples: ['line 5', 'line 5', 'line 5'],
  });
});

test('namespace URIs may be written in many ways', async () => {
  for (const [space, media] of [
    ['http://backend.userland.com/rss2', 'http://www.rssboard.org/media-rss'],
    ['http://blogs.law.harvard.edu/tech/rss', 'https://search.yahoo.com/mrss'],
  ]) {
    const text = `<rss xmlns="${space}" xmlns:m="${media}"><channel><item><title>A</title><m:thumbnail url="https://example.com/a.png"/></item></channel></rss>`;
    expect((await convert(text)).of('media')).toHaveLength(1);
  }
});

test('the last name in the address of an entry is its alias', async () => {
  const { of } = await convert(
    rss(
      ['2024/05/hello.html', '%E6%97%A5/', '?p=5', '2024/05/hello/'].map(
        (path) => `<title>A</title><link>https://example.com/blog/${path}</link>`,
      ),
    ),
  );
  expect(of('news').map(({ alias }) => alias)).toEqual(['hello', '日', 'blog', 'hello-2']);
});

test('a JSON Feed is read like the others', async () => {
  const items = [
    {
      id: 5,
      url: 'https://example.com/2024/hello/',
      title: 'Hello & more',
      content_html: '<p>Text &amp; <img src="../a.png" alt="A"></p>',
      image: '/cover.jpg',
      date_published: '2024-05-03T18:00:00+09:00',
      date_modified: '2024-05-04T18:00:00+09:00',
      tags: ['News', 'Summer'],
      authors: [{ name: 'Ken' }],
      attachments: [{ url: 'https://example.com/a.mp3', mime_type: 'audio/mpeg' }],
    },
    { id: 'https://example.com/b', content_text: 'a < b\nc' },
    null,
  ];
  const text = `\ufeff\n${JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items })}`;
  const { of, faults } = await convert(text);
  expect(faults).toEqual([]);
  const [first, second] = of('news');
  expect(first).toMatchObject({
    name: 'Hello & more',
    alias: 'hello',
    status: 'published',
    createdAt: Date.UTC(2024, 4, 3, 9),
    updatedAt: Date.UTC(2024, 4, 4, 9),
    values: { seo: { canonicalUrl: 'https://example.com/2024/hello/' } },
  });
  expect(of('media').map(({ accessUrl }) => accessUrl)).toEqual([
    'https://example.com/2024/a.png',
    'https://example.com/cover.jpg',
  ]);
  expect(JSON.stringify(actualNews(of)[0]?.blocks)).toContain('a.mp3');
  expect([second?.['status'], actualNews(of)[1]?.blocks]).toEqual([
    'draft',
    [{ type: 'paragraph', text: 'a &lt; b<br>c' }],
  ]);
});
