const options = { tables: true, strikethrough: true, tasklists: true, autolinks: true } as const;

/** GitHub Flavored Markdown as HTML. */
export function markdownHtml(markdown: string): string {
  return Bun.markdown.html(withFewRuns(markdown), options);
}

/** No author uses more lengths of backtick runs than this. */
const maxRunLengths = 32;

/**
 * The parser searches for the end of inline code once for each length of backtick runs: with thousands of lengths, this
 * would take quadratic time. Long runs then become text, except where a line begins a code block.
 */
function withFewRuns(markdown: string): string {
  const lengths = new Set(markdown.match(/`+/g)?.map(({ length }) => length));
  if (lengths.size <= maxRunLengths) return markdown;
  const asText = (run: string): string => (run.length > maxRunLengths ? '\\`'.repeat(run.length) : run);
  return markdown
    .split('\n')
    .map((line) => (/^[ >]{0,3}`+[^`]*$/.test(line) ? line : line.replaceAll(/`+/g, asText)))
    .join('\n');
}
