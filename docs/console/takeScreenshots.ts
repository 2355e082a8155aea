/**
 * Takes the screenshots of the management console in this folder, and in Japanese in `docs/ja/console`: `npm run
 * docs:console`, with names or `ja/…` to take only some. Needs Chromium, and fonts for Japanese. Dates in them are those
 * of the run, so they are taken anew only when the console looks different.
 */
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { z } from 'zod';
import english, { type Words } from '../../packages/console/src/words/en/index.ts';
import japanese from '../../packages/console/src/words/ja/index.ts';
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
import { type Device, emulate, sharedBrowser } from '../../tests/browser/openBrowser.ts';
import { type OpenConsole, openOwnConsole } from '../../tests/console/openConsole.ts';
import { removeMade } from '../../tests/madeOnce.ts';

type Shot = {
  readonly name: string;
  readonly device?: Device;
  /** In Japanese in the English manual, too. */
  readonly isJapanese?: true;
  readonly path: string;
  /** The page in Japanese, if it shows other content. */
  readonly japanesePath?: string;
  /** What is done before the screenshot is taken. */
  readonly act: (page: Page, words: Words) => Promise<unknown>;
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
    japanesePath: `${space}/news/blog-ja`,
    act: seeDraft,
  },
  {
    ...{ name: 'editor', device: { ...wide, height: 1160 }, act: schedule },
    path: `${space}/news/press/new`,
    japanesePath: `${space}/news/press-ja/new`,
  },
  {
    ...{ name: 'blocks', act: showBlocks },
    path: `${space}/news/blog/items/blog-003`,
    japanesePath: `${space}/news/blog-ja/items/blog-002`,
  },
  { name: 'review', path: '/review', act: review },
  { name: 'picture', path: `${space}/media/m-roastery`, act: crop },
  { name: 'key', path: '/keys', act: createKey },
  { name: 'explorer', path: '/explorer', act: explore },
  { name: 'overview-light', device: tall, path: '/', act: showCalendar },
  { name: 'overview-dark', device: { ...tall, colorScheme: 'dark' }, path: '/', act: showCalendar },
  {
    ...{ name: 'phone-ja', device: { ...wide, width: 390, height: 844 }, isJapanese: true },
    path: `${space}/news/blog-ja`,
    act: seeDraft,
  },
];

async function seeDraft(page: Page, words: Words): Promise<void> {
  const title = words === japanese ? '下書き：焙煎士インタビュー' : 'Draft: annual results';
  await find(page, byRole('link', title));
}

async function schedule(page: Page, words: Words): Promise<void> {
  const [title, text] =
    words === japanese
      ? ['焙煎所は日曜日も営業します', '来週から、川沿いの焙煎所は日曜日も営業します。']
      : [
          'The roastery is open on Sundays',
          'From next week on, our roastery by the river is open on Sundays, too.',
        ];
  await fill(page, byRole('textbox', words.members['values.title']), title);
  await fill(page, byRole('textbox', words.members['values.body']), text);
  await click(page, byRole('button', words.media.choose));
  await click(page, byRole('button', words.media.take('The roastery by the river')));
  await waitUntilGone(page, byRole('dialog'));
  await click(page, byRole('button', words.time.quick.tomorrow));
  await find(page, byRole('button', words.editor.buttons.schedule));
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
}

async function showBlocks(page: Page): Promise<void> {
  await page.waitForSelector('.block-callout');
  await page.evaluate('document.querySelector(".block-callout").scrollIntoView({ block: "center" })');
}

async function crop(page: Page, words: Words): Promise<void> {
  await click(page, byRole('tab', words.mediaDetails.tabs.picture));
  const picture = byRole('image', words.operations.originalAlt);
  const shown = await page.waitForSelector(picture, { visible: true });
  await shown?.scrollIntoView();
  const { x = 0, y = 0, width = 0, height = 0 } = (await shown?.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.2, y + height * 0.15);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.8, y + height * 0.85, { steps: 4 });
  await page.mouse.up();
  await click(page, byRole('button', words.operations.colours));
  await findText(page, words.operations.pixels);
}

async function createKey(page: Page, words: Words): Promise<void> {
  const { create, dialog, issued } = words.keys;
  await click(page, byRole('button', create));
  const form = await find(page, byRole('dialog', dialog.title));
  await fill(form, byRole('textbox', dialog.name), 'website');
  await click(form, byRole('checkbox', 'web'));
  await click(form, byRole('button', dialog.create));
  await find(page, byRole('dialog', issued.title));
}

