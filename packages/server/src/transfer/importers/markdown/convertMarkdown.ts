import type { Block } from '@newsstand/contract';
import type { LineBatch } from '../../ndjson/readLines.ts';
import type { ImportContext } from '../Importer.ts';
import type { Loss } from '../ImportSummary.ts';
import { htmlBlocks } from '../shared/html/htmlBlocks.ts';
import { parseHtml } from '../shared/html/parseHtml.ts';
import { createRecordBuilder, type RecordBuilder } from '../shared/records/createRecordBuilder.ts';
import type { SourceMedia } from '../shared/records/SourceContent.ts';
import { stableId } from '../shared/text/stableId.ts';
import { webAddress } from '../shared/text/urls.ts';
import { findPicture } from './findPicture.ts';
import { linkArticles } from './links/linkArticles.ts';
import { type Articles, surveyArticles } from './links/surveyArticles.ts';
import { type MarkdownFile, type OpenMarkdown, openMarkdown } from './openMarkdown.ts';
import { pictureOf, unknownFields } from './readArticle.ts';
import { isOnlyRedirect, readBody, withoutTitle } from './readBody.ts';
import type { FileName } from './readFileName.ts';

/** Converts Markdown files one after the other, each to its own lines. */
export type ConvertMarkdown = (file: MarkdownFile) => AsyncIterable<LineBatch>;

/** A file that is being converted. */
type Reading = OpenMarkdown & {
  readonly context: ImportContext;
  readonly builder: RecordBuilder;
  readonly file: MarkdownFile;
  /** The base of its relative URLs, if known. */
  readonly baseUrl: string | undefined;
  readonly articles: () => Promise<Articles>;
};

/** Fields that tell a site how to show an article, and nothing about the article itself. */
const settings =
  /^(id|uid|weight|order|toc|math|mathjax|katex|mermaid|comments?|sitemap|menus?|nav|eleventy\w*|css|js|scripts?|styles?|sidebar|pagination|markup|outputs|(disable|enable|show|hide|use)\w*)$/i;

/**
 * Starts converting Markdown files. Categories, tags and images that they share are written once. `files` are all of them, in
 * order: links lead from one to another.
 */
export function createMarkdownConverter(
  context: ImportContext,
  files: () => Iterable<MarkdownFile> = () => [],
): ConvertMarkdown {
  // Pictures are searched for here, because they may be next to the files.
  const builder = createRecordBuilder({ ...context, folder: undefined });
  let survey: Promise<Articles> | undefined;
  const articles = () => {
    survey ??= surveyArticles(files(), context);
    return survey;
  };
  return async function* (file) {
    context.summary.at(1, file.name);
    const open = await openMarkdown(file, context);
    const baseUrl = baseUrlOf(open.name, context.siteUrl);
    const reading = { ...open, context, builder, file, baseUrl, articles };
    if (open.leftOut !== undefined) {
      const { what, why, loss } = open.leftOut;
      context.summary.skipped(what, why, file.name, loss);
    } else if (await isOnlyRedirect(file, open, context))
      context.summary.skipped('post', 'only redirects to another page', file.name, 'nothing');
    else await buildArticle(reading);
    for (const field of unknownFields(open.front.fields)) {
      const loss = settings.test(field) ? 'nothing' : 'details';
      context.summary.skipped(
        `field '${field}' of a front matter`,
        'news have no such field',
        file.name,
        loss,
      );
    }
    yield { bytes: open.bytes, lines: builder.take() };
  };
}

async function buildArticle(reading: Reading): Promise<void> {
  const { builder, name, front, context, article } = reading;
  const { blocks, title } = withoutTitle(await readBlocks(reading), article.title);
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
  for (const why of article.unreadable)
    context.summary.skipped(
      'date',
      'cannot be read; write it as 2024-05-03 or 2024-05-03T09:00:00+09:00',
      `${reading.file.name}, ${why}`,
      'details',
    );
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
    addresses: reading.addresses,
    isDraft: reading.isDraft,
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

async function readBlocks(reading: Reading): Promise<readonly Block[]> {
  const { context, file, front, baseUrl } = reading;
  const { html, met, isMdx } = readBody(file, reading, context);
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
  const nodes = await linkArticles(parseHtml(html).children, {
    ...{ root: file.place?.root, path: file.path, address: reading.addresses[0] },
    ...{ hasBase: baseUrl !== undefined, articles: reading.articles },
    tell: (what, why, link) => summary.changed(what, why, `${link} in ${file.name}`, 'details'),
  });
  return await htmlBlocks(nodes, {
    ...{ baseUrl, summary },
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
  const { base = '' } = file;
  const path = base !== '' && media.url.startsWith(`${base}/`) ? media.url.slice(base.length) : media.url;
  const found = file.place && (await findPicture(path, folders, file.place, context.siteUrl));
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

/** A title from a file name: `hello-world` becomes `Hello world`. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
