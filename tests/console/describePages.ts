import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, click, find } from '../browser/interactions.ts';
import { emulate } from '../browser/openBrowser.ts';
import { isFull } from '../testing/runs.ts';
import { type ConsolePage, type Language, selectorOf } from './consolePages.ts';
import { type OpenConsole, speak } from './openConsole.ts';

const lines = z.array(z.string());

/** The entries of the menu that are marked as the current page. */
const currentEntries = 'nav[aria-label="Menu"] [aria-current="page"]';

export const phoneWidth = 390;

/** Tests for every page. */
export function describePages(
  service: () => OpenConsole,
  pages: Readonly<Record<string, ConsolePage>>,
): void {
  let olga: Page;
  const texts: Record<string, ReadonlySet<string>> = {};

  const open = async (page: Page, { path, clicks = [], sign }: ConsolePage, language: Language) => {
    await service().show(page, path);
    for (const target of clicks) await click(page, selectorOf(target, language));
    await find(page, selectorOf(sign, language));
  };
  const textsOf = async (page: Page) => new Set(lines.parse(await page.evaluate(everyText)));

  beforeAll(async () => {
    olga = await service().openPage();
    await olga.goto(`${service().url}/console/account`);
    await find(olga, byRole('navigation', 'Menu'));
  });

  for (const [name, page] of Object.entries(pages)) {
    test(`${name}: accessible in both colour schemes, and fits a phone`, async () => {
      await emulate(olga, { reducedMotion: true });
      await open(olga, page, 'en');
      texts[name] = await textsOf(olga);
      const current = await olga.evaluate(`document.querySelectorAll('${currentEntries}').length`);
      expect(z.int().parse(current)).toBeLessThanOrEqual(1);
      expect(await inspectPage(olga, phoneWidth)).toEqual(nothingWrong);
    });
  }

  if (isFull)
    test('in Japanese, no page shows an English word outside of content', async () => {
      const hana = await service().openPage();
      await speak(hana, 'ja');
      await hana.goto(`${service().url}/console/account`);
      await find(hana, byRole('navigation', 'メニュー'));
      const content = await contentText(service().manage);
      const left: string[] = [];
      for (const [name, page] of Object.entries(pages)) {
        await open(hana, page, 'ja');
        expect(await hana.evaluate('document.documentElement.lang')).toBe('ja');
        for (const text of await textsOf(hana)) {
          const isSame = texts[name]?.has(text) && /[a-z]{2}/i.test(text);
          if (isSame && !content.includes(text) && !technical.test(text)) left.push(`${name}: ${text}`);
        }
      }
      expect(left).toEqual([]);
      await hana.close();
    });
}

/**
 * Texts that are the same in every language: names of formats and tools, media types, paths (also in the
 * audit log, of what other files did), and initials.
 */
const technical =
  /^(Newsstand|JSON|curl|TypeScript|URL|English|ID|RSS|OO|demo: demo|([\w.-]+: )?[\w.-]+( ?\/ ?[\w.-]+)+)$/;

/** All content of the demo, which is not translated. */
async function contentText(manage: (path: string) => Promise<unknown>): Promise<string> {
  const space = '/projects/demo/spaces/web';
  const shelves = ['', '-ja'].flatMap((suffix) => [
    `news/instances/press${suffix}/news`,
    `news/instances/blog${suffix}/news`,
    `banner/instances/top${suffix}/banners`,
  ]);
  const collections = ['medias', 'categories', 'tags'].map((name) => `collection/${name}`);
  const lists = await Promise.all(
    [...shelves, ...collections].map((path) => manage(`${space}/${path}?size=99`)),
  );
  const others = await Promise.all(
    ['/keys', '/operators', '/projects', '/session', '/audit'].map((path) => manage(path)),
  );
  return JSON.stringify([...lists, ...others]);
}

/** Every text that is shown or read aloud, separately. */
const everyText = `(() => {
  const found = [];
  const walk = (node) => {
    if (node instanceof Text) found.push(node.data.trim());
    if (!(node instanceof Element) || /^(SCRIPT|STYLE|CODE|PRE|KBD)$/.test(node.tagName)) return;
    if (!node.checkVisibility({ visibilityProperty: true })) return;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '');
    // The content of a field is user input.
    if (node.tagName === 'TEXTAREA') return;
    for (const child of [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])]) walk(child);
  };
  walk(document.body);
  return found.filter((text) => text !== '');
})()`;
