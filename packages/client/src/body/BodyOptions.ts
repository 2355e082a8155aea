import type { ImageBlock, VideoBlock } from '../resources.ts';

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
  /** Where the picture of an image block is; without it, or where it gives nothing, its `url`. */
  picture?: (block: ImageBlock) => Picture | undefined;
  /** Where the film of a video block is; without it, or where it gives nothing, its `url`. */
  video?: (block: VideoBlock) => Film | undefined;
  headings?: {
    /** How many levels lower headings are shown: 1 where the page's title is the only `h1`. */
    shift?: number;
    /** What all IDs begin with, if the page has others; give `outline` the same. */
    idPrefix?: string;
  };
  /** Hosts whose frames are shown, such as `www.youtube-nocookie.com`; none by default: a link stands for them. */
  embeds?: readonly string[];
}
