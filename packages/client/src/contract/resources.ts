// Generated from the contract by `bun run packages/client/build/writeContractTypes.ts`. Do not edit.

/** A news item. */
export interface News<Body = Record<string, unknown>> {
  /** News ID. */
  contentId: string;
  /** Project ID. */
  projectId: string;
  /** Space ID. */
  spaceId: string;
  /** News title. */
  name: string;
  /** Unique alias of the news item. */
  alias?: string;
  /** The status at the time of the response. */
  status: 'draft' | 'published';
  /** Scheduled publication. If set, it takes precedence over `status`. */
  reservedAt?: number;
  /** Start of publication. Not delivered before this time. */
  openingAt?: number;
  /** End of publication. Not delivered from this time on. */
  closingAt?: number;
  values: NewsValues<Body>;
  category?: NewsCategory;
  /** Tags of the news item. */
  tags?: NewsTag[];
  /** When it was created. */
  createdAt: number;
  /** When it was last changed. */
  updatedAt: number;
}

/** Content of the news item. */
export interface NewsValues<Body = Record<string, unknown>> {
  /** Title. */
  title: string;
  /** The body, in any structure. */
  body: Body;
  /** Thumbnail picture. */
  thumbnail: {
    /** Media ID of the picture. */
    mediaId: string;
    media?: Media;
  };
  /** Sponsors. */
  sponsors?: Array<{
    /** Display name of the sponsor. */
    name: string;
  }>;
  /** Settings for search engines. */
  seo?: {
    /** Whether crawlers should stay away. */
    isPreventCrawling?: boolean;
    /** Canonical URL of the page. */
    canonicalUrl?: string;
  };
  /** Whether to show a table of contents. */
  isOutline?: boolean;
  /** Settings for sharing. */
  share?: {
    /** Settings for sharing on X. */
    x?: {
      /** Share text. */
      text?: string;
      /** Users to mention when sharing. */
      users?: string[];
      /** Hash tags for the share preview. */
      hashTags?: string[];
      /** Users shown on a follow button. */
      followButtonUsers?: Array<{
        /** User ID. */
        userId: string;
        /** Display name. */
        name: string;
      }>;
    };
  };
  /** Whether the item appears in RSS feeds. */
  isRss?: boolean;
}

/** A picture or a video. */
export interface Media {
  /** Media name. */
  name: string;
  /** Image or video. */
  type: 'image' | 'video';
  /** Media ID. */
  mediaId: string;
  /** Project ID. */
  projectId: string;
  /** Space ID. */
  spaceId: string;
  /** The files of an asset package. */
  assets?: Array<{
    /** Path inside the package. */
    path: string;
    /** URL of the file. */
    accessUrl: string;
  }>;
  /** URL of the media; for a video, of its HLS playlist (.m3u8). */
  accessUrl?: string;
  /** URL of the thumbnail. */
  thumbnailAccessUrl?: string;
  /** About the file itself. */
  meta?: {
    /** File name extension. */
    ext: string;
    /** Media type. */
    mimetype: string;
    /** Type of the asset package, if it is one. */
    asset?: 'VendorAnimate_cjs_1_0_0';
  };
  /** File size in bytes. */
  fileSize?: number;
  /** Playback time in milliseconds. */
  duration?: number;
  /** Image operations. */
  operations?: MediaOperation[];
  /** Image operations applied to the thumbnail. */
  thumbnailOperations?: MediaOperation[];
  /** Unique alias of the media. */
  alias?: string;
  /** URL of the original picture. */
  originalUrl?: string;
  /** Media is always published. */
  status?: 'published';
  /** Whether the signed URL is valid. */
  signed?: boolean;
  /** What the picture shows, for those who cannot see it; empty if it is decoration. */
  alt?: string;
  /** Who made it, as it should be named beside it. */
  credit?: string;
  /** Who owns it, and what it may be used for. */
  rights?: string;
  /** The point of the picture that should stay visible when it is cropped. */
  focalPoint?: {
    /** From the left edge, 0, to the right edge, 1. */
    x: number;
    /** From the top edge, 0, to the bottom edge, 1. */
    y: number;
  };
  /** Width in pixels of the picture as displayed, before its operations; of a video, of its poster. Left out if unknown. */
  width?: number;
  /** Height in pixels, likewise. */
  height?: number;
}

/** The operation `trim`. */
export interface TrimOperation {
  type: 'trim';
  orientation: 'top-left' | 'bottom-right';
}

/** The operation `crop`. */
export interface CropOperation {
  type: 'crop';
  left: number;
  top: number;
  right: number;
  down: number;
}

/** The operation `fit-in`. */
export interface FitInOperation {
  type: 'fit-in';
  value: 'fit-in' | 'full-fit-in' | 'adaptive-fit-in';
}

/** The operation `size`. */
export interface SizeOperation {
  type: 'size';
  width: number;
  height: number;
}

/** The operation `h-align`. */
export interface HAlignOperation {
  type: 'h-align';
  value: 'left' | 'center' | 'right';
}

/** The operation `v-align`. */
export interface VAlignOperation {
  type: 'v-align';
  value: 'top' | 'middle' | 'bottom';
}

/** The operation `smart`. */
export interface SmartOperation {
  type: 'smart';
}

