import { foldText } from './foldText.ts';
import { stripMarkup } from './stripMarkup.ts';

/** What of an item can be searched. */
export interface SearchableItem {
  readonly title: string;
  readonly name: string;
  readonly alias?: string | undefined;
  readonly body: unknown;
}

/** The folded text that a search looks at: title, name, alias and every string in the body, one per line. */
export function searchableText(item: SearchableItem): string {
  const lines = [item.title];
  // The name often is the title. No term reaches across lines, so once is enough.
  if (item.name !== item.title) lines.push(item.name);
  if (item.alias !== undefined) lines.push(item.alias);
  for (const text of stringsIn(item.body)) lines.push(stripMarkup(text));
  return foldText(lines.join('\n'));
}

/** Every string value at any depth, in document order; a stack of its own, so that no depth overflows the call stack. */
function* stringsIn(body: unknown): Generator<string> {
  const pending: unknown[] = [body];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string') yield value;
    else if (typeof value === 'object' && value !== null) pushReversed(pending, Object.values(value));
  }
}

function pushReversed(pending: unknown[], values: readonly unknown[]): void {
  for (let i = values.length - 1; i >= 0; i--) pending.push(values[i]);
}
