import type { Client } from '@newsstand/client';
import type { Assets } from './buildAssets.ts';
import type { Html } from './html.ts';
import type { Newsroom } from './newsroom.ts';
import type { Session, Sessions } from './preview/openSessions.ts';
import type { Settings } from './readSettings.ts';

/** What is there as long as the site is open. */
export type Site = {
  readonly settings: Settings;
  /** The address that readers use. */
  readonly url: string;
  readonly assets: Assets;
  readonly client: Client;
  readonly sessions: Sessions;
  readonly now: () => number;
};

/** One request, and who asks. */
export type Visit = {
  readonly site: Site;
  readonly url: URL;
  /** The parts of the path that a route names. */
  readonly params: Readonly<Record<string, string>>;
  readonly newsroom: Newsroom;
  /** Set for those who have signed in to see what is not live. */
  readonly preview: Session | undefined;
  readonly now: number;
};

/** What a page consists of; the layout puts the rest around it. */
export type Page = {
  readonly title: string;
  readonly main: Html;
  /** More for the head, where it is not only a title. */
  readonly head?: Html;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Something else than a page: a feed, or a part of a page. */
export type Text = { readonly type: string; readonly text: string; readonly status?: number };

/** Answers a visit; undefined where there is nothing. */
export type Handler = (visit: Visit) => Promise<Page | Text | undefined> | Page | Text | undefined;
