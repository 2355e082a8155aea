import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { openWorkshop } from '../workshop.fixture.ts';
import { convertFeed } from './convertFeed.ts';
import { convertForeign } from './convertForeign.ts';
import {
  actualNews,
  escaped,
  expectedNews,
  nameOf,
  type SomeArticle,
  someArticles,
} from './readJsonArticles.fixture.ts';
import { conversion, converted } from './readJsonFile.fixture.ts';
import { cdata, xmlFile } from './xml/xmlFile.fixture.ts';

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

/** Feeds hold what is public, and one kind of labels, of which the first is the category. */
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
        const content = `<description>short</description><content:encoded>${cdata(`${htmlOf(each)} `)}</content:encoded>`;
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

test('articles come out as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(someArticles, fc.constantFrom('rss', 'rdf', 'atom'), async (list, how) => {
      const articles = list.map(asInFeeds);
      const { of, faults } = await convert(writers[how](articles));
      expect(faults).toEqual([]);
      const expected = articles.map((each) => ({
        ...expectedNews(each),
        alias: undefined,
        contentId: expect.any(String),
      }));
      expect(actualNews(of)).toEqual(expected);
    }),
  );
});

test('a file that is cut off anywhere has one fault at the end, with its line', async () => {
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
  await using workshop = await openWorkshop();
  const run = () => {
    const file = xmlFile(
      rss(['<guid>1</guid><title>A</title>', '<title>B</title><pubDate>1 Jan 24 00:00 Z</pubDate>']),
    );
    const batches = convertForeign(convertFeed, file, conversion());
    return workshop.run([], { sources: [{ name: 'feed.xml', folder: undefined, batches }] });
  };
  expect(await run()).toMatchObject({ created: 3 });
  expect(await run()).toMatchObject({ created: 0, updated: 0, unchanged: 3 });
});

describe('an entry', () => {
  const newsOf = async (inner: string) => (await convert(rss([inner]))).of('news')[0];
  const bodyOf = async (inner: string) => actualNews((await convert(rss([inner]))).of)[0]?.blocks;

  test('is told from others by what it says of itself', async () => {
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

  test('that says nothing is left out', async () => {
    const { of, report } = await convert(rss(['<author>A</author>']));
    expect([of('news'), report.skipped[0]?.why]).toEqual([[], 'it says nothing']);
  });

  test('leads to where it is from', async () => {
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

  test('shows its picture, wherever that is told', async () => {
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

  test('plays what comes with it', async () => {
    expect(
      await bodyOf('<title>A</title><enclosure url="https://example.com/a.mp3" type="audio/mpeg"/>'),
    ).toEqual([{ type: 'html', html: '<audio controls="" src="https://example.com/a.mp3"></audio>' }]);
    expect(await bodyOf('<title>A</title><m:content url="https://example.com/a" type="video/mp4"/>')).toEqual(
      [{ type: 'video', url: 'https://example.com/a' }],
    );
  });

  test('keeps the lines of plain text', async () => {
    expect(await bodyOf('<title>A</title><description>a\nb &amp;amp; c</description>')).toEqual([
      { type: 'paragraph', text: 'a<br>b &amp; c' },
    ]);
  });

  test('comes without a date that can not be read, and that is told', async () => {
    const { of, report } = await convert(rss(['<title>A</title><pubDate>soon</pubDate>']));
    expect(of('news')[0]?.['createdAt']).toBeUndefined();
    expect(report.changed).toEqual([
      {
        what: 'entry',
        why: 'comes without its date, which can not be read',
        count: 1,
        examples: ['soon in A'],
      },
    ]);
  });
});

test('addresses begin at the nearest base', async () => {
  const link = (base: string) => `<content type="html" ${base}>&lt;a href="x"&gt;a&lt;/a&gt;</content>`;
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/f/">
    <entry><id>1</id><title>A</title>${link('')}</entry>
    <entry xml:base="e/"><id>2</id><title>B</title>${link('xml:base="c/"')}</entry></feed>`;
  const texts = actualNews((await convert(feed)).of).map(({ blocks }) => JSON.stringify(blocks));
  expect(texts[0]).toContain('https://example.org/f/x');
  expect(texts[1]).toContain('https://example.org/f/e/c/x');
});

test('texts of Atom that are no text stay out, and those elsewhere are linked', async () => {
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
