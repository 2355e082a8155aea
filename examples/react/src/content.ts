import { createClient, type Media, mediaOf, memoryCache, type News, NewsstandError } from '@newsstand/client';
import { type BlockTree, bodyTree } from '@newsstand/client/body';
import { type MetaTag, metaTags, publishedAt, summaryOf } from '@newsstand/client/page';
import { hasPreviewEnded, openPreview } from '@newsstand/client/preview';

const { NEWSSTAND_URL: url = '', NEWSSTAND_KEY: key = '', NEWSSTAND_SECRET: secret = '' } = process.env;
const { SITE_URL: siteUrl = 'http://127.0.0.1:3000' } = process.env;

/** What a page shows: plain data, which browsers get as JSON. */
export type PageData =
  | { page: 'list'; articles: Card[] }
  | { page: 'article'; article: Card; tree: BlockTree[]; isPreview: boolean; meta: MetaTag[] }
  | { page: 'missing' };

export interface Card {
  id: string;
  path: string;
  title: string;
  summary: string;
  publishedAt: number;
  category?: string | undefined;
  media?: Media | undefined;
}

const space = { url, projectId: 'demo', spaceId: 'web' };
const instance = 'blog';
const missing: PageData = { page: 'missing' };

/** Reads the content, on the server only. */
export const client = createClient({ ...space, key, secret, cache: memoryCache() });
const articles = client.news(instance);

/** What is at a path of the site. */
export async function loadPage(path: string): Promise<PageData> {
  if (path === '/') {
    const { list } = await articles.list({ size: 24, includeCategory: true });
    return { page: 'list', articles: list.map(cardOf) };
  }
  const [, id] = /^\/news\/([^/]+)$/.exec(path) ?? [];
  if (id === undefined) return missing;
  try {
    return await showArticle(await articles.get(decodeURIComponent(id)));
  } catch (error) {
    if (error instanceof URIError || isNowhere(error)) return missing;
    throw error;
  }
}

/** Nothing is there, or could be: 414 is an address that is too long. */
function isNowhere(error: unknown): boolean {
  return error instanceof NewsstandError && [404, 414].includes(error.status ?? 0);
}

/** The article of a preview link, a draft for instance. */
export async function loadPreview(id: string, token: string): Promise<PageData> {
  try {
    return await showArticle(await openPreview({ ...space, token }).news(instance, id), true);
  } catch (error) {
    if (hasPreviewEnded(error)) return missing;
    throw error;
  }
}

async function showArticle(news: News, isPreview = false): Promise<PageData> {
  const { body } = news.values;
  const media = await mediaOf(client, body);
  const article = cardOf(news);
  return {
    page: 'article',
    article,
    // The body is parsed and made safe here, so that browsers need no parser.
    tree: bodyTree(body, { media, sizes: '(min-width: 48rem) 46rem, 94vw' }) ?? [],
    isPreview,
    meta: metaTags(news, { url: siteUrl + article.path, siteName: 'Kumo Coffee' }),
  };
}

function cardOf(news: News): Card {
  const { title, body, thumbnail } = news.values;
  return {
    id: news.contentId,
    // An alias may hold any character, even a slash.
    path: `/news/${encodeURIComponent(news.alias ?? news.contentId)}`,
    title,
    summary: summaryOf(body, 120),
    publishedAt: publishedAt(news),
    category: news.category?.name,
    media: thumbnail.media,
  };
}
