import type { TextLine } from '../../../ndjson/readLines.ts';
import type { ImportContext } from '../../Importer.ts';
import { stableId } from '../text/stableId.ts';
import { buildArticle } from './buildArticle.ts';
import { createLineBuffer, type LineBuffer } from './createLineBuffer.ts';
import { createMediaBuilder } from './createMediaBuilder.ts';
import type { Article, SourceLabel, SourceMedia } from './SourceContent.ts';

/** Turns the content of another system into records to import, each of them once. */
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
    // The same label exists already, and is left as it is.
    summary.mapped(kind, `existing ${kind}, by its alias`);
    return owner;
  }
  const { projectId, spaceId } = target;
  const alias = lines.aliasOf(kind, kind, id, slug);
  lines.put(line, { kind, projectId, spaceId, [`${kind}Id`]: id, name, alias });
  summary.mapped(kind, kind);
  return id;
}
