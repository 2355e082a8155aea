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
  /** Anchor ID; derived from the text if omitted. */
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
  /** ID of a media in the same space. */
  mediaId?: string;
  /** URL of the image if it is not a media of the space. */
  url?: string;
  /** Alternative text for people who cannot see the image. */
  alt?: string;
  /** Caption, as inline HTML. */
  caption?: string;
  /** Link target of the image. */
  link?: string;
  /** Width in pixels. Together with `height` it prevents layout shifts. */
  width?: number;
  height?: number;
}

/** The block `video`. */
export interface VideoBlock {
  type: 'video';
  /** ID of a media in the same space. */
  mediaId?: string;
  /** URL of a file, a playlist or a page of a video service. */
  url?: string;
  /** Caption, as inline HTML. */
  caption?: string;
  width?: number;
  height?: number;
}

/** The block `quote`. */
export interface QuoteBlock {
  type: 'quote';
  /** Inline HTML; `<br><br>` separates paragraphs. */
  text: string;
  /** Source of the quote, as inline HTML. */
  cite?: string;
}

/** The block `code`. */
export interface CodeBlock {
  type: 'code';
  /** Plain text, not HTML. */
  text: string;
  language?: string;
}

/** The block `html`. */
export interface HtmlBlock {
  type: 'html';
  /** HTML for anything that no other block covers. */
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
