import type { EventData, EventType } from '../contract/resources.ts';
import { membersOf, parse } from '../request.ts';

/** What a webhook tells. */
export interface WebhookCall {
  type: EventType | 'reset' | 'build' | 'test';
  /** What it is about; a `reset` has only the space, a `test` nothing. */
  data: Partial<EventData> & { projectId?: string; spaceId?: string };
}

/** How old a call may be, or how far ahead its clock. */
const tolerance = 300;

/** Calls are a few hundred bytes long. */
const longestCall = 65_536;

/**
 * What a call of a webhook tells; undefined if it is not genuine, or older than five minutes. `secret` is that of the webhook. It
 * reads the body of the request.
 */
export async function verifyWebhook(request: Request, secret: string): Promise<WebhookCall | undefined> {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map(
    (name) => request.headers.get(`webhook-${name}`) ?? '',
  );
  const own = bytesOf(secret.replace('whsec_', ''));
  if (own.length === 0) throw new TypeError('verifyWebhook: secret must be that of a webhook, whsec_…');
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < tolerance)) return undefined;
  const body = await readBody(request);
  if (body === undefined) return undefined;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', own, algorithm, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`);
  // While a secret is being replaced, there is a signature for each of the two.
  const checks = (signatures ?? '')
    .split(' ')
    .slice(0, 10)
    .map((each) => crypto.subtle.verify('HMAC', key, bytesOf(each.replace(/^v1,/, '')), signed));
  if (!(await Promise.all(checks)).includes(true)) return undefined;
  const call = { data: {}, ...membersOf(parse(body)) };
  return isCall(call) ? call : undefined;
}

/** It is signed, so it is what the service sends. */
function isCall(call: object): call is WebhookCall {
  return 'type' in call && typeof call.type === 'string' && 'data' in call && typeof call.data === 'object';
}

/** The text of a request, unless it is too long to be a call. */
async function readBody(request: Request): Promise<string | undefined> {
  const decoder = new TextDecoder();
  const reader = request.body?.getReader();
  let text = '';
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    if (text.length > longestCall) return undefined;
  }
}

/** The bytes of base64; none if it is not. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
