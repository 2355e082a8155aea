// Generated from the contract by `bun run packages/client/build/writeContractTypes.ts`. Do not edit.

/** One item of a list in a body, with the list below it. */
export interface ListItem {
  text: string;
  list?: {
    ordered?: boolean;
    items: ListItem[];
  };
}

/** The block `heading`. */
export interface HeadingBlock {
  type: 'heading';
  /** 1 to 6, as in HTML. */
  level: number;
  text: string;
  /** The anchor to link to; made from the text where it is not given. */
  id?: string;
}

/** The block `paragraph`. */
export interface ParagraphBlock {
  type: 'paragraph';
  text: string;
}

/** The block `list`. */
export interface ListBlock {
  type: 'list';
  ordered?: boolean;
  items: ListItem[];
}

/** The block `image`. */
export interface ImageBlock {
  type: 'image';
  /** A media of the same space. */
  mediaId?: string;
  /** Where it is, when it is no media of the space. */
  url?: string;
  /** What it shows, for those who do not see it. */
  alt?: string;
  /** Inline HTML below it. */
  caption?: string;
  /** Where a click on it leads. */
  link?: string;
  /** Pixels; with `height` it is what keeps a page from jumping. */
  width?: number;
  height?: number;
}

/** The block `video`. */
export interface VideoBlock {
  type: 'video';
  /** A media of the same space. */
  mediaId?: string;
  /** A file, a playlist or a page of a video service. */
  url?: string;
  /** Inline HTML below it. */
  caption?: string;
  width?: number;
  height?: number;
}

/** The block `quote`. */
export interface QuoteBlock {
  type: 'quote';
  /** Inline HTML; an empty line (`<br><br>`) parts paragraphs. */
  text: string;
  /** Whose words they are. */
  cite?: string;
}

/** The block `code`. */
export interface CodeBlock {
  type: 'code';
  /** Plain text: not HTML. */
  text: string;
  language?: string;
}

/** The block `html`. */
export interface HtmlBlock {
  type: 'html';
  /** Anything that no other block can say. */
  html: string;
}

/** One block of a body. */
export type Block =
  | HeadingBlock
  | ParagraphBlock
  | ListBlock
  | ImageBlock
  | VideoBlock
  | QuoteBlock
  | CodeBlock
  | HtmlBlock;
