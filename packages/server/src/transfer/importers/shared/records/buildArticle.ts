import type { ImportContext } from '../../Importer.ts';
import { webAddress } from '../text/webAddress.ts';
import type { LineBuffer } from './createLineBuffer.ts';
import type { Article } from './SourceContent.ts';

/** The thumbnail of articles without a picture, because the interface requires one. */
const noPicture = { mediaId: 'no-picture', name: 'No picture', type: 'image' } as const;

/** Writes an article as news. */
export function buildArticle(lines: LineBuffer, context: ImportContext, article: Article): void {
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
  const shown = blocks.flatMap((block) => (block.type === 'image' ? (block.mediaId ?? []) : []));
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
