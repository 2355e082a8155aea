import { NewsstandError } from '@newsstand/client';
import type { Edition } from '../Edition.ts';
import { type Html, html } from '../html.ts';
import { isNowhere } from '../newsroom.ts';
import type { Page } from '../Visit.ts';

/** A page that says why there is no other. */
export function messagePage(
  { path, words }: Edition,
  status: number,
  title: string,
  text: string,
  headers: Page['headers'] = {},
  more?: Html,
): Page {
  const main = html`<div class="message"><p class="status">${status}</p><h1>${title}</h1><p>${text}</p>
<p><a href="${path || '/'}">${words.front}</a>${more === undefined && html` · <a href="${path}/search">${words.search}</a>`}</p></div>
${more}`;
  return { title, main, status, headers };
}

/** There is nothing at this address; or not yet, or no longer. */
export function nothingHere(edition: Edition, more?: Html): Page {
  const { notFound, notFoundText } = edition.words;
  return messagePage(edition, 404, notFound, notFoundText, {}, more);
}

/** The page for a failure of the service; undefined if the fault is in the site itself. */
export function failurePage(error: unknown, edition: Edition): Page | undefined {
  if (!(error instanceof NewsstandError)) return undefined;
  if (isNowhere(error)) return nothingHere(edition);
  if (!isPassing(error)) return undefined;
  const seconds = Math.max(1, Math.ceil((error.retryAfter ?? 5000) / 1000));
  const { waiting, tooMany, unreachable } = edition.words;
  const text = error.status === 429 ? tooMany : unreachable;
  return messagePage(edition, 503, waiting, text, { 'retry-after': String(seconds) });
}

function isPassing({ status, code }: NewsstandError): boolean {
  const passing = ['connection', 'timeout', 'list_changing'];
  return status === 429 || (status ?? 0) >= 500 || passing.includes(code);
}