/** The operation `filters`. */
export interface FiltersOperation {
  type: 'filters';
  fill?: string;
  brightness?: string;
  contrast?: string;
  backgroundColor?: string;
  quality?: number;
  noise?: number;
  blur?: number;
  sharpen?: string;
  /** Degrees, counter-clockwise. */
  rotate?: 0 | 90 | 180 | 270;
  convolution?: string;
  roundCorner?: string;
  rgb?: string;
  grayscale?: boolean;
  equalize?: boolean;
}

/** One image operation. */
export type MediaOperation =
  | TrimOperation
  | CropOperation
  | FitInOperation
  | SizeOperation
  | HAlignOperation
  | VAlignOperation
  | SmartOperation
  | FiltersOperation;

/** A category as embedded in a news item. */
export interface NewsCategory {
  /** Category ID. */
  categoryId: string;
  /** Category name. */
  name: string;
  /** Unique alias of the category. */
  alias?: string;
}

/** A tag as embedded in a news item. */
export interface NewsTag {
  /** Tag ID. */
  tagId: string;
  /** Tag name. */
  name: string;
  /** Unique alias of the tag. */
  alias?: string;
}

/** A banner item. */
export interface Banner {
  /** Banner ID. */
  contentId: string;
  /** Project ID. */
  projectId: string;
  /** Space ID. */
  spaceId: string;
  /** Banner title. */
  name: string;
  /** The status at the time of the response. */
  status: 'draft' | 'published';
  values: BannerValues;
  /** Unique alias of the banner. */
  alias?: string;
  /** Scheduled publication. If set, it takes precedence over `status`. */
  reservedAt?: number;
  /** Start of publication. Not delivered before this time. */
  openingAt?: number;
  /** End of publication. Not delivered from this time on. */
  closingAt?: number;
  /** When it was created. */
  createdAt: number;
  /** When it was last changed. */
  updatedAt: number;
}

/** Content of the banner. */
export interface BannerValues {
  /** Title. */
  title?: string;
  /** Link target: an http or https URL, a path that begins with /, mailto: or tel:. */
  url?: string;
  /** Picture of the banner. */
  image?: {
    /** Media ID of the picture. */
    mediaId: string;
    media?: Media;
  };
}

/** A category of news. */
export interface Category {
  /** Category ID. */
  categoryId: string;
  /** Category name. */
  name: string;
  /** Project ID. */
  projectId: string;
  /** Space ID. */
  spaceId: string;
  /** When it was created. */
  createdAt: number;
  /** When it was last changed. */
  updatedAt: number;
  /** Unique alias of the category. */
  alias?: string;
}

/** A tag of news. */
export interface Tag {
  /** Tag ID. */
  tagId: string;
  /** Tag name. */
  name: string;
  /** Project ID. */
  projectId: string;
  /** Space ID. */
  spaceId: string;
  /** When it was created. */
  createdAt: number;
  /** When it was last changed. */
  updatedAt: number;
  /** Unique alias of the tag. */
  alias?: string;
}

/** One page of a list. */
export interface ListAnswer<Item> {
  /** The number of items on all pages. */
  totalCount: number;
  /** The number of this page. */
  currentPage: number;
  list: Item[];
}

/** What an event happened to, and when. */
export interface EventData {
  /** The kind of content. */
  kind: 'category' | 'tag' | 'media' | 'news' | 'banner';
  /** The instance of a news item or a banner. */
  instanceId?: string;
  /** The ID of the item. */
  id: string;
  /** Its alias, if it has one. */
  alias?: string;
  /** When it happened. */
  at: number;
}

/** What can happen to content. */
export type EventType = 'opened' | 'changed' | 'closed' | 'removed';

/** The stable code of an error of the service. */
export type ErrorCode =
  | 'invalid_parameters'
  | 'malformed_request'
  | 'operations_invalid'
  | 'credentials_missing'
  | 'credentials_invalid'
  | 'access_denied'
  | 'preview_denied'
  | 'signature_invalid'
  | 'unknown_path'
  | 'not_found'
  | 'draft_incomplete'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'media_too_large'
  | 'url_too_long'
  | 'media_undecodable'
  | 'range_not_satisfiable'
  | 'misdirected'
  | 'rate_limited'
  | 'too_many_subscribers'
  | 'headers_too_large'
  | 'server_error'
  | 'not_implemented'
  | 'behind'
  | 'not_ready'
  | 'subscribers_full'
  | 'overloaded'
  | 'media_unavailable'
  | 'http_version_unknown';

/** What is wrong with one parameter. */
export interface ParameterFault {
  /** The name of the parameter. */
  readonly parameter: string;
  /** What is wrong with it. */
  readonly message: string;
}

/** RFC 9457 problem details. */
export interface Problem {
  /** Where the error is described. */
  readonly type: string;
  /** What the code means. */
  readonly title: string;
  /** The HTTP status. */
  readonly status: number;
  /** What is wrong with this request, and what to do about it. */
  readonly detail: string;
  /** Stable and machine-readable. Codes may be added: go by the status if you do not know one. */
  readonly code: ErrorCode;
  /** Identifies the request in the logs of the service. */
  readonly requestId: string;
  /** Each fault in what was sent; in a 400. */
  readonly errors?: readonly ParameterFault[];
}
