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

/** By the width on the screen: a Japanese character takes two places. */
function pad(cell: string, width: number, right: boolean): string {
  const space = ' '.repeat(width - Bun.stringWidth(cell));
  return right ? space + cell : cell + space;
}

/** A time in UTC, to the minute. */
export function formatMinute(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}
