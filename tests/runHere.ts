import { spyOn } from 'bun:test';
import { CommanderError } from 'commander';
import { exitCodeOf, Failure } from '../packages/server/src/cli/Failure.ts';
import { createProgram } from '../packages/server/src/cli/program.ts';
import { ConfigError } from '../packages/server/src/config/readConfig.ts';
import type { Outcome } from './newsstandProcess.ts';

/** The output of a command, and the error if it failed. */
export type EndedHere = { readonly stdout: string; readonly stderr: string; readonly error?: unknown };

/**
 * Runs a command in this process, because starting one takes longer than most commands do. For tests that are about
 * neither the process nor its exit code. Only one at a time.
 */
export function runHere(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<EndedHere> {
  return inThisProcess(env, async (written) => {
    try {
      await run(words);
      return written();
    } catch (error) {
      return { ...written(), error };
    }
  });
}

type Given = {
  readonly stdin?: string | Uint8Array<ArrayBuffer>;
  /** For tests that need a command with other seams. */
  readonly create?: typeof createProgram;
};

/**
 * The same for tests that look at the outcome as a user sees it. Something of each command is left to a real process.
 */
export function outcomeHere(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { stdin = '', create }: Given = {},
): Promise<Outcome> {
  return inThisProcess(env, async (written) => {
    using _ = spyOn(Bun.stdin, 'stream').mockImplementation(() => new Blob([stdin]).stream());
    const code = await run(words, create).then(() => 0, exitCodeOf);
    return { code, ...written() };
  });
}

async function run(words: readonly string[], create = createProgram): Promise<void> {
  const program = await create(words[0]);
  await program.parseAsync(['bun', 'newsstand', ...words]);
}

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Gives a command the environment and the streams of a process of its own. */
async function inThisProcess<T>(
  env: Readonly<Record<string, string>>,
  work: (written: () => { readonly stdout: string; readonly stderr: string }) => Promise<T>,
): Promise<T> {
  const before = { ...process.env };
  const own = Object.keys(before).filter((name) => name.startsWith('NEWSSTAND_'));
  for (const name of own) delete process.env[name];
  Object.assign(process.env, env);
  const listeners = new Set(signals.flatMap((signal) => process.listeners(signal)));
  const [stdout, stderr] = [listenTo(process.stdout), listenTo(process.stderr)];
  try {
    return await work(() => ({ stdout: stdout.text(), stderr: stderr.text() }));
  } finally {
    stdout.stop();
    stderr.stop();
    for (const signal of signals)
      for (const listener of process.listeners(signal))
        if (!listeners.has(listener)) process.off(signal, listener);
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** Whether a process would exit with 2 because of it. */
export function isWrongUsage(error: unknown): boolean {
  if (error instanceof Failure) return error.exitCode === 2;
  return error instanceof CommanderError || error instanceof ConfigError;
}

/** Captures what is written to a stream until stopped. */
function listenTo(stream: NodeJS.WriteStream) {
  let text = '';
  const spy = spyOn(stream, 'write').mockImplementation((chunk: unknown, ...rest: readonly unknown[]) => {
    text += String(chunk);
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  });
  return { text: () => text, stop: () => spy.mockRestore() };
}
