import { type CharClass, charClass } from './charClass.ts';

/** A longest row of characters of one class. */
export type OnRun = (kind: CharClass, start: number, end: number) => void;

/** Cuts a text into its runs, in order. */
export function textRuns(text: string, onRun: OnRun): void {
  const length = text.length;
  let start = 0;
  let at = 0;
  let kind: CharClass | undefined;
  while (at < length) {
    const codePoint = text.codePointAt(at) ?? 0;
    const next = charClass(codePoint);
    if (next !== kind) {
      if (kind !== undefined) onRun(kind, start, at);
      start = at;
      kind = next;
    }
    at += codePoint > 0xffff ? 2 : 1;
  }
  if (kind !== undefined) onRun(kind, start, length);
}
