import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import type { RemovedPart } from '../../packages/server/src/store/Place.ts';
import { emulate, logPage, openPageIn, type PageLog, sharedBrowser } from '../browser/openBrowser.ts';
import { type Running, startNewsstand } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';
import { copyDemo, keysOf, press, shareRendered } from '../withDemo.ts';
import { buildConsoleOnce } from './buildConsoleOnce.ts';
import { type KeyHeaders, readDemo, renewDemo } from './renewDemo.ts';

/** A service with the demo content, and a browser that shows its console. */
export type OpenConsole = {
  readonly folder: string;
  /** The management listener. */
  readonly url: string;
  /** The public listener. */
  readonly publicUrl: string;
  /** The link that creates the owner; already used if there is one. */
  readonly ownerLink: string;
  /** Sends a request to the write interface as the owner, and returns the JSON of the response; throws if it fails. */
  manage(path: string, init?: Init): Promise<unknown>;
  /** Sends a request to the public interface, with an ordinary or a preview key. */
  read(path: string, as?: 'reader' | 'preview'): Promise<Response>;
  /** Imports records as the command line does; the files that they refer to are in the folder. */
  importRecords(records: readonly object[]): Promise<void>;
  /** Opens an empty page that shares nothing with others, signed in with a cookie, by default the owner's. */
  openPage(cookie?: string): Promise<Page>;
  /**
   * Goes to a page of the console as a link does, which takes much less than to load everything anew. But what the page
   * has read within the last seconds is not read again.
   */
  show(page: Page, path: string): Promise<void>;
  /** What went wrong in any page since the last call, including requests to other origins. */
  takeErrors(): readonly string[];
  /** Closes all pages. The service must not have logged a warning. */
  close(): Promise<void>;
};

type Init = { readonly method?: string; readonly body?: unknown; readonly etag?: string };

/** A running service, and the cookie of its owner, if it has one. */
type Service = {
  readonly running: Running;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly keys: Readonly<Record<'reader' | 'preview', KeyHeaders>>;
  readonly ownerLink: string;
  readonly cookie: string;
};

const sessionCookie = /newsstand_session=[^;]+/;
const ownerPassword = 'correct horse battery staple';
const owner = 'olga';

/** The service that the files of a process use one after the other, with the demo as it was imported. */
let shared: Promise<{ readonly service: Service; readonly demo: readonly RemovedPart[] }> | undefined;

/** Opens the console of the shared service, with the demo as if nobody had used it. */
export async function openSharedConsole(): Promise<OpenConsole> {
  shared ??= startService({}).then(async (service) => ({
    service,
    demo: await readDemo(databaseOf(service)),
  }));
  const { service, demo } = await shared;
  const keys = await renewDemo(databaseOf(service), demo, owner);
  const console = consoleOf({ ...service, keys });
  await until(
    'the new keys of the demo',
    () => console.read(press),
    ({ ok }) => ok,
  );
  return console;
}

/** Starts a service with settings of its own, and creates the owner unless a test is about that. */
export async function openOwnConsole(
  settings: Readonly<Record<string, string>>,
  hasOwner: boolean,
): Promise<OpenConsole> {
  const service = await startService(settings, hasOwner);
  const console = consoleOf(service);
  return {
    ...console,
    async close() {
      await console.close();
      await service.running.end();
    },
  };
}

function databaseOf({ folder }: Service): string {
  return `sqlite:${folder}/data/newsstand.db`;
}

async function startService(settings: Readonly<Record<string, string>>, hasOwner = true): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-console-'));
  const data = join(folder, 'data');
  await buildConsoleOnce();
  const demoOutput = await copyDemo(data);
  await shareRendered(data);
  const env = { NEWSSTAND_DATA: data, NEWSSTAND_LOG_LEVEL: 'warn', ...settings };
  const running = await startNewsstand([], env);
  const ownerLink = await until(
    'the link for the owner',
    () => /http\S+\/console\/welcome#\S+/.exec(running.stdout())?.[0],
  );
  return {
    ...{ running, folder, env, ownerLink, keys: keysOf({ ...running, stdout: () => demoOutput }) },
    cookie: hasOwner ? await createOwner(running.managementUrl, ownerLink) : '',
  };
}

