import type { Banner, News } from './contract/resources.ts';
import { type ClientOptions, createClient } from './createClient.ts';
import { NewsstandError } from './NewsstandError.ts';
import type { CallOptions } from './request.ts';

/** Where the content is, and the token of a preview link. */
export interface PreviewOptions extends Omit<ClientOptions, 'key' | 'secret' | 'cache'> {
  /** The token, as the link has it: from anybody, so it may be anything. */
  token: string;
}

/**
 * Reads the one item that a preview link shows, in any state. Only a draft that still lacks its text or its picture can't be
 * read (`isPreviewIncomplete`): the preview page of the service shows it.
 */
export interface Preview {
  /** The news item, by its ID or alias. Rejects with the code `not_found` if the link shows another one. */
  news(instanceId: string, id: string, options?: CallOptions): Promise<News>;
  /** The banner, by its ID or alias. */
  banner(instanceId: string, id: string, options?: CallOptions): Promise<Banner>;
}

/** Opens a preview link. Nothing is sent before the first call, and nothing is cached. */
export function openPreview({ token, ...options }: PreviewOptions): Preview {
  // Anything else cannot be sent as headers, and is no token.
  const [, key = '', secret = ''] = /^([\w-]{1,200})\.([\w-]{1,200})$/.exec(token) ?? [];
  const client = (operation: string) => {
    if (key === '')
      throw new NewsstandError('this is not the token of a preview link', {
        code: 'credentials_invalid',
        operation,
        status: 401,
      });
    return createClient({ ...options, key, secret });
  };
  return {
    news: async (instanceId, id, call) => await client('getNews').news(instanceId).get(id, {}, call),
    banner: async (instanceId, id, call) => await client('getBanner').banners(instanceId).get(id, {}, call),
  };
}

/**
 * Whether a preview link shows nothing: it was revoked, has expired, or never worked for this item. Also while its draft is
 * incomplete: tell that apart with `isPreviewIncomplete`.
 */
export function hasPreviewEnded(error: unknown): boolean {
  return error instanceof NewsstandError && [401, 403, 404].includes(error.status ?? 0);
}

/** Whether a preview can't be read yet because its item is a draft that still lacks its text or its picture. */
export function isPreviewIncomplete(error: unknown): boolean {
  return error instanceof NewsstandError && error.code === 'draft_incomplete';
}
