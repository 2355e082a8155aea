import { readFile } from 'node:fs/promises';
import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { type MetaTag, renderMetaTags } from '@newsstand/client/page';
import { relayEvents } from '@newsstand/client/server';
import { Hono } from 'hono';
import { renderToString } from 'react-dom/server';
import { client, loadPage, loadPreview, type PageData } from './content.ts';
import { Page } from './Page.tsx';

const manifest = JSON.parse(await readFile('dist/client/.vite/manifest.json', 'utf8'));
const { file, css } = manifest['src/browser.tsx'];

const app = new Hono();
app.use('/assets/*', serveStatic({ root: 'dist/client' }));

// Tells open pages what has changed. They need no key: this server has it.
const relay = relayEvents(client, { instances: 'blog' });
app.get('/events', (context) => relay(context.req.raw));

// What a page shows, for pages that are open already.
app.get('/data/*', async (context) => {
  const data = await loadPage(context.req.path.slice('/data'.length));
  return context.json(data, 200, { 'cache-control': 'no-store' });
});

// The preview page of the instance. Its link must not spread.
app.get('/preview/:id', async (context) => {
  const data = await loadPreview(context.req.param('id'), context.req.query('token') ?? '');
  return context.html(documentOf(data), data.page === 'missing' ? 404 : 200, {
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  });
});

app.get('*', async (context) => {
  const data = await loadPage(context.req.path);
  return context.html(documentOf(data), data.page === 'missing' ? 404 : 200, { 'cache-control': 'no-cache' });
});

app.onError((error, context) => {
  console.error(error);
  return context.text('The content can’t be read now. Try again in a moment.', 503, { 'retry-after': '10' });
});

/** A page as HTML. A preview does not change by itself, so it has no script. */
function documentOf(data: PageData): string {
  const title: MetaTag = { tag: 'title', attributes: {}, text: 'Kumo Coffee' };
  const isLive = data.page !== 'article' || !data.isPreview;
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${renderMetaTags(data.page === 'article' ? data.meta : [title])}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/${css}">
${isLive ? `<script type="module" src="/${file}"></script>` : ''}
</head>
<body>
<div id="root">${renderToString(<Page data={data} />)}</div>
${isLive ? `<script id="data" type="application/json">${json}</script>` : ''}
</body>
</html>`;
}

// Behind a proxy on another machine: HOST=0.0.0.0.
const { PORT = '3000', HOST: hostname = '127.0.0.1' } = process.env;
serve({ fetch: app.fetch, port: Number(PORT), hostname }, (address) =>
  console.log(`http://${hostname}:${address.port}`),
);
