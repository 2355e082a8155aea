import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { nothingWrong } from '../browser/inspectPage.ts';
import { emulate, logPage, openPage, type PageLog, sharedBrowser } from '../browser/openBrowser.ts';
import { sendOn } from './emptyPictures.ts';
import { inspectSite } from './inspectSite.ts';
import type { OpenSite } from './openSite.ts';

/** Tests of what visitors do, in a real browser. */
export function describePages(site: () => OpenSite): void {
  let page: Page;
  let log: PageLog;

  beforeAll(async () => {
    page = await openPage(await sharedBrowser());
    log = logPage(page);
    await page.setRequestInterception(true);
    page.on('request', sendOn);
  });

  afterAll(() => page?.browserContext().close());

  const visit = (path: string) => page.goto(site().url + path);
  const click = (selector: string) => page.locator(selector).click();
  const focus = (selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
  const text = (selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent.trim()`);

  test('the search follows Japanese input, but not while it is being composed', async () => {
    await emulate(page, {});
    await visit('/ja/search');
    await click('#q');
    const session = await page.createCDPSession();
    const composed = 'しんしょうひん';
    const caret = { selectionStart: composed.length, selectionEnd: composed.length };
    await session.send('Input.imeSetComposition', { text: composed, ...caret });
    // Longer than the search waits for further input.
    await Bun.sleep(400);
    expect(await text('#count')).toBe('探したい言葉を入力してください。');
    await page.keyboard.sendCharacter('新商品');
    await page.waitForFunction(
      '/^\\d+ 件の記事が見つかりました$/.test(document.querySelector("#count").textContent)',
    );
    expect(await text('#results h2')).toContain('新商品');
    expect(await page.evaluate('new URL(location).searchParams.get("q")')).toBe('新商品');
    const found = await text('#results');
    await page.reload();
    expect(await text('#results')).toBe(z.string().parse(found));
  });

  test('banners move by keys and buttons, and never by themselves with reduced motion', async () => {
    await emulate(page, { reducedMotion: true });
    await visit('/');
    const at =
      '(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth))(document.querySelector(".slides"))';
    expect(await page.evaluate('document.querySelector("[data-carousel=pause]").ariaPressed')).toBe('true');
    await focus('[data-carousel=next]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`${at} === 1`);
    // The dots follow, and lead.
    const marked = '[...document.querySelectorAll(".dots button")].map((dot) => dot.ariaCurrent).join()';
    await page.waitForFunction(`${marked} === ',true,'`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(`${at} === 0 && ${marked} === 'true,,'`);
    await focus('.dots button:nth-child(3)');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`${at} === 2 && ${marked} === ',,true'`);
    expect(await text('.controls [role="status"]')).toBe('3 of 3: Only words');
    await click('.dots button');
    await page.waitForFunction(`${at} === 0`);
    await click('[data-carousel=previous]');
    await page.waitForFunction(`${at} === document.querySelectorAll(".slide").length - 1`);
    await click('[data-carousel=pause]');
    expect(await page.evaluate('document.querySelector("[data-carousel=pause]").ariaPressed')).toBe('false');
  });

  test('a visitor with a preview key sees what will be live, and others do not', async () => {
    await emulate(page, {});
    await visit('/preview');
    await click('[name="key"]');
    await page.keyboard.sendCharacter(site().preview.key);
    await click('[name="secret"]');
    await page.keyboard.sendCharacter(site().preview.secret);
    await page.keyboard.press('Enter');
    await page.waitForFunction('location.pathname === "/" && document.querySelector(".preview") !== null');
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await text('.preview p')).toBe('Preview of everything, drafts too');

    await focus('.preview [type=range]');
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(
      'document.querySelector(".preview p")?.textContent.startsWith("Preview of") && !document.querySelector(".preview p").textContent.includes("everything") && document.readyState === "complete"',
    );
    expect(await text('main')).not.toContain('Not yet to be seen');
    await focus('.preview [type=range]');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('End')]);
    expect(await text('main')).toContain('Not yet to be seen');
    expect(await text('.mark.scheduled')).toStartWith('Goes out');

    await visit('/blog/not-yet');
    expect(await text('h1')).toBe('Not yet to be seen');
    expect(await inspectSite(page)).toEqual({ ...nothingWrong, shifts: [] });
    expect((await fetch(`${site().url}/blog/not-yet`)).status).toBe(404);
    expect(log.errors).toEqual([]);

    await emulate(page, {});
    await click('.preview form:last-child button');
    await page.waitForFunction(
      'location.pathname === "/" && document.querySelector(".preview") === null && document.readyState === "complete"',
    );
    await visit('/blog/not-yet');
    expect(await text('h1')).toBe('Nothing here');
  });
}
