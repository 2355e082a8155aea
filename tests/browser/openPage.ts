import { z } from 'zod';
import type { Devtools } from './openDevtools.ts';

/** A page in the browser. */
export type Page = {
  /** The value of an expression, after what it promises has come. */
  evaluate(expression: string): Promise<unknown>;
  /** Waits until an expression is true. */
  until(expression: string): Promise<void>;
  /** A PNG of the whole page. */
  screenshot(): Promise<Uint8Array>;
  /** What came from the network so far, by URL. */
  readonly responses: ReadonlyMap<string, Response>;
  /** What went wrong so far: warnings and errors in the console, exceptions, requests that failed. */
  readonly faults: readonly string[];
  /** How many bytes came over the network so far, those of frames included. */
  received(): number;
  /** Asks for anything else that the DevTools protocol knows. */
  ask(method: string, params?: object): Promise<unknown>;
  /** Hears what happens of one kind in the page itself. */
  hear(method: string, take: (params: unknown) => void): void;
  close(): Promise<void>;
};

const created = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const received = z.object({
  response: z.object({ url: z.string(), status: z.int(), mimeType: z.string() }),
});
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string(), exception: z.unknown().optional() }).optional(),
});
const captured = z.object({ data: z.string() });
const finished = z.object({ encodedDataLength: z.number() });
const child = z.object({ sessionId: z.string() });
const said = z.object({ type: z.string(), args: z.array(z.unknown()) });
const thrown = z.object({ exceptionDetails: z.unknown() });
const logged = z.object({
  entry: z.object({ level: z.string(), text: z.string(), url: z.string().optional() }),
});
const failed = z.object({ errorText: z.string(), canceled: z.boolean().optional() });

type Response = z.infer<typeof received>['response'];

/** Opens a page in a tab of its own, within a context where one is named: those share no cookies. */
export async function openPage(devtools: Devtools, url: string, browserContextId?: string): Promise<Page> {
  const target = { url: 'about:blank', browserContextId };
  const { targetId } = created.parse(await devtools.ask('Target.createTarget', target));
  const attaching = devtools.ask('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = attached.parse(await attaching);
  const ask = (method: string, params?: object) => devtools.ask(method, params, sessionId);
  const responses = new Map<string, Response>();
  const faults: string[] = [];
  let bytes = 0;

  /** A frame of another origin is a conversation of its own. */
  async function listen(session: string): Promise<void> {
    devtools.hear(session, 'Network.responseReceived', (params) => {
      const { response } = received.parse(params);
      responses.set(response.url, response);
    });
    devtools.hear(session, 'Network.loadingFinished', (params) => {
      bytes += finished.parse(params).encodedDataLength;
    });
    hearFaults(devtools, session, faults);
    devtools.hear(session, 'Target.attachedToTarget', (params) => void listen(child.parse(params).sessionId));
    const wishes = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await Promise.all([
      ...['Network.enable', 'Runtime.enable', 'Log.enable'].map((wish) => devtools.ask(wish, {}, session)),
      devtools.ask('Target.setAutoAttach', wishes, session),
    ]);
    await devtools.ask('Runtime.runIfWaitingForDebugger', {}, session);
  }

  async function evaluate(expression: string): Promise<unknown> {
    const wish = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = evaluated.parse(await ask('Runtime.evaluate', wish));
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  await listen(sessionId);
  await ask('Page.navigate', { url });
  return {
    evaluate,
    responses,
    faults,
    received: () => bytes,
    ask,
    hear: (method, take) => devtools.hear(sessionId, method, take),
    async close() {
      await devtools.ask('Target.closeTarget', { targetId });
    },
    async until(expression) {
      while ((await evaluate(expression)) !== true) await Bun.sleep(50);
    },
    async screenshot() {
      const wish = { format: 'png', captureBeyondViewport: true };
      return Buffer.from(captured.parse(await ask('Page.captureScreenshot', wish)).data, 'base64');
    },
  };
}

/** Collects what a reader of the console would see, and requests that came to nothing. */
function hearFaults(devtools: Devtools, session: string, faults: string[]): void {
  devtools.hear(session, 'Runtime.consoleAPICalled', (params) => {
    const { type, args } = said.parse(params);
    if (type === 'error' || type === 'warning') faults.push(`${type}: ${JSON.stringify(args)}`);
  });
  devtools.hear(session, 'Runtime.exceptionThrown', (params) => {
    faults.push(`exception: ${JSON.stringify(thrown.parse(params).exceptionDetails)}`);
  });
  devtools.hear(session, 'Log.entryAdded', (params) => {
    const { level, text, url = '' } = logged.parse(params).entry;
    if (level === 'error' || level === 'warning') faults.push(`${level}: ${text} ${url}`);
  });
  devtools.hear(session, 'Network.loadingFailed', (params) => {
    const { errorText, canceled } = failed.parse(params);
    if (canceled !== true) faults.push(`a request failed: ${errorText}`);
  });
}
