import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { emulate, lacksBrowser, logPage, openPage, sharedBrowser } from '../browser/openBrowser.ts';
import { until } from '../testing/until.ts';
import { type Example, installExample } from './installExample.ts';
import { loadPictures } from './loadPictures.ts';
import { docsOf, freePort, openDemo } from './openDemo.ts';

let folder = '';
let demo: Awaited<ReturnType<typeof openDemo>>;
let example: Example;
let site: Awaited<ReturnType<Example['start']>>;
let url = '';

// It installs packages and builds a site.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-next-example-'));
  demo = await openDemo(folder, { NEWSSTAND_WEBHOOK_PRIVATE: 'true' });
  const port = await freePort();
  url = `http://localhost:${port}`;
  const hook = `http://127.0.0.1:${port}/api/webhook`;
  const created = await demo.command(
    'webhook',
    'create',
    '--url',
    hook,
    '--project',
    'demo',
    '--space',
    'web',
  );
  example = await installExample('next', join(folder, 'site'), demo.url, {
    ...demo.env,
    NEWSSTAND_WEBHOOK_SECRET: /whsec_\S+/.exec(created)?.[0] ?? '',
    ...{ SITE_URL: url, PORT: `${port}`, NEXT_TELEMETRY_DISABLED: '1' },
  });
  // The build compiles the examples of the docs too.
  const docs = await docsOf('Next.js');
  expect(docs).toHaveLength(5);
  for (const [at, code] of docs.entries()) {
    const path = join(example.folder, `docs/${at || 'newsstand'}.tsx`);
    await Bun.write(path, code.replace('@/newsstand', './newsstand'));
  }
  await example.run('npm', 'run', 'build');
  site = await example.start('npm', 'start');
  await until('the site', async () => (await fetch(url)).ok);
}, 240_000);

afterAll(async () => {
  await site?.end();
  await demo?.close();
  await rm(folder, { recursive: true, force: true });
});

