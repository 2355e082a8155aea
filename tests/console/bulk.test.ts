import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const shelf = `${space}/news/instances/press/news`;
const managed = z.object({ state: z.string() });
const listed = z.object({ totalCount: z.number() });

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
  });
  const put = (id: string, title: string, more: object = {}, etag?: string) =>
    service().manage(`${shelf}/${id}`, {
      ...{ method: 'PUT', ...(etag !== undefined && { etag }) },
      body: {
        status: 'draft',
        name: `Name of ${id}`,
        values: { title, body: { blocks: [] }, thumbnail: { mediaId: 'm-beans' }, ...more },
      },
    });
  const stateOf = async (id: string) => managed.parse(await service().manage(`${shelf}/${id}`)).state;
  const dialogText = async () => String(await page.$eval('[role="dialog"]', (each) => each.textContent));
  const totalOf = async (query: string) =>
    listed.parse(await service().manage(`${shelf}?size=1&${query}`)).totalCount;

  test('what can be published and what can’t, and why, is said before, and the others are done', async () => {
    await put('whole-1', 'Bulk whole one');
    await put('whole-2', 'Bulk whole two');
    await put('half-1', 'Bulk without picture', { thumbnail: undefined });
    await put('half-2', 'Bulk without anything', { thumbnail: undefined, body: undefined });
    await service().show(page, `${space}/news/press?search=bulk`);
    await click(page, byRole('checkbox', 'Select all on this page'));
    await click(page, byRole('button', 'Publish'));
    await find(page, byRole('dialog', 'Publish 2 items?'));
    await findText(page, '2 items can’t be published yet');
    const told = await dialogText();
    expect(told).toContain('Bulk without pictureNeeds: Picture');
    expect(told).toContain('Bulk without anythingNeeds: Text, Picture');
    const links = await page.$$eval('[role="dialog"] a', (all) =>
      all.map((link) => [link.textContent, link.getAttribute('href')].join(' ')),
    );
    expect(links).toContain(`Bulk without picture /console${space}/news/press/items/half-1`);
    // Someone changes one of them meanwhile: the dialog says which, and offers to do the other.
    await put('whole-2', 'Bulk whole two, changed', {}, '*');
    const dialog = await find(page, byRole('dialog'));
    await click(dialog, byRole('button', 'Publish'));
    await findText(page, 'Someone else has changed 1 item');
    expect(await stateOf('whole-1')).toBe('draft');
    await click(page, byRole('button', 'Apply to the other item only'));
    await waitUntilGone(page, byRole('dialog'));
    await findText(page, 'Left unchanged: Bulk whole two');
    expect(await Promise.all(['whole-1', 'whole-2', 'half-1', 'half-2'].map(stateOf))).toEqual([
      ...['live', 'draft', 'draft', 'draft'],
    ]);
    // Those that were left are still selected.
    await findText(page, '3 selected');
    expect(service().takeErrors().join()).toContain('412');
  });

  test('all that match are selected over all pages; scheduling leaves alone what is live', async () => {
    const items = Array.from({ length: 30 }, (_, index) => index);
    await service().importRecords(
      items.map((index) => ({
        ...{ kind: 'news', projectId: 'demo', spaceId: 'web', instanceId: 'press' },
        ...{
          contentId: `many-${index}`,
          name: `Manifold ${index}`,
          status: index < 2 ? 'published' : 'draft',
        },
        values: { title: `Manifold ${index}`, body: { blocks: [] }, thumbnail: { mediaId: 'm-beans' } },
      })),
    );
    await until(
      'the imported items',
      () => totalOf('search=manifold'),
      (total) => total === 30,
    );
    await service().show(page, `${space}/news/press?search=manifold`);
    await findText(page, 'Manifold 26');
    await click(page, byRole('checkbox', 'Select all on this page'));
    await findText(page, '20 selected');
    await click(page, byRole('button', 'Select all 30 that match'));
    await findText(page, '30 selected');
    await click(page, byRole('button', 'More'));
    await click(page, byRole('menuitem', 'Schedule'));
    await find(page, byRole('dialog', 'Schedule 28 items'));
    await findText(page, '2 items are live and stay as they are.');
    await click(page, byRole('button', 'Cancel'));
    await waitUntilGone(page, byRole('dialog'));
    // The selection is still that of all pages on another page, until it is changed.
    await click(page, byRole('button', '2'));
    await findText(page, '30 selected');
    await click(page, byRole('button', 'More'));
    await click(page, byRole('menuitem', 'Delete'));
    await findText(page, '2 items are live now. Readers will no longer see them.');
    await click(await find(page, byRole('dialog', 'Delete 30 items?')), byRole('button', 'Delete'));
    await findText(page, '30 items were changed.');
    expect(await totalOf('search=manifold')).toBe(0);
  });
});
