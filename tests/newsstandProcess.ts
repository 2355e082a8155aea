import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The command line as users run it, in separate processes. For tests and the bench. */
const ownProgram = join(import.meta.dir, '../bin/newsstand');

/** The result of a finished command. */
export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string };

type Given = {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array<ArrayBuffer>;
  /** A program that runs the command, with its options, such as a tracer. */
  readonly through?: readonly string[];
  /** Another installation than this repository. */
  readonly program?: string;
};

/** A running command. */
export type Command = {
  readonly pid: number;
  readonly ended: Promise<Outcome>;
  /** What it has written to standard error so far. */
  readonly stderr: () => string;
  kill(signal: NodeJS.Signals): void;
};

/** Starts a command. */
export function startCommand(args: readonly string[], given: Given = {}): Command {
  const child = Bun.spawn([...(given.through ?? []), given.program ?? ownProgram, ...args], {
    env: cleanEnvironment(given.env),
    stdin: new Blob([given.stdin ?? '']),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stderr = follow(child.stderr);
  const outputs = Promise.all([child.stdout.text(), child.exited, stderr.ended]);
  const ended = outputs.then(([stdout, code]) => ({ code, stdout, stderr: stderr.text() }));
  return { pid: child.pid, ended, stderr: stderr.text, kill: (signal) => child.kill(signal) };
}

/** Runs a command to its end. */
export async function runNewsstand(args: readonly string[], given: Given = {}): Promise<Outcome> {
  return await startCommand(args, given).ended;
}

/** A running service. */
export type Running = {
  readonly pid: number;
  readonly url: string;
  readonly managementUrl: string;
  /** What it has written to standard output so far. */
  readonly stdout: () => string;
  /** The same for standard error. */
  readonly stderr: () => string;
  /** Sends a signal and waits for the process to end. */
  end(signal?: NodeJS.Signals): Promise<Outcome>;
  kill(signal: NodeJS.Signals): void;
};

/** The last lines of a start; with the demo, its keys come after the addresses. */
const openEnd = /management {2}\S+\n/;
const demoEnd = /previewAt=.*\n|key create .*\n/;

/** Starts `serve` on free ports, and waits until it is open and has printed everything that it prints at the start. */
export async function startNewsstand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  /** A file for standard error, which is then not captured. */
  errorTo?: number,
  /** A program that runs the service, with its options. */
  through: readonly string[] = [],
  program = ownProgram,
): Promise<Running> {
  const child = Bun.spawn([...through, program, 'serve', '--port', '0', '--management-port', '0', ...args], {
    env: cleanEnvironment(env),
    stdout: 'pipe',
    stderr: errorTo ?? 'pipe',
  });
  const stdout = follow(child.stdout);
  const stderr = follow(child.stderr instanceof ReadableStream ? child.stderr : new Blob().stream());
  await Promise.race([stdout.until(args.includes('--demo') ? demoEnd : openEnd), child.exited]);
  const address = (name: string) => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(stdout.text())?.[1];
  const url = address('content');
  const managementUrl = address('management');
  if (url === undefined || managementUrl === undefined) throw new Error(`it did not open: ${stderr.text()}`);
  return {
    pid: child.pid,
    url,
    managementUrl,
    stdout: stdout.text,
    stderr: stderr.text,
    kill: (signal) => child.kill(signal),
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      const code = await child.exited;
      await Promise.all([stdout.ended, stderr.ended]);
      return { code, stdout: stdout.text(), stderr: stderr.text() };
    },
  };
}

/** Collects the output of a running process. */
function follow(stream: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  const waiting = new Set<() => void>();
  let text = '';
  const ended = (async () => {
    for await (const chunk of stream) {
      text += decoder.decode(chunk, { stream: true });
      for (const look of waiting) look();
    }
  })();
  const until = (pattern: RegExp) =>
    new Promise<void>((resolve) => waiting.add(() => pattern.test(text) && resolve()));
  return { text: () => text, ended, until };
}

/** Creates a folder for some work, and removes it afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Settings of the machine that runs the tests must not matter. */
function cleanEnvironment(env: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('NEWSSTAND_'));
  return { ...Object.fromEntries(own), ...env };
}
