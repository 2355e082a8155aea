import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { attacks } from '../../packages/html/testing/attacks.ts';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, click, fill, find, findText } from '../browser/interactions.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const news = `${space}/news/instances/press/news`;
const banners = `${space}/banner/instances/top/banners`;
const issued = z.object({ url: z.string(), linkId: z.string() });
const attack = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';

describeConsole((service) => {
  let visitor: Page;
  beforeAll(async () => {
    visitor = await service().openPage('');
    const blocks = [
      { type: 'heading', level: 2, text: 'First' },
      { type: 'paragraph', text: `Text<sup data-note="a">1</sup> ${attack}<a href="/press/x">path</a>` },
      { type: 'image', mediaId: 'm-farm', caption: 'The farm' },
      { type: 'image', url: 'https://elsewhere.example/a.jpg' },
      { type: 'callout', tone: 'warning', text: 'Careful' },
      { type: 'embed', url: 'https://youtu.be/dQw4w9WgXcQ', title: 'Film' },
      { type: 'footnotes', notes: [{ id: 'a', text: 'A note' }] },
    ];
    const values = { title: `A draft & ${attack}`, isOutline: true, body: { blocks } };
    await put(`${news}/shared`, {
      status: 'draft',
      values: { ...values, thumbnail: { mediaId: 'm-hills' } },
    });
    await put(`${news}/half`, { status: 'draft', values: { title: 'Half a story' } });
    const image = { mediaId: 'm-banner-autumn' };
    await put(`${banners}/animated`, {
      ...{ status: 'draft', name: 'Autumn', values: { title: 'Autumn', url: '/autumn', image } },
    });
  });

  const put = (path: string, body: object) => service().manage(path, { method: 'PUT', body });
  const share = async (path: string) =>
    issued.parse(await service().manage(`${path}/previews`, { method: 'POST', body: {} }));
  /** Opens a link as somebody who has never been here. */
  async function open(url: string): Promise<void> {
    await visitor.goto('about:blank');
    await visitor.goto(url);
    await visitor.waitForSelector('article');
  }
  const evaluate = (code: string) => visitor.evaluate(code);
  /** What readers do not see yet is asked for, and is not there. */
  const takeExpected = () =>
    service()
      .takeErrors()
      .filter((error) => !/40[14] .*\/static\//.test(error));

  test('an editor shares a draft, which anybody with the link sees safely, until it is revoked', async () => {
    const page = await service().openPage();
    await page.goto(`${service().url}/console${space}/news/press/items/shared`);
    await click(page, byRole('tab', 'Preview'));
    const opened = page.browser().waitForTarget((target) => target.url().includes('/preview#demo'));
    await click(page, byRole('button', 'Open preview'));
    const tab = await (await opened).page();
    await tab?.waitForSelector('article h1');
    expect(await tab?.evaluate('window.opener')).toBeNull();
    await tab?.close();
    const clipboard = ['clipboard-read', 'clipboard-sanitized-write'] as const;
    await page.browserContext().overridePermissions(service().url, [...clipboard]);
    await click(page, byRole('button', 'Share a preview'));
    await findText(page, 'Links open a preview page of this service.');
    await click(page, byRole('button', 'Change'));
    await find(page, byRole('textbox', 'Preview page of your site'));
    await page.waitForFunction(`document.activeElement.placeholder?.includes('{token}')`);
    await click(page, byRole('button', 'Cancel'));
    await click(page, byRole('button', 'Create and copy a link'));
    await findText(page, 'Copied. It is shown only now.');
    const field = await find(page, byRole('textbox', 'New link'));
    const link = String(await field.evaluate((input) => Reflect.get(input, 'value')));
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(link);
    await open(link);
    expect(await evaluate('document.querySelector("h1").textContent')).toBe(`A draft & ${attack}`);
    expect(await evaluate('document.querySelector("main > aside p").textContent')).toBe(
      'Preview Draft, not published',
    );
    await findText(visitor, 'Hosted elsewhere, so it is not shown here: https://elsewhere.example/a.jpg');
    await evaluate('document.querySelectorAll("img").forEach((image) => { image.loading = "eager"; })');
    await visitor.waitForFunction(
      '[...document.images].filter((image) => image.naturalWidth > 0).length === 2',
    );
    // A footnote is reached, and the link stays in the address.
    await click(visitor, 'a[role="doc-noteref"]');
    await click(visitor, byRole('link', 'path'));
    expect(visitor.url()).toBe(link);
    expect(await evaluate('typeof hacked')).toBe('undefined');
    expect(await evaluate('document.querySelectorAll("article script, article iframe").length')).toBe(0);
    expect(await inspectPage(visitor, 390)).toEqual(nothingWrong);
    // Both links, also that of the editor's own look.
    for (const left of [1, 0]) {
      await click(page, 'button[aria-label^="Revoke the link"]');
      await page.waitForFunction(
        `document.querySelectorAll('button[aria-label^="Revoke the link"]').length === ${left}`,
      );
    }
    await findText(page, 'There are no links to this item.');
    await until(
      'the link to be refused',
      async () => {
        await visitor.reload();
        await visitor.waitForSelector('article');
        return await evaluate('document.querySelector("h1").textContent');
      },
      (heading) => heading !== `A draft & ${attack}`,
    );
    await findText(visitor, 'This preview link does not work any more');
    expect(takeExpected().filter((error) => !error.endsWith('/x'))).toEqual([]);
  });

  test('each state is told: next versions, incomplete drafts, banners, what is gone; in Japanese too', async () => {
    const live = z.looseObject({ item: z.looseObject({ values: z.looseObject({}) }) });
    const { item } = live.parse(await service().manage(`${news}/press-001`));
    const values = { ...item.values, title: 'A better title' };
    await service().manage(`${news}/press-001/next`, {
      method: 'PUT',
      body: { ...item, values },
      etag: '*',
    });
    const title = 'document.querySelector("h1").textContent';
    // The clock of whoever looks may be behind.
    const behind = 'const { now } = Date; Date.now = () => now() - 3_600_000;';
    const { identifier } = await visitor.evaluateOnNewDocument(behind);
    await open((await share(`${news}/press-001`)).url);
    await visitor.removeScriptToEvaluateOnNewDocument(identifier);
    await findText(visitor, 'Changes that readers do not see yet');
    expect(await evaluate(title)).toBe('A better title');
    await click(visitor, byRole('button', 'As readers see it now'));
    await visitor.waitForFunction(`${title} === ${JSON.stringify(item.values['title'])}`);
    // A draft is shared as it is: the page marks what is missing.
    await open((await share(`${news}/half`)).url);
    expect(await evaluate(title)).toBe('Half a story');
    await findText(visitor, 'Draft, not published');
    await findText(visitor, 'Not complete yet. It still needs: a text, a picture');
    expect(
      await evaluate('[...document.querySelectorAll(".missing")].map((each) => each.innerText)'),
    ).toEqual(['There is no picture yet.', 'Nothing written yet.']);
    expect(await inspectPage(visitor, 390)).toEqual(nothingWrong);
    const banner = await share(`${banners}/animated`);
    await open(banner.url);
    // The package runs, and can't reach the page around it.
    const frame = await (await find(visitor, 'iframe')).contentFrame();
    expect(await frame?.evaluate('self.origin')).toBe('null');
    expect(await evaluate('document.querySelector("iframe").sandbox.value')).toBe('allow-scripts');
    expect(await evaluate('document.querySelector(".facts").innerText')).toContain('/autumn');
    await service().manage(`${banners}/animated`, { method: 'DELETE', etag: '*' });
    const session = await visitor.createCDPSession();
    const userAgent = await visitor.browser().userAgent();
    await session.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage: 'ja,en' });
    await until(
      'the banner to be gone',
      async () => {
        await open(banner.url);
        return await evaluate(title);
      },
      (heading) => heading === 'プレビューできる内容がありません',
    );
    await open(`${service().publicUrl}/preview#demo/web`);
    expect([await evaluate(title), await evaluate('document.documentElement.lang')]).toEqual([
      'このプレビューのリンクは使えません',
      'ja',
    ]);
    expect(await inspectPage(visitor, 390)).toEqual(nothingWrong);
    expect(takeExpected()).toEqual([]);
  });

  test('no script of an item runs, even if the policy of the page did not forbid it', async () => {
    const blocks = attacks.flatMap((text) => [
      { type: 'paragraph', text },
      { type: 'html', html: text },
      { type: 'image', url: text, alt: text, caption: text, link: text },
      { type: 'video', url: text, caption: text },
      { type: 'embed', url: 'https://youtu.be/dQw4w9WgXcQ', title: text, caption: text },
    ]);
    const text = attacks.join('\n');
    const own = { contentId: 'x', name: text, status: 'draft', createdAt: 1, updatedAt: 1 };
    const media = { mediaId: 'm', name: text, type: 'image', accessUrl: text, signed: true };
    const news = {
      ...{ ...own, category: { name: text }, tags: attacks.map((name) => ({ name })) },
      values: {
        title: text,
        body: { blocks },
        thumbnail: { mediaId: 'm', media },
        sponsors: [{ name: text }],
      },
    };
    const addresses = ['javascript:parent.hacked=1', ' \u0001JavaScript:parent.hacked=1', 'data:text/html,x'];
    const banners = addresses.map((url) => {
      const image = { mediaId: 'm', media: { ...media, assets: [{ path: 'x' }], accessUrl: url } };
      return { ...own, values: { title: text, url, image } };
    });
    const page = await service().openPage('');
    await page.setBypassCSP(true);
    await page.setRequestInterception(true);
    let answer: object = {};
    page.on('request', (request) => {
      const isRead = request.url().includes('/static/') && !request.url().includes('previewAt');
      const body = JSON.stringify(answer);
      if (isRead) void request.respond({ contentType: 'application/json', body });
      else if (request.url().includes('/preview')) void request.continue();
      else void request.respond({ status: 404 });
    });
    for (const item of [news, ...banners]) {
      const app = item === news ? 'news' : 'banner';
      answer = item;
      await page.goto('about:blank');
      await page.goto(`${service().publicUrl}/preview#a/b/${app}/c/d/nsk_x.nss_y`);
      await page.waitForSelector('article h1');
      expect(await page.evaluate('typeof hacked')).toBe('undefined');
      const odd = `[
        ...document.querySelectorAll('script:not([type=module]), main iframe'),
        ...[...document.links].filter(({ protocol }) => !/^https?:$/.test(protocol)),
      ].map(({ outerHTML }) => outerHTML)`;
      expect(await page.evaluate(odd)).toEqual([]);
    }
    await page.close();
    service().takeErrors();
  });

  test('an owner sets the preview page of an instance under Projects, and takes it back', async () => {
    const page = await service().openPage();
    await page.goto(`${service().url}/console/projects`);
    const settings = `${space}/banner/instances/top/settings`;
    for (const [address, saved] of [
      ['https://example.com/{contentId}?preview={token}', true],
      ['javascript:alert({token})', false],
      ['', true],
    ] as const) {
      await click(page, byRole('button', 'Settings of Banners: top'));
      await click(page, byRole('menuitem', 'Preview page'));
      await fill(page, byRole('textbox', 'Preview page of your site'), address);
      await click(page, byRole('button', 'Save'));
      if (!saved) {
        await findText(page, 'Enter an http or https address with {token} after the host');
        await click(page, byRole('button', 'Cancel'));
      }
      await page.waitForFunction(`document.querySelector('[role="dialog"]') === null`);
      const expected = saved && address !== '' ? { previewUrl: address } : undefined;
      if (saved) expect(await service().manage(settings)).toEqual(expected ?? {});
    }
  });
});
