import { NewsstandError } from '@newsstand/client';
import { html } from '../html.ts';
import { isNowhere } from '../newsroom.ts';
import type { Page } from '../Visit.ts';

/** A page that says why there is no other. */
export function messagePage(
  status: number,
  title: string,
  text: string,
  headers: Page['headers'] = {},
): Page {
  const main = html`<div class="message"><p class="status">${status}</p><h1>${title}</h1><p>${text}</p>
<p><a href="/">To the front page</a> · <a href="/search">Search</a></p></div>`;
  return { title, main, status, headers };
}

/** There is nothing at this address; or not yet, or no longer. */
export function notFoundPage(): Page {
  return messagePage(
    404,
    'Nothing here',
    'There is no story at this address. Perhaps there was one, or will be.',
  );
}

/** The page for a failure of the service; undefined if the fault is in the site itself. */
export function failurePage(error: unknown): Page | undefined {
  if (!(error instanceof NewsstandError)) return undefined;
  if (isNowhere(error)) return notFoundPage();
  if (!isPassing(error)) return undefined;
  const seconds = Math.max(1, Math.ceil((error.retryAfter ?? 5000) / 1000));
  const text =
    error.status === 429
      ? 'Very many people read this at the moment. Please try again shortly.'
      : 'The news cannot be reached at the moment. They will be back soon.';
  return messagePage(503, 'One moment, please', text, { 'retry-after': String(seconds) });
}

function isPassing({ status, code }: NewsstandError): boolean {
  return status === 429 || (status ?? 0) >= 500 || code === 'connection' || code === 'timeout';
}
