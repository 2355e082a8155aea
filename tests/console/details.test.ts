import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, click, fill, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { emulate } from '../browser/openBrowser.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { phoneWidth } from './describePages.ts';

const space = '/projects/demo/spaces/web';
const press = `${space}/news/press`;
const instance = `${space}/news/instances/press`;
const shelf = `${instance}/news`;
const managed = z.looseObject({
  item: z.looseObject({
    contentId: z.string(),
    alias: z.string().optional(),
    status: z.string(),
    values: z.looseObject({ body: z.looseObject({}) }),
  }),
});
const media = z.looseObject({ item: z.looseObject({ alt: z.string().optional() }) });
const found = z.object({ list: z.array(z.object({ item: managed.shape.item })) });

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
  });
  const draft = async (title: string, more: object = {}) => {
    const values = { title, body: { blocks: [] }, ...more };
    const body = { name: title, status: 'draft', values };
    return managed.parse(await service().manage(shelf, { method: 'POST', body })).item.contentId;
  };
  const read = async (id: string) => managed.parse(await service().manage(`${shelf}/${id}`)).item;
  const open = (id: string) => service().show(page, `${press}/items/${id}`);

  test('an article without a picture gets the default picture of its instance, and the page shows it', async () => {
    const lacking = await draft('Only without a picture');
    await service().show(page, '/projects');
    await click(page, byRole('button', 'Settings of News: press'));
    await click(page, byRole('menuitem', 'Default picture'));
    const dialog = await find(page, byRole('dialog', 'Default picture: News: press'));
    await click(dialog, byRole('button', 'Choose…'));
    await fill(page, byRole('searchbox', 'Search media'), 'Beans');
    await click(page, byRole('button', 'Use Beans'));
    await click(dialog, byRole('button', 'Save'));
    await findText(page, 'The default picture of News: press was saved.');
    expect(await service().manage(`${instance}/settings`)).toEqual({ defaultPicture: 'm-beans' });

    await service().show(page, `${press}?state=draft`);
    await findText(page, 'Only without a picture');
    const row = `[...document.querySelectorAll('tr')].find((each) => each.innerText.includes('Only without'))`;
    await page.waitForFunction(`!${row}.innerText.includes('Incomplete')`);
    await open(lacking);
    await findText(page, 'The default picture is used as long as no other one is chosen.');
    await page.waitForSelector('.item-picture-small[data-default] img');
    await click(page, byRole('button', 'Publish'));
    await findText(page, 'This is the default picture.');
    expect(await read(lacking)).toMatchObject({
      status: 'published',
      values: { thumbnail: { mediaId: 'm-beans' } },
    });

    await service().show(page, `${space}/media/m-beans`);
    await findText(page, 'It is the default picture of press.');
    await service().manage(`${instance}/settings`, { method: 'PUT', body: { defaultPicture: null } });
    await page.goto(`${service().url}/console${press}/new`);
    await findText(page, 'Needed to publish it.');
  });

  test('byline, excerpt, texts for others and the alternative text are fields of the editor', async () => {
    await draft('Written by Ann', { body: { blocks: [], authors: ['Ann Bo'] } });
    const id = await draft('Über den Wolken: the “Cloud” café', { thumbnail: { mediaId: 'm-beans' } });
    await page.setViewport({ width: 1440, height: 900 });
    await open(id);
    const text = await find(page, byRole('textbox', 'Text'));
    const box = await text.boundingBox();
    expect(box?.y).toBeLessThan(700);
    await click(page, byRole('combobox', 'Authors'));
    await click(page, byRole('option', 'Ann Bo'));
    await page.keyboard.type('Ken');
    await page.keyboard.press('Enter');
    await fill(page, byRole('textbox', 'Excerpt'), 'Above the clouds.');
    await findText(page, '17 of about 160 characters');
    await click(page, byRole('button', 'Search and social networks'));
    await fill(page, byRole('textbox', 'Description for search engines'), 'Found');
    await fill(page, byRole('textbox', 'Title on social networks'), 'Shared');
    const picture = await find(page, byRole('group', 'Picture on social networks'));
    await click(picture, byRole('button', 'Choose…'));
    await fill(page, byRole('searchbox', 'Search media'), 'Latte');
    await click(page, byRole('button', 'Use Latte art'));
    const lead = await find(page, byRole('group', 'Picture'));
    await fill(page, byRole('textbox', 'Alternative text'), 'A hand full of beans');
    await page.keyboard.press('Tab');
    await findText(page, 'The alternative text was saved.');
    await click(lead, byRole('button', 'Show it large'));
    await page.waitForSelector('.item-picture-large');
    await click(page, byRole('button', 'Name and alias'));
    await click(page, byRole('button', 'Propose from the title'));
    await until(
      'the details to be saved',
      () => read(id),
      ({ alias }) => alias !== undefined,
    );
    expect(await read(id)).toMatchObject({
      alias: 'uber-den-wolken-the-cloud-cafe',
      values: {
        body: {
          ...{ authors: ['Ann Bo', 'Ken'], excerpt: 'Above the clouds.', blocks: [] },
          ...{ metaDescription: 'Found', socialTitle: 'Shared', socialPicture: { mediaId: 'm-latte' } },
        },
      },
    });
    const beans = media.parse(await service().manage(`${space}/collection/medias/m-beans`));
    expect(beans.item.alt).toBe('A hand full of beans');
  });

  if (isFull)
    test('an alias of kanji is asked for, is never taken twice, and never replaced without asking', async () => {
      const values = { title: 'x', body: { blocks: [] } };
      const taken = { name: 'x', status: 'draft', alias: 'tokyo-no-kafe', values };
      await service().manage(shelf, { method: 'POST', body: taken });
      const id = await draft('東京のカフェ');
      await open(id);
      await click(page, byRole('button', 'Name and alias'));
      await click(page, byRole('button', 'Propose from the title'));
      await find(page, byRole('dialog', 'How is the title read?'));
      await fill(page, byRole('textbox', 'Reading'), 'とうきょう の カフェ');
      await findText(page, '→ tokyo-no-kafe');
      await click(page, byRole('button', 'Use it'));
      await waitUntilGone(page, byRole('dialog'));
      await until(
        'the alias to be saved',
        () => read(id),
        ({ alias }) => alias === 'tokyo-no-kafe-2',
      );
      await fill(page, byRole('textbox', 'Title'), 'Tea');
      await click(page, byRole('button', 'Propose from the title'));
      await findText(page, 'It is “tokyo-no-kafe-2” now, and would be “tea”.');
      await click(page, byRole('button', 'Cancel'));
      await waitUntilGone(page, byRole('dialog'));
      await until(
        'the title to be saved',
        async () => found.parse(await service().manage(`${shelf}?search=Tea`)).list,
        (list) => list.some(({ item }) => item.contentId === id && item.alias === 'tokyo-no-kafe-2'),
      );
    });

  if (isFull)
    test('what is incomplete can be read in both colour schemes', async () => {
      await draft('Lacks its picture');
      await emulate(page, { reducedMotion: true });
      await page.goto(`${service().url}/console${press}?state=draft`);
      await findText(page, 'Incomplete');
      expect(await inspectPage(page, phoneWidth)).toEqual(nothingWrong);
    });

  if (isFull)
    test('an empty overview says what to do first, and opens it', async () => {
      await service().manage('/projects/demo/remove', { method: 'POST', body: { confirm: 'demo' } });
      await page.goto(`${service().url}/console/`);
      await findText(page, 'The command for it is shown here once there is an instance of news.');
      expect(await page.evaluate('document.body.innerText')).not.toContain('An owner can create');
      await click(page, byRole('link', 'Create a news instance'));
      await find(page, byRole('dialog', 'New project'));
    });
});
