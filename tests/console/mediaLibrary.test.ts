import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { byRole, click, fill, find, findText, upload } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const managed = z.looseObject({
  etag: z.string(),
  item: z.looseObject({ labels: z.array(z.string()).optional() }),
  delivered: z.looseObject({ accessUrl: z.string().optional(), originalUrl: z.string().optional() }),
});
const rect = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });

describeConsole((service) => {
  let olga: Page;
  const file = (name: string) => join(service().folder, name);
  const visit = (path: string) => olga.goto(`${service().url}/console${space}${path}`);
  const read = async (id: string) =>
    managed.parse(await service().manage(`${space}/collection/medias/${id}`));
  const firstCard = () => olga.$eval('.media-grid > li a', (link) => link.getAttribute('aria-label'));

  beforeAll(async () => {
    olga = await service().openPage();
    await Bun.write(file('kite.png'), await makeSource('cut-out'));
    await Bun.write(file('kite again.png'), await makeSource('cut-out'));
    await Bun.write(file('fog.png'), await makeSource('fog'));
    await Bun.write(file('broken.png'), (await makeSource('fog')).subarray(0, 300));
    await service().importRecords([
      {
        ...{ kind: 'media', projectId: 'demo', spaceId: 'web', mediaId: 'far', name: 'Far away' },
        ...{ type: 'image', accessUrl: 'https://cdn.example.com/far.jpg' },
      },
    ]);
  });

  if (isFull)
    test('what is new comes first; a file that is there already is noticed, and can be used or kept', async () => {
      await visit('/media');
      await upload(olga, byRole('button', 'Upload files'), file('kite.png'));
      await find(olga, byRole('link', 'kite'));
      expect(await firstCard()).toBe('kite');
      await findText(olga, 'No alt text');
      await upload(olga, byRole('button', 'Upload files'), file('kite again.png'));
      await findText(olga, 'Already in the library as “kite”.');
      await click(olga, byRole('button', 'Upload kite again.png anyway'));
      await find(olga, byRole('link', 'kite again'));
      expect(await firstCard()).toBe('kite again');
      await upload(olga, byRole('button', 'Upload files'), file('broken.png'));
      await findText(olga, 'The picture is damaged');
      expect(await olga.$(byRole('button', 'Try again'))).toBeNull();
    });

  if (isFull)
    test('media that are hosted elsewhere say where, and no picture is broken', async () => {
      await findText(olga, 'Hosted elsewhere: cdn.example.com');
      await visit('/media/far');
      await findText(olga, 'This file is hosted elsewhere, at cdn.example.com.');
      expect(await olga.$$eval('.media-view img', (all) => all.length)).toBe(0);
    });

  if (isFull)
    test('an animated package plays in a frame, and cannot reach the console', async () => {
      await visit('/media/m-banner-autumn');
      const element = await olga.waitForSelector('iframe.package-frame');
      const frame = await element?.contentFrame();
      await frame?.waitForSelector('canvas');
      expect(await frame?.evaluate('self.origin')).toBe('null');
    });

  if (isFull)
    test('texts, labels and the focal point are written on the picture, and delivered', async () => {
      await visit('/media/m-farm');
      await fill(olga, byRole('textbox', 'Alternative text'), 'Rows of coffee plants');
      await fill(olga, byRole('textbox', 'Credit'), 'Ann Onymous');
      await fill(olga, byRole('combobox', 'Labels'), 'Farms');
      await olga.keyboard.press('Enter');
      await click(olga, byRole('button', 'Save'));
      await findText(olga, 'Saved.');
      const picture = await olga.waitForSelector('.focal-picture img');
      await olga.waitForFunction('document.querySelector(".focal-picture img").naturalWidth > 0');
      await picture?.scrollIntoView();
      const { x, y, width, height } = rect.parse(await picture?.boundingBox());
      await olga.mouse.click(x + width * 0.25, y + height * 0.5);
      await find(olga, byRole('button', 'Focal point: 25% from the left, 50% from the top'));
      await olga.focus('.focal-point');
      await olga.keyboard.press('ArrowRight');
      await olga.keyboard.down('Shift');
      await olga.keyboard.press('ArrowUp');
      await olga.keyboard.up('Shift');
      await find(olga, byRole('button', 'Focal point: 26% from the left, 40% from the top'));
      await click(olga, byRole('button', 'Save focal point'));
      const { item } = await until(
        'the focal point in the store',
        () => read('m-farm'),
        (stored) => 'focalPoint' in stored.item,
      );
      expect(item).toMatchObject({
        ...{ alt: 'Rows of coffee plants', credit: 'Ann Onymous', labels: ['Farms'] },
        focalPoint: { x: expect.closeTo(0.26, 2), y: expect.closeTo(0.4, 2) },
      });
      const answer = await service().read(`/static${space}/collection/medias/m-farm`);
      const delivered = await answer.json();
      expect(delivered).toMatchObject({ alt: 'Rows of coffee plants', credit: 'Ann Onymous' });
      expect(delivered).not.toHaveProperty('labels');
      expect(delivered).not.toHaveProperty('createdAt');
    });

  if (isFull)
    test('several are labelled at once, and found by their label and by what they lack', async () => {
      await visit('/media?sort=name%3Aasc');
      await click(olga, byRole('checkbox', 'Select kite'));
      await click(olga, byRole('checkbox', 'Select kite again'));
      await click(olga, byRole('button', 'Edit…'));
      await fill(olga, byRole('combobox', 'Add labels'), 'Kites');
      await olga.keyboard.press('Enter');
      await click(olga, byRole('checkbox', 'Set the credit'));
      await fill(olga, byRole('textbox', 'Set the credit'), 'Ben');
      await click(olga, byRole('button', 'Apply'));
      await findText(olga, '2 items were changed.');
      await olga.select('select[aria-label="Label"]', 'Kites');
      await findText(olga, '2 items');
      await olga.select('select[aria-label="Label"]', 'Farms');
      await findText(olga, '1 item');
      await click(olga, byRole('checkbox', 'Only without alt text'));
      await findText(olga, 'No matches.');
    });

  if (isFull)
    test('a file is replaced under its ID, and the old one is no longer served', async () => {
      const { list } = z
        .object({ list: z.array(z.object({ item: z.object({ mediaId: z.string() }) })) })
        .parse(await service().manage(`${space}/collection/medias?search=kite%20again`));
      const id = list[0]?.item.mediaId ?? '';
      const before = await read(id);
      await visit(`/media/${id}`);
      await upload(olga, byRole('button', 'Choose another file'), file('fog.png'));
      await findText(olga, 'Done');
      const after = await read(id);
      expect(after.delivered.originalUrl).not.toBe(before.delivered.originalUrl);
      expect(after.item.labels).toEqual(['Kites']);
      expect((await fetch(after.delivered.accessUrl ?? '')).status).toBe(200);
      // The other kite still has the file, so only the name of this one has changed.
      expect((await fetch(before.delivered.originalUrl ?? '')).status).toBe(200);
    });

  if (isFull)
    test('several that are used are deleted only in a second step, which shows where they are used', async () => {
      const media = { type: 'image', accessUrl: 'https://cdn.example.com/inside.jpg' };
      await service().importRecords([
        { kind: 'media', projectId: 'demo', spaceId: 'web', mediaId: 'inside', name: 'Inside', ...media },
      ]);
      const blocks = [{ type: 'image', mediaId: 'inside' }];
      const values = { title: 'Shows it', thumbnail: { mediaId: 'm-beans' }, body: { blocks } };
      const body = { name: 'Shows it', status: 'draft', values };
      await service().manage(`${space}/news/instances/press/news`, { method: 'POST', body });
      await visit('/media');
      for (const name of ['Inside', 'Far away']) await click(olga, byRole('checkbox', `Select ${name}`));
      await click(olga, byRole('button', 'Delete'));
      await click(await find(olga, byRole('dialog')), byRole('button', 'Delete'));
      await findText(olga, 'Nothing was deleted');
      await find(olga, byRole('link', 'Shows it'));
      await click(olga, byRole('checkbox', 'Delete them although they are used'));
      await click(olga, byRole('button', 'Delete anyway'));
      await findText(olga, '2 items were deleted.');
      expect(service().takeErrors()).toEqual([expect.stringContaining('409')]);
    });
});
