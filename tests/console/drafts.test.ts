import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, find, findText } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const news = `${space}/news/instances/press`;

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
    const body = { blocks: [{ type: 'image', mediaId: 'm-spare' }] };
    await service().manage(`${space}/collection/medias/m-spare`, {
      ...{
        method: 'PUT',
        body: { name: 'Spare', type: 'image', accessUrl: `${service().publicUrl}/none.png` },
      },
    });
    const values = { title: 'Shows a picture', thumbnail: { mediaId: 'm-hills' }, body };
    await service().manage(`${news}/news/d-spare`, {
      ...{ method: 'PUT', body: { status: 'draft', values } },
    });
  });

  if (isFull)
    test('a picture that stands in a text is not deleted before its place is shown', async () => {
      await page.goto(`${service().url}/console${space}/media/m-spare`);
      await click(page, byRole('button', 'Delete'));
      await find(page, byRole('dialog'));
      await findText(page, 'It is still used in one place:');
      await click(page, byRole('checkbox', 'Delete it although it is used'));
      await click(page, byRole('button', 'Delete anyway'));
      await page.waitForFunction(`location.pathname.endsWith('/media')`);
      // The dialog may ask once more for the uses of what is gone.
      await page.waitForNetworkIdle({ idleTime: 300 });
      service().takeErrors();
    });

  if (isFull)
    test('a draft is seen on the site with one click, by a link that soon ends', async () => {
      const sent: { readonly path: string; readonly referrer: string | null }[] = [];
      const site = Bun.serve({
        port: 0,
        fetch: ({ url, headers }) => {
          const { pathname, search } = new URL(url);
          if (pathname !== '/favicon.ico')
            sent.push({ path: pathname + search, referrer: headers.get('referer') });
          return new Response('<title>The site</title>', { headers: { 'content-type': 'text/html' } });
        },
      });
      try {
        await page.goto(`${service().url}/console${space}/news/press/items/d-spare`);
        await click(page, byRole('tab', 'Preview'));
        await find(page, byRole('button', 'Share a preview'));
        await find(page, byRole('button', 'Open preview'));
        expect(await page.$(byRole('button', 'Preview on site'))).toBeNull();
        const previewUrl = `http://127.0.0.1:${site.port}/preview/{contentId}?token={token}`;
        await service().manage(`${news}/settings`, { method: 'PUT', body: { previewUrl } });
        await page.reload();
        await click(page, byRole('tab', 'Preview'));
        const opened = page.browser().waitForTarget((target) => target.url().includes('/preview/d-spare'));
        await click(page, byRole('button', 'Preview on site'));
        const tab = await (await opened).page();
        await tab?.waitForFunction(`document.title === 'The site'`);
        expect(await tab?.evaluate('window.opener')).toBeNull();
        await tab?.close();
        const token = /^\/preview\/d-spare\?token=(\S+)$/.exec(sent[0]?.path ?? '')?.[1] ?? '';
        expect(sent).toEqual([{ path: `/preview/d-spare?token=${token}`, referrer: null }]);
        const [key = '', secret = ''] = token.split('.');
        const read = (item: string) =>
          fetch(`${service().publicUrl}/static${news}/news/${item}`, {
            headers: { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret },
          });
        expect([(await read('d-spare')).status, (await read('press-001')).status]).toEqual([200, 404]);
        const links = z
          .array(z.object({ linkId: z.string(), createdAt: z.number(), expiresAt: z.number() }))
          .parse(await service().manage(`${news}/news/d-spare/previews`));
        expect(links.map(({ createdAt, expiresAt }) => Math.round((expiresAt - createdAt) / 60_000))).toEqual(
          [15],
        );
        // Links that are shared lead there too.
        await click(page, byRole('button', 'Share a preview'));
        await page.browserContext().overridePermissions(service().url, ['clipboard-sanitized-write']);
        await click(page, byRole('button', 'Create and copy a link'));
        const link = await find(page, byRole('textbox', 'New link'));
        expect(await link.evaluate((input) => Reflect.get(input, 'value'))).toStartWith(
          previewUrl.replace('{contentId}', 'd-spare').replace('{token}', ''),
        );
      } finally {
        await site.stop(true);
        service().takeErrors();
      }
    });
});
