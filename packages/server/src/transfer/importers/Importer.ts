import type { FetchedMedia } from '../fetchMedia/fetchMedia.ts';
import type { LineBatch } from '../ndjson/readLines.ts';
import type { ImportSummary } from './ImportSummary.ts';
import type { ApiOptions } from './shared/api/createApiClient.ts';
import type { ShortcodeFates } from './shared/html/shortcodeMarks.ts';

/** The instance that content is imported into. */
export type Target = { readonly projectId: string; readonly spaceId: string; readonly instanceId: string };

/** What a field of an entry can be for news. */
export const fieldRoles = [
  'title',
  'body',
  'slug',
  'date',
  'picture',
  'category',
  'tags',
  'authors',
  'excerpt',
] as const;

export type FieldRole = (typeof fieldRoles)[number];

/** What an importer needs to know besides the file. */
export type ImportContext = {
  readonly target: Target;
  /** An IANA name, for dates without a time zone. */
  readonly timeZone: string;
  /** The encoding of the file, whatever it says. */
  readonly encoding?: string | undefined;
  /** Articles with a later date are scheduled. */
  readonly now: number;
  /** The folder with media files, if given. */
  readonly folder: string | undefined;
  /** How many path segments a file must share with its URL, counted from the end; default 1. */
  readonly sharedNames?: number | undefined;
  /** Files that were fetched from their URLs, if any are. */
  readonly fetched?: Pick<FetchedMedia, 'folder' | 'find'> | undefined;
  /** The URL of the source site, if given: the base of relative URLs. */
  readonly siteUrl: string | undefined;
  /** Where the new site shows an article: a path with `{instance}`, `{alias}` or `{id}`. Links between articles lead there. */
  readonly articlePath?: string | undefined;
  /** Whether pages become news, too. */
  readonly withPages: boolean;
  /** For Markdown: whether files without a date are published as of the import, rather than drafts. */
  readonly publishesUndated?: boolean | undefined;
  /** For systems with types of documents: those that become news; if none is given, the one that is clearly that of articles. */
  readonly types?: readonly string[] | undefined;
  /** For them: the names of the fields for a title, a body and so on, which count more than their own names. */
  readonly fields?: ReadonlyMap<FieldRole, string> | undefined;
  /** Aliases that exist in the space: IDs by `category/<alias>`, `tag/<alias>`, `media/<alias>`. */
  readonly owners?: ReadonlyMap<string, string> | undefined;
  /** What becomes of shortcodes that no importer knows; by default they stay text. */
  readonly shortcodes?: ShortcodeFates | undefined;
  /** Called while a file is read for the first time, before anything of it is converted. */
  readonly onSurvey?: ((bytes: number) => void) | undefined;
  readonly summary: ImportSummary;
};

/** A file of another system. It may be read more than once. */
export type ImportFile = {
  readonly name: string;
  /** Where it is. The other files of an export lie beside it. */
  readonly path?: string | undefined;
  open(): AsyncIterable<Uint8Array>;
};

/** Converts a file to lines of NDJSON. A line's number is that of its content in the file. */
export type Convert = (file: ImportFile, context: ImportContext) => AsyncIterable<LineBatch>;

/** What is downloaded from a running system, and how. */
export type DownloadOptions = Pick<ApiOptions, 'fetch' | 'wait'> & {
  readonly address: string;
  readonly user: string | undefined;
  /** A password or a key. */
  readonly secret: string | undefined;
  readonly withPages: boolean;
  readonly onProgress: (what: string, done: number, total: number) => void;
};

/** The API of a system, from which content can be downloaded. */
export type ImporterApi = {
  /** Whether a URL can only be one of this API. */
  readonly isAddress?: (url: URL) => boolean;
  /** The environment variable with the password or key. */
  readonly secretName: string;
  /** Whether the secret is the password of a user, not a key. */
  readonly hasUsers: boolean;
  /** Downloads what `convert` reads. */
  readonly download: (options: DownloadOptions) => AsyncIterable<string>;
};

/** A system whose exports can be imported. */
export type Importer = {
  /** For messages: `an export of Ghost`. */
  readonly title: string;
  readonly convert: Convert;
  /** The file that is read if the export is a folder or an archive: `data.ndjson`. */
  readonly mainFile?: string;
  /** Where its media files are, seen from the folder of that file; default: there. */
  readonly mediaFolder?: string;
  /** Whether an XML file is such an export, by its first start tag. */
  readonly isXml?: (root: string) => boolean;
  /** Whether a JSON file is such an export, by its top-level members; `isAll`: these are all of them. */
  readonly isJson?: (members: ReadonlySet<string>, isAll: boolean) => boolean;
  /** Whether a JSON file that is a list is such an export, by the members of its first element. */
  readonly isJsonList?: (members: ReadonlySet<string>, isAll: boolean) => boolean;
  readonly api?: ImporterApi;
};

/** A file of another system cannot be parsed. */
export class ParseError extends Error {
  readonly line: number;

  constructor(line: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ParseError';
    this.line = line;
  }
}
