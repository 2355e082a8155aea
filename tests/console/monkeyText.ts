/** A paragraph, or the rows of a table. Texts are lists of characters. */
type Block = { text: string[] } | { rows: string[][][] };

/** Where the caret is. */
type Caret = { block: number; row: number; column: number; offset: number };

/** What can be done to a text by one key, in words that any editor's manual would use. */
export type MonkeyText = ReturnType<typeof createText>;

/**
 * A text and a caret, as somebody would describe an editor to a child. It knows nothing of the real editor, so that both
 * can only agree if both are right. Lines are short enough never to be broken.
 */
export function createText(began: readonly (string | readonly (readonly string[])[])[]) {
  const blocks: Block[] = began.map((block) =>
    typeof block === 'string'
      ? { text: [...block] }
      : { rows: block.map((row) => row.map((cell) => [...cell])) },
  );
  const caret: Caret = { block: 0, row: 0, column: 0, offset: 0 };

  const tableAt = (index: number) => {
    const block = blocks[index];
    return block !== undefined && 'rows' in block ? block.rows : undefined;
  };
  const paragraphAt = (index: number) => {
    const block = blocks[index];
    return block !== undefined && 'text' in block ? block.text : undefined;
  };
  const table = () => tableAt(caret.block);
  const line = (): string[] => table()?.[caret.row]?.[caret.column] ?? paragraphAt(caret.block) ?? [];
  const place = (block: number, offset: 'start' | 'end', row = 0, column = 0) => {
    Object.assign(caret, { block, row, column, offset: 0 });
    if (offset === 'end') caret.offset = line().length;
  };
  /** Goes to the start of a block, or to its end. */
  const goInto = (block: number, step: -1 | 1) => {
    const rows = tableAt(block) ?? [[]];
    if (step > 0) place(block, 'start');
    else place(block, 'end', rows.length - 1, (rows[0]?.length ?? 1) - 1);
  };
  /** Goes into the block below or above, where there is none to a new paragraph. */
  const leave = (step: -1 | 1) => {
    const next = caret.block + step;
    if (blocks[next] === undefined) {
      blocks.splice(step < 0 ? 0 : blocks.length, 0, { text: [] });
      place(step < 0 ? 0 : blocks.length - 1, 'start');
    } else goInto(next, step);
  };
  const goToCell = (step: -1 | 1): boolean => {
    const rows = table() ?? [];
    const width = rows[0]?.length ?? 1;
    const number = caret.row * width + caret.column + step;
    if (number < 0 || number >= rows.length * width) return false;
    place(caret.block, step < 0 ? 'end' : 'start', Math.floor(number / width), number % width);
    return true;
  };

  const shown = () =>
    blocks.map((block) =>
      'rows' in block ? block.rows.map((row) => row.map((cell) => cell.join(''))) : block.text.join(''),
    );
  return {
    shown,
    /** Empty paragraphs are not saved. */
    saved: () => shown().filter((block) => block !== ''),
    isInTable: () => table() !== undefined,
    /** Whether the next block up or down is a paragraph, or there is none. */
    isOpen: (step: -1 | 1) => tableAt(caret.block + step) === undefined,
    isAtStart: () => caret.offset === 0,
    isAtEnd: () => caret.offset === line().length,
    length: () => line().length,
    /** The number of the paragraphs, and of the cells, in the order of reading. */
    paragraphs: () => blocks.filter((block) => 'text' in block).length,
    cells: () => blocks.flatMap((block) => ('rows' in block ? block.rows.flat() : [])).length,

    write(text: string) {
      line().splice(caret.offset, 0, ...text);
      caret.offset += [...text].length;
    },
    home() {
      caret.offset = 0;
    },
    end() {
      caret.offset = line().length;
    },
    left() {
      if (caret.offset > 0) caret.offset--;
      else if (table() !== undefined) goToCell(-1) || leave(-1);
      else if (caret.block > 0) goInto(caret.block - 1, -1);
    },
    right() {
      if (caret.offset < line().length) caret.offset++;
      else if (table() !== undefined) goToCell(1) || leave(1);
      else if (caret.block < blocks.length - 1) goInto(caret.block + 1, 1);
    },
    /** One line up or down, and to its end. */
    vertical(step: -1 | 1) {
      const rows = table();
      if (rows?.[caret.row + step] !== undefined) place(caret.block, 'end', caret.row + step, caret.column);
      else if (rows !== undefined) leave(step);
      else if (blocks[caret.block + step] !== undefined) place(caret.block + step, 'end');
      caret.offset = line().length;
    },
    enter() {
      const rows = table();
      if (rows !== undefined) {
        if (rows[caret.row + 1] === undefined) leave(1);
        else place(caret.block, 'end', caret.row + 1, caret.column);
        return;
      }
      const rest = line().splice(caret.offset);
      blocks.splice(caret.block + 1, 0, { text: rest });
      place(caret.block + 1, 'start');
    },
    tab(step: -1 | 1) {
      if (goToCell(step) || step < 0) return;
      const rows = table();
      rows?.push(Array.from(rows[0] ?? [], () => []));
      goToCell(1);
    },
    backspace() {
      const before = paragraphAt(caret.block - 1);
      if (caret.offset > 0) line().splice(--caret.offset, 1);
      else if (table() === undefined && before !== undefined) {
        const { length } = before;
        before.push(...line());
        blocks.splice(caret.block, 1);
        Object.assign(caret, { block: caret.block - 1, offset: length });
      }
    },
    delete() {
      const after = paragraphAt(caret.block + 1);
      if (caret.offset < line().length) line().splice(caret.offset, 1);
      else if (table() === undefined && after !== undefined) {
        line().push(...after);
        blocks.splice(caret.block + 1, 1);
      }
    },
    /** Deletes the line up to the caret. */
    deleteToStart() {
      line().splice(0, caret.offset);
      caret.offset = 0;
    },
    toStart() {
      place(0, 'start');
      if (table() !== undefined) leave(-1);
    },
    toEnd() {
      place(blocks.length - 1, 'end');
      if (table() !== undefined) leave(1);
    },
    /** Moves the block with the caret. */
    move(step: -1 | 1) {
      const other = caret.block + step;
      const [block, neighbour] = [blocks[caret.block], blocks[other]];
      if (block === undefined || neighbour === undefined) return;
      Object.assign(blocks, { [caret.block]: neighbour, [other]: block });
      caret.block = other;
    },
    /** To the end of a paragraph or a cell, by a click. */
    toParagraph(number: number) {
      const found = blocks.flatMap((block, at) => ('text' in block ? [at] : []))[number];
      if (found !== undefined) place(found, 'end');
    },
    toCell(number: number) {
      const found = blocks.flatMap((block, at) =>
        'rows' in block ? block.rows.flatMap((row, y) => row.map((_cell, x) => [at, y, x] as const)) : [],
      )[number];
      if (found !== undefined) place(found[0], 'end', found[1], found[2]);
    },
  };
}