const get = async (path: string, cookie = '') => {
  const response = await fetch(url + path, { redirect: 'manual', headers: { cookie } });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('the server renders the list, articles with their metadata, and says what is not there', async () => {
  const list = await get('/');
  expect(list.text).toMatch(/<h2><a href="\/news\/a-week-in-huila">A week in Huila<\/a><\/h2>/);
  expect(list.text).toMatch(/<img [^>]*srcSet="[^"]*\/media\/sized\/320\/[^"]+ 320w, /);
  const { status, text } = await get('/news/a-week-in-huila');
  expect([status, text.match(/<title>(.*?)<\/title>/)?.[1]]).toEqual([200, 'A week in Huila · Kumo Coffee']);
  expect(text).toContain(`<meta property="og:url" content="${url}/news/a-week-in-huila"/>`);
  // Headings by a component of the site, the rest as the client shows it.
  expect(text).toContain('<h2 id="monday-up"><a href="#monday-up">Monday: up</a></h2>');
  expect(text).toMatch(/<figure class="block-gallery"><figure><img src="[^"]+\/media\//);
  const missing = await get('/news/no-such-article');
  expect([missing.status, missing.text.includes('This page does not exist')]).toEqual([404, true]);
});

test('no secret is in what browsers get', async () => {
  const paths = [...new Bun.Glob('.next/static/**/*').scanSync({ cwd: example.folder, dot: true })];
  expect(paths.length).toBeGreaterThan(5);
  const files = await Promise.all(paths.map((path) => Bun.file(join(example.folder, path)).text()));
  const pages = await Promise.all(
    ['/', '/news/a-week-in-huila', '/news/nope'].map(async (path) => (await get(path)).text),
  );
  const sent = [...files, ...pages].join('\n');
  for (const word of [...demo.secrets, 'whsec_', 'Secret notes']) expect(sent.includes(word)).toBe(false);
});

test('pages are kept until a genuine call of the webhook says that they have changed', async () => {
  expect((await get('/news/notes')).status).toBe(404);
  expect([
    (await get('/')).headers.get('x-nextjs-cache'),
    (await get('/')).text.includes('Open notes'),
  ]).toEqual(['HIT', false]);
  for (const headers of [
    {},
    {
      'webhook-id': 'x',
      'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
      'webhook-signature': 'v1,AAAA',
    },
  ])
    expect(
      (await fetch(`${url}/api/webhook`, { method: 'POST', headers, body: '{"type":"reset"}' })).status,
    ).toBe(401);
  await demo.put('notes', 'Open notes');
  await until('the list', async () => (await get('/')).text.includes('Open notes'));
  await until('the article', async () => (await get('/news/notes')).status === 200);
  expect((await get('/news/notes')).text).toContain('<p>Body of Open notes</p>');
  await demo.put('notes', 'Secret notes', 'draft');
  await until('the article to go', async () => (await get('/news/notes')).status === 404);
  expect((await get('/')).text).not.toContain('notes');
});

test('an article has an address, whatever its alias', async () => {
  await demo.put('odd', 'Odd article', 'published', '..//a?b#号');
  const path = '/news/..%2F%2Fa%3Fb%23%E5%8F%B7';
  await until('the article', async () => (await get('/')).text.includes('Odd article'));
  expect((await get('/')).text).toContain(`<a href="${path}">Odd article</a>`);
  const { text } = await get(path);
  expect(text).toContain('<p>Body of Odd article</p>');
  expect(text).toContain(`<meta property="og:url" content="${url}${path}"/>`);
  expect((await get(`/news/${'x'.repeat(9000)}`)).status).toBe(404);
});

test('a preview link shows its draft to who has it, and leads nowhere else', async () => {
  const token = await demo.previewToken('notes');
  const link = (query: string) => get(`/api/preview?${query}`);
  await until(
    'the preview',
    async () => (await link(`instance=blog&id=notes&token=${token}`)).status === 307,
  );
  const { headers } = await link(`instance=blog&id=notes&token=${token}&to=//x.example&path=//x.example`);
  expect([headers.get('location'), headers.get('cache-control')]).toEqual([
    '/news/notes',
    'private, no-store',
  ]);
  const cookies = headers.getSetCookie();
  expect(cookies.find((each) => each.startsWith('newsstand_preview='))).toMatch(/; HttpOnly; SameSite=lax/i);
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ');
  const page = await get('/news/notes', cookie);
  expect([page.status, page.headers.get('cache-control')]).toEqual([
    200,
    expect.stringMatching(/private.*no-store/),
  ]);
  for (const part of [
    'This is a preview.',
    'Body of Secret notes',
    '<meta name="robots" content="noindex"/>',
  ])
    expect(page.text).toContain(part);
  // Others see what they saw before, and the reader all other pages as they are.
  expect((await get('/news/notes')).status).toBe(404);
  expect((await get('/', cookie)).text).not.toContain('Secret notes');
  expect((await get('/news/a-week-in-huila', cookie)).text).not.toContain('This is a preview');
  for (const query of [
    '',
    'instance=blog&id=notes&token=a.b',
    `instance=blog&id=baristas-notebook&token=${token}`,
  ])
    expect((await link(query)).status).toBe(404);
  const exit = async (to: string) =>
    (await get(`/api/preview/exit?to=${encodeURIComponent(to)}`, cookie)).headers;
  expect((await exit('/news/notes')).get('location')).toBe('/news/notes');
  expect((await exit('/news/notes')).getSetCookie().join()).toMatch(/newsstand_preview=;.*1970/);
  for (const to of ['//x.example', 'https://x.example', '/\\x.example', '/.//x.example'])
    expect((await exit(to)).get('location')).toBe('/');
});

test.skipIf(lacksBrowser('the example for Next.js'))(
  'pictures load in place, and open pages follow changes',
  async () => {
    const page = await openPage(await sharedBrowser());
    try {
      const log = logPage(page);
      await page.goto(`${url}/news/a-week-in-huila`, { waitUntil: 'domcontentloaded' });
      const { shift, pictures } = await loadPictures(page);
      expect(shift).toBe(0);
      expect(pictures.length).toBeGreaterThan(2);
      for (const { url: source, width } of pictures)
        expect([source.includes('/media/'), width > 0]).toEqual([true, true]);
      expect(await inspectPage(page, 390)).toEqual(nothingWrong);
      await emulate(page, {});

      const listening = page.waitForResponse(`${url}/api/events`);
      await page.goto(url);
      await listening;
      await page.evaluate('window.isSame = true');
      await demo.put('notes', 'Fresh notes');
      await page.waitForFunction("document.querySelector('.cards').textContent.includes('Fresh notes')");
      expect(await page.evaluate('window.isSame')).toBe(true);
      expect(log.errors).toEqual([]);
    } finally {
      await page.browserContext().close();
    }
  },
);
