import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { consoleFolder } from '../../packages/server/src/management/console/serveConsole.ts';
import { otherPages } from './consolePages.ts';
import { describePages, lookAt, nothingWrong } from './describePages.ts';
import { inRoom } from './inRoom.ts';

const page = z.object({ script: z.string(), styles: z.array(z.string()), preload: z.array(z.string()) });
const manifest = z.object({ pages: z.object({ console: page }) });
const most = 350_000;

inRoom((room) => {
  describePages(room, otherPages);

  test('the page that signs in: accessible in both colours, and fits a phone', async () => {
    const stranger = await room().seat('');
    await stranger.visit(`${room().url}/console/`);
    await stranger.see('heading', 'Sign in');
    expect(await lookAt(stranger)).toEqual(nothingWrong);
    await stranger.page.close();
  });

  test('the first page comes in less than 350 KB gzipped', async () => {
    const fresh = await room().seat();
    await fresh.visit(`${room().url}/console/`);
    await fresh.see('heading', 'Traffic');
    const loaded = [...fresh.page.responses.keys()].flatMap((url) => url.split('/console/assets/')[1] ?? []);
    const { script, styles, preload } = manifest.parse(
      await Bun.file(join(consoleFolder, 'manifest.json')).json(),
    ).pages.console;
    const named = [script, ...styles, ...preload];
    expect(loaded).toEqual(expect.arrayContaining(named));
    const sizes = loaded.map((name) => Bun.file(join(consoleFolder, `${name}.gz`)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeWithin(100_000, most);
    expect(fresh.page.received()).toBeLessThan(most);
    await fresh.page.close();
  });
});
