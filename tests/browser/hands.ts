import { z } from 'zod';
import type { Page } from './openPage.ts';

/** What somebody does with a page: real clicks, keys and input methods, as the browser gets them from its window. */
export type Hands = {
  /** Goes to an address and waits until all of it is there. */
  visit(url: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Presses a key, with Control where that is held. */
  press(key: string, held?: 'Control'): Promise<void>;
  /** Types a text as an input method does: what is composed first stands in the field, but is not yet meant. */
  compose(text: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Shows the page as another device, or with other wishes of its owner. */
  pretend(device: Device): Promise<void>;
};

export type Device = {
  readonly width?: number;
  readonly height?: number;
  /** Pixels of the screen for one of the page. */
  readonly scale?: number;
  readonly scheme?: 'light' | 'dark';
  readonly motion?: 'reduce' | 'no-preference';
};

const point = z.tuple([z.number(), z.number()]);

/** Hands for a page. */
export function handsOn(page: Page): Hands {
  const loaded = 'document.readyState === "complete"';
  return {
    async visit(url) {
      await page.evaluate('window.isOld = true');
      await page.ask('Page.navigate', { url });
      await page.until(`window.isOld === undefined && ${loaded}`);
    },
    async click(selector) {
      const find = `(() => {
        const element = document.querySelector(${JSON.stringify(selector)});
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      })()`;
      const [x, y] = point.parse(await page.evaluate(find));
      const mouse = { x, y, button: 'left', clickCount: 1 };
      await page.ask('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse });
      await page.ask('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
    },
    async press(key, held) {
      const known = {
        key,
        code: names[key] ?? key,
        windowsVirtualKeyCode: codes[key],
        text: held === undefined ? texts[key] : undefined,
        modifiers: held === undefined ? 0 : 2,
      };
      await page.ask('Input.dispatchKeyEvent', { type: 'keyDown', ...known });
      await page.ask('Input.dispatchKeyEvent', { type: 'keyUp', ...known });
    },
    async compose(text) {
      await page.ask('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    },
    async type(text) {
      await page.ask('Input.insertText', { text });
    },
    async pretend({ width = 1280, height = 900, scale = 1, scheme = 'light', motion = 'no-preference' }) {
      const mobile = width < 600;
      await page.ask('Emulation.setDeviceMetricsOverride', {
        width,
        height,
        deviceScaleFactor: scale,
        mobile,
      });
      const features = [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-reduced-motion', value: motion },
      ];
      await page.ask('Emulation.setEmulatedMedia', { features });
    },
  };
}

/** Keys that also write something. */
const texts: Readonly<Record<string, string>> = { Enter: '\r', ' ': ' ' };

/** Keys that are not called what they write. */
const names: Readonly<Record<string, string>> = { ' ': 'Space', s: 'KeyS' };

const codes: Readonly<Record<string, number>> = {
  ...{ Tab: 9, Enter: 13, Escape: 27, ' ': 32, End: 35, Home: 36, s: 83 },
  ...{ ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 },
};
