import { type Block, isObject, limits } from '@newsstand/contract';
import type { LineBatch } from '../../ndjson/readLines.ts';
import type { ImportContext, Importer, ImportFile } from '../Importer.ts';
import { htmlBlocks } from '../shared/html/htmlBlocks.ts';
import type { HtmlNode } from '../shared/html/parseHtml.ts';
import { type JsonElement, readJson } from '../shared/json/readJson.ts';
import { markdownHtml } from '../shared/markdown/markdownHtml.ts';
import { createRecordBuilder, type RecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { parseIsoDate } from '../shared/text/parseIsoDate.ts';
import { stableId } from '../shared/text/stableId.ts';
import { percentDecoded, slugOf } from '../shared/text/urls.ts';
import { hiddenBy } from '../shared/visibility/hiddenBy.ts';
import type { CardListener } from './ghostCardHtml.ts';
import { ghostSchemas, type Post, type Tag } from './ghostSchemas.ts';
import { lexicalHtml } from './lexicalHtml.ts';
import { mobiledocHtml } from './mobiledocHtml.ts';
import { plainCards } from './plainCards.ts';
import { type GhostSurvey, ghostShape, otherTables, surveyGhost } from './surveyGhost.ts';

export const ghost: Importer = {
  title: 'an export of Ghost',
  convert: convertGhost,
  isJson: (members, isAll) => members.has('db') || (members.has('data') && (isAll || members.has('meta'))),
};

/** Reads an export of Ghost: first its tags and the details of posts, then the posts. */
export async function* convertGhost(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const { summary } = context;
  const survey = await surveyGhost(file);
  const builder = createRecordBuilder(context);
  const posts = createPosts(survey, builder, context);

  async function take({ list, line, value }: JsonElement): Promise<void> {
    summary.at(line, `line ${line}`);
    const other = otherTables.get(list);
    // Without names, because members and those who comment are people.
    if (other !== undefined) summary.skipped(other, 'has no counterpart here', '', 'nothing');
    if (list !== 'posts') return;
    const post = ghostSchemas.post.safeParse(value).data;
    if (post === undefined || !isObject(value))
      summary.skipped('post', 'has no ID', `line ${line}`, 'article');
    else await posts.take(line, post, value);
  }

  for await (const { bytes, elements } of readJson(file.open(), ghostShape)) {
    for (const element of elements) await take(element);
    yield { bytes, lines: builder.take() };
  }
}

type Row = Readonly<Record<string, unknown>>;

/** What readers see of a post. */
const shown = new Set(['title', 'slug', 'custom_excerpt', 'plaintext']);

/** Ghost's placeholder for its own URL. */
const ghostUrl = '__GHOST_URL__';

/** Ghost serves scaled images at such URLs; the original is imported. */
const sized = /(?<=\/content\/images\/)size\/w\d{1,5}(?:h\d{1,5})?\/(?:format\/\w{1,9}\/)?/g;

/** Converts posts to articles. */
function createPosts(survey: GhostSurvey, builder: RecordBuilder, context: ImportContext) {
  const { summary, siteUrl, withPages } = context;
  const site = siteUrl?.replace(/\/+$/, '') ?? '';
  const addressed = (text: string) => text.replaceAll(ghostUrl, site).replaceAll(sized, '');

  async function blocksOf(line: number, html: string | readonly HtmlNode[]): Promise<Block[]> {
    return htmlBlocks(html, {
      ...{ baseUrl: siteUrl, summary },
      media: (url, name, type) => builder.media({ line, url, name, type }),
    });
  }

  async function pictureOf(line: number, post: Post): Promise<string | undefined> {
    const url = addressed(post.feature_image || post.image || '');
    const name = survey.metas.get(post.id)?.feature_image_alt;
    return url === '' ? undefined : builder.media({ line, url, name, type: 'image' });
  }

  /** The first tag, which Ghost calls the primary one, becomes the category. */
  function labelsOf(line: number, post: Post) {
    const labels = survey
      .tagsOf(post.id)
      .filter(isPublic)
      .map(({ name, slug }) => {
        return { line, name: name.trim() || (slug ?? ''), slug: slug || slugOf(name) };
      });
    const [first, ...more] = labels.filter(({ name, slug }) => name !== '' && slug !== '');
    const tagIds = more.map((label) => builder.tag(label));
    return { categoryId: first && builder.category(first), tagIds: [...new Set(tagIds)] };
  }

  function isPublic({ name, visibility }: Tag): boolean {
    const isInternal = visibility === 'internal' || name.startsWith('#');
    if (isInternal) summary.skipped('tag of a post', 'is internal', name, 'nothing');
    return !isInternal;
  }

  /** Why a post becomes a draft. */
  function whyDraft(post: Post, row: Row, html: unknown): string | undefined {
    const { status = 'draft' } = post;
    if (status === 'sent' || survey.metas.get(post.id)?.email_only) return 'it was sent as a newsletter only';
    if (status === 'draft') return 'it was not published';
    if (status !== 'published' && status !== 'scheduled') return `field status is ${status.slice(0, 40)}`;
    const { now, timeZone } = context;
    const { status: _, visibility, ...others } = row;
    // Posts of the first versions had none.
    const own = visibility === undefined ? others : { visibility, ...others };
    const tags = survey.tagsOf(post.id).map(({ name }) => name);
    // Themes and routes hide posts by internal tags.
    const labels = { tags, 'internal tags': tags.filter((name) => name.startsWith('#')) };
    const hiding = hiddenBy({ ...own, ...labels }, { now, timeZone, date: 'published_at', shown });
    if (hiding !== undefined) return hiding;
    if (survey.isCut) return 'the file is cut off, and may have said further on who can see it';
    if (status === 'scheduled' && timestampOf(post.published_at) === undefined)
      return 'it is scheduled for no date';
    if (html === undefined) return 'its text, which is left out, is not in a format of Ghost';
    return undefined;
  }

  function reportSkipped(post: Post, title: string): void {
    if (post.codeinjection_head || post.codeinjection_foot)
      summary.skipped('code injection', 'news cannot contain scripts', title, 'look');
  }

  return {
    /** Converts one post to an article. */
    take: async (line: number, post: Post, row: Row): Promise<void> => {
      const title = post.title?.trim() || post.slug || 'Untitled';
      summary.at(line, title);
      const what = post.type === 'page' || post.page === true ? 'page' : 'post';
      if (what === 'page' && !withPages)
        return summary.skipped('page', 'pages are not news; use --pages to import them', title, 'article');
      const html = htmlOf(post, addressed, {
        icon: (url) => summary.skipped('icon of a bookmark', 'no block can represent it', url, 'look'),
        skipped: (card) => summary.skipped('card', 'no block can represent it', `${title}: ${card}`),
        gated: () => summary.skipped('part of a post', 'was for members only', title),
      });
      const why = whyDraft(post, row, html);
      const isLoss = post.status !== undefined && post.status !== 'draft';
      if (why !== undefined)
        summary.changed(what, `becomes a draft: ${why}`, title, isLoss ? 'article' : 'nothing');
      reportSkipped(post, title);
      builder.article({
        ...{ line, what, title, slug: percentDecoded(post.slug ?? '') },
        id: stableId(/^\d{1,20}$/.test(post.id) ? `${what}-${post.id}` : post.id),
        isDraft: why !== undefined,
        publishedAt: timestampOf(post.published_at),
        createdAt: timestampOf(post.created_at),
        updatedAt: timestampOf(post.updated_at),
        blocks: await blocksOf(line, html ?? ''),
        mediaId: await pictureOf(line, post),
        ...labelsOf(line, post),
        authors: survey.authorsOf(post),
        excerpt: post.custom_excerpt,
        // Unless its routes were changed, Ghost shows a post there.
        addresses: post.slug === undefined ? [] : [`/${post.slug}/`],
        canonicalUrl: post.canonical_url && addressed(post.canonical_url),
      });
    },
  };
}

/** The text of a post: as rendered by Ghost, or else from its editor's format. Undefined if it cannot be read. */
function htmlOf(
  post: Post,
  addressed: (text: string) => string,
  listener: CardListener,
): string | readonly HtmlNode[] | undefined {
  const { html, lexical, mobiledoc, markdown } = post;
  if (html) return plainCards(addressed(ungated(html, listener.gated)), listener);
  const written = writtenHtml({ lexical, mobiledoc, markdown }, listener);
  return written === undefined ? undefined : addressed(written);
}

/** The text of a post in the format of its editor, as HTML. */
function writtenHtml(
  { lexical, mobiledoc, markdown }: Pick<Post, 'lexical' | 'mobiledoc' | 'markdown'>,
  listener: CardListener,
): string | undefined {
  if (lexical) return lexicalHtml(lexical, listener);
  if (mobiledoc) return mobiledocHtml(mobiledoc, listener);
  return markdown ? markdownHtml(markdown) : '';
}

/** Dates of Ghost are in UTC: in ISO 8601, in the format of MySQL, or, in old versions, in milliseconds. */
function timestampOf(value: string | number | undefined): number | undefined {
  if (typeof value === 'number') {
    const { min, max } = limits.timestamp;
    return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  }
  return value === undefined ? undefined : parseIsoDate(value, 'UTC');
}

const gate = /<!--\s{0,9}kg-gated-block:begin\s/;
const end = /<!--\s{0,9}kg-gated-block:end\s{0,9}-->/;

/** HTML of Ghost as seen by non-members; `skipped` is called for each part that is for members only. */
export function ungated(html: string, skipped: () => void): string {
  const [before = '', ...gated] = html.split(gate);
  return before + gated.map((part) => withoutGate(part, skipped)).join('');
}

/** A gated part begins after its opening comment. Without a closing comment, it extends to the end. */
function withoutGate(part: string, skipped: () => void): string {
  const [inside = '', ...outside] = part.split(end);
  const opened = inside.indexOf('-->');
  const isForAll = opened !== -1 && /\bnonMember:\s?true\b/.test(inside.slice(0, opened));
  if (!isForAll) skipped();
  return (isForAll ? inside.slice(opened + 3) : '') + outside.join('');
}
