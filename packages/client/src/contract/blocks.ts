// Generated from the contract by `bun run packages/client/build/writeContractTypes.ts`. Do not edit.

/** One item of a list in a body, with the list below it. */
export interface ListItem {
  text: string;
  list?: {
    ordered?: boolean;
    items: ListItem[];
  };
}

/** One image of a gallery. */
export interface GalleryImage {
  /** ID of a media in the same space. */
  mediaId?: string;
  /** URL of the image if it is not a media of the space. */
  url?: string;
  /** Alternative text for people who cannot see the image. */
  alt?: string;
  /** Caption, as inline HTML. */
  caption?: string;
  /** Width in pixels. Together with `height` it prevents layout shifts. */
  width?: number;
  height?: number;
}

/** One footnote. */
export interface Footnote {
  /** What `<sup data-note="id"></sup>` in a text refers to. */
  id: string;
  text: string;
}

/** A reference to an item of the same space. */
export interface RelatedItem {
  app: 'news' | 'banner';
  instanceId: string;
  contentId: string;
  /** Title of the item when it was chosen, as plain text. */
  title: string;
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

/** The block `table`. */
export interface TableBlock {
  type: 'table';
  /** Rows of cells, as inline HTML. */
  rows: string[][];
  /** Whether the first row holds the headings. */
  header?: boolean;
  /** Caption, as inline HTML. */
  caption?: string;
}

/** The block `divider`. */
export interface DividerBlock {
  type: 'divider';
}

/** The block `gallery`. */
export interface GalleryBlock {
  type: 'gallery';
  images: GalleryImage[];
  /** Caption, as inline HTML. */
  caption?: string;
}

/** The block `callout`. */
export interface CalloutBlock {
  type: 'callout';
  tone: 'info' | 'tip' | 'warning' | 'danger';
  title?: string;
  /** Inline HTML; `<br><br>` separates paragraphs. */
  text: string;
}

/** The block `embed`. */
export interface EmbedBlock {
  type: 'embed';
  /** URL of a page of another site, such as a video on YouTube or a post on X. */
  url: string;
  /** Title of that page, as plain text. */
  title?: string;
  /** Caption, as inline HTML. */
  caption?: string;
  width?: number;
  height?: number;
}

/** The block `footnotes`. */
export interface FootnotesBlock {
  type: 'footnotes';
  notes: Footnote[];
}

/** The block `related`. */
export interface RelatedBlock {
  type: 'related';
  title?: string;
  items: RelatedItem[];
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
  | HtmlBlock
  | TableBlock
  | DividerBlock
  | GalleryBlock
  | CalloutBlock
  | EmbedBlock
  | FootnotesBlock
  | RelatedBlock;
