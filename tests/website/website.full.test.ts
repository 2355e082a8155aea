import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations, requestCode } from '@newsstand/contract';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { demoRequests } from '../../website/src/demoRequests.ts';
import { locales } from '../../website/src/navigation.ts';
import { originalOf, sitePathOf } from '../../website/src/sitePaths.ts';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { click } from '../browser/interactions.ts';
import {
  emulate,
  lacksBrowser,
  logPage,
  openPage,
  type PageLog,
  sharedBrowser,
} from '../browser/openBrowser.ts';
import { brokenLinks } from './links.ts';

const root = join(import.meta.dir, '../..');
const base = '/manual/';
let folder = '';
let server: ReturnType<typeof Bun.serve>;

// It is installed and built, which takes a minute or more.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-website-'));
  const build = Bun.spawn(['npm', 'run', '-s', 'docs', '--', '--base', base, '--out', folder], {
    cwd: root,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [output, faults, status] = await Promise.all([
    build.stdout.text(),
    build.stderr.text(),
    build.exited,
  ]);
  expect({ status, output: status === 0 ? '' : output + faults }).toEqual({ status: 0, output: '' });
  // A host for static files, which serves the site below a path.
  server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch({ url }) {
      const path = decodeURIComponent(new URL(url).pathname);
      const name = path.startsWith(base) ? path.slice(base.length).replace(/(^|\/)$/, '$1index.html') : '';
      const file = Bun.file(join(folder, name === '' ? '404.html' : name));
      if (await file.exists()) return new Response(file, { status: name === '' ? 404 : 200 });
      return new Response(Bun.file(join(folder, '404.html')), { status: 404 });
    },
  });
}, 300_000);

afterAll(async () => {
  await server?.stop(true);
  await rm(folder, { recursive: true, force: true });
});

describe('the docs site', () => {
  test('has no broken link', async () => {
    expect(await brokenLinks(folder, base)).toEqual([]);
  });

  test('has typed code, which npm run check cannot see before VitePress is installed', async () => {
    const check = Bun.spawn(['node_modules/.bin/tsc', '--noEmit', '-p', 'website'], {
      cwd: root,
      stdout: 'pipe',
    });
    expect(await check.stdout.text()).toBe('');
  });

  test('has every page of docs/ in both languages', async () => {
    const sources = [...new Bun.Glob('docs/**/*.md').scanSync(root)].filter(
      // What docs/media.md is made from.
      (source) => source !== 'docs/media/page.md',
    );
    expect(sources.length).toBeGreaterThan(30);
    for (const source of sources) {
      for (const locale of locales) {
        const page = sitePathOf(originalOf(source).source, locale).replace(/\.md$/, '.html');
        expect([page, await Bun.file(join(folder, page)).exists()]).toEqual([page, true]);
      }
    }
    const text = (page: string) => Bun.file(join(folder, page)).text();
    expect(await text('ja/console.html')).not.toContain('英語のページ');
    expect(await text('ja/scaling.html')).toContain('英語のページ');
  });
});

describe.skipIf(lacksBrowser('the docs site'))('the docs site in a browser', inChromium);

