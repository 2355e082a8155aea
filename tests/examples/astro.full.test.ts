import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { run as runHere } from '../../build/run.ts';
import { lacksBrowser, logPage, openPage, sharedBrowser } from '../browser/openBrowser.ts';
import { until } from '../testing/until.ts';
import { type Example, installExample } from './installExample.ts';
import { loadPictures } from './loadPictures.ts';
import { openDemo } from './openDemo.ts';

const tsc = join(import.meta.dir, '../../node_modules/.bin/tsc');
/** Astro needs Node 22.19; where there is an older one, Bun runs it. */
const isNewNode = Bun.semver.satisfies((await runHere(['node', '--version'], '.')).trim(), '>=22.19');
const script = isNewNode ? ['npm', 'run'] : [process.execPath, '--bun', '--env-file=.env', 'run'];

let folder = '';
let demo: Awaited<ReturnType<typeof openDemo>>;
let example: Example;
let site: Awaited<ReturnType<Example['start']>>;
let built = '';

// It installs packages and builds a site.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-astro-example-'));
  demo = await openDemo(folder);
  example = await installExample('astro', join(folder, 'site'), demo.url, {
    ASTRO_TELEMETRY_DISABLED: '1',
    HOST: '127.0.0.1',
    PORT: '0',
  });
  const lines = Object.entries(demo.env).map(([name, value]) => `${name}=${value}\n`);
  await Bun.write(join(example.folder, '.env'), lines.join(''));
  built = await example.run(...script, 'build');
  site = await example.start(...script, 'start');
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

const records = (await Bun.file(join(import.meta.dir, '../../packages/demo/records.ndjson')).text()).split(
  '\n',
);
const record = z.object({ kind: z.literal('news'), values: z.object({ title: z.string() }) });
/** The titles of all news of the demo, live or not. */
const titles = records.filter(Boolean).flatMap((line) => {
  const { data } = record.safeParse(JSON.parse(line));
  return data === undefined ? [] : [data.values.title];
});

test('shows lists, articles, categories, a feed, and says what is not there', async () => {
  expect(built).toMatch(/\[newsstand\] \d+ items of blog: \d+ changed, 0 removed/);
  const list = await get('/');
  expect(list.text).toContain('<h2><a href="/news/a-week-in-huila">A week in Huila</a></h2>');
  expect(list.text).toMatch(
    /<img src="[^"]+" srcset="[^"]+ 1600w" sizes="[^"]+" alt width="640" height="360"/,
  );

  const { text } = await get('/news/a-week-in-huila/');
  expect(text).toContain('<h1>A week in Huila</h1>');
  expect(text).toContain('<meta property="og:title" content="A week in Huila">');
  expect(text).toContain('<a href="#monday-up">Monday: up</a>');
  expect(text).toContain('<h2 id="monday-up">Monday: up</h2>');
  // A component of the site shows quotes; the rest is as the client renders it.
  expect(text).toMatch(/<div class="quote"><blockquote>/);
  expect(text).toContain('<figure class="block-gallery">');
  expect((await get('/news/why-we-weigh-water/')).text).toContain('href="/news/pour-over-in-four-minutes"');

  expect((await get('/category/recipes/')).text).toContain('<h1>Recipes</h1>');
  const feed = await get('/rss.xml');
  expect(feed.text).toContain('<link>https://www.example.com/news/a-week-in-huila</link>');
  expect([(await get('/news/no-such-article')).status, (await get('/2/')).status]).toEqual([404, 200]);
});

test('nothing hidden is in the site, and no secret where browsers get it', async () => {
  const paths = [...new Bun.Glob('dist/**/*').scanSync(example.folder)];
  const files = await Promise.all(paths.map((path) => Bun.file(join(example.folder, path)).text()));
  const listed = (await get('/')).text + (await get('/2/')).text;
  const hidden = titles.filter((title) => !listed.includes(title));
  expect([titles.length - hidden.length, hidden.length > 10]).toEqual([5, true]);
  expect([...hidden, 'Secret notes'].filter((title) => files.some((text) => text.includes(title)))).toEqual(
    [],
  );
  // Not even the files of the server have the secret: it is read from the environment.
  const pages = await Promise.all(['/live', '/preview/notes', '/no-such-page'].map(get));
  const sent = [...files, ...pages.map(({ text }) => text)];
  expect(
    demo.secrets.filter((secret) => secret === '' || sent.some((text) => text.includes(secret))),
  ).toEqual([]);
});

