import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomUUIDv7 } from 'bun';
import type { ElementHandle, Page } from 'puppeteer-core';
import { z } from 'zod';
import { patience } from './openBrowser.ts';

/** A whole page, or an element to search in, such as a dialog. */
export type Scope = Page | ElementHandle;

/**
 * A selector by role and accessible name in the accessibility tree; any name if none is given.
 * (Uses the prefix, because Bun's regular expressions break Puppeteer's parser of `::-p-aria()`.)
 */
export function byRole(role: string, name?: string): string {
  if (name === undefined) return `aria/[role="${role}"]`;
  const quote = name.includes('"') ? "'" : '"';
  return `aria/[name=${quote}${name}${quote}][role="${role}"]`;
}

function pageOf(scope: Scope): Page {
  return 'frame' in scope ? scope.frame.page() : scope;
}

/**
 * Waits for an element; the error describes what is on the page instead. Puppeteer's own waiting looks through the whole
 * accessibility tree after every change of the page, which takes most of the browser's time.
 */
export async function find(scope: Scope, selector: string): Promise<ElementHandle> {
  let cause: unknown;
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const start = performance.now();
    // While a page is replaced by another, there is nothing to look into.
    const found = await scope.$(selector).catch((error: unknown) => {
      cause = error;
      return null;
    });
    if (found !== null) return found;
    await pauseAfter(start);
  }
  throw new Error(`${selector} is missing; there is ${await describePage(scope)}`, { cause });
}

/** Waits until there is no such element. */
export async function waitUntilGone(page: Page, selector: string): Promise<void> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const start = performance.now();
    if ((await page.$(selector)) === null) return;
    await pauseAfter(start);
  }
  throw new Error(`${selector} is still there: ${await describePage(page)}`);
}

/** Leaves the browser most of the time for its own work. */
async function pauseAfter(start: number): Promise<void> {
  await Bun.sleep(Math.max(30, 2 * (performance.now() - start)));
}

/** Waits for a visible text. Puppeteer's own waiting lays out the page for every frame, which takes long. */
export async function findText(page: Page, text: string): Promise<void> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const start = performance.now();
    // While a page is replaced by another, there is nothing to look into.
    const shown = await page.evaluate('document.body.innerText').catch(() => '');
    if (String(shown).includes(text)) return;
    await pauseAfter(start);
  }
  throw new Error(`“${text}” is missing; there is ${await describePage(page)}`);
}

/** What a page shows, for the message of a failed test, with the path of a picture of it. */
export async function describePage(scope: Scope): Promise<string> {
  const page = pageOf(scope);
  const text = await page.evaluate('document.body.innerText').catch(String);
  // Beside the folder of the run, which is removed with it.
  const folder = dirname(process.env['TESTS_RUN_FOLDER'] ?? join(tmpdir(), 'run'));
  const picture = join(folder, `newsstand-failed-${randomUUIDv7()}.png`);
  const taken = page.screenshot().then((bytes) => Bun.write(picture, bytes));
  const seen = await taken.then(() => picture, String);
  return `${page.url()} (${seen}) shows: ${text}`;
}

/** The parts of the DOM that the functions below use inside the page. */
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
type PageElement = {
  readonly disabled?: boolean;
  readonly labels?: Iterable<PageElement>;
  readonly control?: unknown;
  readonly ownerDocument: { elementFromPoint(x: number, y: number): PageElement | null };
  matches(selector: string): boolean;
  contains(other: PageElement | null): boolean;
  closest(selector: string): PageElement | null;
  scrollIntoView(options: { readonly block: 'center'; readonly behavior: 'instant' }): void;
  getBoundingClientRect(): Box;
  addEventListener(type: string, listener: () => void, options: { readonly once: true }): void;
  wasHit?: boolean;
};
type Point = readonly [x: number, y: number];

const point = z.tuple([z.number(), z.number()]).nullable();

/**
 * Clicks an element once it is stable, enabled and not covered, and retries if the click missed it. Puppeteer's own
 * locators ignore anything that covers an element, such as the overlay of a dialog that is fading out.
 */
export async function click(scope: Scope, selector: string): Promise<void> {
  const { mouse } = pageOf(scope);
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const element = await find(scope, selector);
    const target = point.parse(await element.evaluate(clickablePoint).catch(() => null));
    if (target === null) {
      await Bun.sleep(30);
      continue;
    }
    await mouse.click(...target);
    // If the element has gone by now, the click hit it.
    if (await element.evaluate(({ wasHit }: PageElement) => wasHit).catch(() => true)) return;
  }
  throw new Error(`${selector} cannot be clicked: ${await describePage(scope)}`);
}

/** The centre of an element, or of its label if that is drawn instead; null while it can't be clicked. */
async function clickablePoint(element: PageElement): Promise<Point | null> {
  if (element.disabled || element.matches('[data-disabled], [data-loading]')) return null;
  const parts = [element, ...(element.labels ?? [])];
  const middle = (): Point => {
    const boxes = parts.map((part) => part.getBoundingClientRect());
    const drawn =
      boxes.find(({ width, height }) => width > 2 && height > 2) ?? element.getBoundingClientRect();
    return [drawn.x + drawn.width / 2, drawn.y + drawn.height / 2];
  };
  const isOnTop = ([x, y]: Point) => {
    const top = element.ownerDocument.elementFromPoint(x, y);
    return parts.some((part) => part.contains(top)) || top?.closest('label')?.control === element;
  };
  if (!isOnTop(middle())) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = middle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const after = middle();
  if (before.join() !== after.join() || !isOnTop(after)) return null;
  element.wasHit = false;
  const setHit = () => {
    element.wasHit = true;
  };
  for (const part of parts) part.addEventListener('pointerdown', setHit, { once: true });
  return after;
}

/** Replaces the content of a text field. */
export async function fill(scope: Scope, selector: string, text: string): Promise<void> {
  const { keyboard } = pageOf(scope);
  await click(scope, selector);
  await keyboard.down('Control');
  await keyboard.press('KeyA');
  await keyboard.up('Control');
  await keyboard.sendCharacter(text);
}

/** Chooses an option from a drop-down list. */
export async function choose(scope: Scope, selector: string, option: string): Promise<void> {
  await click(scope, selector);
  await click(pageOf(scope), byRole('option', option));
}

/** Clicks a button that opens a file chooser, and chooses files. */
export async function upload(page: Page, selector: string, ...paths: string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForFileChooser(), click(page, selector)]);
  await chooser.accept(paths);
}

/** Presses Tab until an element has the focus, like people who use no mouse. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  let element = await find(page, selector);
  for (let tabs = 0; tabs < 100; tabs++) {
    const { isConnected, hasFocus } = await element.evaluate(focusOf);
    if (hasFocus) return;
    if (!isConnected) element = await find(page, selector);
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} cannot be reached by Tab`);
}

function focusOf(element: FocusableElement) {
  return { isConnected: element.isConnected, hasFocus: element === element.ownerDocument.activeElement };
}

type FocusableElement = {
  readonly isConnected: boolean;
  readonly ownerDocument: { readonly activeElement: unknown };
};

/** Hides a page as a tab behind another one is hidden, or shows it again. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);
}
