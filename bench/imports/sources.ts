import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileSink, write } from 'bun';

/** A large import: writes about so many bytes, and returns what is imported. */
export type Source = {
  readonly name: string;
  readonly write: (folder: string, bytes: number) => Promise<string>;
};

/** How an article is written, and what stands before, between and after the articles. */
type Format = {
  readonly file: string;
  readonly head: string;
  readonly between: string;
  readonly tail: string;
  readonly article: (index: number) => string;
};

/** Every article has words, links and pictures of its own, as those of a real site. */
const words = 'the harbour council met again on Monday and nobody agreed about the price of new lamps'.split(
  ' ',
);

function paragraphs(index: number): string {
  const text = Array.from({ length: 8 }, (_, part) => {
    const said = Array.from(
      { length: 70 },
      (_, at) => words[(index * 7 + part * 13 + at * at) % words.length],
    );
    return `<p>${said.join(' ')} <a href="https://example.com/${index}/${part}">more &amp; more</a></p>`;
  });
  return `${text.join('\n')}\n<p><img src="https://example.com/files/${index}.jpg" alt="Picture ${index}"></p>`;
}

function dateOf(index: number): Date {
  return new Date(Date.UTC(2010, 0, 1) + index * 60_000);
}

const wordpress: Format = {
  file: 'export.xml',
  head: '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>A</title><link>https://example.com</link><wp:wxr_version>1.2</wp:wxr_version>',
  between: '\n',
  tail: '</channel></rss>',
  article: (index) => {
    const date = dateOf(index).toISOString().slice(0, 19).replace('T', ' ');
    return `<item><title>Article ${index}</title><link>https://example.com/a-${index}/</link><dc:creator>editor</dc:creator><content:encoded><![CDATA[${paragraphs(index)}]]></content:encoded><wp:post_id>${index}</wp:post_id><wp:post_date_gmt>${date}</wp:post_date_gmt><wp:post_name>a-${index}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type><category domain="category" nicename="c-${index % 50}">C ${index % 50}</category></item><item><title>Picture ${index}</title><wp:post_id>${index}0000000</wp:post_id><wp:post_parent>${index}</wp:post_parent><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://example.com/files/${index}.jpg</wp:attachment_url></item>`;
  },
};

const feed: Format = {
  file: 'feed.xml',
  head: '<?xml version="1.0"?><rss version="2.0"><channel><title>A</title><link>https://example.com/</link>',
  between: '\n',
  tail: '</channel></rss>',
  article: (index) =>
    `<item><guid>https://example.com/a-${index}</guid><link>https://example.com/a-${index}</link><title>Article ${index}</title><category>C ${index % 50}</category><pubDate>${dateOf(index).toUTCString()}</pubDate><description><![CDATA[${paragraphs(index)}]]></description></item>`,
};

const jsonFeed: Format = {
  file: 'feed.json',
  head: '{"version":"https://jsonfeed.org/version/1.1","title":"A","home_page_url":"https://example.com/","items":[',
  between: ',\n',
  tail: ']}',
  article: (index) =>
    JSON.stringify({
      ...{
        id: `https://example.com/a-${index}`,
        url: `https://example.com/a-${index}`,
        title: `Article ${index}`,
      },
      ...{ tags: [`C ${index % 50}`], date_published: dateOf(index).toISOString() },
      content_html: paragraphs(index),
    }),
};

const ghost: Format = {
  file: 'ghost.json',
  head: '{"db":[{"meta":{"version":"5.0.0"},"data":{"posts":[',
  between: ',\n',
  tail: '],"tags":[],"posts_tags":[]}}]}',
  article: (index) =>
    JSON.stringify({
      ...{ id: idOf(index), title: `Article ${index}`, slug: `a-${index}`, html: paragraphs(index) },
      ...{
        status: 'published',
        visibility: 'public',
        type: 'post',
        published_at: dateOf(index).toISOString(),
      },
    }),
};

