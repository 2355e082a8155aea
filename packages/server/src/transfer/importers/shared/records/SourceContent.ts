import type { Block } from '@newsstand/contract';

/** A category or a tag of another system. `slug` becomes its ID and its alias. */
export type SourceLabel = { readonly line: number; readonly name: string; readonly slug: string };

/** A picture or a video of another system. */
export type SourceMedia = {
  readonly line: number;
  readonly url: string;
  readonly name?: string | undefined;
  readonly alias?: string | undefined;
  /** Its type, if the name does not reveal it. */
  readonly type?: 'image' | 'video' | undefined;
  /** The local file, if known: a path within the folder of the source. The URL is then only a name. */
  readonly file?: string | undefined;
};

/** An article of another system. `what` is its type there: `post`, `entry`. */
export type Article = {
  readonly line: number;
  readonly what: string;
  readonly id: string;
  readonly title: string;
  readonly slug?: string | undefined;
  readonly isDraft: boolean;
  /** When it was or will be published. */
  readonly publishedAt?: number | undefined;
  /** When it will be taken offline. */
  readonly closingAt?: number | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  /** The blocks of its body. */
  readonly blocks: readonly Block[];
  /** Its picture; default: the first one in the body. */
  readonly mediaId?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly tagIds: readonly string[];
  readonly canonicalUrl?: string | undefined;
  /** The names of its authors. */
  readonly authors?: readonly string[] | undefined;
  /** What the author wrote about it, as plain text; not the beginning of its text. */
  readonly excerpt?: string | undefined;
  /** Where it was on its site: URLs or paths. */
  readonly addresses?: readonly string[] | undefined;
  readonly isPreventCrawling?: boolean | undefined;
};

const extensions = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'm3u8'],
} as const;

/** The media type of a URL or path by its extension; undefined if it is neither an image nor a video. */
export function mediaTypeOf(url: string): 'image' | 'video' | undefined {
  const extension = /\.(\w+)$/.exec(url.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase() ?? '';
  if (extensions.image.some((each) => each === extension)) return 'image';
  return extensions.video.some((each) => each === extension) ? 'video' : undefined;
}
