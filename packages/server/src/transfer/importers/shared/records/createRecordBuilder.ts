import type { TextLine } from '../../../ndjson/readLines.ts';
import type { ImportContext } from '../../Importer.ts';
import { buildArticle } from './buildArticle.ts';
import { buildLabel } from './buildLabel.ts';
import { createLineBuffer } from './createLineBuffer.ts';
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
