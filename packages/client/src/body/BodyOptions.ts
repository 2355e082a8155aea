import type { ImageBlock, VideoBlock } from '../contract/blocks.ts';

/** A picture as a page shows it. */
export interface Picture {
  src: string;
  srcset?: string | undefined;
  sizes?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** A video as a page shows it. */
export interface Film {
  /** A file, or an HLS playlist. */
  src: string;
  poster?: string | undefined;
}

/** How a body is rendered. */
export interface BodyOptions {
  /** The picture of an image block. Without it, or if it returns nothing, the `url` of the block. */
  picture?: (block: ImageBlock) => Picture | undefined;
  /** The film of a video block. Without it, or if it returns nothing, the `url` of the block. */
  video?: (block: VideoBlock) => Film | undefined;
  headings?: {
    /** By how many levels headings are moved down: 1 if the title of the page is its only `h1`. */
    shift?: number;
    /** A prefix for all IDs, to keep them apart from others on the page. Pass the same to `outline`. */
    idPrefix?: string;
  };
  /** Hosts that may be embedded, such as `www.youtube-nocookie.com`. Default: none; frames become links. */
  embeds?: readonly string[];
}
