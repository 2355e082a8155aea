import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, find } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { speak } from './openConsole.ts';

const space = '/projects/demo/spaces/web';
const order = z.object({ contentIds: z.array(z.string()) });
const calendar = z.object({
  list: z.array(z.object({ at: z.number(), type: z.string(), id: z.string(), name: z.string() })),
});

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
  });
  const open = async (path: string) => {
    await service().show(page, path);
  };
  const titles = () =>
    page.$$eval('.item-rows .item-title', (links) => links.map((link) => link.textContent));
  const untilTitles = (check: (names: readonly (string | null)[]) => boolean) =>
    until('the titles of the list', titles, (names) => names.length > 0 && check(names));

  test('a heading sorts a list, by mouse and by keyboard, and says so', async () => {
    await open(`${space}/news/press`);
    await click(page, byRole('button', 'Title'));
    await find(page, 'th[aria-sort="ascending"]');
    const names = await untilTitles(
      (each) => new URL(page.url()).searchParams.get('sort') === 'name' && each.length > 3,
    );
    await page.keyboard.press('Enter');
    await find(page, 'th[aria-sort="descending"]');
    await untilTitles((each) => each[0] !== names[0]);
  });

  test('banners are put in a fixed order by keyboard and by dragging', async () => {
    await open(`${space}/banner/top?sort=position`);
    const [first = '', second = '', third = ''] = await untilTitles((names) => names.length >= 4);
    const handle = await find(page, byRole('button', `Move ${second}`));
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await untilTitles((names) => names[0] === second && names[1] === first);
    await until('one to be fixed', fixedOrder, ({ length }) => length === 1);
    const dragged = await find(page, byRole('button', `Move ${third}`));
    const [from, to] = [
      await dragged.boundingBox(),
      await (await find(page, byRole('button', `Move ${second}`))).boundingBox(),
    ];
    if (from === null || to === null) throw new Error('there is no handle');
    await page.mouse.move(from.x + 5, from.y + 5);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + 8, { steps: 5 });
    await page.mouse.up();
    await untilTitles((names) => names[0] === third && names[1] === second && names[2] === first);
    await until('two to be fixed', fixedOrder, ({ length }) => length === 2);
  });

  const labels = { en: 'Search or jump to', ja: '検索・移動' };
  for (const language of isFull ? (['en', 'ja'] as const) : (['en'] as const))
    test(`Ctrl+K finds an item by what is typed at once, and Enter opens it (${language})`, async () => {
      await speak(page, language);
      await open('/');
      await find(page, '.search-button');
      await page.keyboard.down('Control');
      await page.keyboard.press('k');
      await page.keyboard.up('Control');
      const input = await find(page, byRole('combobox', labels[language]));
      const typed = language === 'en' ? 'Latte Art' : '焙煎所を';
      await input.type(typed);
      // Before the answer, what was changed lately is listed, which has states too.
      await page.waitForFunction(
        `document.querySelector('.palette-entry[aria-selected="true"]')?.textContent.includes('${typed}')`,
      );
      await page.keyboard.press('Enter');
      await page.waitForFunction(`location.pathname.includes('/items/')`);
    });

  if (isFull)
    test('what opens is dragged to another day in the calendar, and back by undo', async () => {
      await speak(page, 'en');
      await open('/');
      const moment = await find(page, '.calendar-moment[data-type="opens"][data-movable]');
      const name = await moment.evaluate((element) => element.getAttribute('aria-label') ?? '');
      await page.evaluate(`document.querySelector('.calendar').scrollIntoView({ block: 'center' })`);
      const [from, to] = [
        await moment.boundingBox(),
        await (await page.$$('.calendar-day')).at(-1)?.boundingBox(),
      ];
      if (!from || !to) throw new Error('there is no day');
      const before = await upcoming();
      await page.mouse.move(from.x + 20, from.y + 6);
      await page.mouse.down();
      await page.mouse.move(to.x + 20, to.y + 30, { steps: 6 });
      await page.mouse.up();
      await click(page, byRole('button', 'Undo'));
      await until('the moments to be as before', upcoming, (found) => Bun.deepEquals(found, before));
      expect(name).toContain('Opens');
    });

  async function fixedOrder() {
    return order.parse(await service().manage(`${space}/banner/instances/top/order`)).contentIds;
  }

  async function upcoming() {
    const now = Date.now();
    const answer = await service().manage(`${space}/calendar?from=${now}&until=${now + 60 * 86_400_000}`);
    return calendar.parse(answer).list.map(({ at, type, id }) => `${id} ${type} ${at}`);
  }
});
