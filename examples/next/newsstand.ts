import { createClient, mediaOf, type News, NewsstandError } from '@newsstand/client';
import { nextFetch, previewedNews } from '@newsstand/client/next';
import { cache } from 'react';

const { NEWSSTAND_URL: url = '', NEWSSTAND_KEY: key = '', NEWSSTAND_SECRET: secret = '' } = process.env;

export const siteName = 'Kumo Coffee';
export const siteUrl = process.env.SITE_URL ?? 'http://127.0.0.1:3000';

/** Where the content is. */
export const space = { url, projectId: 'demo', spaceId: 'web' };
export const instance = 'blog';

/** Reads it, on the server only. Next.js keeps what it has read until the webhook says that it has changed. */
export const client = createClient({ ...space, key, secret, fetch: nextFetch() });

/** An alias may hold any character, even a slash. */
export const pathOf = (article: News) => `/news/${encodeURIComponent(article.alias ?? article.contentId)}`;

export async function readLatest() {
  const { list } = await client.news(instance).list({ size: 24, includeCategory: true });
  return list;
}

/** An article with its media, by ID or alias; undefined if there is none. `cache`: the page and its metadata ask once. */
export const readArticle = cache(async (id: string) => {
  const draft = await previewedNews(space, instance, id);
  const article = draft ?? (await client.news(instance).get(id).catch(nothingIfNotFound));
  if (article === undefined) return undefined;
  return { article, media: await mediaOf(client, article.values.body), isPreview: draft !== undefined };
});

/** What is not there, or could not be: 414 is an address that is too long. */
function nothingIfNotFound(error: unknown): undefined {
  if (!(error instanceof NewsstandError) || ![404, 414].includes(error.status ?? 0)) throw error;
}
