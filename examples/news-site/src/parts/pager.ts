import { type Html, html } from '../html.ts';
import type { StoryPage } from '../newsroom.ts';
import type { Words } from '../words.ts';

/** Links to the pages before and after this one; nothing if there is only one page. */
export function pager({ page, pages }: StoryPage, url: URL, words: Words): Html | undefined {
  if (pages < 2) return undefined;
  const link = (to: number, rel: string, text: string) =>
    to < 1 || to > pages
      ? html`<span></span>`
      : html`<a href="${pathOfPage(url, to)}" rel="${rel}">${text}</a>`;
  return html`<nav class="pager" aria-label="${words.pages}">
  ${link(page - 1, 'prev', words.newer)}
  <span>${words.page(page, pages)}</span>
  ${link(page + 1, 'next', words.older)}
</nav>`;
}

/** The same address on another page; the first page has no number, so that it has one address only. */
export function pathOfPage({ pathname, searchParams }: URL, page: number): string {
  const query = new URLSearchParams(searchParams);
  query.delete('page');
  if (page > 1) query.set('page', String(page));
  return query.size === 0 ? pathname : `${pathname}?${query}`;
}

/** The page number in a URL; undefined if it is not a page number. */
export function pageOf(url: URL): number | undefined {
  const text = url.searchParams.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}