async function explore(page: Page, words: Words): Promise<void> {
  const { instance, preview, compared } = words.explorer;
  await choose(page, byRole('combobox', instance), words === japanese ? 'press-ja' : 'press');
  await click(page, byRole('radio', preview.moment));
  await tabTo(page, byRole('slider'));
  await page.keyboard.press('End');
  await findText(page, compared.title);
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
}

const proposed = [
  {
    ...{ instance: 'blog', id: 'blog-003', title: 'Why we weigh the water, too' },
    ...{ text: ' Ours is from <b>1987</b>.', message: 'Shorter, and with the picture of the beans.' },
  },
  {
    ...{ instance: 'blog-ja', id: 'blog-002', title: 'はじめてのハンドドリップ、四分間' },
    ...{ text: '<b>四分</b>で飲めます。', message: '短くして、写真を替えました。' },
  },
] as const;

async function review(page: Page, words: Words): Promise<void> {
  await click(page, byRole('link', proposed[words === japanese ? 1 : 0].title));
  await find(page, byRole('button', words.review.sendBack));
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

/** Proposes changes of an article in each language as a writer. */
async function proposeChanges(service: OpenConsole): Promise<void> {
  const order = { operatorId: 'mia', name: 'Mia', roles: [{ projectId: 'demo', role: 'writer' }] };
  const invited = await service.manage('/operators', { method: 'POST', body: order });
  const mia = await service.openPage('');
  await mia.goto(z.object({ url: z.string() }).parse(invited).url);
  await fill(mia, byRole('textbox', english.signIn.password), 'four words nobody guesses');
  await click(mia, byRole('button', english.signIn.begin));
  await find(mia, byRole('heading', english.overview.title));
  for (const { instance, id, title, text, message } of proposed) {
    const item = `/manage/v1${space}/news/instances/${instance}/news/${id}`;
    await mia.evaluate(`(async () => {
      const send = async (path, method, etag, body) => {
        const headers = { 'content-type': 'application/json', ...(etag && { 'if-match': etag }) };
        return await (await fetch(path, { method, headers, body: body && JSON.stringify(body) })).json();
      };
      const { etag, item: { alias, values, category, tags } } = await send('${item}', 'GET');
      const [first, second, ...others] = values.body.blocks;
      const blocks = [{ ...first, text: first.text + ${JSON.stringify(text)} }, ...others];
      const thumbnail = { mediaId: 'm-beans' };
      const next = { ...values, title: ${JSON.stringify(title)}, thumbnail, body: { ...values.body, blocks } };
      const changed = { name: next.title, alias, status: 'published', values: next, category, tags };
      const saved = await send('${item}/next', 'PUT', etag, changed);
      await send('${item}/proposals', 'POST', saved.etag, { message: ${JSON.stringify(message)} });
    })()`);
  }
  await mia.browserContext().close();
}

const service = await openOwnConsole({}, true);
/** The names of those to take; all if none is given. */
const wanted = process.argv.slice(2);
try {
  await writeDrafts(service);
  await proposeChanges(service);
  for (const shot of shots) {
    if (isWanted(shot.name)) await take(shot, shot.isJapanese === true, shot.name);
    // The manual in Japanese shows these of its own.
    if (!shot.isJapanese && isWanted(`ja/${shot.name}`)) await take(shot, true, `../ja/console/${shot.name}`);
  }
} finally {
  await service.close();
  await (await sharedBrowser()).close();
  await removeMade();
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.includes(name);
}

async function take({ device = wide, act, ...shot }: Shot, isJapanese: boolean, file: string): Promise<void> {
  const page = await service.openPage();
  await emulate(page, device);
  if (isJapanese) await page.evaluateOnNewDocument(`localStorage.setItem('newsstand-language', 'ja')`);
  const path = isJapanese ? (shot.japanesePath ?? shot.path) : shot.path;
  await page.goto(`${service.url}/console${path}`);
  await act(page, isJapanese ? japanese : english);
  const areLoaded =
    '[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)';
  await page.waitForFunction(areLoaded);
  // Charts do not signal when they have been drawn.
  await Bun.sleep(1500);
  const bytes = await sharp(await page.screenshot())
    .png({ palette: true, effort: 10, colours: 128, dither: 0 })
    .toBuffer();
  if (bytes.length > maxBytes) throw new Error(`${file} has ${bytes.length} bytes`);
  await Bun.write(join(import.meta.dir, `${file}.png`), bytes);
  console.log(`${file}.png ${Math.round(bytes.length / 1000)} KB`);
  await page.browserContext().close();
}
