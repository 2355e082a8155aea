import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { openDevtools } from './openDevtools.ts';
import { openPage, type Page } from './openPage.ts';

/** Where Chromium is on this machine; undefined where it is not. */
export const chromium = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => Bun.which(name))
  .find((path) => path !== null);

/** A browser without a window. */
export type Browser = {
  open(url: string): Promise<Page>;
  /** Opens a page as somebody else would: it shares no cookies with others. */
  openApart(url: string): Promise<Page>;
  close(): Promise<void>;
};

const flags = [
  '--headless=new',
  // Tests run as root in containers, where its own sandbox can't be made, and visit pages of their own only.
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--autoplay-policy=no-user-gesture-required',
  '--mute-audio',
  '--window-size=1280,1600',
  '--remote-debugging-port=0',
];

const context = z.object({ browserContextId: z.string() });

/** Starts the browser with a profile of its own, and further flags where there are some. */
export async function openChromium(program: string, more: readonly string[] = []): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'newsstand-chromium-'));
  const said = join(profile, 'said');
  const child = Bun.spawn([program, ...flags, ...more, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', Bun.file(said)],
  });
  const close = async () => {
    child.kill();
    await child.exited;
    // Its helpers may write for a moment longer than it lives.
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  };
  try {
    const devtools = await openDevtools(await devtoolsUrl(profile, child, said));
    return {
      open: (url) => openPage(devtools, url),
      async openApart(url) {
        const { browserContextId } = context.parse(await devtools.ask('Target.createBrowserContext'));
        return await openPage(devtools, url, browserContextId);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The browser writes the port and the path down when it is ready. */
async function devtoolsUrl(profile: string, child: Bun.Subprocess, said: string): Promise<string> {
  for (;;) {
    const text = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '');
    const [, port, path] = text.match(/^(\d+)\n(\S+)/) ?? [];
    if (path !== undefined) return `ws://127.0.0.1:${port}${path}`;
    if (child.exitCode !== null) throw new Error(`Chromium ended: ${await Bun.file(said).text()}`);
    await Bun.sleep(20);
  }
}
