import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, find, waitUntilGone } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const items = `${space}/news/instances/press/news`;
const calendar = z.object({ list: z.array(z.object({ at: z.number(), type: z.string(), id: z.string() })) });
const saved = z.object({ item: z.looseObject({}), etag: z.string() });

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
  });
  const open = async (path: string) => {
    await service().show(page, path);
  };
  const untilAddress = (part: string) => page.waitForFunction(`location.search.includes('${part}')`);

  if (isFull)
    test('the filters are in the address, and a saved view brings them back', async () => {
      await open(`${space}/news/press`);
      await find(page, '.item-rows .item-row');
      await click(page, byRole('button', 'Draft 1'));
      await untilAddress('state=draft');
      await click(page, byRole('button', 'More filters'));
      await click(page, byRole('combobox', 'Changed by'));
      await click(page, byRole('option', 'command line'));
      await untilAddress('changedBy=command');
      await page.waitForFunction(`document.querySelectorAll('.item-rows .item-row').length === 1`);
      await click(page, byRole('button', 'Views'));
      await (await find(page, byRole('textbox', 'Save this view'))).type('My drafts');
      await page.keyboard.press('Enter');
      await open(`${space}/news/press`);
      await page.waitForFunction(`document.querySelectorAll('.item-rows .item-row').length > 1`);
      await click(page, byRole('button', 'Views'));
      await click(page, byRole('button', 'My drafts'));
      await untilAddress('state=draft');
      await untilAddress('changedBy=command');
      await page.waitForFunction(`document.querySelectorAll('.item-rows .item-row').length === 1`);
    });

  if (isFull)
    test('an editor shares a view with the desk, and deletes it', async () => {
      const views = `${space}/news/instances/press/views`;
      await open(`${space}/news/press?state=draft&sort=name`);
      await click(page, byRole('button', 'Views'));
      await (await find(page, byRole('textbox', 'Save this view'))).type('Drafts of the desk');
      await click(page, byRole('checkbox', 'Share with everyone who can see this list'));
      await click(page, byRole('button', 'Save'));
      await waitUntilGone(page, byRole('textbox', 'Save this view'));
      expect(await service().manage(views)).toMatchObject([
        { name: 'Drafts of the desk', address: 'state=draft&sort=name' },
      ]);
      // Another browser of a colleague who has saved nothing.
      const colleague = await service().openPage();
      await service().show(colleague, `${space}/news/press`);
      await click(colleague, byRole('button', 'Views'));
      await click(colleague, byRole('button', 'Drafts of the desk'));
      await colleague.waitForFunction(`location.search.includes('state=draft')`);
      await click(colleague, byRole('button', 'Views'));
      await click(colleague, byRole('button', 'Delete the view Drafts of the desk'));
      const dialog = await find(
        colleague,
        byRole('dialog', 'Delete the shared view “Drafts of the desk” for everyone?'),
      );
      await click(dialog, byRole('button', 'Delete'));
      await waitUntilGone(colleague, byRole('dialog'));
      expect(await service().manage(views)).toEqual([]);
    });

  if (isFull)
    test('when changes go live is moved in the calendar by keyboard', async () => {
      const { item, etag } = saved.parse(await service().manage(`${items}/press-001`));
      const { contentId: _, projectId: __, spaceId: ___, ...body } = item;
      const takesOverAt = Date.now() + 60_000 * 60;
      await service().manage(`${items}/press-001/next`, {
        ...{ method: 'PUT', etag, body: { ...body, name: 'Later', takesOverAt } },
      });
      await open('/');
      const moment = await find(page, '.calendar-moment[data-type="changes"]');
      await moment.focus();
      await page.keyboard.press('Enter');
      const dialog = await find(page, byRole('dialog'));
      await (await find(dialog, byRole('button', 'In a week'))).focus();
      await page.keyboard.press('Enter');
      await (await find(dialog, byRole('button', 'Reschedule'))).focus();
      await page.keyboard.press('Enter');
      await waitUntilGone(page, byRole('dialog'));
      await find(page, byRole('button', 'Undo'));
      const now = Date.now();
      const answer = await service().manage(`${space}/calendar?from=${now}&until=${now + 30 * 86_400_000}`);
      const [moved] = calendar.parse(answer).list.filter(({ type }) => type === 'changes');
      expect(moved?.id).toBe('press-001');
      expect(moved?.at).toBeGreaterThan(takesOverAt + 5 * 86_400_000);
    });
});
