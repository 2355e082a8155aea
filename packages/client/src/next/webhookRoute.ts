import { revalidateTag } from 'next/cache';
import { verifyWebhook, type WebhookCall } from '../server/verifyWebhook.ts';
import { instanceTag, spaceTag } from './nextFetch.ts';

/** Whose calls are accepted. */
export interface WebhookRouteOptions {
  /** The secret of the webhook, `whsec_…`. */
  secret: string | undefined;
  /** Called for each genuine call, after the pages were marked. */
  onCall?: ((call: WebhookCall) => void | Promise<void>) | undefined;
}

/** The `POST` of a route for a webhook: checks the signature, and makes pages that show the content render again. */
export function webhookRoute({
  secret = '',
  onCall,
}: WebhookRouteOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const call = await verifyWebhook(request, secret);
    if (call === undefined) return new Response(null, { status: 401 });
    const { instanceId } = call.data;
    // Categories, tags and media are part of items, so after these everything is read again, as after a `reset`.
    const tag = instanceId === undefined ? spaceTag : instanceTag(instanceId);
    // Not 'max', which would show the old page once more, even if its item is closed.
    if (call.type !== 'test') revalidateTag(tag, { expire: 0 });
    await onCall?.(call);
    return new Response(null, { status: 204 });
  };
}
