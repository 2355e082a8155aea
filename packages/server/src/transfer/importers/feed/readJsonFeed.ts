import { isObject } from '@newsstand/contract';
import { escapeText } from '@newsstand/html';
import { z } from 'zod';
import { type JsonElement, type JsonShape, readJson } from '../shared/json/readJson.ts';
import { webAddress } from '../shared/text/urls.ts';
import { type Entry, filesHtml } from './readEntry.ts';

const shape: JsonShape = { paths: ['$.*.*'], lists: ['items'], name: 'a JSON Feed with items' };

const text = z.string().catch('');
const author = z.object({ name: text }).catch({ name: '' });

/** An item of JSON Feed 1.0 or 1.1. */
const item = z.object({
  id: z.union([z.string(), z.number()]).transform(String).catch(''),
  ...{ url: text, external_url: text, title: text, content_html: text, content_text: text, summary: text },
  ...{ image: text, banner_image: text, date_published: text, date_modified: text },
  tags: z.array(text).catch([]),
  authors: z.array(author).catch([]),
  author: author.optional(),
  attachments: z.array(z.object({ url: text, mime_type: text })).catch([]),
});

/** Reads a JSON Feed. */
export async function* readJsonFeed(
  chunks: AsyncIterable<Uint8Array>,
  siteUrl: string | undefined,
): AsyncGenerator<{ readonly bytes: number; readonly entries: readonly Entry[] }> {
  for await (const { bytes, elements } of readJson(chunks, shape))
    yield { bytes, entries: elements.flatMap((element) => entriesOf(element, siteUrl)) };
}

/** Empty if it is not an item. */
function entriesOf({ line, value }: JsonElement, siteUrl: string | undefined): readonly Entry[] {
  const each = item.safeParse(value).data;
  return each === undefined ? [] : [{ ...entryOf(line, each, siteUrl), fields: fieldsOf(value) }];
}

/** What publishers add to an item. */
function fieldsOf(value: unknown): Entry['fields'] {
  const others = Object.entries(isObject(value) ? value : {}).filter(
    ([name]) => !Object.hasOwn(item.shape, name) || name === 'tags',
  );
  return Object.fromEntries(others);
}

function entryOf(
  line: number,
  each: z.infer<typeof item>,
  siteUrl: string | undefined,
): Omit<Entry, 'fields'> {
  const link = webAddress(each.url || each.external_url || each.id, siteUrl);
  const [picture, ...morePictures] = [each.image, each.banner_image].flatMap(
    (url) => webAddress(url, link ?? siteUrl) ?? [],
  );
  const files = each.attachments.map(({ url, mime_type }) => ({ url, type: mime_type }));
  const written = each.content_html || escapeText(each.content_text || each.summary);
  const body = { html: written, keepsLines: each.content_html === '' };
  return {
    ...{ line, guid: each.id || (link ?? ''), title: each.title.trim(), link },
    standing: { kind: 'entry', state: 'public' },
    text: { ...body, html: body.html + filesHtml(body.html, files) },
    baseUrl: link ?? siteUrl,
    published: each.date_published || each.date_modified,
    updated: each.date_modified,
    labels: each.tags.map((tag) => tag.trim()).filter((tag) => tag !== ''),
    ...{ picture, isSmall: false, morePictures },
    excerpt: each.content_html || each.content_text ? each.summary : '',
    author: [...each.authors, ...(each.author === undefined ? [] : [each.author])]
      .map(({ name }) => name)
      .join(', '),
  };
}
