import { z } from 'zod';
import { type Hands, handsOn } from './hands.ts';
import type { Page } from './openPage.ts';

/** What something is called; a pattern where the name holds a number or a moment. */
export type Name = string | RegExp;
/** Something on a page, as those know it who only hear it: what it is, and what it is called. */
export type Thing = readonly [role: string, name: Name];

/** Somebody at a page, who finds things by what they are and what they are called, and uses them with real input. */
export type Person = Hands & {
  readonly page: Page;
  /** Waits until something is there; gives the number of the DOM that it has. */
  see(...thing: Thing): Promise<number>;
  /** Waits until something is not there, or not any more. */
  miss(...thing: Thing): Promise<void>;
  /** Whether something is there now. */
  has(...thing: Thing): Promise<boolean>;
  /** The names of all that is there of a role, in their order. */
  names(role: string): Promise<readonly string[]>;
  /** Waits until a text can be read on the page. */
  read(text: string): Promise<void>;
  /** Waits until an expression of the page is true. */
  until(expression: string): Promise<void>;
  /** Clicks something, when it keeps still and nothing lies over it. */
  tap(...thing: Thing): Promise<void>;
  /** Goes on from key to key until something has the focus, as those do who have no mouse. */
  tabTo(...thing: Thing): Promise<void>;
  /** Replaces what stands in a field. */
  fill(label: Name, text: string): Promise<void>;
  /** What stands in a field. */
  valueOf(label: Name): Promise<string>;
  /** Chooses from a list that opens. */
  choose(label: Name, option: Name): Promise<void>;
  /** Gives files to the button that asks for them. */
  giveFiles(...paths: readonly string[]): Promise<void>;
  /** Drops files onto something. */
  dropFiles(onto: Thing, ...paths: readonly string[]): Promise<void>;
  /** Draws from one place to another, with the button held. */
  drag(from: Place, to: Place): Promise<void>;
  /** Where something is: left, top, width and height. */
  boxOf(...thing: Thing): Promise<readonly [number, number, number, number]>;
  /** Looks at nothing but what is within something; undefined: at the whole page again. */
  lookInto(thing: Thing | undefined): void;
};

type Place = readonly [x: number, y: number];

const handle = z.object({ result: z.object({ objectId: z.string() }) });
const resolved = z.object({ object: z.object({ objectId: z.string() }) });
const answered = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.unknown().optional(),
});
const node = z.object({
  ignored: z.boolean(),
  role: z.object({ value: z.string() }).optional(),
  name: z.object({ value: z.string() }).optional(),
  backendDOMNodeId: z.int().optional(),
});
const nodes = z.object({ nodes: z.array(node) });
const place = z.tuple([z.number(), z.number()]).nullable();
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** What texts are written into, and what is chosen from. */
const fieldRoles = ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'button'];

/** How long somebody looks for something before they say what they see instead; a busy machine is no fault. */
const patience = 8_000;

