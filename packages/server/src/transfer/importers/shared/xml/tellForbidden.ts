import type { ImportSummary } from '../../ImportSummary.ts';

/** Reports characters that XML forbids: pasted text often holds some that nobody sees. */
export function tellForbidden(summary: ImportSummary): (line: number) => void {
  return (line) =>
    summary.changed('text', 'is imported without control characters, which XML forbids', `line ${line}`);
}
