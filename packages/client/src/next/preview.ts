import { cookies, draftMode } from 'next/headers';
import type { News } from '../contract/resources.ts';
import { hasPreviewEnded, isPreviewIncomplete, openPreview } from '../preview.ts';
import { ownPath } from './ownPath.ts';

/** The space whose items are previewed. No key is needed. */
export interface PreviewSpace {
  /** The address of the service, such as `https://content.example.com`. */
  url: string;
  projectId: string;
  spaceId: string;
}

/** Where previews lead. */
export interface PreviewRouteOptions extends PreviewSpace {
  /** The path of the page of an item, such as `/news/hello`. */
  path: (item: News, instanceId: string) => string;
}

const cookieName = 'newsstand_preview';

/** Previews must not be kept, found, or told to others. */
const privately = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
};

/**
 * The `GET` of the route that preview links lead to: `/api/preview?instance=press&id={contentId}&token={token}` is the preview page
 * of the instance `press`. If the link works, it turns draft mode on and leads to the page of the item; the token is in no URL then.
 */
export function previewRoute({
  path,
  ...space
}: PreviewRouteOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { searchParams, protocol } = new URL(request.url);
    // The proxy in front may be the one that speaks HTTPS.
    const secure = protocol === 'https:' || request.headers.get('x-forwarded-proto') === 'https';
    const [instanceId, id, token] = ['instance', 'id', 'token'].map((name) => searchParams.get(name) ?? '');
    try {
      // A link without one of them has no item, as with a `-`, which is not an ID either.
      const item = await preview(space, token ?? '').news(instanceId || '-', id || '-');
      // The path is made from the item, so the link can't lead to another site, unless the application does.
      const location = ownPath(path(item, instanceId ?? ''));
      (await draftMode()).enable();
      const options = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: 86_400 };
      (await cookies()).set(cookieName, token ?? '', options);
      return new Response(null, { status: 307, headers: { ...privately, location } });
    } catch (error) {
      if (!hasPreviewEnded(error)) throw error;
      const text = isPreviewIncomplete(error)
        ? 'This draft still lacks its text or its picture.'
        : 'This preview has ended.';
      return new Response(text, { status: 404, headers: privately });
    }
  };
}

/** The `GET` of a route that ends a preview, and leads to the path in its `to`: `/api/preview/exit?to=/news/hello`. */
export function exitPreviewRoute(): (request: Request) => Promise<Response> {
  return async (request) => {
    (await draftMode()).disable();
    (await cookies()).delete(cookieName);
    const location = ownPath(new URL(request.url).searchParams.get('to') ?? '/');
    return new Response(null, { status: 307, headers: { ...privately, location } });
  };
}

/** The item as the reader's preview link shows it, a draft for instance; undefined if the reader has no link to it. */
export async function previewedNews(
  space: PreviewSpace,
  instanceId: string,
  id: string,
): Promise<News | undefined> {
  // Pages that don't ask for cookies can be static for all other readers.
  if (!(await draftMode()).isEnabled) return undefined;
  const token = (await cookies()).get(cookieName)?.value ?? '';
  try {
    return await preview(space, token).news(instanceId, id);
  } catch (error) {
    if (!hasPreviewEnded(error)) throw error;
    return undefined;
  }
}

function preview({ url, projectId, spaceId }: PreviewSpace, token: string) {
  const uncached = (address: string, init?: RequestInit) => fetch(address, { ...init, cache: 'no-store' });
  return openPreview({ url, projectId, spaceId, token, fetch: uncached });
}
