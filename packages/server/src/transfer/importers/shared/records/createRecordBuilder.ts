import type { TextLine } from '../../../ndjson/readLines.ts';
import type { ImportContext } from '../../Importer.ts';
import { stableId } from '../text/stableId.ts';
import { buildArticle } from './buildArticle.ts';
import { createLineBuffer, type LineBuffer } from './createLineBuffer.ts';
import { createMediaBuilder } from './createMediaBuilder.ts';
import type { Article, SourceLabel, SourceMedia } from './SourceContent.ts';

/** Turns the content of another system into lines to import, each thing once. */
export type RecordBuilder = {
  /** Puts a category, and gives its ID. */
  category(label: SourceLabel): string;
  tag(label: SourceLabel): string;
  /** Puts a picture or a video, from a local file or by its URL, and gives its ID; undefined where it can't be had. */
  media(media: SourceMedia): Promise<string | undefined>;
  article(article: Article): void;
  /** The lines since the last time. */
  take(): readonly TextLine[];
};

/** Begins to turn content into lines. */
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

/** Puts a category or a tag, and gives its ID. */
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
    // It is the same label, made by somebody else: theirs is left as it is.
    summary.mapped(kind, `${kind} that was there, by its alias`);
    return owner;
  }
  const { projectId, spaceId } = target;
  const alias = lines.aliasOf(kind, kind, id, slug);
  lines.put(line, { kind, projectId, spaceId, [`${kind}Id`]: id, name, alias });
  summary.mapped(kind, kind);
  return id;
}
