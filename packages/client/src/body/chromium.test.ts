import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'puppeteer-core';
import { lacksBrowser, openPage, sharedBrowser } from '../../../../tests/browser/openBrowser.ts';
import { attacks } from '../../../html/testing/attacks.ts';
import { renderBody, sanitizeHtml } from './renderBody.ts';

describe.skipIf(lacksBrowser('attacks on pages'))('in a real browser', describeAttacks);

/** Every attack as a part of the page, and once more put there by a script. */
function pageOf(parts: readonly string[]): string {
  const texts = JSON.stringify(parts).replaceAll('<', '\\u003c');
  const script = `for (const html of ${texts}) document.body.appendChild(document.createElement('div')).innerHTML = html;`;
  return `<!doctype html><meta charset="utf-8"><title>x</title><body>${parts.join('\n')}<script id="own">${script}</script>`;
}

function describeAttacks(): void {
  const blocks = attacks.flatMap((attack) => [
    { type: 'paragraph', text: attack },
    { type: 'heading', level: 2, text: attack },
    { type: 'image', url: attack, alt: attack, caption: attack, link: attack },
    { type: 'table', rows: [[attack]], caption: attack },
    { type: 'callout', tone: 'tip', title: attack, text: attack },
    { type: 'embed', url: 'https://youtu.be/dQw4w9WgXcQ', title: attack, caption: attack },
  ]);
  const pages: Readonly<Record<string, string>> = {
    '/safe': pageOf([...attacks.map(sanitizeHtml), renderBody({ blocks }) ?? '']),
    // What shows that the test would notice.
    '/unsafe': pageOf(['<img src=x onerror=parent.hacked=1>']),
  };
  let browser: Browser;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const page = pages[new URL(request.url).pathname];
      const headers = { 'content-type': 'text/html' };
      return new Response(page ?? '', { headers, status: page === undefined ? 404 : 200 });
    },
  });
  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await server.stop(true);
  });

  async function open(path: string) {
    const page = await openPage(browser);
    await page.goto(new URL(path, server.url).href);
    // A lazy picture far below is not asked for by itself.
    await page.evaluate('document.querySelectorAll("img").forEach((image) => { image.loading = "eager"; })');
    await page.waitForFunction('[...document.images].every((image) => image.complete)');
    return page;
  }

  test('no attack runs in a real browser', async () => {
    const page = await open('/safe');
    expect(await page.evaluate('document.querySelectorAll("h2, p, img").length')).toBeGreaterThan(100);
    expect(await page.evaluate('typeof hacked')).toBe('undefined');
    const links = '[...new Set([...document.links].map((link) => link.protocol))].sort()';
    expect(await page.evaluate(links)).toEqual(['http:', 'https:']);
    const scripts =
      '[...document.querySelectorAll("script, style, iframe, svg, form, template")].map(({ id }) => id)';
    expect(await page.evaluate(scripts)).toEqual(['own']);
    const handlers =
      '[...document.querySelectorAll("*")].flatMap((each) => each.getAttributeNames().filter((name) => /^on|^style$/.test(name)))';
    expect(await page.evaluate(handlers)).toEqual([]);
  });

  test('an attack that gets through is noticed', async () => {
    const page = await open('/unsafe');
    expect(await page.evaluate('hacked')).toBe(1);
  });
}
