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

type Response = z.infer<typeof received>['response'];

/** Opens a page in a tab of its own. */
export async function openPage(devtools: Devtools, url: string): Promise<Page> {
  const { targetId } = created.parse(await devtools.ask('Target.createTarget', { url: 'about:blank' }));
  const attaching = devtools.ask('Target.attachToTarget', { targetId, flatten: true });
  const { sessionId } = attached.parse(await attaching);
  const ask = (method: string, params?: object) => devtools.ask(method, params, sessionId);
  const responses = new Map<string, Response>();
  devtools.hear(sessionId, 'Network.responseReceived', (params) => {
    const { response } = received.parse(params);
    responses.set(response.url, response);
  });

  async function evaluate(expression: string): Promise<unknown> {
    const wish = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = evaluated.parse(await ask('Runtime.evaluate', wish));
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  }

  await ask('Network.enable');
  await ask('Page.navigate', { url });
  return {
    evaluate,
    responses,
    async until(expression) {
      while ((await evaluate(expression)) !== true) await Bun.sleep(50);
    },
    async screenshot() {
      const wish = { format: 'png', captureBeyondViewport: true };
      return Buffer.from(captured.parse(await ask('Page.captureScreenshot', wish)).data, 'base64');
    },
  };
}
