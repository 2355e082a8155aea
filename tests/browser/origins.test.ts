import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { z } from 'zod';
import { describeConsole } from '../console/describeConsole.ts';
import { logPage, openPage, sharedBrowser } from './openBrowser.ts';

const place = { projectId: 'demo', spaceId: 'web' };
const meta = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' };
const managed = z.object({ delivered: z.looseObject({ accessUrl: z.string() }) });

/** The result of each attempt of a page, or that it was refused. */
const attempts = `
const attempt = async (work) => { try { return await work() ?? 'nothing'; } catch { return 'refused'; } };
const result = async () => ({
  origin: self.origin,
  storage: await attempt(() => String(localStorage.length)),
  cookie: await attempt(() => document.cookie),
  database: await attempt(() => new Promise((resolve, reject) => {
    const opening = indexedDB.open('x');
    opening.onsuccess = () => resolve('opened');
    opening.onerror = reject;
  })),
  serviceWorker: await attempt(async () => (await navigator.serviceWorker.register('sw.js')).scope),
  worker: await attempt(() => new Promise((resolve, reject) => {
    const worker = new Worker('js/loaded.js');
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = reject;
  })),
  popup: await attempt(() => window.open('/docs') === null ? 'refused' : 'opened'),
  frame: await attempt(() => new Promise((resolve, reject) => {
    const frame = document.createElement('iframe');
    frame.src = '/docs';
    frame.onload = () => { try { resolve(frame.contentWindow.document.title); } catch (error) { reject(error); } };
    document.body.append(frame);
  })),
});
result().then((found) => { window.found = found; });
`;

const files: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>x</title><body><script src="js/attempts.js"></script></body>',
  'js/attempts.js': attempts,
  'js/loaded.js': 'globalThis.ran = self.origin; globalThis.postMessage?.(self.origin);',
  'sw.js': 'onfetch = () => {};',
  'drawing.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>globalThis.ran = 1</script></svg>',
  'page.xml':
    '<html xmlns="http://www.w3.org/1999/xhtml"><body><script>globalThis.ran = 1</script></body></html>',
  'notes.txt': '<script>globalThis.ran = 1</script>',
  'data.json': '{"html": "<script>globalThis.ran = 1</script>"}',
};

describeConsole((service) => {
  let browser: Browser;
  let page: Page;
  let base = '';

  beforeAll(async () => {
    for (const [name, text] of Object.entries(files))
      await Bun.write(join(service().folder, 'package', name), text);
    await service().importRecords([
      { kind: 'media', ...place, mediaId: 'm1', name: 'x', type: 'image', file: 'package', meta },
    ]);
    const imported = await service().manage(`/projects/demo/spaces/web/collection/medias/m1`);
    base = new URL('.', managed.parse(imported).delivered.accessUrl).href;
    browser = await sharedBrowser();
    page = await openPage(browser);
  });

  afterAll(() => page?.browserContext().close());

  describe('a package', () => {
    test('runs in an opaque origin: no storage, no workers, no access to other pages of the service', async () => {
      await page.goto(`${base}index.html`);
      await page.waitForFunction('window.found !== undefined');
      expect(await page.evaluate('found')).toEqual({
        origin: 'null',
        ...{ storage: 'refused', cookie: 'refused', database: 'refused' },
        ...{ serviceWorker: 'refused', worker: 'refused', popup: 'refused', frame: 'refused' },
      });
    });

    test('has no file that runs as a page of the service', async () => {
      for (const name of Object.keys(files)) {
        await page.goto(`${base}${name}`);
        const found = await page.evaluate('[self.origin, typeof globalThis.ran]');
        expect([name, found]).toEqual([name, ['null', 'undefined']]);
      }
    });

    test('has no script that the API reference would load, whatever was injected into it', async () => {
      const reference = await openPage(browser);
      const { errors } = logPage(reference);
      await reference.goto(`${service().publicUrl}/docs`);
      // Its own script and style work.
      expect(await reference.evaluate('document.querySelector("[data-menu]").hidden')).toBe(false);
      const position = 'getComputedStyle(document.querySelector(".skip")).position';
      expect(await reference.evaluate(position)).toBe('absolute');
      expect(errors).toEqual([]);
      expect(await loaded(reference)).toEqual(allRefused);
      await reference.browserContext().close();
    });

    test('has no script or worker that any other document of that origin would load', async () => {
      // A problem response is not a page, and has no policy.
      await page.goto(`${service().publicUrl}/nothing`);
      expect(await page.evaluate('self.origin')).toBe(service().publicUrl);
      expect(await loaded(page)).toEqual(allRefused);
    });
  });

  /** What happens when a page loads a script of the package. */
  function loaded(inPage: Page): Promise<unknown> {
    return inPage.evaluate(`(async () => {
      const url = ${JSON.stringify(`${base}js/loaded.js`)};
      const script = await new Promise((resolve) => {
        const element = document.createElement('script');
        element.src = url;
        element.onload = () => resolve('ran');
        element.onerror = () => resolve('refused');
        document.documentElement.append(element);
      });
      const module = await import(url).then(() => 'ran', () => 'refused');
      const work = (begin) => new Promise((resolve) => {
        try {
          const worker = begin();
          worker.onerror = () => resolve('refused');
          (worker.port ?? worker).onmessage = () => resolve('ran');
        } catch { resolve('refused'); }
      });
      const worker = await work(() => new Worker(url));
      const shared = await work(() => new SharedWorker(url));
      const registering = navigator.serviceWorker.register(${JSON.stringify(`${base}sw.js`)});
      const service = await registering.then(() => 'ran', () => 'refused');
      return { script, module, worker, shared, service };
    })()`);
  }

  const allRefused = {
    ...{ script: 'refused', module: 'refused' },
    ...{ worker: 'refused', shared: 'refused', service: 'refused' },
  };

  test('a page of another host cannot reach the management listener by DNS rebinding', async () => {
    const { port } = new URL(service().url);
    for (const path of ['/metrics', '/healthz', '/console/', '/manage/v1/session']) {
      await page.goto(`http://evil.test:${port}${path}`);
      expect(await page.evaluate('document.body.innerText')).toContain('host_unknown');
      // These requests are same-origin.
      const metrics = `fetch('/metrics').then((response) => response.text())`;
      expect(await page.evaluate(metrics)).toContain('host_unknown');
      expect(await page.evaluate(signIn)).toBe(421);
    }
    for (const host of ['127.0.0.1', 'localhost']) {
      await page.goto(`http://${host}:${port}/console/`);
      expect([host, await page.evaluate(signIn)]).toEqual([host, 400]);
    }
  });
});

/** A request without credentials: 400 if it reaches the handler. */
const signIn = `fetch('/manage/v1/session', {
  method: 'POST', body: '{}', headers: { 'content-type': 'application/json' },
}).then(({ status }) => status)`;
