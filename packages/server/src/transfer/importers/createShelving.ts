import type { Line } from '../readLines.ts';
import type { Conversion } from './Conversion.ts';
import { createLines } from './shelving/createLines.ts';
import { createMediaShelf } from './shelving/createMediaShelf.ts';
import type { Article, ForeignLabel, ForeignMedia } from './shelving/ForeignContent.ts';
import { shelveArticle } from './shelving/shelveArticle.ts';
import { shelveLabel } from './shelving/shelveLabel.ts';

/** Turns the content of another system into lines to import, each thing once. */
export type Shelving = {
  /** Puts a category, and gives its ID. */
  category(label: ForeignLabel): string;
  tag(label: ForeignLabel): string;
  /** Puts a picture or a video, from a local file or by its URL, and gives its ID; undefined where it can't be had. */
  media(media: ForeignMedia): Promise<string | undefined>;
  article(article: Article): void;
  /** The lines since the last time. */
  take(): readonly Line[];
};

/** Begins to turn content into lines. */
export function createShelving(conversion: Conversion): Shelving {
  const lines = createLines(conversion);
  return {
    category: (label) => shelveLabel(lines, conversion, 'category', label),
    tag: (label) => shelveLabel(lines, conversion, 'tag', label),
    media: createMediaShelf(lines, conversion),
    article: (article) => shelveArticle(lines, conversion, article),
    take: lines.take,
  };
}
