import { webhookRoute } from '@newsstand/client/next';

/** Newsstand calls this when content changes; pages are then made anew. */
export const POST = webhookRoute({ secret: process.env.NEWSSTAND_WEBHOOK_SECRET });
