/**
 * Takes the screenshots of the management console in this folder: `npm run docs:console`. Needs Chromium, and fonts for
 * Japanese. Dates in them are those of the run, so they are taken anew only when the console looks different.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import {
  byRole,
  choose,
  click,
  fill,
  find,
  findText,
  tabTo,
  waitUntilGone,
} from '../../tests/browser/interactions.ts';
import { type Device, emulate } from '../../tests/browser/openBrowser.ts';
import { type OpenConsole, openConsole } from '../../tests/console/openConsole.ts';
import { removeMade } from '../../tests/madeOnce.ts';

type Shot = {
  readonly name: string;
  readonly device?: Device;
  readonly language?: 'ja';
  readonly path: string;
  /** What is done before the screenshot is taken. */
  readonly act: (page: Page) => Promise<unknown>;
};

const wide = { width: 1280, height: 860, scale: 1.25, reducedMotion: true } as const;
/** The overview as far as it is for editors. */
const tall = { ...wide, height: 1270 } as const;
const space = '/projects/demo/spaces/web';
const maxBytes = 150_000;

const shots: readonly Shot[] = [
  {
    name: 'news',
    path: `${space}/news/press`,
    act: (page) => find(page, byRole('link', 'Draft: annual results')),
  },
  { name: 'editor', device: { ...wide, height: 1160 }, path: `${space}/news/press/new`, act: schedule },
  { name: 'blocks', path: `${space}/news/blog/items/blog-003`, act: showBlocks },
  { name: 'picture', path: `${space}/media/m-roastery`, act: crop },
  { name: 'key', path: '/keys', act: createKey },
  { name: 'explorer', path: '/explorer', act: explore },
  { name: 'overview-light', device: tall, path: '/', act: showCalendar },
  { name: 'overview-dark', device: { ...tall, colorScheme: 'dark' }, path: '/', act: showCalendar },
  {
    ...{ name: 'phone-ja', device: { ...wide, width: 390, height: 844 }, language: 'ja' },
    path: `${space}/news/press`,
    act: (page) => find(page, byRole('link', 'Draft: annual results')),
  },
];

async function schedule(page: Page): Promise<void> {
  await fill(page, byRole('textbox', 'Title'), 'The roastery is open on Sundays');
  const text = 'From next week on, our roastery by the river is open on Sundays, too.';
  await fill(page, byRole('textbox', 'Text'), text);
  await click(page, byRole('button', 'Choose…'));
  await click(page, byRole('button', 'Use The roastery by the river'));
  await waitUntilGone(page, byRole('dialog'));
  await click(page, byRole('button', 'Tomorrow 09:00'));
  await findText(page, 'Goes live on');
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
}

async function showBlocks(page: Page): Promise<void> {
  await page.waitForSelector('.block-callout');
  await page.evaluate('document.querySelector(".block-callout").scrollIntoView({ block: "center" })');
}

async function crop(page: Page): Promise<void> {
  await click(page, byRole('tab', 'Edit picture'));
  const picture = byRole('image', 'The picture as it was uploaded');
  const shown = await page.waitForSelector(picture, { visible: true });
  await shown?.scrollIntoView();
  const { x = 0, y = 0, width = 0, height = 0 } = (await shown?.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.2, y + height * 0.15);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height * 0.85, { steps: 4 });
  await page.mouse.up();
  await click(page, byRole('button', 'Light and colour'));
  await findText(page, 'pixels');
}

async function createKey(page: Page): Promise<void> {
  await click(page, byRole('button', 'New key'));
  const dialog = await find(page, byRole('dialog', 'New key'));
  await fill(dialog, byRole('textbox', 'Name'), 'website');
  await click(dialog, byRole('checkbox', 'web'));
  await click(dialog, byRole('button', 'Create key'));
  await find(page, byRole('dialog', 'Your new key'));
}

async function explore(page: Page): Promise<void> {
  await choose(page, byRole('combobox', 'Instance'), 'press');
  await click(page, byRole('radio', 'At a specific time'));
  await tabTo(page, byRole('slider'));
  await page.keyboard.press('End');
  await findText(page, 'Compared with now');
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
}

async function showCalendar(page: Page): Promise<void> {
  await page.waitForSelector('.calendar-moment');
}

/** Writes drafts, so that the owner has some to go on with. */
async function writeDrafts(service: OpenConsole): Promise<void> {
  for (const title of [
    'A second roaster for Kyoto',
    'Five questions for our head roaster',
    '冬のブレンドについて',
  ]) {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: { blocks: [] } };
    const body = { name: title, status: 'draft', values };
    await service.manage(`${space}/news/instances/blog/news`, { method: 'POST', body });
  }
}

const service = await openConsole(await mkdtemp(join(tmpdir(), 'newsstand-console-')), true);
/** The names of those to take; all if none is given. */
const wanted = process.argv.slice(2);
try {
  await writeDrafts(service);
  for (const shot of shots) if (wanted.length === 0 || wanted.includes(shot.name)) await take(shot);
} finally {
  await service.close();
  await removeMade();
}

async function take({ name, device = wide, language, path, act }: Shot): Promise<void> {
  const page = await service.openPage();
  await emulate(page, device);
  if (language !== undefined)
    await page.evaluateOnNewDocument(`localStorage.setItem('newsstand-language', '${language}')`);
  await page.goto(`${service.url}/console${path}`);
  await act(page);
  const areLoaded =
    '[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)';
  await page.waitForFunction(areLoaded);
  // Charts do not signal when they have been drawn.
  await Bun.sleep(1500);
  const bytes = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10, colours: 128, dither: 0 })
    .toBuffer();
  if (bytes.length > maxBytes) throw new Error(`${name} has ${bytes.length} bytes`);
  await Bun.write(join(import.meta.dir, `${name}.png`), bytes);
  console.log(`${name}.png ${Math.round(bytes.length / 1000)} KB`);
  await page.browserContext().close();
}
