/** Code within a line, between one or two backticks. */
const inlineCode = /(`{1,2}[^`\n]{1,1000}`{1,2})/;

/** Changes Markdown, except for its code. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  return outsideFences(markdown, (text) =>
    text
      .split(inlineCode)
      .map((piece, index) => (index % 2 === 0 ? change(piece) : piece))
      .join(''),
  );
}

/** Changes the lines of Markdown that are in no block of code. */
export function outsideFences(markdown: string, change: (lines: string) => string): string {
  const parts: string[] = [];
  let run: string[] = [];
  let fence = '';
  const endRun = (): void => {
    if (run.length > 0) parts.push(fence === '' ? change(run.join('\n')) : run.join('\n'));
    run = [];
  };
  for (const line of markdown.split('\n')) {
    const [, mark = ''] = /^[ \t>]{0,20}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === '' && mark !== '') {
      endRun();
      fence = mark;
      run.push(line);
    } else {
      run.push(line);
      if (fence === '' || !mark.startsWith(fence)) continue;
      endRun();
      fence = '';
    }
  }
  endRun();
  return parts.join('\n');
}
