import { CommanderError } from 'commander';
import { ConfigError } from '../config/readConfig.ts';
import { NoStoreError } from '../store/StoreError.ts';
import { note } from './output.ts';

/** Ends a command with a message: exit code 1 if the work failed, 2 for wrong usage. */
export class Failure extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}

/** Reports an error in one line, never as a stack trace, and returns the exit code. */
export function exitCodeOf(error: unknown): number {
  // Commander has already written its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  note(`newsstand: ${error instanceof Error ? error.message : String(error)}`);
  return isUsageError(error) ? 2 : 1;
}

/** Whether an error is one of usage or settings, or there is no store: the same command would fail again. */
export function isUsageError(error: unknown): boolean {
  if (error instanceof Failure) return error.exitCode === 2;
  return error instanceof ConfigError || error instanceof NoStoreError;
}