const contentfulField = (id: string, type: string) => ({ id, name: id, type });
const contentful: Format = {
  file: 'contentful.json',
  head: `{"locales":[{"code":"en-US","default":true}],"contentTypes":[${JSON.stringify({
    sys: { id: 'post', type: 'ContentType' },
    name: 'Post',
    displayField: 'title',
    fields: [
      contentfulField('title', 'Symbol'),
      contentfulField('slug', 'Symbol'),
      contentfulField('date', 'Date'),
      contentfulField('body', 'Text'),
    ],
  })}],"entries":[`,
  between: ',\n',
  tail: '],"assets":[]}',
  article: (index) => {
    const at = dateOf(index).toISOString();
    return JSON.stringify({
      sys: {
        ...{
          id: idOf(index),
          type: 'Entry',
          createdAt: at,
          updatedAt: at,
          publishedAt: at,
          firstPublishedAt: at,
        },
        ...{
          publishedVersion: 1,
          contentType: { sys: { type: 'Link', linkType: 'ContentType', id: 'post' } },
        },
      },
      fields: {
        title: { 'en-US': `Article ${index}` },
        slug: { 'en-US': `a-${index}` },
        date: { 'en-US': at },
        body: { 'en-US': paragraphs(index) },
      },
    });
  },
};

const ndjson: Format = {
  file: 'content.ndjson',
  head: '{"kind":"media","projectId":"acme","spaceId":"web","mediaId":"m","name":"m","type":"image","accessUrl":"https://example.com/m.jpg","originalUrl":"https://example.com/m.jpg"}\n',
  between: '\n',
  tail: '\n',
  article: (index) =>
    JSON.stringify({
      ...{ kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'blog', contentId: idOf(index) },
      ...{
        name: `Article ${index}`,
        alias: `a-${index}`,
        status: 'published',
        createdAt: dateOf(index).getTime(),
      },
      values: {
        ...{ title: `Article ${index}`, thumbnail: { mediaId: 'm' }, isRss: true },
        body: { blocks: [{ type: 'html', html: paragraphs(index) }] },
      },
    }),
};

function idOf(index: number): string {
  return (0x100000 + index).toString(16).padStart(24, '5');
}

async function writeFile({ file, head, between, tail, article }: Format, folder: string, bytes: number) {
  const path = join(folder, file);
  const sink: FileSink = Bun.file(path).writer({ highWaterMark: 1024 * 1024 });
  sink.write(head);
  let written = 0;
  for (let index = 1; written < bytes; index++) {
    const text = `${index === 1 ? '' : between}${article(index)}`;
    sink.write(text);
    written += Buffer.byteLength(text);
    if (index % 1000 === 0) await sink.flush();
  }
  sink.write(tail);
  await sink.end();
  return path;
}

/** A folder of Markdown, of a hundred files in each folder of a month. */
async function writeMarkdown(folder: string, bytes: number): Promise<string> {
  const root = join(folder, 'posts');
  for (let index = 1, written = 0; written < bytes; index++) {
    const date = dateOf(index).toISOString();
    const text = `---\ntitle: Article ${index}\ndate: ${date}\ntags: [t${index % 50}]\n---\n\n${paragraphs(index)}\n`;
    const path = join(root, String(Math.floor(index / 100)), `a-${index}.md`);
    if (index % 100 === 0 || index === 1) await mkdir(dirname(path), { recursive: true });
    written += await write(path, text);
  }
  return root;
}

const formats = {
  WordPress: wordpress,
  Contentful: contentful,
  Ghost: ghost,
  RSS: feed,
  'JSON Feed': jsonFeed,
  NDJSON: ndjson,
};

/** One of each kind. */
export const sources: readonly Source[] = [
  ...Object.entries(formats).map(([name, format]) => ({
    name,
    write: (folder: string, bytes: number) => writeFile(format, folder, bytes),
  })),
  { name: 'Markdown', write: writeMarkdown },
];
