import { bounded } from '../log/bounded.ts';

/** Writes to standard output, and waits until it is taken over. */
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
 * Tells the operator something that is not the result, on standard error. Messages may hold what strangers wrote: each
 * line is bounded, and nothing in it can steer the terminal.
 */
export function note(text: string): void {
  const lines = text.split('\n').map((line) => bounded(line).replaceAll(/[\p{Cc}\p{Bidi_C}]/gu, escaped));
  process.stderr.write(`${lines.join('\n')}\n`);
}

function escaped(character: string): string {
  return character === '\t' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
