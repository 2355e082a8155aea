import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, fill, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const press = `${space}/news/press`;
const shelf = `${space}/news/instances/press/news`;
const managed = z.looseObject({
  item: z.looseObject({ contentId: z.string(), name: z.string(), status: z.string() }),
});

describeConsole((service) => {
  let olga: Page;
  beforeAll(async () => {
    olga = await service().openPage();
  });
  const addressOf = (id: string) => `${service().url}/console${press}/items/${id}`;
  const write = async (title: string, more: object = {}) => {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: { blocks: [] } };
    const body = { name: title, status: 'draft', values, ...more };
    return managed.parse(await service().manage(shelf, { method: 'POST', body })).item.contentId;
  };
  const stored = async (id: string) => JSON.stringify(await service().manage(`${shelf}/${id}`));
  const untilStored = (id: string, text: string) =>
    until(
      `“${text}” to be stored`,
      () => stored(id),
      (all) => all.includes(text),
    );

  test('work survives a lost connection and a closed tab, and is offered with the difference', async () => {
    const id = await write('Before the tunnel');
    const train = await service().openPage();
    await train.goto(addressOf(id));
    await find(train, byRole('textbox', 'Title'));
    await train.setOfflineMode(true);
    await fill(train, byRole('textbox', 'Title'), 'Written in the tunnel');
    await findText(train, 'Not saved: no connection. Trying again…');
    expect(service().takeErrors().join()).toContain('ERR_INTERNET_DISCONNECTED');
    const later = await train.browserContext().newPage();
    await train.close();
    service().takeErrors();
    await later.goto(addressOf(id));
    await findText(later, 'You have unsaved work');
    await click(later, byRole('button', 'Show difference'));
    await findText(later, 'tunnel');
    // What is typed meanwhile does not replace the offer.
    await fill(later, byRole('textbox', 'Title'), 'Something else');
    await untilStored(id, 'Something else');
    await click(later, byRole('button', 'Continue editing'));
    await waitUntilGone(later, byRole('button', 'Continue editing'));
    await untilStored(id, 'Written in the tunnel');
    await later.close();
  });

  test('two people who edit different parts both keep them, and are told', async () => {
    const id = await write('Shared');
    const ken = await service().openPage();
    await service().show(olga, `${press}/items/${id}`);
    await ken.goto(addressOf(id));
    await find(olga, byRole('textbox', 'Title'));
    await fill(ken, byRole('textbox', 'Title'), 'Titled by Ken');
    await untilStored(id, 'Titled by Ken');
    await fill(olga, byRole('textbox', 'Text'), 'Written by Olga');
    await untilStored(id, 'Written by Olga');
    expect(await stored(id)).toContain('Titled by Ken');
    await findText(olga, 'has changed: Title');
    expect(
      service()
        .takeErrors()
        .filter((error) => !error.includes('412')),
    ).toEqual([]);
    await ken.close();
  });

  if (isFull)
    test('an item is duplicated as a draft, and a picture is edited without leaving the page', async () => {
      const id = await write('Original', { alias: 'original', status: 'published' });
      await service().show(olga, `${press}/items/${id}`);
      await click(olga, byRole('button', 'More'));
      await click(olga, byRole('menuitem', 'Duplicate'));
      await find(olga, byRole('heading', 'Original (copy)'));
      const copyId = new URL(olga.url()).pathname.split('/').at(-1) ?? '';
      expect(managed.parse(await service().manage(`${shelf}/${copyId}`)).item).toMatchObject({
        ...{ name: 'Original (copy)', status: 'draft' },
      });
      await fill(olga, byRole('textbox', 'Title'), 'Typed before cropping');
      await click(olga, byRole('button', 'Crop and edit'));
      await find(olga, byRole('dialog', 'Edit the picture'));
      await olga.keyboard.press('Escape');
      await waitUntilGone(olga, byRole('dialog'));
      await untilStored(copyId, 'Typed before cropping');
    });

  if (isFull)
    test('who else has the item open, and edits it, is told by name', async () => {
      const id = await write('Watched');
      const roles = [{ projectId: 'demo', role: 'editor' }];
      const order = { operatorId: 'ken', name: 'Ken', roles };
      const invited = await service().manage('/operators', { method: 'POST', body: order });
      const { url } = z.object({ url: z.string() }).parse(invited);
      const ken = await service().openPage('');
      await ken.goto(url);
      await fill(ken, byRole('textbox', 'Password'), 'another four nobody guesses');
      await click(ken, byRole('button', 'Get started'));
      await find(ken, byRole('heading', 'Overview'));
      await ken.goto(addressOf(id));
      await fill(ken, byRole('textbox', 'Title'), 'Watched by Olga');
      await untilStored(id, 'Watched by Olga');
      await service().show(olga, `${press}/items/${id}`);
      await findText(olga, 'Ken is editing');
      await ken.close();
    });

  if (isFull)
    test('a tag that is still in the field is part of what is published', async () => {
      const id = await write('Tagged in haste');
      await service().show(olga, `${press}/items/${id}`);
      await click(olga, byRole('combobox', 'Tags'));
      await olga.keyboard.type('Hasty');
      await click(olga, byRole('button', 'Publish'));
      await findText(olga, 'Saved. Readers see it now.');
      const reader = await (await service().read(`/static${shelf}/${id}`)).text();
      expect(reader).toContain('Hasty');
    });
});
