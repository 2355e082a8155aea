import type { News } from './contract/resources.ts';
import { writeQuery } from './writeQuery.ts';

const x = 'https://x.com/intent';

/** The URL that shares an item on X: with its share text or else its title, its users and hashtags. */
export function shareUrl(news: Pick<News<unknown>, 'values'>, { url }: { url: string }): string {
  const { text = news.values.title, users = [], hashTags = [] } = news.values.share?.x ?? {};
  const [via, ...related] = users.map(bare);
  return `${x}/post${writeQuery({ text, url, via, related: some(related), hashtags: some(hashTags.map(bare)) })}`;
}

/** The URLs for following the users that an item suggests. */
export function followUrls(news: Pick<News<unknown>, 'values'>): { name: string; url: string }[] {
  const users = news.values.share?.x?.followButtonUsers ?? [];
  return users.map(({ name, userId }) => ({
    name,
    url: `${x}/follow${writeQuery({ screen_name: bare(userId) })}`,
  }));
}

/** Without a leading `@` or `#`. */
function bare(name: string): string {
  return name.replace(/^[@#＃]/, '');
}

function some(names: readonly string[]): readonly string[] | undefined {
  return names.length === 0 ? undefined : names;
}
