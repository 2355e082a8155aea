import type { Category, Client } from '@newsstand/client';
import type { MetaImage } from '@newsstand/client/page';
import type { Assets } from './buildAssets.ts';
import type { Edition } from './Edition.ts';
import type { Html } from './html.ts';
import type { Newsroom } from './newsroom.ts';
import type { Live } from './openLive.ts';
import type { Session, Sessions } from './preview/openSessions.ts';
import type { Settings } from './readSettings.ts';
import type { Language } from './words.ts';

/** What all requests share while the site runs. */
export type Site = {
  readonly settings: Settings;
  /** The address that readers use. */
  readonly url: string;
  readonly assets: Assets;
  readonly client: Client;
  readonly sessions: Sessions;
  readonly live: Live;
  readonly now: () => number;
};

/** One request, and who sent it. */
export type Visit = {
  readonly site: Site;
  readonly url: URL;
  /** The parts of the path that a route names. */
  readonly params: Readonly<Record<string, string>>;
  /** The language of the page. */
  readonly edition: Edition;
  /** The language that the visitor has chosen, on whatever page. */
  readonly chosen: Language | undefined;
  readonly newsroom: Newsroom;
  /** The categories for the header, and for pages that show them: read once. */
  readonly categories: () => Promise<readonly Category[]>;
  /** Set if the visitor has signed in to preview. */
  readonly preview: Session | undefined;
  readonly now: number;
  /** Where pages begin to hear of new stories: before anything was read for them. */
  readonly livePosition: string;
};

/** The paths of a page in other languages. */
export type Translations = ReadonlyMap<Language, string>;

/** A path, without the language in front, in all other languages. */
export function sameIn({ site, edition }: Visit, path: string): Translations {
  const others = site.settings.editions.filter((other) => other !== edition);
  return new Map(others.map((other) => [other.language, other.path + path]));
}

/** The content of a page; the layout adds the rest. */
export type Page = {
  readonly title: string;
  readonly main: Html;
  /** The path of the same page in other languages. Where there is none, the switch leads to the front page. */
  readonly translations?: Translations;
  /** The category that the header marks, by its path. */
  readonly category?: string;
  /** What stands above everything else. */
  readonly bar?: Html;
  /** What it is about, for search engines and social networks. Default: what the site is about. */
  readonly description?: string;
  /** The URL of a picture for previews on other sites. Default: that of the site. */
  readonly image?: MetaImage | undefined;
  /** Its path, if it can be reached by others. */
  readonly canonical?: string;
  /** Whether search engines must leave it out. */
  readonly isHidden?: boolean;
  /** What stands in the head, if it is not made from the above. */
  readonly head?: Html;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A response that is not a page: a feed, or a part of a page. */
export type Text = { readonly type: string; readonly text: string; readonly status?: number };

/** Handles a visit; undefined if nothing is found. */
export type Handler = (visit: Visit) => Promise<Page | Text | undefined> | Page | Text | undefined;
