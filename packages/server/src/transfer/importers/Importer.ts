import type { LineBatch } from '../ndjson/readLines.ts';
import type { ImportSummary } from './ImportSummary.ts';

/** The instance that the content of another system goes to. */
export type Target = { readonly projectId: string; readonly spaceId: string; readonly instanceId: string };

/** How the content of another system is read. */
export type ImportContext = {
  readonly target: Target;
  /** An IANA name, for dates that name no zone themselves. */
  readonly timeZone: string;
  /** What is dated later than this is scheduled. */
  readonly now: number;
  /** Where files of media are looked for; undefined where there is no such place. */
  readonly folder: string | undefined;
  /** How many names of its address, from the last one on, a file must share; 1 where it is not given. */
  readonly sharedNames?: number | undefined;
  /** The address of the site that the content comes from, where it is told: relative addresses begin there. */
  readonly siteUrl: string | undefined;
  /** Whether pages, which belong to no stream of news, become news too. */
  readonly withPages: boolean;
  /** Who has which alias in the space already: the ID by `category/<alias>`, `tag/<alias>`, `media/<alias>`. */
  readonly owners?: ReadonlyMap<string, string> | undefined;
  readonly summary: ImportSummary;
};

/** A file of another system. It may be read more than once. */
export type ImportFile = { readonly name: string; open(): AsyncIterable<Uint8Array> };

/** Converts a file to lines of NDJSON. A line's number is that of its content in the file. */
export type Convert = (file: ImportFile, context: ImportContext) => AsyncIterable<LineBatch>;

/** A system whose exports can be imported. */
export type Importer = {
  /** What a message calls such a file: `an export of Ghost`. */
  readonly title: string;
  readonly convert: Convert;
  /** Whether XML is such a file, by its first start tag. */
  readonly isXml?: (root: string) => boolean;
  /** Whether JSON is such a file, by the members at its top; `isAll` where no more of them will come. */
  readonly isJson?: (members: ReadonlySet<string>, isAll: boolean) => boolean;
};
