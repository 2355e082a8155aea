import { afterEach, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { byRole, click, fill, find, findText } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { openBody } from './openBody.ts';
import { speak } from './openConsole.ts';

const space = '/projects/demo/spaces/web';

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
  });

  let end = async () => {};
  afterEach(async () => {
    await end();
    end = async () => {};
  });

  /** Holds back the requests that are meant until `release` is called. */
  const hold = async (isHeld: (request: HTTPRequest) => boolean) => {
    const held: HTTPRequest[] = [];
    let isReleased = false;
    const listener = (request: HTTPRequest) => {
      if (!isReleased && isHeld(request)) held.push(request);
      else void request.continue().catch(() => {});
    };
    await page.setRequestInterception(true);
    page.on('request', listener);
    end = async () => {
      page.off('request', listener);
      await page.setRequestInterception(false);
    };
    return {
      held,
      async release() {
        isReleased = true;
        await Promise.all(held.map((request) => request.continue().catch(() => {})));
      },
    };
  };

  test('new tags typed one after the other are all kept while the server is slow', async () => {
    await speak(page, 'en');
    await page.goto(`${service().url}/console${space}/news/press/new`);
    await click(page, byRole('combobox', 'Tags'));
    const requests = await hold((request) => /\/tags\?.*search=/.test(request.url()));
    const searched = (name: string) =>
      until(
        `a search for ${name}`,
        () => requests.held.map((each) => each.url()),
        (urls) => urls.some((url) => url.includes(`search=${name}`)),
      );
    for (const name of ['Quay', 'Mole', 'Pier']) {
      await page.keyboard.sendCharacter(name);
      // The list asks for it, too, and stops to when the next name is typed.
      await searched(name);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.sendCharacter('Dock');
    await searched('Dock');
    await requests.release();
    await page.keyboard.press('Enter');
    for (const name of ['Quay', 'Mole', 'Pier', 'Dock']) await find(page, byRole('button', `Remove ${name}`));
  });

  if (isFull)
    test('a tag that could not be created stays, with a button, while the next is typed', async () => {
      await page.goto(`${service().url}/console${space}/news/press/new`);
      await click(page, byRole('combobox', 'Tags'));
      let isDown = true;
      await hold((request) => {
        const isCreation = request.method() === 'POST' && request.url().endsWith('/tags');
        if (isCreation && isDown) void request.abort();
        return isCreation && isDown;
      });
      await page.keyboard.sendCharacter('Lost one');
      await page.keyboard.press('Enter');
      await page.keyboard.sendCharacter('Lost two');
      await page.keyboard.press('Enter');
      await page.keyboard.type('next');
      await find(page, byRole('button', 'Create “Lost one”'));
      await find(page, byRole('button', 'Create “Lost two”'));
      await page.keyboard.press('Escape');
      isDown = false;
      for (const name of ['Lost one', 'Lost two']) {
        await click(page, byRole('button', `Create “${name}”`));
        await find(page, byRole('button', `Remove ${name}`));
      }
      service().takeErrors();
    });

  test('the palette has every letter typed since Ctrl+K, and Enter waits for what they find', async () => {
    await page.goto(`${service().url}/console/`);
    await find(page, '.search-button');
    const requests = await hold((request) => request.resourceType() === 'script');
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyK');
    await page.keyboard.up('Control');
    await page.keyboard.type('web');
    await requests.release();
    await page.keyboard.type('hooks');
    await find(page, '.palette-input');
    await page.keyboard.press('Enter');
    await until(
      'the page of webhooks',
      () => page.url(),
      (url) => url.endsWith('/webhooks'),
    );
  });

  test('Enter takes what was typed after a slash, even before the menu is on the screen', async () => {
    const { type, expectSaved } = await openBody(service(), page);
    await page.evaluate(`(() => {
      const dom = document.querySelector('.ProseMirror');
      dom.editor.view.dispatch(dom.editor.state.tr.insertText('/callout'));
      dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    })()`);
    await type('Mind');
    await expectSaved([{ type: 'callout', tone: 'info', text: 'Mind' }]);
  });

  if (isFull)
    test('a gallery has its pictures in the order in which they were chosen', async () => {
      const names = ['cut-out', 'upright', 'fog'] as const;
      const paths = await Promise.all(
        names.map(async (name) => {
          const path = join(service().folder, `${name}.png`);
          await Bun.write(path, await makeSource(name));
          return path;
        }),
      );
      const { blocks } = await openBody(service(), page, [{ type: 'gallery', images: [] }]);
      const nameIn = (request: HTTPRequest) =>
        z
          .object({ name: z.string() })
          .catch({ name: '' })
          .parse(JSON.parse(request.postData() || '{}')).name;
      const isSaving = (request: HTTPRequest) =>
        request.method() === 'POST' && request.url().endsWith('/medias');
      let hasFailed = false;
      // The first is slow, and the second fails at first.
      const requests = await hold((request) => {
        if (!isSaving(request)) return false;
        if (nameIn(request) !== 'upright' || hasFailed) return nameIn(request) === 'cut-out';
        hasFailed = true;
        void request.respond({ status: 503, contentType: 'application/json', body: '{}' }).catch(() => {});
        return true;
      });
      const input = await find(page, '.block-card input[type=file]');
      await Reflect.apply(Reflect.get(input, 'uploadFile'), input, paths);
      const shown = (count: number) =>
        page.waitForFunction(`document.querySelectorAll('.block-gallery > li').length === ${count}`);
      await shown(1);
      await click(page, byRole('button', 'Try again'));
      await shown(2);
      await requests.release();
      await shown(3);
      const stored = await blocks((found) => JSON.stringify(found).split('mediaId').length === 4);
      const { images } = z.object({ images: z.array(z.object({ mediaId: z.string() })) }).parse(stored[0]);
      const managed = z.object({ item: z.object({ name: z.string() }) });
      const order = images.map(async ({ mediaId }) => {
        const media = await service().manage(`${space}/collection/medias/${mediaId}`);
        return managed.parse(media).item.name;
      });
      expect(await Promise.all(order)).toEqual([...names]);
      service().takeErrors();
    });

  if (isFull)
    test('choosing media begins with its search and shows whole names, and an article is not related to itself', async () => {
      const name = `A very long name of a picture that was taken ${'on a hill '.repeat(5)}at dawn`;
      const beans = `${space}/collection/medias/m-beans`;
      await service().manage(beans, { method: 'PATCH', etag: '*', body: { name } });
      for (const title of ['Zebra one', 'Zebra two']) {
        await openBody(service(), page, [{ type: 'related', items: [] }]);
        await fill(page, byRole('textbox', 'Title'), title);
        await findText(page, 'Saved');
        await until(
          'the title to be found',
          () => service().manage(`${space}/search?query=${encodeURIComponent(title)}`),
          (found) => JSON.stringify(found).includes(title),
        );
      }
      await click(page, byRole('textbox', 'Find an item to link to'));
      await page.keyboard.type('Zebra');
      await find(page, byRole('option', 'Zebra one press'));
      expect(await page.$$('.found-items [role=option]')).toHaveLength(1);
      await click(page, byRole('button', 'Choose another…'));
      const dialog = await find(page, byRole('dialog'));
      await page.waitForFunction(`document.activeElement.type === 'search'`);
      await page.keyboard.type('dawn');
      const shown = await find(dialog, `.media-card-text [title="${name}"]`);
      expect(await shown.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
      expect(await shown.evaluate((text) => text.scrollHeight <= text.clientHeight)).toBe(true);
      await page.keyboard.press('Escape');
    });
});
