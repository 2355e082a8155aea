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
