import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { media } from '@newsstand/contract';
import type { Browser, Page } from 'puppeteer-core';
import { z } from 'zod';
import { type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { chromium, logPage, openBrowser, openPage } from './openBrowser.ts';

// A busy machine must not fail a test.
setDefaultTimeout(600_000);

if (chromium === undefined)
  console.warn('skipped: the isolation of origins in a real browser (there is no Chromium)');
else describeOrigins();

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

function describeOrigins(): void {
  let folder = '';
  let service: Running;
  let browser: Browser;
  let page: Page;
  let base = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-origins-'));
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
    const starting = openBrowser('--host-resolver-rules=MAP evil.test 127.0.0.1');
    const path = await importPackage(folder, env);
    [service, browser] = await Promise.all([startNewsstand([], env), starting]);
    base = `${service.url}${path}`;
    page = await openPage(browser);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end();
    await rm(folder, { recursive: true, force: true });
  });

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
      await reference.goto(`${service.url}/docs`);
      // Its own script and style work.
      expect(await reference.evaluate('document.querySelector("[data-menu]").hidden')).toBe(false);
      const position = 'getComputedStyle(document.querySelector(".skip")).position';
      expect(await reference.evaluate(position)).toBe('absolute');
      expect(errors).toEqual([]);
      expect(await loaded(reference)).toEqual(allRefused);
    });

    test('has no script or worker that any other document of that origin would load', async () => {
      // A problem response is not a page, and has no policy.
      await page.goto(`${service.url}/nothing`);
      expect(await page.evaluate('self.origin')).toBe(service.url);
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
    const { port } = new URL(service.managementUrl);
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
}

/** A request without credentials: 400 if it reaches the handler. */
const signIn = `fetch('/manage/v1/session', {
  method: 'POST', body: '{}', headers: { 'content-type': 'application/json' },
}).then(({ status }) => status)`;

/** Imports a package with these files; returns the path of its folder. */
async function importPackage(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, 'package', name), text);
  const place = { projectId: 'acme', spaceId: 'web' };
  const meta = { ext: 'zip', mimetype: 'application/zip', asset: 'VendorAnimate_cjs_1_0_0' };
  const line = { kind: 'media', ...place, mediaId: 'm1', name: 'x', type: 'image', file: 'package', meta };
  await Bun.write(join(folder, 'media.ndjson'), `${JSON.stringify(line)}\n`);
  const imported = await runNewsstand(['import', join(folder, 'media.ndjson')], { env });
  if (imported.code !== 0) throw new Error(imported.stderr);
  const exported = await runNewsstand(['export'], { env: { ...env, NEWSSTAND_PUBLIC_URL: 'http://x.test' } });
  const record = z
    .looseObject({ accessUrl: media.shape.accessUrl })
    .parse(JSON.parse(exported.stdout.trim()));
  return new URL('.', record.accessUrl).pathname;
}
