import type { Conflict } from '../../transfer/ndjson/findKept.ts';
import type { ImportReport } from '../../transfer/ndjson/putLines.ts';

/** How many conflicts are printed, and how many differences of each. */
const [maxConflicts, maxDifferences] = [20, 5];

/** Both versions of what stays as it is here. */
export function conflictsText({ conflicts, kept }: Pick<ImportReport, 'conflicts' | 'kept'>): string {
  if (kept === 0) return '';
  const shown = inOrder(conflicts).slice(0, maxConflicts);
  const more = kept - shown.length;
  const rest = more > 0 ? `       … and ${more} more; --json lists them\n` : '';
  return `\nKEPT AS THEY ARE HERE (--overwrite takes the version of the source)\n${shown.map(conflictText).join('')}${rest}`;
}

/** First what the source has changed, too. */
export function inOrder(conflicts: readonly Conflict[]): readonly Conflict[] {
  return conflicts.toSorted(
    (some, other) => Number(other.isChangedInSource) - Number(some.isChangedInSource),
  );
}

function conflictText(conflict: Conflict): string {
  const { kind, id, title, differences } = conflict;
  const more = differences.length - maxDifferences;
  const lines = [
    `       ${kind} ${id} (${plain(title)}) ${conflictReason(conflict)}`,
    ...differences
      .slice(0, maxDifferences)
      .map(
        ({ member, here, source }) => `         ${member}: ${side(here)} here, ${side(source)} in the source`,
      ),
    ...(more > 0 ? [`         … and ${more} more differences`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Why something stays as it is. */
export function conflictReason({ why, isChangedInSource, dropped }: Conflict): string {
  const also = isChangedInSource ? ', and changed in the source' : '';
  const without = dropped === 0 ? '' : `; ${dropped} came in without it`;
  return `was ${why} here${also}${without}`;
}

function side(value: string | undefined): string {
  if (value === undefined) return 'nothing';
  const text = plain(value);
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

/** Content may contain control sequences of a terminal. */
export function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
