import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { media } from '@newsstand/contract';
import { z } from 'zod';
import { type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { type Browser, chromium, openChromium } from './openChromium.ts';
import type { Page } from './openPage.ts';

// A busy machine is no fault.
setDefaultTimeout(600_000);

if (chromium === undefined) {
  console.warn('left out: what a real browser keeps apart, since there is no chromium');
} else {
  inChromium(chromium);
}

/** Tells what a page gets from an attempt: its result, or that it was refused. */
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

function inChromium(program: string): void {
  let folder = '';
  let service: Running;
  let browser: Browser;
  let base = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-origins-'));
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
    base = await putPackage(folder, env);
    service = await startNewsstand([], env);
    base = `${service.url}${base}`;
    browser = await openChromium(program, ['--host-resolver-rules=MAP evil.test 127.0.0.1']);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end();
    await rm(folder, { recursive: true, force: true });
  });

  /** Opens a page for one piece of work. Workers that never come to life would be waited for: nobody looks into them. */
  const inPage = async (url: string, work: (page: Page) => Promise<void>) => {
    const page = await browser.open(url);
    await page.until('location.href !== "about:blank" && document.readyState === "complete"');
    const wishes = { autoAttach: false, waitForDebuggerOnStart: false, flatten: true };
    await page.ask('Target.setAutoAttach', wishes);
    await work(page);
    await page.close();
  };

  describe('a package', () => {
    test('runs as nobody: no storage, no workers, no other page of the service', async () => {
      await inPage(`${base}index.html`, async (page) => {
        await page.until('window.found !== undefined');
        expect(await page.evaluate('found')).toEqual({
          origin: 'null',
          ...{ storage: 'refused', cookie: 'refused', database: 'refused' },
          ...{ serviceWorker: 'refused', worker: 'refused', popup: 'refused', frame: 'refused' },
        });
      });
    });

    test('has no file that is a page of the service', async () => {
      for (const name of Object.keys(files)) {
        await inPage(`${base}${name}`, async (page) => {
          const found = [await page.evaluate('self.origin'), await page.evaluate('typeof globalThis.ran')];
          expect([name, ...found]).toEqual([name, 'null', 'undefined']);
        });
      }
    });

    test('has no script that the reference would load, whatever was put into it', async () => {
      await inPage(`${service.url}/docs`, async (page) => {
        // Its own script runs, and its own style is in force.
        expect(await page.evaluate('document.querySelector("[data-menu]").hidden')).toBe(false);
        expect(await page.evaluate('getComputedStyle(document.querySelector(".skip")).position')).toBe(
          'absolute',
        );
        expect(page.faults).toEqual([]);
        expect(await loaded(page)).toEqual(allRefused);
      });
    });

    test('has no script that any other document of its origin would load, nor a worker', async () => {
      // What is no page has no policy either.
      await inPage(`${service.url}/nothing`, async (page) => {
        expect(await page.evaluate('self.origin')).toBe(service.url);
        expect(await loaded(page)).toEqual(allRefused);
      });
    });
  });

  /** What becomes of a script of the package that something within a page loads. */
  function loaded(page: Page): Promise<unknown> {
    return page.evaluate(`(async () => {
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

  test('a page of another name can not reach the console of this machine, though the name leads there', async () => {
    const { port } = new URL(service.managementUrl);
    for (const path of ['/metrics', '/healthz', '/console/', '/manage/v1/session']) {
      await inPage(`http://evil.test:${port}${path}`, async (page) => {
        expect(await page.evaluate('document.body.innerText')).toContain('host_unknown');
        // It is of one origin with all that it asks for.
        const answer = `fetch('/metrics').then((answer) => answer.text())`;
        expect(await page.evaluate(answer)).toContain('host_unknown');
        expect(await page.evaluate(signIn)).toBe(421);
      });
    }
    for (const host of ['127.0.0.1', 'localhost']) {
      await inPage(`http://${host}:${port}/console/`, async (page) => {
        expect([host, await page.evaluate(signIn)]).toEqual([host, 400]);
      });
    }
  });
}

/** Reaches the sign-in, and is told there what is missing. */
const signIn = `fetch('/manage/v1/session', {
  method: 'POST', body: '{}', headers: { 'content-type': 'application/json' },
}).then(({ status }) => status)`;

/** Imports a package with these files. Gives the path of its folder. */
async function putPackage(folder: string, env: Readonly<Record<string, string>>): Promise<string> {
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
