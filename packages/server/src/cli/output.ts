import { bounded } from '../log/jsonLine.ts';

/** Writes to standard output, and waits until it is flushed. */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** Writes data for a script to standard output. */
export function printJson(value: unknown): Promise<void> {
  return print(`${JSON.stringify(value, null, 2)}\n`);
}

/**
 * Writes a message to standard error. Messages may contain untrusted text: each
 * line is bounded, and control characters are escaped.
 */
export function note(text: string): void {
  const lines = text.split('\n').map((line) => bounded(line).replaceAll(/[\p{Cc}\p{Bidi_C}]/gu, escaped));
  process.stderr.write(`${lines.join('\n')}\n`);
}

function escaped(character: string): string {
  return character === '\t' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Formats rows as aligned columns; columns of numbers are right-aligned. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = head.map((title, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    const width = Math.max(...[title, ...cells].map((cell) => Bun.stringWidth(cell)));
    return { width, right: cells.length > 0 && cells.every((cell) => /^\d*$/.test(cell)) };
  });
  const lines = [head, ...rows].map((row) =>
    columns.map(({ width, right }, index) => pad(row[index] ?? '', width, right)).join('  '),
  );
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** By width on the screen: a Japanese character takes two columns. */
function pad(cell: string, width: number, right: boolean): string {
  const space = ' '.repeat(width - Bun.stringWidth(cell));
  return right ? space + cell : cell + space;
}

/** A time in UTC, to the minute. */
export function formatMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}

/** A size for people. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A terminal to draw on. */
type Screen = { readonly isTTY?: boolean | undefined; write(text: string): unknown };

/** The progress of long work. */
type ProgressBar = { update(done: number, detail?: string): void; end(): void };

const cells = 24;
const pauseMilliseconds = 100;
const clearLine = '\r\u001b[K';

/** Draws one line that is rewritten and cleared at the end; draws nothing without a terminal. */
export function progressBar(label: string, total: number, screen: Screen, now: () => number): ProgressBar {
  if (!screen.isTTY) return { update: () => {}, end: () => {} };
  let drawnAt = -Infinity;
  return {
    update(done, detail = '') {
      if (now() - drawnAt < pauseMilliseconds) return;
      drawnAt = now();
      screen.write(clearLine + progressLine(label, done, total) + detail);
    },
    end: () => void screen.write(clearLine),
  };
}

/** Draws one bar after another, for work in several steps. */
export function stepProgress() {
  let shown: { readonly step: string; readonly bar: ProgressBar } | undefined;
  return {
    update(step: string, done: number, total: number): void {
      if (shown?.step !== step) shown = { step, bar: progressBar(step, total, process.stderr, Date.now) };
      shown.bar.update(done);
    },
    end: () => shown?.bar.end(),
  };
}

/** Draws how far the making of one file after another is. */
export function videoProgressBar(): (file: string, fraction: number) => void {
  let current: { readonly file: string; readonly bar: ProgressBar } | undefined;
  return (file, fraction) => {
    if (current?.file !== file)
      current = { file, bar: progressBar(`Processing ${file}`, 1, process.stderr, Date.now) };
    if (fraction < 1) current.bar.update(fraction);
    else current.bar.end();
  };
}

/** Without a total (a stream), only the amount so far is known. */
function progressLine(label: string, done: number, total: number): string {
  if (total <= 0) return `${label} ${done.toLocaleString('en')}`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * cells);
  return `${label} [${'#'.repeat(filled)}${'.'.repeat(cells - filled)}] ${Math.floor(share * 100)} %`;
}
