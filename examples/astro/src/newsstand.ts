import { NEWSSTAND_KEY, NEWSSTAND_SECRET, NEWSSTAND_URL } from 'astro:env/server';
import { type BlockBody, createClient } from '@newsstand/client';

/** Where the content is. */
export const place = { url: NEWSSTAND_URL, projectId: 'demo', spaceId: 'web' };
export const instance = 'blog';

/** Reads it, on the server only: `astro:env/server` keeps the secret out of browsers. */
export const client = createClient<BlockBody>({ ...place, key: NEWSSTAND_KEY, secret: NEWSSTAND_SECRET });
