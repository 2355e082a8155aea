import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildConsole } from '../../packages/console/build/buildConsole.ts';
import { consoleFolder } from '../../packages/server/src/management/console/serveConsole.ts';
import { type Browser, openChromium } from '../browser/openChromium.ts';
import type { Page } from '../browser/openPage.ts';
import { type Person, personAt } from '../browser/personAt.ts';
import { madeOnce } from '../madeOnce.ts';
import { runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { copyDemo, keysOf, until } from '../withDemo.ts';

/** A service with the demo, its console, and a browser before it. */
export type Room = {
  readonly folder: string;
  /** The management listener. */
  readonly url: string;
  /** The listener that readers ask. */
  readonly publicUrl: string;
  /** The link that makes the owner; it was used already where `openRoom` made one. */
  readonly ownerLink: string;
  /** Asks the write interface as the owner. */
  ask(path: string, init?: Init): Promise<Response>;
  /** The same, for what must work; gives the JSON of the answer. */
  must(path: string, init?: Init): Promise<unknown>;
  /** Asks as a reader does; who may preview sees what is not live. */
  read(path: string, as?: 'reader' | 'preview'): Promise<Response>;
  /** Imports things, as the command line does; files that they name lie in the folder. */
  fill(things: readonly object[]): Promise<void>;
  /** Opens a page for somebody of their own; signed in where a cookie is given. */
  seat(cookie?: string): Promise<Person>;
  /** The owner's cookie. */
  readonly owner: string;
  /** What went wrong in any page since it was asked for last, requests to elsewhere included. */
  faults(): readonly string[];
  close(): Promise<void>;
};

type Init = { readonly method?: string; readonly body?: unknown; readonly etag?: string };

const sessionCookie = /newsstand_session=[^;]+/;
export const ownerPassword = 'correct horse battery staple';

/** Starts all of it; the owner is made too, unless a test is about that. */
export async function openRoom(program: string, folder: string, hasOwner: boolean): Promise<Room> {
  await madeOnce('console', async () => void (await buildConsole(consoleFolder)));
  const data = join(folder, 'data');
  const said = await copyDemo(data);
  const settings = { NEWSSTAND_DATA: data, NEWSSTAND_LOG_LEVEL: 'warn' };
  const [service, browser] = await Promise.all([startNewsstand([], settings), openChromium(program)]);
  const keys = keysOf({ ...service, stdout: () => said });
  const linkOf = () => /http\S+\/console\/welcome#\S+/.exec(service.stdout())?.[0];
  await until(() => linkOf() !== undefined);
  const ownerLink = linkOf() ?? '';
  const url = service.managementUrl;
  const owner = hasOwner ? await makeOwner(url, ownerLink) : '';
  const ask = (path: string, { method = 'GET', body, etag }: Init = {}) =>
    fetch(`${url}/manage/v1${path}`, {
      method,
      headers: {
        ...{ cookie: owner, origin: url, 'content-type': 'application/json' },
        ...(etag !== undefined && { 'if-match': etag }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const seats = openSeats(browser, [url, service.url]);
  return {
    ...{ folder, url, publicUrl: service.url, ownerLink, owner, ask },
    async must(path, init) {
      const answer = await ask(path, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    read: (path, as = 'reader') => fetch(service.url + path, { headers: keys[as] }),
    async fill(things) {
      const file = join(folder, 'things.ndjson');
      await Bun.write(file, things.map((thing) => JSON.stringify(thing)).join('\n'));
      const { code, stderr } = await runNewsstand(['import', file], { env: settings });
      if (code !== 0) throw new Error(stderr);
    },
    seat: (cookie = owner) => seats.seat(url, cookie),
    faults: seats.faults,
    async close() {
      await browser.close();
      const { stderr } = await service.end();
      await rm(folder, { recursive: true, force: true });
      if (stderr !== '') throw new Error(`the service has complained: ${stderr}`);
    },
  };
}

async function makeOwner(url: string, link: string): Promise<string> {
  const answer = await fetch(`${url}/manage/v1/invitations`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({
      token: new URL(link).hash.slice(1),
      ...{ operatorId: 'olga', name: 'Olga Owner', password: ownerPassword },
    }),
  });
  return sessionCookie.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
}

/** Pages of people who share nothing, and what went wrong in them. */
function openSeats(browser: Browser, origins: readonly string[]) {
  const pages: { readonly page: Page; faults: number }[] = [];
  return {
    async seat(url: string, cookie: string): Promise<Person> {
      const page = await browser.openApart('about:blank');
      pages.push({ page, faults: 0 });
      const [name, value] = cookie.split('=');
      if (value !== undefined)
        await page.ask('Network.setCookie', { name, value, url, httpOnly: true, sameSite: 'Strict' });
      await page.ask('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
      await page.ask('Emulation.setFocusEmulationEnabled', { enabled: true });
      await page.ask('Emulation.setLocaleOverride', { locale: 'en-GB' });
      // Who leaves a page on purpose is not held back.
      await page.ask('Page.enable');
      page.hear('Page.javascriptDialogOpening', () => {
        void page.ask('Page.handleJavaScriptDialog', { accept: true });
      });
      const person = personAt(page);
      await person.pretend({});
      return person;
    },
    faults() {
      return pages.flatMap((each) => {
        const fresh = each.page.faults.slice(each.faults);
        each.faults = each.page.faults.length;
        const foreign = [...each.page.responses.keys()].filter((url) => isForeign(url, origins));
        return [...fresh, ...foreign.map((url) => `asked of elsewhere: ${url}`)];
      });
    },
  };
}

function isForeign(url: string, origins: readonly string[]): boolean {
  const { protocol, origin } = new URL(url);
  return /^(https?|wss?):$/.test(protocol) && !origins.includes(origin);
}
