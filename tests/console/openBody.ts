import { expect } from 'bun:test';
import type { KeyInput, Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, find } from '../browser/interactions.ts';
import { until } from '../testing/until.ts';
import { type OpenConsole, speak } from './openConsole.ts';

const shelf = '/projects/demo/spaces/web/news/instances/press/news';
const managed = z.object({
  item: z.looseObject({
    contentId: z.string(),
    values: z.looseObject({ body: z.looseObject({ blocks: z.array(z.unknown()).optional() }) }),
  }),
});

export type BodyPage = {
  readonly page: Page;
  /** Types into whatever has the focus. */
  readonly type: (text: string) => Promise<void>;
  readonly press: (...keys: KeyInput[]) => Promise<void>;
  /** Presses a key together with others, such as Control. */
  readonly chord: (modifiers: readonly KeyInput[], key: KeyInput) => Promise<void>;
  /** Puts the cursor at the end of the text. */
  readonly toEnd: () => Promise<void>;
  /** Saves, and waits until these blocks are stored. */
  readonly expectSaved: (blocks: readonly unknown[]) => Promise<void>;
  /** Saves until the stored blocks are such. */
  readonly blocks: (isDone: (blocks: readonly unknown[]) => boolean) => Promise<readonly unknown[]>;
  /** Pastes as a browser does, with these types of data. */
  readonly paste: (data: Readonly<Record<string, string>>) => Promise<void>;
};

/** Opens a draft with these blocks in the editor, in the given language. */
export async function openBody(
  service: OpenConsole,
  page: Page,
  written: readonly object[] = [],
  language: 'en' | 'ja' = 'en',
): Promise<BodyPage> {
  const values = { title: 'A text', thumbnail: { mediaId: 'm-beans' }, body: { blocks: written } };
  const body = { name: 'A text', status: 'draft', values };
  const made = managed.parse(await service.manage(shelf, { method: 'POST', body }));
  const { contentId } = made.item;
  await speak(page, language);
  await service.show(page, `/projects/demo/spaces/web/news/press/items/${contentId}`);
  const text = byRole('textbox', language === 'en' ? 'Text' : '本文');
  // A click might hit a form in the text.
  await find(page, text);
  await page.focus('.block-editor .ProseMirror');
  const { keyboard } = page;
  const chord: BodyPage['chord'] = async (modifiers, key) => {
    for (const modifier of modifiers) await keyboard.down(modifier);
    await keyboard.press(key);
    for (const modifier of modifiers.toReversed()) await keyboard.up(modifier);
  };
  const blocks: BodyPage['blocks'] = async (isDone) => {
    const stored = await until(
      'the blocks to be stored',
      async () => {
        // It does nothing while an earlier save is under way.
        await chord(['Control'], 'KeyS');
        await Bun.sleep(80);
        const { item } = managed.parse(await service.manage(`${shelf}/${contentId}`));
        return item.values.body.blocks ?? [];
      },
      isDone,
    );
    // The page has got the answer, too. It may still be telling that an earlier page was left, for which nobody waits.
    await page.waitForFunction(
      `['Saved', '保存済み'].includes(document.querySelector('.item-save-state')?.textContent)`,
    );
    return stored;
  };
  return {
    ...{ page, chord },
    type: (typed) => keyboard.type(typed),
    async press(...keys) {
      for (const key of keys) await keyboard.press(key);
    },
    async toEnd() {
      await page.focus('.block-editor .ProseMirror');
      await chord(['Control'], 'End');
    },
    blocks,
    async expectSaved(expected) {
      const stored = await blocks((found) => Bun.deepEquals(found, expected));
      expect(stored).toEqual([...expected]);
    },
    async paste(data) {
      await page.evaluate(`(() => {
        const transfer = new DataTransfer();
        for (const [type, value] of Object.entries(${JSON.stringify(data)})) transfer.setData(type, value);
        const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
      })()`);
    },
  };
}
