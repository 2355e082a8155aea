import { z } from 'zod';
import { type Eyes, eyesOn, type Name, type Thing } from './eyesOn.ts';
import { type Hands, handsOn } from './hands.ts';
import type { Page } from './openPage.ts';

/** Somebody at a page, who finds things by what they are and what they are called, and uses them with real input. */
export type Person = Hands &
  Omit<Eyes, 'call' | 'waitFor' | 'seeField'> & {
    readonly page: Page;
    /** Clicks something, when it keeps still and nothing lies over it. */
    tap(...thing: Thing): Promise<void>;
    /** Goes on from key to key until something has the focus, as those do who have no mouse. */
    tabTo(...thing: Thing): Promise<void>;
    /** Replaces what stands in a field. */
    fill(label: Name, text: string): Promise<void>;
    /** What stands in a field. */
    valueOf(label: Name): Promise<string>;
    /** Chooses from a list that opens. */
    choose(label: Name, option: string): Promise<void>;
    /** Presses a button that asks for files, and chooses some. */
    giveFiles(button: string, ...paths: readonly string[]): Promise<void>;
    /** Drops files onto something. */
    dropFiles(onto: Thing, ...paths: readonly string[]): Promise<void>;
    /** Draws from one place to another, with the button held. */
    drag(from: Place, to: Place): Promise<void>;
  };

type Place = readonly [x: number, y: number];

const place = z.tuple([z.number(), z.number()]).nullable();
const chooser = z.object({ backendNodeId: z.int() });

/** Sits somebody down at a page. */
export function personAt(page: Page): Person {
  const hands = handsOn(page);
  const { call, waitFor, seeField, ...eyes } = eyesOn(page);
  const { see, boxOf, lookInto } = eyes;
  const tapFound = (what: string, find: () => Promise<number>) =>
    waitFor(`${what} can not be reached`, async () => {
      const found = await find();
      const middle = place.parse(await call(found, middleOf).catch(() => null));
      if (middle === null) return undefined;
      await drag(page, middle, []);
      // It may have moved in the very last moment; what is gone meanwhile was hit.
      return (
        (await call(found, 'function () { return this.wasTapped }').catch(() => true)) === true || undefined
      );
    });
  const tapField = (label: Name) => tapFound(`field “${label}”`, () => seeField(label));
  const tap = async (role: string, name: Name) => {
    await tapFound(`${role} “${name}”`, () => see(role, name));
  };
  return {
    ...{ ...hands, ...eyes, page, tap },
    async tabTo(role, name) {
      const hasFocus = 'function () { return this === document.activeElement }';
      for (let tabs = 0; tabs < 100; tabs++) {
        if ((await call(await see(role, name), hasFocus)) === true) return;
        await hands.press('Tab');
      }
      throw new Error(`${role} “${name}” can not be reached by Tab`);
    },
    async fill(label, text) {
      await tapField(label);
      await page.ask('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['selectAll'] });
      await hands.type(text);
    },
    async valueOf(label) {
      return z.string().parse(await call(await seeField(label), 'function () { return this.value }'));
    },
    async choose(label, option) {
      if ((await call(await seeField(label), chooseNative, option)) === true) return;
      await tapField(label);
      // The list lies over everything, wherever its field is.
      const room = lookInto(undefined);
      await tap('option', option);
      lookInto(room);
    },
    async giveFiles(button, ...files) {
      await page.ask('Page.enable');
      await page.ask('Page.setInterceptFileChooserDialog', { enabled: true });
      const opened = new Promise((resolve) => page.hear('Page.fileChooserOpened', resolve));
      await tap('button', button);
      await page.ask('DOM.setFileInputFiles', { files, ...chooser.parse(await opened) });
    },
    async dropFiles([role, name], ...files) {
      const [x, y, width, height] = await boxOf(role, name);
      const data = { items: [], files, dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop']) {
        await page.ask('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height / 2, data });
      }
    },
    drag: ([x, y], [toX, toY]) =>
      drag(
        page,
        [x, y],
        [0.25, 0.5, 0.75, 1].map((part) => [x + (toX - x) * part, y + (toY - y) * part]),
      ),
  };
}

/** Presses the button of the mouse at a place, goes where it is led to, and lets it go. */
async function drag(page: Page, [x, y]: Place, way: readonly Place[]): Promise<void> {
  const mouse = (type: string, [atX, atY]: Place, more: object) =>
    page.ask('Input.dispatchMouseEvent', { type, x: atX, y: atY, ...more });
  const button = { button: 'left', clickCount: 1 };
  await mouse('mouseMoved', [x, y], {});
  await mouse('mousePressed', [x, y], button);
  for (const at of way) await mouse('mouseMoved', at, { button: 'left', buttons: 1 });
  await mouse('mouseReleased', way.at(-1) ?? [x, y], button);
}

/** The middle of an element, or of its label where it is drawn there; null while it moves, waits, or is covered. */
const middleOf = `async function () {
  if (this.disabled || this.matches('[data-disabled], [data-loading]')) return null;
  const parts = [this, ...(this.labels ?? [])];
  const middle = () => {
    const boxes = parts.map((each) => each.getBoundingClientRect());
    const { x, y, width, height } = boxes.find((box) => box.width > 2 && box.height > 2) ?? boxes[0];
    return [x + width / 2, y + height / 2];
  };
  const isFree = ([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return parts.some((each) => each.contains(hit)) || hit?.closest('label')?.control === this;
  };
  if (!isFree(middle())) this.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = middle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const after = middle();
  this.wasTapped = false;
  const note = () => { this.wasTapped = true };
  for (const each of parts) each.addEventListener('pointerdown', note, { once: true });
  return before.join() === after.join() && isFree(after) ? after : null;
}`;

/** Chooses in the browser's own kind of list, which opens outside of the page; tells whether it is one. */
const chooseNative = `function (wanted) {
  if (this.tagName !== 'SELECT') return false;
  const option = [...this.options].find(({ text }) => text === wanted);
  if (option === undefined) throw new Error('no option ' + wanted);
  const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set;
  set.call(this, option.value);
  this.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}`;
