import { join } from 'node:path';

/** The command line of the service. */
const program = join(import.meta.dir, '../../../bin/newsstand');

/** The data folder of the service, in which the site stores its keys. */
export const dataFolder = process.env['NEWSSTAND_DATA'] || 'data';

/** Runs a command and returns its output; its errors go to our standard error. */
export async function run(...args: readonly string[]): Promise<string> {
  const child = Bun.spawn([program, ...args], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const [text, code] = await Promise.all([child.stdout.text(), child.exited]);
  if (code !== 0) throw new Error(`newsstand ${args.slice(0, 2).join(' ')} ended with ${code}`);
  return text.trim();
}

/** A service that runs beside this process. */
export type Service = {
  readonly url: string;
  /** Its exit code, if it ends on its own. */
  readonly ended: Promise<number>;
  /** Asks it to end, and waits until it has. */
  end(): Promise<number>;
};

/** Starts the service with its demo content, prints its output, and waits for its address, unless it is stopped first. */
export async function startService(stop: AbortSignal): Promise<Service> {
  const child = Bun.spawn([program, 'serve', '--demo'], {
    // A line for every request would soon hide the addresses.
    env: { NEWSSTAND_LOG_LEVEL: 'warn', ...process.env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  async function end(): Promise<number> {
    child.kill('SIGTERM');
    return await child.exited;
  }
  const url = await new Promise<string>((resolve, reject) => {
    void showLines(child.stdout, (text) => {
      const address = /^ {2}content +(\S+)$/m.exec(text)?.[1];
      if (address !== undefined && isAllSaid(text)) resolve(address);
    });
    void child.exited.then((code) =>
      reject(new Error(`the service ended with ${code}, and has said why above`)),
    );
    stop.addEventListener('abort', end);
  });
  // From here on, the site is closed first.
  stop.removeEventListener('abort', end);
  return { url, ended: child.exited, end };
}

/** The keys of the demo, or the message that there are none, come last. */
function isAllSaid(text: string): boolean {
  return /previewAt=.*\n|key create .*\n/.test(text);
}

/** Passes the output on: the demo shows its secrets only once. */
async function showLines(stream: ReadableStream<Uint8Array>, look: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of stream) {
    const part = decoder.decode(chunk, { stream: true });
    process.stdout.write(part);
    // Later output is not needed.
    if (text.length < 20_000) text += part;
    look(text);
  }
}
