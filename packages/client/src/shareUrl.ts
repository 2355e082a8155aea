import type { News } from './resources.ts';
import { writeQuery } from './writeQuery.ts';

const x = 'https://x.com/intent';

/** The address at which a reader shares an item on X: with its share text, or else its title, its users and hash tags. */
export function shareUrl(news: Pick<News, 'values'>, { url }: { url: string }): string {
  const { text = news.values.title, users = [], hashTags = [] } = news.values.share?.x ?? {};
  const [via, ...related] = users.map(bare);
  return `${x}/post${writeQuery({ text, url, via, related: some(related), hashtags: some(hashTags.map(bare)) })}`;
}

/** Where a reader follows the users that an item names for that. */
export function followUrls(news: Pick<News, 'values'>): { name: string; url: string }[] {
  const users = news.values.share?.x?.followButtonUsers ?? [];
  return users.map(({ name, userId }) => ({
    name,
    url: `${x}/follow${writeQuery({ screen_name: bare(userId) })}`,
  }));
}

/** Names are sent without the sign before them. */
function bare(name: string): string {
  return name.replace(/^[@#＃]/, '');
}

function some(names: readonly string[]): readonly string[] | undefined {
  return names.length === 0 ? undefined : names;
}
