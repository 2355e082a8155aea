import { expect, test } from 'bun:test';
import { manageProblem } from '@newsstand/contract/manage';
import type { ElementHandle, HTTPRequest } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, fill, find, findText, tabTo } from '../browser/interactions.ts';
import { countBytes } from '../browser/openBrowser.ts';
import { isFull } from '../testing/runs.ts';
import { describeConsole } from './describeConsole.ts';
import { speak } from './openConsole.ts';

const diskFull = JSON.stringify(manageProblem('disk_full', 'the disk of the store is full', 'r1', {}));
const item = '/console/projects/demo/spaces/web/news/press/items/press-001';

describeConsole((service) => {
  if (isFull)
    test('the editor takes less than 590 KB; pressed tools, the chosen day and today stand out', async () => {
      const page = await service().openPage();
      // Other files may have loaded the console in this context.
      await page.setCacheEnabled(false);
      const received = await countBytes(page, (url) => url.includes('/console/'));
      await page.goto(service().url + item);
      const bold = await find(page, byRole('button', 'Bold'));
      await page.waitForNetworkIdle();
      expect(received()).toBeWithin(200_000, 590_000);
      const before = await backgroundOf(bold);
      await tabTo(page, byRole('textbox', 'Text'));
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.press('b');
      await page.keyboard.up('Control');
      await page.waitForSelector('[aria-label="Bold"][data-active]');
      expect(await backgroundOf(await find(page, byRole('button', 'Bold')))).not.toBe(before);

      await click(page, byRole('button', 'After a week'));
      await click(page, byRole('textbox', 'Closes'));
      const chosen = await page.waitForSelector('[data-selected].mantine-InlineDateTimePicker-day');
      const plain = await page.waitForSelector(
        '.mantine-InlineDateTimePicker-day:not([data-selected],[data-today])',
      );
      if (chosen === null || plain === null) throw new Error('the calendar has no days');
      expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(plain));
      const today = await page.$('.mantine-InlineDateTimePicker-day[data-today]');
      // Today may be in the month before the one that is shown.
      if (today !== null) expect(await styleOf(today, 'boxShadow')).not.toBe('none');
      await page.close();
    });

  if (isFull)
    test('errors of the service are told in Japanese, without an English word', async () => {
      const hana = await service().openPage();
      let answer = (request: HTTPRequest) => request.continue();
      await hana.setRequestInterception(true);
      hana.on(
        'request',
        (request) => void (request.method() === 'POST' ? answer(request) : request.continue()),
      );
      await speak(hana, 'ja');
      await hana.goto(`${service().url}/console/projects/demo/spaces/web/categories`);
      await click(hana, byRole('button', 'カテゴリーを作成'));
      const dialog = await find(hana, byRole('dialog', 'カテゴリーを作成'));
      await fill(dialog, byRole('textbox', '名前'), '新商品');
      await fill(dialog, byRole('textbox', 'エイリアス'), 'products');
      await hana.keyboard.press('Enter');
      const alert = await find(dialog, byRole('alert'));
      const taken = 'エイリアス: エイリアス「products」はすでに使われています。別のものにしてください。';
      expect(await alert.evaluate(({ textContent }) => textContent)).toBe(
        `すでにある内容と矛盾するため、実行できませんページを読み込み直して、最新の状態を確認してください。${taken}`,
      );
      expect(service().takeErrors().join()).toContain('409');

      // Without a network, and with a full disk.
      answer = (request) => request.abort('internetdisconnected');
      await hana.keyboard.press('Enter');
      await findText(hana, '応答がありません。');
      answer = (request) =>
        request.respond({ status: 507, contentType: 'application/problem+json', body: diskFull });
      await hana.keyboard.press('Enter');
      await findText(hana, 'サービスのディスクに空き容量がありません');
      await findText(hana, '保存されていません。このタブを開いたままにして、');
      expect(service().takeErrors().length).toBeGreaterThan(0);
      await hana.close();
    });

  test('the console can be installed: it has a web manifest whose icons exist, signed in or not', async () => {
    const page = await (await fetch(`${service().url}/console/`)).text();
    const linked = (rel: string) =>
      new RegExp(`<link rel="${rel}"[^>]* href="([^"]+)"`).exec(page)?.[1] ?? '';
    const address = new URL(linked('manifest'), service().url);
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('application/manifest+json');
    const { icons } = manifest.parse(await response.json());
    const paths = [linked('icon'), linked('apple-touch-icon'), ...icons.map(({ src }) => src)];
    const types = await Promise.all(
      paths.map(async (path) => (await fetch(new URL(path, address))).headers.get('content-type')),
    );
    expect(types).toEqual(['image/svg+xml', 'image/png', 'image/svg+xml', 'image/png', 'image/png']);
  });
});

const manifest = z.object({ icons: z.array(z.object({ src: z.string() })) });

async function styleOf(element: ElementHandle, name: string): Promise<string> {
  const computed = await element.evaluate((node, property) => {
    const style: unknown = Reflect.get(globalThis, 'getComputedStyle')?.(node);
    return typeof style === 'object' && style !== null ? Reflect.get(style, property) : undefined;
  }, name);
  return z.string().parse(computed);
}

const backgroundOf = (element: ElementHandle) => styleOf(element, 'backgroundColor');
