import { type Block, limits } from '@newsstand/contract';
import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type ImportFile, ParseError } from '../Importer.ts';
import type { Loss } from '../ImportSummary.ts';
import { htmlBlocks } from '../shared/html/htmlBlocks.ts';
import { parseHtml, textOf } from '../shared/html/parseHtml.ts';
import { createRecordBuilder, type RecordBuilder } from '../shared/records/createRecordBuilder.ts';
import type { SourceMedia } from '../shared/records/SourceContent.ts';
import { checkedUtf8 } from '../shared/text/encodings.ts';
import { stableId } from '../shared/text/stableId.ts';
import { webAddress } from '../shared/text/urls.ts';
import type { Values } from './createFields.ts';
import type { IsNote } from './findNotes.ts';
import { findPicture, type MarkdownPlace } from './findPicture.ts';
import { chosenNames, type MarkdownArticle, pictureOf, readArticle, unknownFields } from './readArticle.ts';
import { type FileName, readFileName } from './readFileName.ts';
import { type FrontMatter, readFrontMatter } from './readFrontMatter.ts';
import { readMarkdown } from './readMarkdown.ts';
import { permalinkOf } from './readPermalinks.ts';

/** A Markdown file. Its ID is derived from `path`, which is relative to the root. */
export type MarkdownFile = ImportFile & {
  readonly path: string;
  /** Whether its folder contains only pages. */
  readonly isPage: boolean;
  /** The names of the folders above the root. */
  readonly parents?: readonly string[];
  /** The fields that it inherits from the folders above it. */
  readonly inherited?: Values;
  /** The pattern of its address in the settings of its site. */
  readonly permalink?: string | undefined;
  /** By default, nothing in brackets is a link to a note. */
  readonly isNote?: IsNote | undefined;
  /** Undefined if there is no folder with images. */
  readonly place: MarkdownPlace | undefined;
};

/** Converts Markdown files one after the other, each to its own lines. */
export type ConvertMarkdown = (file: MarkdownFile) => AsyncIterable<LineBatch>;

/** A file that is being converted. */
type Reading = {
  readonly context: ImportContext;
  readonly builder: RecordBuilder;
  readonly file: MarkdownFile;
  readonly name: FileName;
  readonly front: FrontMatter;
  /** The base of its relative URLs, if known. */
  readonly baseUrl: string | undefined;
};

/** Fields that tell a site how to show an article, and nothing about the article itself. */
const settings =
  /^(id|uid|weight|order|toc|math|mathjax|katex|mermaid|comments?|sitemap|menus?|nav|eleventy\w*|css|js|scripts?|styles?|sidebar|pagination|markup|outputs|(disable|enable|show|hide|use)\w*)$/i;

/** Starts converting Markdown files. Categories, tags and images that they share are written once. */
export function createMarkdownConverter(context: ImportContext): ConvertMarkdown {
  // Pictures are searched for here, because they may be next to the files.
  const builder = createRecordBuilder({ ...context, folder: undefined });
  return async function* (file) {
    context.summary.at(1, file.name);
    const { bytes, text } = await readText(file);
    const name = readFileName(file.path, file.parents);
    const baseUrl = baseUrlOf(name, context.siteUrl);
    const reading = {
      context,
      builder,
      file,
      name,
      front: readFrontMatter(text, file.inherited, chosenNames(context.fields)),
      baseUrl,
    };
    await convertFile(reading);
    for (const field of unknownFields(reading.front.fields)) {
      const loss = settings.test(field) ? 'nothing' : 'details';
      context.summary.skipped(
        `field '${field}' of a front matter`,
        'news have no such field',
        file.name,
        loss,
      );
    }
    yield { bytes, lines: builder.take() };
  };
}

async function readText(file: MarkdownFile): Promise<{ readonly bytes: number; readonly text: string }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of checkedUtf8(file.open())) {
    bytes += chunk.length;
    if (bytes > limits.importLineBytes)
      throw new ParseError(1, `the file is longer than ${limits.importLineBytes} bytes`);
    chunks.push(chunk.slice());
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return { bytes, text: text.replaceAll(/\r\n?/g, '\n') };
}

/** Writes the article of a file, with everything that it refers to, unless the file is not an article. */
async function convertFile(reading: Reading): Promise<void> {
  const { context, file, name, front } = reading;
  const { summary, withPages } = context;
  const article = readArticle(front.fields, name, context);
  if (isAboutTheFolder(file.path) && front.fields.names.length === 0) {
    summary.skipped('file', 'describes its folder, and has no front matter', file.name, 'nothing');
  } else if (!withPages && (file.isPage || article.isPage || /^index\.\w+$/i.test(file.path))) {
    summary.skipped('page', 'pages are not news; use --pages to import them', file.name, 'article');
  } else await buildArticle(reading, article);
}

function isAboutTheFolder(path: string): boolean {
  return /(^|\/)(readme|license|contributing|changelog|code_of_conduct|security)\.\w+$/i.test(path);
}

