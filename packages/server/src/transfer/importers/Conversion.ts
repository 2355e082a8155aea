import type { LineBatch } from '../readLines.ts';
import type { Account } from './Account.ts';

/** The instance that the content of another system goes to. */
export type Target = { readonly projectId: string; readonly spaceId: string; readonly instanceId: string };

/** How the content of another system is read. */
export type Conversion = {
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
  readonly account: Account;
};

/** A file of another system. It may be read more than once. */
export type ForeignFile = { readonly name: string; open(): AsyncIterable<Uint8Array> };

/** Reads such a file as lines of our own; a line's number is where its content stands in the file. */
export type Convert = (file: ForeignFile, conversion: Conversion) => AsyncIterable<LineBatch>;
