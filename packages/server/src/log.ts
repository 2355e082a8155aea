import { writeSync } from 'node:fs';
import pino from 'pino';
import type { LogLevel } from './config.ts';

/** Where events are told to the operator. Nothing secret may be passed. */
export type Logger = {
  readonly [Level in 'debug' | 'info' | 'warn' | 'error']: (fields: object, message: string) => void;
};

/** Makes the log: JSON lines on standard error, buffered; `flush` writes out what is left. */
export function createLog(level: LogLevel): { log: Logger; flush: () => void } {
  const { write, flush } = bufferedError();
  setInterval(flush, flushMilliseconds).unref();
  process.on('exit', flush);
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: named },
    },
    { write },
  );
  return { log, flush };
}

/** A level is shown by its name: people and most log stores expect that rather than a number. */
function named(label: string): { level: string } {
  return { level: label };
}

const flushMilliseconds = 1000;
const flushCharacters = 16_384;
const mostCharacters = 1_048_576;
const standardError = 2;

/**
 * Lines wait here, so that one write carries many of them. Pino's own buffer tries for ever, even at exit,
 * to write to a reader that has gone; a process must be able to end without its log.
 */
function bufferedError(): { write: (line: string) => void; flush: () => void } {
  let waiting = '';
  const flush = () => {
    waiting = unwritten(waiting);
    if (waiting.length > mostCharacters) waiting = '';
  };
  const write = (line: string) => {
    waiting += line;
    if (waiting.length >= flushCharacters) flush();
  };
  return { write, flush };
}

/** Writes a text, and gives back what has to wait because the reader is busy. */
function unwritten(text: string): string {
  let bytes = Buffer.from(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(writeSync(standardError, bytes));
    return '';
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    return isBusy ? bytes.toString() : '';
  }
}
