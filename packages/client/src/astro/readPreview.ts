import type { News } from '../contract/resources.ts';
import { hasPreviewEnded, openPreview, type PreviewOptions } from '../preview.ts';

/** What is needed of a page that is rendered on demand: `Astro` itself. */
export interface OnDemandPage {
  readonly url: URL;
  readonly response: { readonly headers: Headers; status?: number };
}

/** Where the item of a preview link is. */
export interface PreviewedItem extends Omit<PreviewOptions, 'token'> {
  instance: string;
  /** The ID or alias of the item, usually from the path. */
  id: string;
  /** The parameter of the URL that holds the token. Default: `token`. */
  parameter?: string | undefined;
}

/**
 * Reads the item of a preview link, in any state, for a page of the site. The page gets the headers that keep the link from
 * spreading. If the link has ended, the result is undefined, and the status of the page 410.
 */
export async function readPreview(
  { url, response }: OnDemandPage,
  { instance, id, parameter = 'token', ...options }: PreviewedItem,
): Promise<News | undefined> {
  response.headers.set('cache-control', 'private, no-store');
  response.headers.set('referrer-policy', 'no-referrer');
  response.headers.set('x-robots-tag', 'noindex');
  try {
    const token = url.searchParams.get(parameter) ?? '';
    return await openPreview({ ...options, token }).news(instance, id);
  } catch (error) {
    if (!hasPreviewEnded(error)) throw error;
    response.status = 410;
    return undefined;
  }
}
