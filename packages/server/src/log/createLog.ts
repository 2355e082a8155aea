import { write } from 'node:fs';
import pino from 'pino';
import type { LogLevel } from '../config/readConfig.ts';
import { StoreReplacedError } from '../store/StoreError.ts';

/** The log for operators. Never pass secrets. */
export type Logger = {
  readonly [Level in 'debug' | 'info' | 'warn' | 'error']: (fields: object, message: string) => void;
};

/** A log, and what has to be called before the process ends on purpose. */
export type Log = {
  readonly log: Logger;
  /** Writes out what is left, and waits until that is done, or the reader has had time enough. */
  end(): Promise<void>;
};

/** Makes the log: JSON lines on standard error, of which many are written at once. */
export function createLog(level: LogLevel): Log {
  const lines = linesToError((dropped) => {
    log.error({ dropped }, 'the reader of the log is too slow: lines were dropped');
  });
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: named },
    },
    { write: (line) => lines.add(boundedLine(line)) },
  );
  setInterval(lines.start, pauseMilliseconds).unref();
  process.on('exit', lines.writeLast);
  return { log, end: lines.end };
}

/** A level is shown by its name: people and most log stores expect that rather than a number. */
function named(label: string): { level: string } {
  return { level: label };
}

/** A whole line is at most this long. */
const mostLineCharacters = 16_384;

/** Whatever was passed to the log: what is not too long as a whole has no part that is. */
function boundedLine(line: string): string {
  if (line.length <= mostTextCharacters) return line;
  const fields: unknown = JSON.parse(line, (_, value: unknown) =>
    typeof value === 'string' ? bounded(value) : value,
  );
  const shorter = JSON.stringify(fields);
  if (shorter.length <= mostLineCharacters) return `${shorter}\n`;
  return `${JSON.stringify({ level: 'error', msg: 'a line of the log was too long', start: bounded(line) })}\n`;
}

const standardError = 2;
const pauseMilliseconds = 1000;
const busyMilliseconds = 50;
/** So long is a slow reader waited for at the end. */
const lastMilliseconds = 1000;
const startCharacters = 16_384;
const mostCharacters = 1_048_576;

/**
 * Lines wait here, and a thread of the pool writes them: a pipe that nobody empties blocks whoever writes to it,
 * and that must never be the thread that answers requests. What does not fit is dropped, line by line, and told.
 */
function linesToError(onDropped: (lines: number) => void) {
  let waiting = '';
  /** Characters that wait or are on their way. */
  let held = 0;
  let dropped = 0;
  let writing: Promise<void> | undefined;

  function add(line: string): void {
    if (held + line.length > mostCharacters) dropped++;
    else {
      waiting += line;
      held += line.length;
      // Not at once: then a process that ends in the middle of a burst has nothing on its way, and loses nothing.
      if (waiting.length >= startCharacters) setImmediate(start);
    }
  }

  function start(): void {
    if (waiting === '' || writing !== undefined) return;
    writing = writeWaiting().finally(() => {
      writing = undefined;
    });
  }

  async function writeWaiting(): Promise<void> {
    do {
      const text = waiting;
      waiting = '';
      await writeAll(Buffer.from(text));
      held -= text.length;
      const untold = dropped;
      dropped = 0;
      if (untold > 0) onDropped(untold);
    } while (waiting.length >= startCharacters);
  }

  async function drain(): Promise<void> {
    for (start(); writing !== undefined; start()) await writing;
  }

  async function end(): Promise<void> {
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, lastMilliseconds);
    await Promise.race([drain(), patience.promise]);
    clearTimeout(timer);
  }

  /** While something is on its way, anything else would land in the middle of one of its lines. */
  function writeLast(): void {
    if (writing === undefined && waiting !== '') writeByAnother(waiting);
    waiting = '';
  }

  return { add, start, end, writeLast };
}

/** Ends when all is written, or the reader has gone for good. */
async function writeAll(bytes: Buffer): Promise<void> {
  for (let rest = bytes; rest.length > 0; ) {
    const { written, error } = await writeSome(rest);
    rest = rest.subarray(written);
    if (error?.code === 'EAGAIN') await Bun.sleep(busyMilliseconds);
    else if (error) return;
  }
}

function writeSome(bytes: Buffer): Promise<{ written: number; error: NodeJS.ErrnoException | null }> {
  return new Promise((resolve) => {
    write(standardError, bytes, (error, written = 0) => resolve({ written, error }));
  });
}

/** At exit no thread can be waited for, and our own may hang; another process can be given up. */
function writeByAnother(text: string): void {
  try {
    Bun.spawnSync(['cat'], { stdin: Buffer.from(text), stdout: standardError, timeout: lastMilliseconds });
  } catch {
    // A process must be able to end without its log.
  }
}

/** A text in a log or a message is at most about this long: a stranger may have a say in what it is. */
const mostTextCharacters = 2048;

/** Shortens a text that is too long, and says how long it was. */
export function bounded(text: string): string {
  if (text.length <= mostTextCharacters) return text;
  return `${text.slice(0, mostTextCharacters).toWellFormed()}… (${text.length} characters)`;
}

const quietMilliseconds = 10_000;

/**
 * Tells of a failure that comes again and again: an outage must not fill the log. That the store was replaced is left out:
 * the watch of the store logs it once, whatever fails because of it.
 */
export function logOccasionally(log: Logger, what: string): (error: unknown) => void {
  let loggedAt = -Infinity;
  return (error) => {
    if (error instanceof StoreReplacedError || Date.now() - loggedAt < quietMilliseconds) return;
    loggedAt = Date.now();
    log.error({ err: error }, what);
  };
}
