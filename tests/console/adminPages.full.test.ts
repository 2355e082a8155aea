import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { consoleFolder } from '../../packages/server/src/management/console/serveConsole.ts';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, find } from '../browser/interactions.ts';
import { countBytes, logPage } from '../browser/openBrowser.ts';
import { adminPages } from './consolePages.ts';
import { describeConsole } from './describeConsole.ts';
import { describePages, phoneWidth } from './describePages.ts';

const page = z.object({ script: z.string(), styles: z.array(z.string()), preload: z.array(z.string()) });
const words = z.object({ words: z.array(z.string()) });
const manifest = z.object({
  pages: z.object({ console: page }),
  languages: z.object({ en: words, ja: words }),
});
const most = 320_000;

describeConsole((service) => {
  describePages(service, adminPages);

  test('the sign-in page: accessible in both colour schemes, and fits a phone', async () => {
    const stranger = await service().openPage('');
    await stranger.goto(`${service().url}/console/`);
    await find(stranger, byRole('heading', 'Sign in'));
    expect(await inspectPage(stranger, phoneWidth)).toEqual(nothingWrong);
    await stranger.close();
  });

  test('the first page takes less than 320 KB, compressed, with one language', async () => {
    const fresh = await service().openPage();
    // Other pages of the browser may have loaded the same files before.
    await fresh.setCacheEnabled(false);
    const { responses } = logPage(fresh);
    const received = await countBytes(fresh, (url) => url.includes('/console/'));
    await fresh.goto(`${service().url}/console/`);
    await find(fresh, byRole('heading', 'Traffic'));
    await fresh.waitForNetworkIdle();
    const loaded = responses.flatMap((response) => response.url().split('/console/assets/')[1] ?? []);
    const { pages, languages } = manifest.parse(await Bun.file(join(consoleFolder, 'manifest.json')).json());
    const { script, styles, preload } = pages.console;
    const named = [script, ...styles, ...preload, ...languages.en.words];
    expect(loaded).toEqual(expect.arrayContaining(named));
    // Only the language that is shown.
    expect(loaded).not.toContain(languages.ja.words[0]);
    console.info(`first page: ${received()} bytes`);
    expect(received()).toBeWithin(100_000, most);
    await fresh.close();
  });
});
