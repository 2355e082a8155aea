import { findElement, findElements, type HtmlElement } from './htmlTree.ts';

/** The rows of a table; a cell that spans several leaves the others empty. */
export function rowsOf(table: HtmlElement, inlineOf: (cell: HtmlElement) => string): string[][] {
  const rows: string[][] = [];
  findElements(table, /^tr$/).forEach((row, index) => {
    rows[index] ??= [];
    const cells = rows[index];
    let column = 0;
    for (const cell of findElements(row, /^(td|th)$/)) {
      while (cells[column] !== undefined) column++;
      const [wide, high] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')];
      for (let down = 0; down < high; down++) {
        rows[index + down] ??= [];
        const target = rows[index + down] ?? [];
        for (let right = 0; right < wide; right++) target[column + right] = '';
      }
      cells[column] = inlineOf(cell);
      column += wide;
    }
  });
  return rows
    .slice(0, findElements(table, /^tr$/).length)
    .map((row) => Array.from(row, (cell) => cell ?? ''))
    .filter((row) => row.length > 0);
}

function spanOf(cell: HtmlElement, name: string): number {
  return Math.min(100, sideOf(cell.attributes.get(name)) ?? 1);
}

/** Whether the first row holds headings. */
export function hasHeader(table: HtmlElement): boolean {
  const [first] = findElements(table, /^tr$/);
  const cells = first === undefined ? [] : findElements(first, /^(td|th)$/);
  return (
    findElement(table, /^thead$/) !== undefined ||
    (cells.length > 0 && cells.every(({ name }) => name === 'th'))
  );
}

/** A width, height or span in pixels or cells; undefined if it is none. */
export function sideOf(text: string | undefined): number | undefined {
  const side = Math.round(Number(text));
  return text !== undefined && side > 0 ? side : undefined;
}