/** Sits somebody down at a page. */
export function personAt(page: Page): Person {
  const hands = handsOn(page);
  let room: Thing | undefined;

  async function query(root: string | number, role: string | undefined, name: Name | undefined) {
    const start = typeof root === 'number' ? { backendNodeId: root } : { objectId: root };
    const wish = { ...start, role, ...(typeof name === 'string' && { accessibleName: name }) };
    const found = nodes.parse(await page.ask('Accessibility.queryAXTree', wish)).nodes;
    return found.filter(
      (each) => !each.ignored && (!(name instanceof RegExp) || name.test(each.name?.value ?? '')),
    );
  }

  /** All that fits now. A page that is just leaving has nothing. */
  async function findAll(role: string | undefined, name: Name | undefined) {
    try {
      const { result } = handle.parse(await page.ask('Runtime.evaluate', { expression: 'document' }));
      const [inner] = room === undefined ? [] : await query(result.objectId, ...room);
      if (room !== undefined && inner?.backendDOMNodeId === undefined) return [];
      return await query(inner?.backendDOMNodeId ?? result.objectId, role, name);
    } catch (error) {
      if (
        error instanceof Error &&
        /Could not find|No node|Cannot find|Invalid|navigated/.test(error.message)
      )
        return [];
      throw error;
    }
  }

  async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const end = Date.now() + patience;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end)
        throw new Error(`${what} at ${await page.evaluate('location.href')}; there is ${await all()}`);
      await Bun.sleep(20);
    }
  }

  async function all(): Promise<string> {
    const found = await findAll(undefined, /./);
    const roles = found.filter(
      ({ role }) => !/StaticText|InlineText|generic|LayoutTable/.test(role?.value ?? ''),
    );
    return roles.map(({ role, name }) => `${role?.value} “${name?.value}”`).join(', ');
  }

  async function see(role: string, name: Name): Promise<number> {
    return await waitFor(
      `no ${role} “${name}”`,
      async () => (await findAll(role, name))[0]?.backendDOMNodeId,
    );
  }

  async function until(expression: string): Promise<void> {
    await waitFor(`never ${expression}`, async () => (await page.evaluate(expression)) === true || undefined);
  }

  async function seeField(label: Name): Promise<number> {
    return await waitFor(`no field “${label}”`, async () => {
      const found = await findAll(undefined, label);
      return found.find(({ role }) => fieldRoles.includes(role?.value ?? ''))?.backendDOMNodeId;
    });
  }

  async function call(backendNodeId: number, functionDeclaration: string, ...values: readonly unknown[]) {
    const { object } = resolved.parse(await page.ask('DOM.resolveNode', { backendNodeId }));
    const wish = { objectId: object.objectId, functionDeclaration, returnByValue: true, awaitPromise: true };
    const args = values.map((value) => ({ value }));
    const { result, exceptionDetails } = answered.parse(
      await page.ask('Runtime.callFunctionOn', { ...wish, arguments: args }),
    );
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  /** What is still being loaded has no size yet. */
  async function boxOf(role: string, name: Name) {
    return await waitFor(`${role} “${name}” has no size`, async () => {
      const found = box.parse(await call(await see(role, name), boxOfThis));
      return found[2] > 0 && found[3] > 0 ? found : undefined;
    });
  }

  async function tapAt([x, y]: Place): Promise<void> {
    const mouse = { x, y, button: 'left', clickCount: 1 };
    await page.ask('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
    await page.ask('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse });
    await page.ask('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse });
  }

  async function tapFound(what: string, find: () => Promise<number>): Promise<number> {
    return await waitFor(`${what} can not be reached`, async () => {
      const found = await find();
      const middle = place.parse(await call(found, middleOf).catch(() => null));
      if (middle === null) return undefined;
      await tapAt(middle);
      return found;
    });
  }

  return {
    ...hands,
    page,
    see,
    async miss(role, name) {
      await waitFor(`still ${role} “${name}”`, async () =>
        (await findAll(role, name)).length === 0 ? true : undefined,
      );
    },
    has: async (role, name) => (await findAll(role, name)).length > 0,
    names: async (role) => (await findAll(role, undefined)).map(({ name }) => name?.value ?? ''),
    read: (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`),
    until,
    async tap(role, name) {
      await tapFound(`${role} “${name}”`, () => see(role, name));
    },
    async tabTo(role, name) {
      for (let tabs = 0; tabs < 100; tabs++) {
        if (
          (await call(await see(role, name), 'function () { return this === document.activeElement }')) ===
          true
        )
          return;
        await hands.press('Tab');
      }
      throw new Error(`${role} “${name}” can not be reached by Tab`);
    },
    async fill(label, text) {
      await tapFound(`field “${label}”`, () => seeField(label));
      await page.ask('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['selectAll'] });
      if (text === '')
        await page.ask('Input.dispatchKeyEvent', { type: 'keyDown', commands: ['deleteBackward'] });
      else await hands.type(text);
    },
    valueOf: async (label) =>
      z
        .string()
        .parse(await call(await seeField(label), 'function () { return this.value ?? this.innerText }')),
    async choose(label, option) {
      const field = await seeField(label);
      if ((await call(field, 'function () { return this.tagName }')) === 'SELECT')
        await call(field, select, `${option}`);
      else {
        await tapFound(`field “${label}”`, () => seeField(label));
        // Its list lies over everything, wherever the field is.
        const kept = room;
        room = undefined;
        await tapFound(`option “${option}”`, () => see('option', option));
        room = kept;
      }
    },
    async giveFiles(...files) {
      const backendNodeId = await waitFor('no button for files', async () => {
        const wish = {
          expression:
            'document.querySelector("[role=dialog] input[type=file]") ?? document.querySelector("input[type=file]")',
        };
        const { result } = z
          .object({ result: z.object({ objectId: z.string().optional() }) })
          .parse(await page.ask('Runtime.evaluate', wish));
        return result.objectId;
      });
      await page.ask('DOM.setFileInputFiles', { files, objectId: backendNodeId });
    },
    async dropFiles([role, name], ...files) {
      const [x, y, width, height] = await boxOf(role, name);
      const data = { items: [], files, dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop']) {
        const wish = { type, x: x + width / 2, y: y + height / 2, data };
        await page.ask('Input.dispatchDragEvent', wish);
      }
    },
    async drag([x, y], [toX, toY]) {
      const mouse = { button: 'left', clickCount: 1 };
      await page.ask('Input.dispatchMouseEvent', { type: 'mousePressed', x, y, ...mouse });
      const steps = [0.25, 0.5, 0.75, 1].map((part) => [x + (toX - x) * part, y + (toY - y) * part] as const);
      for (const [atX, atY] of steps) {
        await page.ask('Input.dispatchMouseEvent', {
          type: 'mouseMoved',
          x: atX,
          y: atY,
          button: 'left',
          buttons: 1,
        });
      }
      await page.ask('Input.dispatchMouseEvent', { type: 'mouseReleased', x: toX, y: toY, ...mouse });
    },
    boxOf,
    lookInto(thing) {
      room = thing;
    },
  };
}

const boxOfThis = `function () {
  this.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = this.getBoundingClientRect();
  return [x, y, width, height];
}`;

/** The middle of an element, or of its label where it is drawn there; null while it moves, waits, or is covered. */
const middleOf = `async function () {
  const rect = () => this.getBoundingClientRect();
  const isDrawn = ({ width, height }) => width > 2 && height > 2;
  if (this.disabled || this.matches('[data-disabled], [data-loading]')) return null;
  const middle = () => {
    const shown = [this, ...(this.labels ?? [])].find((each) => isDrawn(each.getBoundingClientRect()));
    const { x, y, width, height } = (shown ?? this).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const isFine = ([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    return [this, ...(this.labels ?? [])].some((each) => each.contains(hit)) || hit?.closest('label')?.control === this;
  };
  if (!isFine(middle())) this.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = middle();
  await new Promise((resolve) => setTimeout(resolve, 20));
  const after = middle();
  return before.join() === after.join() && isFine(after) ? after : null;
}`;

/** Chooses in the browser's own list, which no page can open by itself. */
const select = `function (wanted) {
  const option = [...this.options].find(({ text }) => text === wanted);
  if (option === undefined) throw new Error('no option ' + wanted);
  const set = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set;
  set.call(this, option.value);
  this.dispatchEvent(new Event('change', { bubbles: true }));
}`;
