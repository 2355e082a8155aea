import { constants, setPriority } from 'node:os';
import { exitCodeOf } from './Failure.ts';
import { createProgram } from './program.ts';

const lastMilliseconds = 1000;

/** A reader of our output may stop early, as `head` does; that is not a failure. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

// An import or an export may take minutes; readers come first.
if (process.argv[2] !== 'serve') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

try {
  const program = await createProgram(process.argv[2]);
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
// The work is done. Output that nobody reads must not keep the process alive.
setTimeout(() => process.exit(), lastMilliseconds).unref();
