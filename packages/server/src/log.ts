import pino from 'pino';
import type { LogLevel } from './config.ts';

/** Where events are told to the operator. Nothing secret may be passed. */
export type Logger = {
  readonly [Level in 'debug' | 'info' | 'warn' | 'error']: (fields: object, message: string) => void;
};

/** Makes the log: JSON lines on standard error, buffered; `flush` writes out what is left. */
export function createLog(level: LogLevel): { log: Logger; flush: () => void } {
  const destination = pino.destination({ dest: 2, sync: false, minLength: 4096, periodicFlush: 1000 });
  const flush = () => flushQuietly(destination);
  process.on('exit', flush);
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: named },
    },
    destination,
  );
  return { log, flush };
}

/** A level is shown by its name: people and most log stores expect that rather than a number. */
function named(label: string): { level: string } {
  return { level: label };
}

/** A closed standard error is no reason to fail at the very end. */
function flushQuietly(destination: { flushSync(): void }): void {
  try {
    destination.flushSync();
  } catch {}
}
