/**
 * Takes the pictures of the management console in this folder: `npm run docs:console`. Needs Chromium, and fonts for
 * Japanese. The moments in them are those of the run, so they are taken anew only when the console looks different.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import type { Device } from '../../tests/browser/hands.ts';
import { chromium } from '../../tests/browser/openChromium.ts';
import type { Person } from '../../tests/browser/personAt.ts';
import { openRoom, type Room } from '../../tests/console/openRoom.ts';
import { removeMade } from '../../tests/madeOnce.ts';

type Shot = {
  readonly name: string;
  readonly device?: Device;
  readonly language?: 'ja';
  readonly path: string;
  /** What is done before the picture is taken. */
  readonly act: (person: Person) => Promise<unknown>;
};

const wide = { width: 1280, height: 860, scale: 1.25, motion: 'reduce' } as const;
/** All of the overview. */
const tall = { ...wide, height: 1500 } as const;
const space = '/projects/demo/spaces/web';
const captured = z.object({ data: z.base64() });
const mostBytes = 150_000;

const shots: readonly Shot[] = [
  { name: 'news', path: `${space}/news/press`, act: (person) => person.see('link', 'Draft: annual results') },
  { name: 'editor', device: { ...wide, height: 1160 }, path: `${space}/news/press/new`, act: schedule },
  { name: 'blocks', path: `${space}/news/blog/items/blog-001`, act: showBlocks },
  { name: 'picture', path: `${space}/media/m-roastery`, act: crop },
  { name: 'key', path: '/keys', act: makeKey },
  { name: 'explorer', path: '/explorer', act: explore },
  { name: 'overview-light', device: tall, path: '/', act: seeTraffic },
  { name: 'overview-dark', device: { ...tall, scheme: 'dark' }, path: '/', act: seeTraffic },
  {
    ...{ name: 'phone-ja', device: { ...wide, width: 390, height: 844 }, language: 'ja' },
    path: `${space}/news/press`,
    act: (person) => person.see('link', 'Draft: annual results'),
  },
];

async function schedule(person: Person): Promise<void> {
  await person.fill('Title', 'The roastery is open on Sundays');
  await person.fill('Text', 'From next week on, our roastery by the river is open on Sundays, too.');
  await person.tap('button', 'Choose…');
  await person.tap('button', 'Take The roastery by the river');
  await person.miss('dialog', /./);
  await person.tap('radio', 'Publish at a moment');
  await person.read('Goes live on');
  await person.page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
}

async function showBlocks(person: Person): Promise<void> {
  await person.boxOf('toolbar', 'Text tools');
  await person.page.evaluate('scrollBy({ top: 250, behavior: "instant" })');
}

async function crop(person: Person): Promise<void> {
  await person.tap('tab', 'Edit picture');
  const [left, top, width, height] = await person.boxOf('image', 'The picture as it was uploaded');
  await person.drag([left + width * 0.2, top + height * 0.15], [left + width * 0.8, top + height * 0.85]);
  await person.tap('button', 'Light and colour');
  await person.read('pixels');
}

async function makeKey(person: Person): Promise<void> {
  await person.tap('button', 'New key');
  person.lookInto(['dialog', 'New key']);
  await person.fill('Name', 'website');
  await person.tap('checkbox', /^web/);
  await person.tap('button', 'Make the key');
  person.lookInto(undefined);
  await person.see('dialog', 'Your new key');
}

async function explore(person: Person): Promise<void> {
  await person.choose('Instance', 'press');
  await person.tap('radio', 'At a moment');
  await person.tabTo('slider', /^Moment/);
  await person.press('End');
  await person.read('Compared with now');
  await person.page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
}

async function seeTraffic(person: Person): Promise<void> {
  await person.see('heading', 'Traffic');
  await person.until('!document.body.innerText.includes("Measuring")');
  // Traffic is measured while somebody looks.
  await Bun.sleep(20_000);
}

/** Readers, so that there is something to be seen of them. */
async function visitAsReaders(room: Room, isOver: () => boolean): Promise<void> {
  for (let page = 1; !isOver(); page = (page % 4) + 1) {
    const path = `/static${space}/news/instances/blog/news?size=3&page=${page}`;
    await Promise.all(Array.from({ length: 1 + page * 3 }, () => room.read(path)));
    await Bun.sleep(100);
  }
}

if (chromium === undefined) throw new Error('there is no chromium, chromium-browser or google-chrome');
const room = await openRoom(chromium, await mkdtemp(join(tmpdir(), 'newsstand-console-')), true);
let isOver = false;
const readers = visitAsReaders(room, () => isOver);
try {
  for (const shot of shots) await take(shot);
} finally {
  isOver = true;
  await readers;
  await room.close();
  await removeMade();
}

async function take({ name, device = wide, language = undefined, path, act }: Shot): Promise<void> {
  const person = await room.seat();
  const { page } = person;
  await person.pretend(device);
  await page.ask('Emulation.setScrollbarsHidden', { hidden: true });
  if (language !== undefined) {
    await person.visit(`${room.url}/console/`);
    await page.evaluate(`localStorage.setItem('newsstand-language', '${language}')`);
  }
  await person.visit(`${room.url}/console${path}`);
  await act(person);
  await person.until('[...document.images].every(({ complete, loading }) => complete || loading === "lazy")');
  // Charts draw what came in the last minutes, and say nothing when they have done so.
  await Bun.sleep(1500);
  const { data } = captured.parse(await page.ask('Page.captureScreenshot', { format: 'png' }));
  const bytes = await sharp(Buffer.from(data, 'base64'))
    .png({ palette: true, effort: 10, colours: 128, dither: 0 })
    .toBuffer();
  if (bytes.length > mostBytes) throw new Error(`${name} has ${bytes.length} bytes`);
  await Bun.write(join(import.meta.dir, `${name}.png`), bytes);
  console.log(`${name}.png ${Math.round(bytes.length / 1000)} KB`);
  await page.close();
}
