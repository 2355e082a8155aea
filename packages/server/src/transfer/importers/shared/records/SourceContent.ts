import type { Block } from '@newsstand/contract';

/** A category or a tag of another system. `slug` becomes its ID and its alias. */
export type SourceLabel = { readonly line: number; readonly name: string; readonly slug: string };

/** A picture or a video of another system. */
export type SourceMedia = {
  readonly line: number;
  readonly url: string;
  readonly name?: string | undefined;
  readonly alias?: string | undefined;
  /** What it is, where its name does not tell. */
  readonly type?: 'image' | 'video' | undefined;
  /** The local file, where it is known already: a path below the folder of the source. Its URL is then but a name. */
  readonly file?: string | undefined;
};

/** An article of another system. `what` is what it is called there: `post`, `entry`. */
export type Article = {
  readonly line: number;
  readonly what: string;
  readonly id: string;
  readonly title: string;
  readonly slug?: string | undefined;
  readonly isDraft: boolean;
  /** When it came, or will come, out. */
  readonly publishedAt?: number | undefined;
  /** When it goes away again. */
  readonly closingAt?: number | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  /** The blocks of its body. */
  readonly blocks: readonly Block[];
  /** The media of its picture; where there is none, the first one of its body. */
  readonly mediaId?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly tagIds: readonly string[];
  readonly canonicalUrl?: string | undefined;
  readonly isPreventCrawling?: boolean | undefined;
};