function inChromium(): void {
  let page: Page;
  let log: PageLog;
  const address = (path: string) => new URL(base + path, server.url).href;

  beforeAll(async () => {
    page = await openPage(await sharedBrowser());
    await page
      .browserContext()
      .overridePermissions(server.url.origin, [
        'clipboard-read',
        'clipboard-write',
        'clipboard-sanitized-write',
      ]);
    log = logPage(page);
    await emulate(page, { reducedMotion: true });
  });

  afterAll(() => page?.browserContext().close());

  async function open(path: string): Promise<void> {
    await page.goto(address(path));
    // The page is alive when the theme's script has run.
    await page.waitForFunction('document.querySelector("#app").__vue_app__ !== undefined');
  }

  /** Searches until a result with this heading is found, or until it is said that there is none. */
  async function search(query: string, heading: string | undefined): Promise<void> {
    // Otherwise it begins with what was searched for last, and with its results.
    await page.evaluate('sessionStorage.clear()');
    await click(page, '.DocSearch-Button');
    await page.waitForSelector('.VPLocalSearchBox input:focus');
    // At once, so that no results are those of a part of it.
    await page.keyboard.sendCharacter(query);
    const box = '.VPLocalSearchBox';
    await page.waitForFunction(
      heading === undefined
        ? `document.querySelector('${box} .no-results')`
        : `[...document.querySelectorAll('${box} .result .titles')].some((each) => each.textContent.includes(${JSON.stringify(heading)}))`,
    );
    await page.keyboard.press('Escape');
    await page.waitForFunction(`document.querySelector('${box}') === null`);
  }

  test('finds English words, and Japanese ones inside of sentences', async () => {
    await open('');
    await search('embargo', 'Schedule and embargo');
    await search('list news', 'List news');
    await search('zebra crossing', undefined);
    await open('ja/');
    // In one sentence: 編集者が管理画面で記事を書いて日時を決める
    await search('画面で記事', 'Newsstand');
    // Not with this particle, but both words.
    await search('公開を予約', '');
    await search('語', '');
    await search('宇宙船', undefined);
    // Pages without a translation are found too.
    await search('embargo', 'Schedule and embargo');
  });

  const shownCode =
    '[...document.querySelectorAll(".vp-code-group .active code")].map((each) => each.innerText)';
  const operation = operations.find(({ name }) => name === 'listNews');
  const samples =
    operation && requestCode({ url: 'http://127.0.0.1:4000', operation, ...demoRequests[operation.name] });

  test('shows the chosen language everywhere, and copies code', async () => {
    await open('reference/news.html');
    await click(page, '.vp-code-group label[data-title="PHP"]');
    const shown = z.array(z.string()).parse(await page.evaluate(shownCode));
    expect(shown).toHaveLength(2);
    expect(shown.every((code) => code.startsWith('<?php'))).toBe(true);
    await click(page, '.vp-code-group .active button.copy');
    await page.waitForSelector('.vp-code-group .active button.copied');
    expect(String(await page.evaluate('navigator.clipboard.readText()')).trim()).toBe(samples?.PHP ?? '');

    await open('reference/tags.html');
    expect(String(await page.evaluate(`${shownCode}[0]`))).toStartWith('<?php');
    // With the keyboard, the next language.
    await page.focus('.vp-code-group .tabs input:checked');
    await page.keyboard.press('ArrowRight');
    expect(String(await page.evaluate(`${shownCode}[0]`))).toStartWith('package main');
  });

  test('is accessible, fits on a phone, and is dark if asked to be', async () => {
    for (const path of ['', 'reference/news.html', 'ja/tutorial.html', 'no-such-page.html']) {
      await emulate(page, { reducedMotion: true });
      await open(path);
      expect([path, await inspectPage(page, 390)]).toEqual([path, nothingWrong]);
    }
    await emulate(page, { reducedMotion: true });
    await open('');
    expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(false);
    await click(page, '.VPNavBar .VPSwitchAppearance');
    expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(true);
    await open('reference/');
    expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(true);
  });

  test('leads on from page to page, and from where there is none', async () => {
    await open('tutorial.html');
    await click(page, '.VPDocFooter .pager-link.next');
    await page.waitForFunction(`location.pathname === ${JSON.stringify(`${base}comparison.html`)}`);
    await open('no-such-page.html');
    await page.waitForSelector('.NotFound');
    await click(page, '.NotFound .link');
    await page.waitForFunction(`location.pathname === ${JSON.stringify(base)}`);
  });

  test('asks no other host for anything, and nothing in it fails', () => {
    expect(log.errors.filter((error) => !error.endsWith('/no-such-page.html'))).toEqual([]);
    expect(log.responses.length).toBeGreaterThan(50);
    const others = log.responses
      .map((response) => response.url())
      .filter((url) => !url.startsWith(`${server.url.origin}${base}`));
    expect(others.filter((url) => !url.startsWith('data:'))).toEqual([]);
  });
}
