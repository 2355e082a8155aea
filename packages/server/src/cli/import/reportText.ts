import type { Remark, SummaryReport } from '../../transfer/importers/ImportSummary.ts';
import type { ImportReport } from '../../transfer/ndjson/putLines.ts';
import { formatTable } from '../formatTable.ts';

/** Tells the operator what an import did, and what became of the content of other systems. */
export function reportText(
  report: ImportReport,
  foreign: SummaryReport | undefined,
  dryRun: boolean,
): string {
  const { lines, created, updated, unchanged, deleted } = report;
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged, ${deleted} deleted`;
  const head = `${lines} ${lines === 1 ? 'line' : 'lines'}: ${counts}\n`;
  const summary = foreign === undefined ? '' : summaryText(foreign);
  return `${head}${summary}${dryRun ? 'Nothing was changed: this was a dry run.\n' : ''}`;
}

function summaryText({ mapped, changed, skipped }: SummaryReport): string {
  const rows = mapped
    .map(({ what, to, count }) => [String(count), what, to])
    .toSorted((some, other) => (some.slice(1).join() < other.slice(1).join() ? -1 : 1));
  const table = rows.length === 0 ? '' : `\n${formatTable(['COUNT', 'IMPORTED', 'AS'], rows)}`;
  return `${table}${remarksText('CHANGED', changed)}${remarksText('LEFT OUT', skipped)}\n`;
}

function remarksText(title: string, remarks: readonly Remark[]): string {
  if (remarks.length === 0) return '';
  return `\n${title}\n${remarks.map(remarkText).join('')}`;
}

function remarkText({ what, why, count, examples }: Remark): string {
  const more = count - examples.length;
  const shown = [...new Set(examples.map(plain)), ...(more > 0 ? [`… and ${more} more`] : [])];
  const head = `${String(count).padStart(5)}  ${plain(what)}: ${plain(why)}\n`;
  return head + shown.map((line) => `       ${line}\n`).join('');
}

/** Content may hold what a terminal would obey. */
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
