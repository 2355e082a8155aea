import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, find, findText } from '../browser/interactions.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { speak } from './openConsole.ts';

const press = '/projects/demo/spaces/web/news/press';
const shelf = '/projects/demo/spaces/web/news/instances/press/news';
const managed = z.looseObject({
  etag: z.string(),
  item: z.looseObject({ contentId: z.string(), values: z.looseObject({ title: z.string() }) }),
});

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
  });
  const article = (title: string) => {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: { blocks: [] } };
    return { name: 'An article', status: 'published', values };
  };
  const read = async (id: string) => managed.parse(await service().manage(`${shelf}/${id}`));
  const change = async (id: string, method: string, path: string, body?: object) =>
    void (await service().manage(`${shelf}/${id}${path}`, { method, body, etag: (await read(id)).etag }));
  /** The texts that a comparison underlines. */
  const added = () => page.$$eval('ins', (found) => found.map((each) => each.textContent));

  for (const language of ['en', 'ja'] as const) {
    const words = {
      en: {
        tab: 'History',
        waiting: 'Changes not published yet',
        tookOver: 'Scheduled changes went live',
        published: 'Changes were published',
        discarded: 'Unpublished changes were discarded',
        beside: 'Unpublished changes at that time',
      },
      ja: {
        tab: '履歴',
        waiting: 'まだ公開していない変更',
        tookOver: '予約した変更が公開されました',
        published: '変更が公開されました',
        discarded: '未公開の変更が破棄されました',
        beside: 'このときの未公開の変更',
      },
    }[language];

    test(`the history shows the next version that waits, and what became of earlier ones (${language})`, async () => {
      const made = await service().manage(shelf, { method: 'POST', body: article('First') });
      const id = managed.parse(made).item.contentId;
      const open = async () => {
        await page.goto(`${service().url}/console${press}/items/${id}`);
        await click(page, byRole('tab', words.tab));
      };
      await speak(page, language);
      const takesOverAt = Date.UTC(2099, 0, 1);
      await change(id, 'PUT', '/next', { ...article('Second'), takesOverAt });
      await open();
      const waiting = await find(page, byRole('region', words.waiting));
      await until(
        'the name of who saved it',
        () => waiting.evaluate((each) => each.textContent ?? ''),
        (told) => told.includes('2099') && told.includes('Olga Owner'),
      );
      expect(await added()).toEqual(['Second']);
      await change(id, 'PUT', '/next', { ...article('Second'), takesOverAt: Date.now() + 1000 });
      await until(
        'the changes to go live',
        async () => (await read(id)).item.values.title,
        (title) => title === 'Second',
      );
      await change(id, 'PUT', '/next', article('Third'));
      await change(id, 'POST', '/next/publish');
      await change(id, 'PUT', '/next', article('Fourth'));
      await change(id, 'DELETE', '/next');
      await open();
      for (const text of [words.tookOver, words.published, words.discarded]) await findText(page, text);
      expect(await page.$(byRole('region', words.waiting))).toBeNull();
      // Beside the version that it was to replace; those that became versions are not shown twice.
      const beside = await page.$$(byRole('button', words.beside));
      expect(beside).toHaveLength(2);
      await beside[0]?.click();
      await until('what was discarded', added, (texts) => texts.includes('Fourth'));
    });
  }
});
