import { CommanderError } from 'commander';
import { ConfigError } from '../config/readConfig.ts';
import { NoStoreError } from '../store/StoreError.ts';
import { Failure } from './Failure.ts';
import { note } from './output.ts';
import { createProgram } from './program.ts';

const lastMilliseconds = 1000;

/** A reader of our output may stop early, as `head` does; that is not a failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

try {
  const program = await createProgram(process.argv[2]);
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
// The work is done. Output that nobody reads must not keep the process alive.
setTimeout(() => process.exit(), lastMilliseconds).unref();

/** Reports an error in one line, never as a stack trace, and returns the exit code. */
function exitCodeOf(error: unknown): number {
  // Commander has already written its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  note(`newsstand: ${error instanceof Error ? error.message : String(error)}`);
  if (error instanceof Failure) return error.exitCode;
  return error instanceof ConfigError || error instanceof NoStoreError ? 2 : 1;
}
