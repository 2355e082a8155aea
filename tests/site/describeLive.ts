import { afterEach, beforeEach, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { setHidden } from '../browser/interactions.ts';
import { emulate, logPage, openPage, type PageLog, sharedBrowser } from '../browser/openBrowser.ts';
import { importLines } from '../fillStore.ts';
import { until } from '../testing/until.ts';
import { sendOn } from './emptyPictures.ts';
import type { OpenSite } from './openSite.ts';

/** What tests of pages that are open do, each with a page of its own. */
function openPages(site: () => OpenSite) {
  let page: Page;
  let log: PageLog;

  beforeEach(async () => {
    page = await openPage(await sharedBrowser());
    log = logPage(page);
    await page.setRequestInterception(true);
    page.on('request', sendOn);
  });
  afterEach(() => page.browserContext().close());

  /** Opens a page that listens, and marks it, so that a reload would be noticed. */
  async function open(path: string): Promise<void> {
    await emulate(page, {});
    await page.goto(site().url + path);
    await page.evaluate(`window.isSame = true; ${countShifts}`);
  }

  const offers = (text: string) => page.waitForFunction(`${label} === ${JSON.stringify(text)}`);
  const shows = (title: string) => page.waitForFunction(`${titles}.includes(${JSON.stringify(title)})`);
  const press = () => page.locator('.fresh button').click();

  return { open, offers, shows, press, page: () => page, log: () => log };
}

/** Imports stories as an editor would publish them. */
async function publishOn(site: OpenSite, ...stories: readonly object[]): Promise<void> {
  const place = {
    kind: 'news',
    projectId: 'demo',
    spaceId: 'web',
    instanceId: 'press',
    status: 'published',
  };
  const values = { body: { blocks: [] }, thumbnail: { mediaId: 'm-pour' } };
  const lines = stories.map((story) => ({ ...place, createdAt: Date.now(), ...story }));
  await importLines(
    site.env,
    lines.map((line) => ({ ...line, values: { ...values, title: Reflect.get(line, 'name') } })),
  );
}

/** Tests of when a page offers new stories, in a real browser. */
export function describeLive(site: () => OpenSite): void {
  const { open, offers, shows, press, page, log } = openPages(site);
  const publish = (...stories: readonly object[]) => publishOn(site(), ...stories);

  test('a story that is published is offered, and shown without a reload', async () => {
    await open('/');
    await publish({ contentId: 'live-1', name: 'Steam rises at once' });
    await offers('1 new story');
    await publish({ contentId: 'live-2', name: 'Second cup, 二杯目' });
    await offers('2 new stories');
    // It is offered above the page: nothing moves before the reader asks for it.
    expect(await page().evaluate(titles)).not.toContain('Steam rises at once');
    expect(await page().evaluate('window.shifted')).toBe(0);
    expect(await inspectPage(page(), 360)).toEqual(nothingWrong);
    await emulate(page(), {});
    await page().evaluate('document.querySelector(".fresh button").focus()');
    await page().keyboard.press('Enter');
    await shows('Steam rises at once');
    await shows('二杯目');
    await offers('nothing');
    expect(
      await page().evaluate(
        '[window.isSame, document.activeElement.id, document.querySelectorAll(".story.new").length].join()',
      ),
    ).toBe('true,stories,2');
    expect(log().errors).toEqual([]);
  });

  test('a scheduled story is offered when it opens, not before', async () => {
    await open('/press');
    const openingAt = Date.now() + 2500;
    await publish({ contentId: 'live-later', name: 'On the minute', openingAt });
    await offers('1 new story');
    expect(Date.now()).toBeGreaterThanOrEqual(openingAt);
    await press();
    await shows('On the minute');
    expect(await page().evaluate('window.isSame')).toBe(true);
  });

  test('only lists that hold a story offer it', async () => {
    await open('/category/products');
    await publish({ contentId: 'live-other', name: 'Elsewhere' });
    await publish({ contentId: 'live-old', name: 'From the archive', createdAt: 1000, category: products });
    await publish({ contentId: 'live-product', name: 'A new grinder', category: products });
    await offers('1 new story');
    await press();
    await shows('A new grinder');
    for (const path of ['/press?page=2', '/blog/long-read', '/search?q=a', '/preview']) {
      await page().goto(site().url + path);
      expect([path, await page().evaluate('document.querySelector(".fresh") === null')]).toEqual([
        path,
        true,
      ]);
    }
  });

  test('a page that was in the background hears what it missed', async () => {
    await open('/');
    await setHidden(page(), true);
    await publish({ contentId: 'live-missed', name: 'While you were away' });
    await until('the story', async () => (await fetch(`${site().url}/press/live-missed`)).ok);
    expect(await page().evaluate(label)).toBe('nothing');
    await setHidden(page(), false);
    await offers('1 new story');
  });

  test('a page of another process of the site finds out by itself', async () => {
    await open('/blog');
    // As if it had been sent before the site was restarted.
    await page().evaluate(`document.querySelector('#stories .story').remove()`);
    await page().evaluate(`document.querySelector('#stories').dataset.since = 'another.7'`);
    const script = await page().evaluate('document.querySelector("script[type=module]").src');
    await page().evaluate(`import(${JSON.stringify(script)} + '?again')`);
    await offers('1 new story');
  });
}

/** A test of the stream that pages listen to, over plain HTTP. */
export function describeStream(site: () => OpenSite): void {
  const publish = (...stories: readonly object[]) => publishOn(site(), ...stories);

  test('a page that is slow to load its script hears what came meanwhile', async () => {
    const html = await (await fetch(`${site().url}/press`)).text();
    const since = /data-since="([^"]+)"/.exec(html)?.[1] ?? '';
    await publish({ contentId: 'live-kept', name: 'Kept' });
    await publish({
      ...{ contentId: 'live-ja', name: '新着', instanceId: 'blog-ja' },
      category: { categoryId: 'c-products-ja' },
    });
    const closing = new AbortController();
    const answer = await fetch(`${site().url}/live?since=${since}`, { signal: closing.signal });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (/data:.*\n\n.*data:.*\n\n/s.test(text)) break;
    }
    closing.abort();
    // A busy site may send a sign of life in between.
    const told = text.replaceAll(':\n\n', '');
    expect(told).toMatch(
      /^retry: 3000\n\nevent: story\nid: \S+\ndata: \{"path":"\/press\/live-kept","lists":\["\/","\/press"\]\}\n\n/,
    );
    // Pages of one language hear nothing of the others.
    expect(told).toEndWith(
      'data: {"path":"/ja/blog/live-ja","lists":["/ja","/ja/blog","/ja/category/products"]}\n\n',
    );
  });
}

const products = { categoryId: 'c-products' };

const countShifts = `
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      // The button itself grows with its text.
      const isPage = ({ node }) => node?.parentElement?.closest('.fresh') == null && !node?.matches?.('.fresh');
      if (sources.some(isPage)) window.shifted += value;
    }
  }).observe({ type: 'layout-shift' });`;

const label = 'document.querySelector(".fresh button:not([hidden])")?.textContent ?? "nothing"';

const titles =
  'JSON.stringify([...document.querySelectorAll("#stories h2")].map((each) => each.textContent))';