/** The console of a service, from now on. */
function consoleOf({ running, folder, env, keys, ownerLink, cookie }: Service): OpenConsole {
  const url = running.managementUrl;
  // Browsers have passkeys for names of hosts, not for IP addresses.
  const named = url.replace('127.0.0.1', 'localhost');
  const pages = trackPages([url, named, running.url]);
  const before = running.stderr().length;
  return {
    ...{ folder, url, publicUrl: running.url, ownerLink },
    async manage(path, { method = 'GET', body, etag } = {}) {
      const response = await fetch(`${url}/manage/v1${path}`, {
        method,
        headers: {
          ...{ cookie, origin: url, 'content-type': 'application/json' },
          ...(etag !== undefined && { 'if-match': etag }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    read: (path, as = 'reader') => fetch(running.url + path, { headers: keys[as] }),
    async importRecords(records) {
      const file = join(folder, 'records.ndjson');
      await Bun.write(file, records.map((record) => JSON.stringify(record)).join('\n'));
      const { code, stderr } = await outcomeHere(['import', file], env);
      if (code !== 0) throw new Error(stderr);
    },
    openPage: (as = cookie) => pages.open(url, as),
    async show(page, path) {
      const address = `${url}/console${path}`;
      const isShown =
        page.url().startsWith(`${url}/console/`) && (await page.evaluate(goTo(`/console${path}`)));
      if (!isShown) await page.goto(address);
    },
    takeErrors: pages.takeErrors,
    async close() {
      await pages.close();
      const warnings = running.stderr().slice(before);
      if (warnings !== '') throw new Error(`the service has logged warnings: ${warnings}`);
    },
  };
}

/** Lets a page show the console in a language, from the next time that it is loaded. */
export async function speak(page: Page, language: 'en' | 'ja'): Promise<void> {
  // Not in the sandboxed frames in which animated pictures play.
  await page.evaluateOnNewDocument(
    `self.origin === 'null' || localStorage.setItem('newsstand-language', '${language}')`,
  );
  // What is shown already may be in another language.
  if (page.url().startsWith('http') && (await page.evaluate('document.documentElement.lang')) !== language)
    await page.goto('about:blank');
}

/** Goes to another page of the console; false if nobody is signed in, or there are changes to lose. */
function goTo(path: string): string {
  return `(() => {
    const before = location.href;
    if (document.querySelector('.side-bar-nav') !== null) history.pushState(null, '', ${JSON.stringify(path)});
    return location.href !== before;
  })()`;
}

async function createOwner(url: string, link: string): Promise<string> {
  const response = await fetch(`${url}/manage/v1/invitations`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({
      token: new URL(link).hash.slice(1),
      ...{ operatorId: owner, name: 'Olga Owner', password: ownerPassword },
    }),
  });
  return sessionCookie.exec(response.headers.get('set-cookie') ?? '')?.[0] ?? '';
}

/** What pages have left behind is taken away, except for what saves them to load and compile the console anew. */
const emptied: BrowserContext[] = [];

async function openContext(): Promise<BrowserContext> {
  return emptied.pop() ?? (await (await sharedBrowser()).createBrowserContext());
}

async function emptyContext(context: BrowserContext, origins: readonly string[]): Promise<void> {
  const pages = await context.pages();
  const page = await context.newPage();
  await Promise.all(pages.map((each) => each.close()));
  const session = await page.createCDPSession();
  await Promise.all([
    context.clearPermissionOverrides(),
    ...origins.map((origin) =>
      session.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'cookies,local_storage,indexeddb,service_workers,cache_storage,file_systems',
      }),
    ),
  ]);
  await page.close();
  emptied.push(context);
}

/** Pages that share nothing, and what went wrong in them. */
function trackPages(origins: readonly string[]) {
  const logs: { readonly page: Page; readonly log: PageLog; errors: number; responses: number }[] = [];
  return {
    async open(url: string, cookie: string): Promise<Page> {
      const page = await openPageIn(await openContext());
      logs.push({ page, log: logPage(page), errors: 0, responses: 0 });
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
    async close(): Promise<void> {
      const contexts = new Set(logs.map(({ page }) => page.browserContext()));
      await Promise.all([...contexts].map((context) => emptyContext(context, origins)));
    },
  };
}

function isForeign(url: string, origins: readonly string[]): boolean {
  const { protocol, origin } = new URL(url);
  return /^(https?|wss?):$/.test(protocol) && !origins.includes(origin);
}
