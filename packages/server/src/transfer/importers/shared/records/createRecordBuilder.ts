import type { TextLine } from '../../../ndjson/readLines.ts';
import type { ImportContext } from '../../Importer.ts';
import { stableId } from '../text/stableId.ts';
import { webAddress } from '../text/urls.ts';
import { createLineBuffer, type LineBuffer } from './createLineBuffer.ts';
import { createMediaBuilder } from './createMediaBuilder.ts';
import type { Article, SourceLabel, SourceMedia } from './SourceContent.ts';

/** Converts the content of another system to records, each written once. */
export type RecordBuilder = {
  /** Writes a category and returns its ID. */
  category(label: SourceLabel): string;
  tag(label: SourceLabel): string;
  /** Writes an image or a video, from a local file or by its URL, and returns its ID; undefined if it is unavailable. */
  media(media: SourceMedia): Promise<string | undefined>;
  article(article: Article): void;
  /** The lines since the last call. */
  take(): readonly TextLine[];
};

/** Starts building records. */
export function createRecordBuilder(context: ImportContext): RecordBuilder {
  const lines = createLineBuffer(context);
  return {
    category: (label) => buildLabel(lines, context, 'category', label),
    tag: (label) => buildLabel(lines, context, 'tag', label),
    media: createMediaBuilder(lines, context),
    article: (article) => buildArticle(lines, context, article),
    take: lines.take,
  };
}

/** Writes a category or a tag, and returns its ID. */
function buildLabel(
  lines: LineBuffer,
  { target, owners, summary }: ImportContext,
  kind: 'category' | 'tag',
  { line, name, slug }: SourceLabel,
): string {
  const id = stableId(slug);
  const owner = owners?.get(`${kind}/${slug}`) ?? id;
  if (!lines.isNew(kind, owner)) return owner;
  if (owner !== id) {
    // The same label exists already, and is left unchanged.
    summary.mapped(kind, `existing ${kind}, by its alias`);
    return owner;
  }
  const { projectId, spaceId } = target;
  const alias = lines.aliasOf(kind, kind, id, slug);
  lines.put(line, { kind, projectId, spaceId, [`${kind}Id`]: id, name, alias });
  summary.mapped(kind, kind);
  return id;
}

/** The thumbnail of articles without a picture, because the interface requires one. */
const noPicture = { mediaId: 'no-picture', name: 'No picture', type: 'image' } as const;

/** Writes an article as news. */
function buildArticle(lines: LineBuffer, context: ImportContext, article: Article): void {
  const { target, summary } = context;
  const { line, what, id, title, blocks, categoryId, tagIds } = article;
  if (!lines.isNew('news', id)) {
    summary.skipped(what, 'another one has the same ID', title);
    return;
  }
  const { state, ...times } = stateOf(article, context.now);
  lines.put(line, {
    ...{ kind: 'news', ...target, contentId: id, name: title },
    alias: lines.aliasOf('news', what, id, article.slug),
    ...times,
    values: {
      title,
      body: { blocks },
      thumbnail: { mediaId: thumbnailOf(lines, context, article) },
      seo: seoOf(article, context),
      isRss: true,
    },
    category: categoryId === undefined ? undefined : { categoryId },
    tags: tagIds.length === 0 ? undefined : tagIds.map((tagId) => ({ tagId })),
  });
  summary.mapped(what, `news, ${state}`);
}

/** An article with a future date is scheduled, unless it is a draft. */
function stateOf({ isDraft, publishedAt, closingAt, createdAt, updatedAt }: Article, now: number) {
  const isAhead = publishedAt !== undefined && publishedAt > now;
  const state = isDraft ? 'draft' : isAhead ? 'scheduled' : 'published';
  const since = publishedAt ?? createdAt;
  return {
    state,
    status: state === 'published' ? 'published' : 'draft',
    reservedAt: state === 'scheduled' ? publishedAt : undefined,
    closingAt,
    createdAt: since,
    updatedAt: updatedAt ?? since,
  };
}

function thumbnailOf(
  lines: LineBuffer,
  { target }: ImportContext,
  { line, mediaId, blocks }: Article,
): string {
  const images = blocks.flatMap((block) =>
    block.type === 'gallery' ? block.images : block.type === 'image' ? [block] : [],
  );
  const shown = images.flatMap((image) => image.mediaId ?? []);
  const found = mediaId ?? shown[0];
  if (found !== undefined) return found;
  const { projectId, spaceId } = target;
  if (lines.isNew('media', noPicture.mediaId))
    lines.put(line, { kind: 'media', projectId, spaceId, ...noPicture });
  return noPicture.mediaId;
}

function seoOf({ canonicalUrl = '', isPreventCrawling }: Article, { siteUrl }: ImportContext) {
  const seo = { canonicalUrl: webAddress(canonicalUrl, siteUrl), isPreventCrawling };
  return Object.values(seo).some((value) => value !== undefined) ? seo : undefined;
}
