import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { buildConsole } from '../../packages/console/build/buildConsole.ts';
import { consoleFolder } from '../../packages/server/src/management/console/serveConsole.ts';
import { emulate, logPage, openBrowser, openPage, type PageLog } from '../browser/openBrowser.ts';
import { madeOnce } from '../madeOnce.ts';
import { startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { copyDemo, keysOf, shareRendered, until } from '../withDemo.ts';

/** A service with the demo content, and a browser that shows its console. */
export type OpenConsole = {
  readonly folder: string;
  /** The management listener. */
  readonly url: string;
  /** The public listener. */
  readonly publicUrl: string;
  /** The link that creates the owner; already used if `openConsole` has created one. */
  readonly ownerLink: string;
  /** Sends a request to the write interface as the owner, and returns the JSON of the response; throws if it fails. */
  manage(path: string, init?: Init): Promise<unknown>;
  /** Sends a request to the public interface, with an ordinary or a preview key. */
  read(path: string, as?: 'reader' | 'preview'): Promise<Response>;
  /** Imports records as the command line does; the files that they refer to are in the folder. */
  importRecords(records: readonly object[]): Promise<void>;
  /** Opens an empty page that shares nothing with others, signed in with a cookie, by default the owner's. */
  openPage(cookie?: string): Promise<Page>;
  /** What went wrong in any page since the last call, including requests to other origins. */
  takeErrors(): readonly string[];
  close(): Promise<void>;
};

type Init = { readonly method?: string; readonly body?: unknown; readonly etag?: string };

const sessionCookie = /newsstand_session=[^;]+/;
const ownerPassword = 'correct horse battery staple';

/** Builds what the listeners serve, once per run: whoever reads it while it is built may find half of it. */
export async function buildConsoleOnce(): Promise<void> {
  await madeOnce('console', async () => void (await buildConsole(consoleFolder)));
}

/** Starts everything, with more settings, and creates the owner unless a test is about that. */
export async function openConsole(
  folder: string,
  hasOwner: boolean,
  more: Readonly<Record<string, string>> = {},
): Promise<OpenConsole> {
  const starting = openBrowser();
  await buildConsoleOnce();
  const data = join(folder, 'data');
  const demoOutput = await copyDemo(data);
  await shareRendered(data);
  const settings = { NEWSSTAND_DATA: data, NEWSSTAND_LOG_LEVEL: 'warn', ...more };
  const [service, browser] = await Promise.all([startNewsstand([], settings), starting]);
  const keys = keysOf({ ...service, stdout: () => demoOutput });
  const findLink = () => /http\S+\/console\/welcome#\S+/.exec(service.stdout())?.[0];
  await until(() => findLink() !== undefined);
  const ownerLink = findLink() ?? '';
  const url = service.managementUrl;
  const owner = hasOwner ? await createOwner(url, ownerLink) : '';
  // Browsers have passkeys for names of hosts, not for IP addresses.
  const named = url.replace('127.0.0.1', 'localhost');
  const pages = trackPages(browser, [url, named, service.url]);
  return {
    ...{ folder, url, publicUrl: service.url, ownerLink },
    async manage(path, { method = 'GET', body, etag } = {}) {
      const response = await fetch(`${url}/manage/v1${path}`, {
        method,
        headers: {
          ...{ cookie: owner, origin: url, 'content-type': 'application/json' },
          ...(etag !== undefined && { 'if-match': etag }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    read: (path, as = 'reader') => fetch(service.url + path, { headers: keys[as] }),
    async importRecords(records) {
      const file = join(folder, 'records.ndjson');
      await Bun.write(file, records.map((record) => JSON.stringify(record)).join('\n'));
      const { code, stderr } = await outcomeHere(['import', file], settings);
      if (code !== 0) throw new Error(stderr);
    },
    openPage: (cookie = owner) => pages.open(url, cookie),
    takeErrors: pages.takeErrors,
    async close() {
      await browser.close();
      const { stderr } = await service.end();
      await rm(folder, { recursive: true, force: true });
      if (stderr !== '') throw new Error(`the service has logged warnings: ${stderr}`);
    },
  };
}

async function createOwner(url: string, link: string): Promise<string> {
  const response = await fetch(`${url}/manage/v1/invitations`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({
      token: new URL(link).hash.slice(1),
      ...{ operatorId: 'olga', name: 'Olga Owner', password: ownerPassword },
    }),
  });
  return sessionCookie.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
}

/** Pages that share nothing, and what went wrong in them. */
function trackPages(browser: Browser, origins: readonly string[]) {
  const logs: { readonly log: PageLog; errors: number; responses: number }[] = [];
  return {
    async open(url: string, cookie: string): Promise<Page> {
      const page = await openPage(browser);
      logs.push({ log: logPage(page), errors: 0, responses: 0 });
      const [name = '', value] = cookie.split('=');
      if (value !== undefined) {
        const domain = new URL(url).hostname;
        await page.browserContext().setCookie({ name, value, domain, httpOnly: true, sameSite: 'Strict' });
      }
      const session = await page.createCDPSession();
      await Promise.all([
        session.send('Emulation.setLocaleOverride', { locale: 'en-GB' }),
        // Keep the accessibility tree, which would be rebuilt for every query.
        session.send('Accessibility.enable'),
        page.emulateTimezone('Asia/Tokyo'),
        page.emulateFocusedPage(true),
        // Animations take much of the browser's time, and prove nothing.
        emulate(page, { reducedMotion: true }),
      ]);
      // Tests leave pages with unsaved changes on purpose.
      page.on('dialog', (dialog) => void dialog.accept());
      return page;
    },
    takeErrors: () =>
      logs.flatMap((each) => {
        const { errors, responses } = each.log;
        const foreign = responses
          .slice(each.responses)
          .map((response) => response.url())
          .filter((url) => isForeign(url, origins));
        const taken = [...errors.slice(each.errors), ...foreign.map((url) => `request to elsewhere: ${url}`)];
        each.errors = errors.length;
        each.responses = responses.length;
        return taken;
      }),
  };
}

function isForeign(url: string, origins: readonly string[]): boolean {
  const { protocol, origin } = new URL(url);
  return /^(https?|wss?):$/.test(protocol) && !origins.includes(origin);
}
