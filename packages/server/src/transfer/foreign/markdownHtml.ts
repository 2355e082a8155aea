const options = { tables: true, strikethrough: true, tasklists: true, autolinks: true } as const;

/** Markdown, as GitHub writes it, as HTML. */
export function markdownHtml(markdown: string): string {
  return Bun.markdown.html(markdown, options);
}
