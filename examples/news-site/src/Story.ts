import type { News } from '@newsstand/client';
import { publishedAt } from '@newsstand/client/page';
import type { Edition } from './Edition.ts';
import type { Picture } from './pictures.ts';

/** A news item with what a page needs to show it. */
export type Story = {
  readonly news: News;
  readonly edition: Edition;
  /** The part of the site it is in. */
  readonly section: string;
  /** Its path on this site. */
  readonly path: string;
  readonly picture: Picture | undefined;
};

/** Texts that can't be the last part of a path: dots have another meaning, and the others are feeds of a section. */
const taken = /^(\.{1,2}|rss\.xml|feed\.json)$/;

/** The last part of an address: the alias, which people can remember, or else the ID. */
export function pathPart(alias: string | undefined, id: string): string {
  return encodeURIComponent(alias === undefined || taken.test(alias) ? id : alias);
}

/** The path of an item on this site. */
export function storyPath(edition: Edition, section: string, { alias, contentId }: News): string {
  return `${edition.path}/${section}/${pathPart(alias, contentId)}`;
}

/** Why an item is not public at this moment; undefined if it is. Previews show the reason. */
export function whyHidden(news: News, now: number): 'draft' | 'scheduled' | 'over' | undefined {
  if (news.closingAt !== undefined && news.closingAt <= now) return 'over';
  if (publishedAt(news) > now) return 'scheduled';
  return news.status === 'draft' ? 'draft' : undefined;
}
