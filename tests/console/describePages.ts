import { beforeAll, expect, test } from 'bun:test';
import { z } from 'zod';
import { findViolations } from '../browser/findViolations.ts';
import type { Person } from '../browser/personAt.ts';
import type { ConsolePage } from './consolePages.ts';
import type { Room } from './openRoom.ts';

const lines = z.array(z.string());

/** What must be so on every page. */
export function describePages(room: () => Room, pages: Readonly<Record<string, ConsolePage>>): void {
  let olga: Person;
  const texts: Record<string, ReadonlySet<string>> = {};

  const textsOf = async (person: Person) => new Set(lines.parse(await person.page.evaluate(everyText)));

  beforeAll(async () => {
    olga = await room().seat();
    await olga.visit(`${room().url}/console/account`);
    await olga.see('navigation', 'Menu');
  });

  for (const [name, page] of Object.entries(pages)) {
    test(`${name}: accessible in both colours, and fits a phone`, async () => {
      await olga.pretend({ motion: 'reduce' });
      await goTo(olga, page);
      texts[name] = await textsOf(olga);
      expect(await lookAt(olga)).toEqual(nothingWrong);
    });
  }

  test('in Japanese no page has a word of English left, but for content', async () => {
    const hana = await room().seat();
    await hana.visit(`${room().url}/console/account`);
    await hana.page.evaluate(`localStorage.setItem('newsstand-language', 'ja')`);
    await hana.visit(`${room().url}/console/account`);
    await hana.see('navigation', 'メニュー');
    const content = await contentText(room().must);
    const left: string[] = [];
    for (const [name, page] of Object.entries(pages)) {
      await goTo(hana, page);
      expect(await hana.page.evaluate('document.documentElement.lang')).toBe('ja');
      for (const text of await textsOf(hana)) {
        const isSame = texts[name]?.has(text) && /[a-z]{2}/i.test(text);
        if (isSame && !content.includes(text) && !technical.test(text)) left.push(`${name}: ${text}`);
      }
    }
    expect(left).toEqual([]);
    await hana.page.close();
  });
}

/** Goes from one page of the console to another, as a link does, and waits until it is there. */
async function goTo(person: Person, { path, sign, taps = [] }: ConsolePage): Promise<void> {
  await person.page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${path}`)})`);
  for (const tap of taps) await person.tap(...tap);
  await person.see(...sign);
}

/** What there is to find on a good page. */
export const nothingWrong = { light: [], dark: [], overflow: 0 };

/** What is wrong with the page that is open, in both colours and on a phone. */
export async function lookAt({ page, pretend }: Person) {
  const light = await findViolations(page);
  await pretend({ motion: 'reduce', scheme: 'dark' });
  const dark = await findViolations(page, ['color-contrast']);
  await pretend({ width: 390, height: 844 });
  const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  return { light, dark, overflow };
}

/** Names that every language has: of formats and tools, media types, paths, and the first letters of somebody's name. */
const technical = /^(Newsstand|JSON|curl|TypeScript|URL|English|ID|RSS|OO|[\w.-]+( ?\/ ?[\w.-]+)+)$/;

/** All that was ever written into the demo: it is content, and stays as it is. */
async function contentText(must: (path: string) => Promise<unknown>): Promise<string> {
  const space = '/projects/demo/spaces/web';
  const rooms = ['news/instances/press/news', 'news/instances/blog/news', 'banner/instances/top/banners'];
  const collections = ['medias', 'categories', 'tags'].map((name) => `collection/${name}`);
  const lists = await Promise.all([...rooms, ...collections].map((path) => must(`${space}/${path}?size=99`)));
  const others = await Promise.all(['/keys', '/operators', '/projects', '/session', '/audit'].map(must));
  return JSON.stringify([...lists, ...others]);
}

/** Every text that can be read or is read aloud, each by itself. */
const everyText = `(() => {
  const found = [];
  const walk = (node) => {
    if (node instanceof Text) found.push(node.data.trim());
    if (!(node instanceof Element) || /^(SCRIPT|STYLE|CODE|PRE|KBD)$/.test(node.tagName)) return;
    if (!node.checkVisibility({ visibilityProperty: true })) return;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '');
    // What stands in a field was written by somebody.
    if (node.tagName === 'TEXTAREA') return;
    for (const child of [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])]) walk(child);
  };
  walk(document.body);
  return found.filter((text) => text !== '');
})()`;