async function buildArticle(reading: Reading, article: MarkdownArticle): Promise<void> {
  const { builder, name, front, context } = reading;
  const { blocks, title } = withoutTitle(await readBody(reading), article.title);
  if (article.isRedirect && blocks.length === 0)
    return context.summary.skipped('post', 'only redirects to another page', reading.file.name, 'nothing');
  const own = pictureOf(front.fields);
  const [category, ...further] = article.categories;
  const labels = [...new Map([...further, ...article.tags].map((each) => [each.slug, each])).values()];
  const line = front.fields.line('categories', 'category');
  if (further.length > 0)
    context.summary.changed(
      'post',
      'has several categories: all but the first become tags',
      reading.file.name,
      'details',
    );
  const pattern = article.permalink ?? reading.file.permalink ?? '';
  const { timeZone } = context;
  const categories = article.categories.map((each) => each.slug);
  const address = pattern && permalinkOf(pattern, { ...article, name: name.name, categories, timeZone });
  const isUndated = article.publishedAt === undefined && !article.isDraft;
  if (isUndated) context.summary.changed('post', whyUndated(context), reading.file.name);
  if (article.isDraft) {
    const [why, loss] =
      article.hiddenBy === undefined
        ? (['it is in a folder for drafts', 'nothing'] as const)
        : ([article.hiddenBy, 'article'] as const);
    context.summary.changed('post', `becomes a draft: ${why}`, reading.file.name, loss);
  }
  builder.article({
    ...article,
    addresses: [...address, ...article.addresses],
    isDraft: article.isDraft || (isUndated && !context.publishesUndated),
    ...{ line: 1, what: 'post', id: stableId(name.id), title: title ?? titleOf(name.name), blocks },
    categoryId: category && builder.category({ line, ...category }),
    tagIds: labels.map((each) => builder.tag({ line: front.fields.line('tags', 'tag'), ...each })),
    mediaId: own && (await putMedia(reading, { ...own, type: 'image' })),
  });
}

export const undatedOption = '--publish-undated';

function whyUndated({ publishesUndated }: ImportContext): string {
  return publishesUndated
    ? 'has no date: it is published as of the import'
    : `has no date, so it becomes a draft (${undatedOption} publishes it as of the import)`;
}

async function readBody(reading: Reading): Promise<readonly Block[]> {
  const { context, file, name, front } = reading;
  const { html, met, isMdx } = readMarkdown(front.body, {
    isMdx: /\.mdx$/i.test(file.path),
    isKramdown: name.isJekyll,
    isNote: file.isNote ?? (() => false),
    shortcodes: context.shortcodes,
  });
  const { summary } = context;
  const tell = (what: string, why: string, examples: Iterable<string>, loss: Loss): void => {
    for (const each of examples) summary.changed(what, why, `${each} in ${file.name}`, loss);
  };
  if (isMdx)
    summary.changed('post', 'is MDX: only the text and pictures of its components are kept', file.name);
  tell('MDX', 'cannot be parsed, so it is kept as text', met.broken, 'look');
  tell('expression', 'is kept as text: it is code of MDX', met.expressions, 'look');
  tell('component', 'is left out: it has neither text nor pictures', met.components, 'text');
  for (const { name: written, text, fate } of met.shortcodes) summary.shortcode(written, text, fate);
  tell('link to a note', 'only its text is kept', met.notes, 'details');
  tell('link to a file', 'is kept as written', met.files, 'details');
  return await htmlBlocks(html, {
    ...{ baseUrl: reading.baseUrl, summary },
    media: (url, alt, type) => putMedia(reading, { url, name: alt, type, line: front.bodyLine }),
  });
}

function baseUrlOf({ folder }: FileName, siteUrl: string | undefined): string | undefined {
  if (siteUrl === undefined) return undefined;
  return new URL(folder === '' ? '' : `${folder.split('/').map(encodeURIComponent).join('/')}/`, siteUrl)
    .href;
}

/** Writes an image or a video: from the local file if there is one, or else by its URL. */
async function putMedia(
  { builder, context, file, name, baseUrl }: Reading,
  media: SourceMedia,
): Promise<string | undefined> {
  // Hexo keeps the pictures of `hello.md` in the folder `hello` beside it.
  const folders = [name.folder, name.id];
  const found = file.place && (await findPicture(media.url, folders, file.place, context.siteUrl));
  // In the folders of two instances, the same path may mean different images.
  const own = `${context.target.instanceId}/${found}`;
  if (found !== undefined) return await builder.media({ ...media, url: own, file: found });
  const address = webAddress(media.url, baseUrl);
  if (address !== undefined) return await builder.media({ ...media, url: address });
  const example = `${media.url} in ${file.name}`;
  const why = 'is not in the folder, and has no web address; --media or --site-url may help';
  context.summary.skipped('picture', why, example, 'picture');
  return undefined;
}

/** Without a title, the heading at the start of the body becomes the title, and is removed from the body. */
function withoutTitle(
  blocks: readonly Block[],
  title: string | undefined,
): { readonly blocks: readonly Block[]; readonly title: string | undefined } {
  const [first, ...rest] = blocks;
  if (first?.type !== 'heading' || first.level !== 1) return { blocks, title };
  const heading = textOf(parseHtml(first.text)).replaceAll(/\s+/g, ' ').trim();
  if (heading === '' || (title !== undefined && title !== heading)) return { blocks, title };
  return { blocks: rest, title: heading };
}

/** A title from a file name: `hello-world` becomes `Hello world`. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
