import { renderBody } from '@newsstand/client/body';
import { rss } from '@newsstand/client/page';
import type { APIRoute } from 'astro';
import { articles, pathOf } from '../articles';

export const GET: APIRoute = async ({ site }) => {
  const absolute = (path: string) => new URL(path, site).href;
  const feed = rss(await articles(), {
    title: 'Kumo Coffee',
    url: absolute('/'),
    description: 'News from Kumo Coffee',
    feedUrl: absolute('/rss.xml'),
    language: 'en',
    itemUrl: (article) => absolute(pathOf(article)),
    render: ({ values }) => renderBody(values.body),
  });
  return new Response(feed, { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
};
