import { spyOn } from 'bun:test';
import { CommanderError } from 'commander';
import { Failure } from '../packages/server/src/cli/Failure.ts';
import { createProgram } from '../packages/server/src/cli/program.ts';
import { ConfigError } from '../packages/server/src/config/readConfig.ts';

/** The output of a command, and the error if it failed. */
export type EndedHere = { readonly stdout: string; readonly stderr: string; readonly error?: unknown };

/**
 * Runs a command in this process, because starting one takes longer than most commands do. For tests that are about
 * neither the process nor its exit code. Only one at a time.
 */
export async function runHere(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<EndedHere> {
  const before = { ...process.env };
  const own = Object.keys(before).filter((name) => name.startsWith('NEWSSTAND_'));
  for (const name of own) delete process.env[name];
  Object.assign(process.env, env);
  const [stdout, stderr] = [listenTo(process.stdout), listenTo(process.stderr)];
  try {
    const program = await createProgram(words[0]);
    await program.parseAsync(['bun', 'newsstand', ...words]);
    return { stdout: stdout.text(), stderr: stderr.text() };
  } catch (error) {
    return { stdout: stdout.text(), stderr: stderr.text(), error };
  } finally {
    stdout.stop();
    stderr.stop();
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
