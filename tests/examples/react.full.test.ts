import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { setHidden } from '../browser/interactions.ts';
import { emulate, lacksBrowser, logPage, openPage, sharedBrowser } from '../browser/openBrowser.ts';
import { until } from '../testing/until.ts';
import { type Example, installExample } from './installExample.ts';
import { loadPictures } from './loadPictures.ts';
import { docsOf, openDemo } from './openDemo.ts';

let folder = '';
let demo: Awaited<ReturnType<typeof openDemo>>;
let example: Example;
let site: Awaited<ReturnType<Example['start']>>;
let token = '';

// It installs packages and builds a site.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-react-example-'));
  demo = await openDemo(folder);
  example = await installExample('react', join(folder, 'site'), demo.url, { ...demo.env, PORT: '0' });
  // The build compiles the examples of the docs too.
  const docs = await docsOf('React');
  expect(docs).toHaveLength(3);
  await Promise.all(docs.map((code, at) => Bun.write(join(example.folder, `src/docs/${at}.tsx`), code)));
  await example.run('npm', 'run', 'build');
  site = await example.start('npm', 'start');
  token = await demo.previewToken('notes');
}, 240_000);

afterAll(async () => {
  await site?.end();
  await demo?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = async (path: string) => {
  const response = await fetch(site.url + path, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('the server renders the list, articles with their metadata, and says what is not there', async () => {
  const list = await get('/');
  expect(list.text).toMatch(/<h2><a href="\/news\/a-week-in-huila">A week in Huila<\/a><\/h2>/);
  expect(list.text).toMatch(/<img [^>]*srcSet="[^"]*\/media\/sized\/160\/[^"]+ 160w, /);
  const { status, text } = await get('/news/a-week-in-huila');
  expect([status, text.match(/<title>(.*?)<\/title>/)?.[1]]).toEqual([200, 'A week in Huila']);
  expect(text).toMatch(/<meta property="og:url" content="[^"]+\/news\/a-week-in-huila">/);
  // Headings by a component of the site, the rest as the client shows it.
  expect(text).toContain('<h2 id="monday-up"><a href="#monday-up">Monday: up</a></h2>');
  expect(text).toMatch(/<figure class="block-gallery"><figure><img src="[^"]+\/media\/sized\/1600\//);
  for (const path of ['/news/no-such-article', '/news/%E0%A4%A', '/nowhere']) {
    const missing = await get(path);
    expect([missing.status, missing.text.includes('This page does not exist')]).toEqual([404, true]);
  }
});

test('browsers get no secret, no draft and no parser', async () => {
  const paths = [...new Bun.Glob('dist/client/**/*').scanSync({ cwd: example.folder, dot: true })];
  const files = await Promise.all(paths.map((path) => Bun.file(join(example.folder, path)).text()));
  const pages = ['/', '/data/', '/news/a-week-in-huila', '/news/notes', '/data/news/notes', '/preview/notes'];
  const sent = [...files, ...(await Promise.all(pages.map(async (path) => (await get(path)).text)))].join(
    '\n',
  );
  for (const word of [...demo.secrets, 'Secret notes']) expect(sent.includes(word)).toBe(false);
  const script = files[paths.findIndex((path) => path.endsWith('.js'))] ?? '';
  expect(Bun.gzipSync(script).length).toBeLessThan(80_000);
});

test('an article has an address, whatever its alias', async () => {
  await demo.put('odd', 'Odd notes', 'published', '..//a?b#号');
  const path = '/news/..%2F%2Fa%3Fb%23%E5%8F%B7';
  await until('the article', async () => (await get('/')).text.includes('Odd notes'));
  expect((await get('/')).text).toContain(`<a href="${path}">Odd notes</a>`);
  expect((await get(path)).text).toContain('<p>Body of Odd notes</p>');
  expect((await get(`/news/${'x'.repeat(9000)}`)).status).toBe(404);
});

test('a preview link shows its draft, privately', async () => {
  await until('the preview', async () => (await get(`/preview/notes?token=${token}`)).status === 200);
  const { text, headers } = await get(`/preview/notes?token=${token}`);
  for (const part of ['This is a preview.', '<p>Body of Secret notes</p>']) expect(text).toContain(part);
  expect(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name))).toEqual([
    'private, no-store',
    'no-referrer',
    'noindex',
  ]);
  for (const path of [
    '/preview/notes',
    '/preview/notes?token=a.b',
    `/preview/baristas-notebook?token=${token}`,
  ])
    expect((await get(path)).status).toBe(404);
});

/** An application that shows the item of a preview link, and what two components hear of events. */
const application = `
import { useEvents, useLive, usePreview } from '@newsstand/client/react';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

function Draft(link) {
  const { item, hasEnded } = usePreview(link);
  return hasEnded ? 'ended' : (item?.values.title ?? 'loading');
}
function Listener() {
  const [types, setTypes] = useState([]);
  useEvents('/events', ({ type, id = '' }) => setTypes((all) => [...all, type + id]));
  return types.join(' ');
}
let loads = 0;
function Loader() {
  return useLive('/events', 'initial', async () => {
    if (++loads === 1) throw new Error('the first fails');
    return 'loaded';
  });
}
const root = createRoot(document.body);
window.show = (link, isLive) =>
  root.render([
    h('p', { id: 'draft', key: 1 }, h(Draft, link)),
    isLive && h('p', { id: 'heard', key: 2 }, h(Listener)),
    isLive && h('p', { id: 'later', key: 3 }, h(Listener)),
    isLive && h('p', { id: 'data', key: 4 }, h(Loader)),
  ]);
`;

/** The hooks by themselves, with a server whose events come as written here. */
async function tryHooks(page: Page): Promise<void> {
  const entry = join(example.folder, 'application.js');
  await Bun.write(entry, application);
  const production = { 'process.env.NODE_ENV': '"production"' };
  const { outputs } = await Bun.build({ entrypoints: [entry], define: production });
  const positions: (string | null)[] = [];
  const isClosed: boolean[] = [];
  const server = Bun.serve({
    port: 0,
    routes: {
      '/': () =>
        new Response('<!doctype html><title>x</title><body>', { headers: { 'content-type': 'text/html' } }),
      '/events': ({ headers }) => {
        const at = positions.push(headers.get('last-event-id')) - 1;
        // The second attempt is refused.
        if (at === 1) return new Response(null, { status: 503 });
        const stream = new ReadableStream({
          start(controller) {
            controller.enqueue(`retry: 50\n\nevent: reset\nid: a${at}\ndata: {}\n\n`);
            if (at > 0) return;
            controller.enqueue('event: opened\nid: b0\ndata: {"kind":"news","id":"x","at":1}\n\n');
            controller.close();
          },
          cancel() {
            isClosed[at] = true;
          },
        });
        return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
      },
    },
  });
  try {
    await page.goto(server.url.href);
    await page.evaluate((await outputs[0]?.text()) ?? '');
    const link = { url: demo.url, projectId: 'demo', spaceId: 'web', instanceId: 'blog', id: 'notes' };
    const show = (of: object, isLive: boolean) => page.evaluate(`show(${JSON.stringify(of)}, ${isLive})`);
    const shows = (id: string, text: string) =>
      page.waitForFunction(`document.getElementById('${id}')?.textContent === '${text}'`);
    await show({ ...link, token }, true);
    await shows('draft', 'Secret notes');
    // One connection for all; it is resumed where it was, and opened anew after it was refused.
    await shows('heard', 'reset openedx reset');
    await shows('later', 'reset openedx reset');
    await shows('data', 'loaded');
    expect(positions).toEqual([null, 'b0', null]);
    await setHidden(page, true);
    await until('the third stream to be closed', () => isClosed[2]);
    await setHidden(page, false);
    await shows('heard', 'reset openedx reset reset');
    await show({ ...link, token: 'a.b' }, false);
    await shows('draft', 'ended');
    await until('the fourth stream to be closed', () => isClosed[3]);
    expect(positions).toHaveLength(4);
  } finally {
    await server.stop(true);
  }
}

test.skipIf(lacksBrowser('the example for React'))('in a browser', async () => {
  const page = await openPage(await sharedBrowser());
  try {
    const log = logPage(page);
    await page.goto(`${site.url}/news/a-week-in-huila`, { waitUntil: 'domcontentloaded' });
    const { shift, pictures } = await loadPictures(page);
    expect(shift).toBe(0);
    expect(pictures.length).toBeGreaterThan(2);
    // An SVG is sharp at any size.
    for (const { url, width } of pictures)
      expect([url.includes('/media/sized/') || url.endsWith('.svg'), width > 0]).toEqual([true, true]);
    expect(await inspectPage(page, 390)).toEqual(nothingWrong);
    await emulate(page, {});

    // An open page shows what is published, without a reload.
    const listening = page.waitForResponse(`${site.url}/events`);
    await page.goto(site.url);
    await listening;
    await page.evaluate('window.isSame = true');
    await demo.put('fresh', 'Fresh notes');
    await page.waitForFunction("document.querySelector('.cards').textContent.includes('Fresh notes')");
    await demo.put('fresh', 'Fresh notes', 'draft');
    await page.waitForFunction("!document.querySelector('.cards').textContent.includes('Fresh notes')");
    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(log.errors).toEqual([]);

    await tryHooks(page);
  } finally {
    await page.browserContext().close();
  }
});
