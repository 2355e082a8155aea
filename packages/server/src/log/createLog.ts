import { write } from 'node:fs';
import { isatty } from 'node:tty';
import type { LogFormat, LogLevel } from '../config/readConfig.ts';
import { logLevels } from '../config/settings.ts';
import { StoreReplacedError } from '../store/StoreError.ts';
import { commandsBeyondAscii, escapeCharacter, jsonLine } from './jsonLine.ts';

/** The log for operators. Never pass secrets. */
export type Logger = {
  readonly [Level in 'debug' | 'info' | 'warn' | 'error']: (fields: object, message: string) => void;
};

/** A log, and how to flush it before the process exits. */
export type Log = {
  readonly log: Logger;
  /** Writes the remaining lines, and waits until that is done or times out. */
  end(): Promise<void>;
};

/**
 * Creates the log: lines on standard error, written in batches. By default they are for people on a terminal, and
 * JSON for programs otherwise; all processes of a service share one standard error.
 */
export function createLog(level: LogLevel, format?: LogFormat): Log {
  const isTerminal = isatty(standardError);
  const isText = format === undefined ? isTerminal : format === 'text';
  const isColoured = isTerminal && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
  const lines = linesToError((dropped) => {
    log.error({ dropped }, 'the reader of the log is too slow: lines were dropped');
  });
  const logAt = (own: LogLevel) => {
    if (logLevels.indexOf(own) < logLevels.indexOf(level)) return () => {};
    return (fields: object, message: string) => {
      const line = jsonLine(own, fields, message);
      lines.add(isText ? textLine(line, isColoured) : `${line}\n`);
    };
  };
  const log: Logger = {
    debug: logAt('debug'),
    info: logAt('info'),
    warn: logAt('warn'),
    error: logAt('error'),
  };
  setInterval(lines.start, pauseMilliseconds).unref();
  process.on('exit', lines.writeLast);
  return { log, end: lines.end };
}

const standardError = 2;
const pauseMilliseconds = 1000;
const busyMilliseconds = 50;
/** How long to wait for a slow reader at the end. */
const lastMilliseconds = 1000;
const startCharacters = 16_384;
const mostCharacters = 1_048_576;

/**
 * Lines wait here, and a thread of the pool writes them: a pipe that nobody reads blocks its writer,
 * which must never be the thread that handles requests. Lines that do not fit are dropped, and their number is logged.
 */
function linesToError(onDropped: (lines: number) => void) {
  let waiting = '';
  /** Characters that wait or are being written. */
  let held = 0;
  let dropped = 0;
  let writing: Promise<void> | undefined;

  function add(line: string): void {
    if (held + line.length > mostCharacters) dropped++;
    else {
      waiting += line;
      held += line.length;
      // Not at once: a process that exits in the middle of a burst must not lose lines that are being written.
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

  /** During another write, these lines would end up in the middle of its lines. */
  function writeLast(): void {
    if (writing === undefined && waiting !== '') writeByAnother(waiting);
    waiting = '';
  }

  return { add, start, end, writeLast };
}

/** Resolves when everything is written, or the reader is gone. */
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

/** At exit no thread can be awaited, and our own could block; another process can time out. */
function writeByAnother(text: string): void {
  try {
    Bun.spawnSync(['cat'], { stdin: Buffer.from(text), stdout: standardError, timeout: lastMilliseconds });
  } catch {
    // A process must be able to exit without its log.
  }
}

const quietMilliseconds = 10_000;

/**
 * Logs a recurring failure from time to time: an outage must not fill the log. That the store was replaced is left out:
 * it is logged once, where it is detected.
 */
export function logOccasionally(log: Logger, what: string): (error: unknown) => void {
  let loggedAt = -Infinity;
  return (error) => {
    if (error instanceof StoreReplacedError || Date.now() - loggedAt < quietMilliseconds) return;
    loggedAt = Date.now();
    log.error({ err: error }, what);
  };
}

type Fields = Readonly<Record<string, unknown>>;

const colours: Readonly<Record<string, number>> = { debug: 36, info: 32, warn: 33, error: 31 };
const faint = 2;

/** So that the fields of most lines begin in the same column. */
const messageWidth = 24;

/** Rewrites a line of JSON for people: time, level, message and fields, then the stack of an error, if there is one. */
export function textLine(line: string, isColoured: boolean): string {
  const { level, time, msg, pid, err, ...fields } = fieldsOf(JSON.parse(line)) ?? {};
  const paint = (code: number, text: string) =>
    isColoured && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  const error = fieldsOf(err);
  const { type, message, stack, ...own } = error ?? { ...(err !== undefined && { err }) };
  const told = { ...fields, ...own, ...(pid !== undefined && { pid }) };
  const pairs = Object.entries(told).map(
    ([name, value]) => `${paint(faint, `${plain(name)}=`)}${shown(value)}`,
  );
  const first = [
    paint(faint, plain(`${time ?? ''}`)),
    paint(colours[`${level}`] ?? faint, plain(`${level}`).toUpperCase().padEnd(5)),
    plain(`${msg ?? ''}`).padEnd(pairs.length > 0 ? messageWidth : 0),
    ...pairs,
  ];
  const rest = error === undefined ? [] : `${stack ?? `${type}: ${message}`}`.split(/\r?\n/);
  return [first.join(' '), ...rest.map((each) => `    ${plain(each)}`), ''].join('\n');
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

/** A text stands for itself, unless it could be taken for several fields. */
function shown(value: unknown): string {
  if (typeof value !== 'string') return plain(JSON.stringify(value));
  return /^[^\s"=]+$/.test(value) && isPlain(value) ? value : plain(JSON.stringify(value));
}

const commands = new RegExp(`[\\u0000-\\u0008\\u000a-\\u001f${commandsBeyondAscii}]`, 'g');

function isPlain(text: string): boolean {
  return text.search(commands) < 0;
}

/** A terminal obeys none of it. */
function plain(text: string): string {
  return isPlain(text) ? text : text.replace(commands, escapeCharacter);
}