test('shows the draft of a preview link, privately, and to nobody else', async () => {
  const token = await demo.previewToken('notes');
  await until('the preview', async () => (await get(`/preview/notes?token=${token}`)).status === 200);
  const { text, headers } = await get(`/preview/notes?token=${token}`);
  expect(text).toContain('This is a preview.');
  expect(text).toContain('<h1>Secret notes</h1>');
  expect(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name))).toEqual([
    'private, no-store',
    'no-referrer',
    'noindex',
  ]);
  for (const path of ['/preview/notes', '/preview/notes?token=a.b', `/preview/blog-001?token=${token}`]) {
    const ended = await get(path);
    expect([ended.status, ended.text.includes('This preview has ended')]).toEqual([410, true]);
  }
});

test('its types are those of the content', async () => {
  const typed = `
    import { getCollection, getLiveEntry } from 'astro:content';
    for (const { data } of await getCollection('articles')) {
      const names: string[] = data.tags.map(({ name }) => name);
      for (const block of data.values.body.blocks) if (block.type === 'heading') block.level satisfies number;
      // @ts-expect-error: it may have none
      data.category.name;
      // @ts-expect-error: there is no such member
      void [names, data.subtitle];
    }
    const { entry, error } = await getLiveEntry('latest', 'a-week-in-huila');
    void [entry?.data.values.title satisfies string | undefined, error];
    // @ts-expect-error: an entry has an ID
    await getLiveEntry('latest', { slug: '' });`;
  await Bun.write(join(example.folder, 'src/typed.ts'), typed);
  const project = join(example.folder, 'tsconfig.test.json');
  const include = ['.astro/types.d.ts', 'astro.config.ts', 'src/**/*.ts'];
  await Bun.write(project, JSON.stringify({ extends: './tsconfig.json', include }));
  expect(await runHere([tsc, '--noEmit', '-p', project], example.folder)).toBe('');
});

test.skipIf(lacksBrowser('the example for Astro'))(
  'nothing jumps, and open pages show what changes',
  async () => {
    const page = await openPage(await sharedBrowser());
    try {
      const log = logPage(page);
      for (const path of ['/', '/news/a-week-in-huila/']) {
        await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
        const { shift, pictures } = await loadPictures(page);
        expect(pictures.length).toBeGreaterThan(2);
        // An SVG is sharp at any size.
        const isSized = (url: string) => url.includes('/sized/') || url.endsWith('.svg');
        expect(pictures.filter(({ url, width }) => !isSized(url) || width === 0)).toEqual([]);
        // The pictures of a gallery have no size in the demo.
        if (path === '/') expect(shift).toBe(0);
      }

      await page.goto(`${site.url}/live`);
      await demo.put('new', 'Live from Huila');
      await page.waitForFunction("document.querySelector('.latest').textContent.includes('Live from Huila')");
      expect(log.errors).toEqual([]);
      // The browser asks the site and the service for pictures, and nobody for content.
      const urls = log.responses.map((response) => response.url());
      expect(urls).toContain(`${site.url}/events`);
      expect(urls.filter((url) => url.startsWith(demo.url) && !url.includes('/media/'))).toEqual([]);
    } finally {
      await page.browserContext().close();
    }
  },
);

/** The digests that Astro keeps from one build to the next, by entry. */
async function digests(): Promise<ReadonlyMap<string, string>> {
  const { parse } = await import(join(example.folder, 'node_modules/devalue/index.js'));
  const stored = parse(await Bun.file(join(example.folder, 'node_modules/.astro/data-store.json')).text());
  const entries = z.map(z.string(), z.object({ digest: z.string() })).parse(stored.get('articles'));
  return new Map(Array.from(entries, ([id, { digest }]) => [id, digest]));
}

// It builds the site.
test('another build brings what has changed, and reads nothing else again', async () => {
  const before = await digests();
  // An alias that no page can have, which must not fail the build.
  await demo.put('new', 'Ten days in Huila', 'published', '10%/days');
  expect(await example.run(...script, 'build')).toMatch(/items of blog: 1 changed, 0 removed/);
  const after = await digests();
  expect([...after.keys()].filter((id) => after.get(id) !== before.get(id))).toEqual(['new']);
  expect([before.size, after.size]).toEqual([5, 6]);
  const page = Bun.file(join(example.folder, 'dist/client/news/new/index.html'));
  expect(await page.text()).toContain('<h1>Ten days in Huila</h1>');
}, 120_000);
