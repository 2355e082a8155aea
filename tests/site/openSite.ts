import { join } from 'node:path';
import { inTemporaryFolder } from '../newsstandProcess.ts';

/** The example as `npm run site` starts it: a service with the demo, and the site on it. */
export type OpenSite = {
  readonly url: string;
  readonly serviceUrl: string;
  readonly managementUrl: string;
  readonly preview: { readonly key: string; readonly secret: string };
  /** The settings of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends both as Ctrl-C does, and returns the exit code. */
  end(): Promise<number>;
};

const start = join(import.meta.dir, '../../examples/news-site/start.ts');

/** Starts the example on free ports, with its own data folder. */
export async function openSite(data: string): Promise<OpenSite> {
  const own = { NEWSSTAND_DATA: data, NEWSSTAND_LOG_LEVEL: 'warn' };
  const ports = { NEWSSTAND_PORT: '0', NEWSSTAND_MANAGEMENT_PORT: '0', SITE_PORT: '0' };
  const child = Bun.spawn([process.execPath, 'run', start], {
    env: { ...process.env, ...own, ...ports },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const text = await readUntil(child.stdout, 'Ctrl-C');
  const find = (pattern: RegExp) => {
    const found = pattern.exec(text)?.[1];
    if (found === undefined) throw new Error(`the output of the start does not match ${pattern}: ${text}`);
    return found;
  };
  return {
    url: find(/^ {2}site +(\S+)$/m),
    serviceUrl: find(/^ {2}content +(\S+)$/m),
    managementUrl: find(/^ {2}console +(\S+)\/console\/$/m),
    preview: { key: find(/^ +key +(\S+)$/m), secret: find(/^ +secret +(\S+)$/m) },
    env: own,
    async end() {
      child.kill('SIGINT');
      return await child.exited;
    },
  };
}

/** Reads the stream to its end, so that the process never blocks; resolves as soon as a word has arrived. */
function readUntil(stream: ReadableStream<Uint8Array>, word: string): Promise<string> {
  return new Promise((resolve) => {
    void (async () => {
      const decoder = new TextDecoder();
      let text = '';
      for await (const chunk of stream) {
        text += decoder.decode(chunk, { stream: true });
        if (text.includes(word)) resolve(text);
      }
      resolve(text);
    })();
  });
}

/** The same for the duration of some work. */
export async function withSite(work: (site: OpenSite) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const site = await openSite(join(folder, 'data'));
    try {
      await work(site);
    } finally {
      await site.end();
    }
  });
}
