import { z } from 'zod';
import type { Page } from './openPage.ts';

/** What something is called; a pattern where the name holds a number or a moment. */
export type Name = string | RegExp;
/** Something on a page, as those know it who only hear it: what it is, and what it is called. */
export type Thing = readonly [role: string, name: Name];
/** Left, top, width and height. */
export type Box = readonly [number, number, number, number];

/** What somebody sees of a page, and waits for. */
export type Eyes = {
  /** Waits until something is there; gives the number that it has in the DOM. */
  see(...thing: Thing): Promise<number>;
  /** The same for a field, by its label. */
  seeField(label: Name): Promise<number>;
  /** Waits until something is not there, or not any more. */
  miss(...thing: Thing): Promise<void>;
  /** Whether something is there now. */
  has(...thing: Thing): Promise<boolean>;
  /** Waits until a text can be read on the page. */
  read(text: string): Promise<void>;
  /** Waits until an expression of the page is true. */
  until(expression: string): Promise<void>;
  /** Where something is, once it has a size. */
  boxOf(...thing: Thing): Promise<Box>;
  /** Waits until a look finds something; who has waited for long says what there is instead. */
  waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T>;
  /** Calls a function on an element, as `this`. */
  call(element: number, code: string, ...values: readonly unknown[]): Promise<unknown>;
  /** Looks at nothing but what is within something; undefined: at the whole page again. Gives what was looked at. */
  lookInto(thing: Thing | undefined): Thing | undefined;
};

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
const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** What texts are written into, and what is chosen from. */
const fieldRoles = ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'button'];

/** How long somebody looks for something before they say what they see instead; a busy machine is no fault. */
const patience = 60_000;

/** Eyes for a page. They see what the browser tells those who can not see: its tree of accessibility. */
export function eyesOn(page: Page): Eyes {
  let room: Thing | undefined;
  const waitFor: Eyes['waitFor'] = async (what, look) => {
    for (const end = Date.now() + patience; ; await Bun.sleep(20)) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`${what}; there is ${await describe(page)}`);
    }
  };
  const find = (role: string | undefined, name: Name) => findAll(page, room, role, name);
  const see: Eyes['see'] = (role, name) =>
    waitFor(`no ${role} “${name}”`, async () => (await find(role, name))[0]?.backendDOMNodeId);
  const until: Eyes['until'] = (expression) =>
    waitFor(`never ${expression}`, async () => (await page.evaluate(expression)) === true || undefined).then(
      () => undefined,
    );
  const call: Eyes['call'] = (element, code, ...values) => callOn(page, element, code, values);
  return {
    ...{ see, until, waitFor, call },
    seeField: (label) =>
      waitFor(`no field “${label}”`, async () => {
        const found = await find(undefined, label);
        return found.find(({ role }) => fieldRoles.includes(role?.value ?? ''))?.backendDOMNodeId;
      }),
    async miss(role, name) {
      const isGone = async () => (await find(role, name)).length === 0 || undefined;
      await waitFor(`still ${role} “${name}”`, isGone);
    },
    has: async (role, name) => (await find(role, name)).length > 0,
    read: (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`),
    boxOf: (role, name) =>
      waitFor(`${role} “${name}” has no size`, async () => {
        const found = box.parse(await call(await see(role, name), boxOfThis));
        return found[2] > 0 && found[3] > 0 ? found : undefined;
      }),
    lookInto(thing) {
      const before = room;
      room = thing;
      return before;
    },
  };
}

/** All that fits now, within a thing where one is named. */
async function findAll(
  page: Page,
  room: Thing | undefined,
  role: string | undefined,
  name: Name,
): Promise<z.infer<typeof node>[]> {
  try {
    const { result } = handle.parse(await page.ask('Runtime.evaluate', { expression: 'document' }));
    if (room === undefined) return await query(page, { objectId: result.objectId }, role, name);
    const [inner] = await query(page, { objectId: result.objectId }, ...room);
    const backendNodeId = inner?.backendDOMNodeId;
    return backendNodeId === undefined ? [] : await query(page, { backendNodeId }, role, name);
  } catch (error) {
    // A page that is just leaving has nothing.
    if (error instanceof Error && isLeaving.test(error.message)) return [];
    throw error;
  }
}

const isLeaving = /Could not find|No node|Cannot find|Invalid|navigated/;

async function query(page: Page, start: object, role: string | undefined, name: Name) {
  const wish = { ...start, role, ...(typeof name === 'string' && { accessibleName: name }) };
  const found = nodes.parse(await page.ask('Accessibility.queryAXTree', wish)).nodes;
  return found.filter(
    (each) => !each.ignored && (typeof name === 'string' || name.test(each.name?.value ?? '')),
  );
}

/** What can be used or read on the page, for those who did not find what they looked for. */
async function describe(page: Page): Promise<string> {
  const found = await findAll(page, undefined, undefined, /./);
  const isTold = (role = '') => !/StaticText|InlineText|generic|LayoutTable/.test(role);
  const things = found.filter(({ role }) => isTold(role?.value));
  const names = things.map(({ role, name }) => `${role?.value} “${name?.value}”`);
  return `${names.join(', ')} at ${await page.evaluate('location.href')}`;
}

async function callOn(page: Page, backendNodeId: number, code: string, values: readonly unknown[]) {
  const { object } = resolved.parse(await page.ask('DOM.resolveNode', { backendNodeId }));
  const { result, exceptionDetails } = answered.parse(
    await page.ask('Runtime.callFunctionOn', {
      ...{ objectId: object.objectId, functionDeclaration: code, returnByValue: true, awaitPromise: true },
      arguments: values.map((value) => ({ value })),
    }),
  );
  if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
  return result.value;
}

const boxOfThis = `function () {
  this.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = this.getBoundingClientRect();
  return [x, y, width, height];
}`;
