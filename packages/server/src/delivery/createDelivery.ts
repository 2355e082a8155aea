import { credentialHeaders, limits, mentions } from '@newsstand/contract';
import type { Catalogue } from '../catalogue/Catalogue.ts';
import type { Logger } from '../log.ts';
import type { Credential } from '../store/Credential.ts';
import { AnswerCache, KeptAnswer } from './AnswerCache.ts';
import { type CacheSettings, cacheControl, notKept } from './cacheControl.ts';
import { allowedOrigin, type CorsOrigins, corsHeaders, preflightHeaders } from './cors.ts';
import { entityTag, namesAnswer } from './entityTag.ts';
import { findAnswer } from './findAnswer.ts';
import { identify } from './identify.ts';
import { isGranted } from './isGranted.ts';
import type { Meter } from './Meter.ts';
import { negotiateEncoding } from './negotiateEncoding.ts';
import { openPages } from './openPages.ts';
import type { RateLimiter } from './RateLimiter.ts';
import { type Refusal, type Reply, refusalReply } from './Reply.ts';
import { allowedMethods, refusals } from './refusals.ts';
import { createRequestIds } from './requestIds.ts';
import { type RequestTarget, requestTarget } from './requestTarget.ts';
import { type Route, route } from './route.ts';

/** What the public listener needs. */
export type DeliveryOptions = {
  readonly catalogue: Catalogue;
  readonly settings: CacheSettings & { readonly publicUrl: string; readonly corsOrigins: CorsOrigins };
  readonly now: () => number;
  readonly log: Logger;
  readonly meter: Meter;
  readonly limiter: RateLimiter | undefined;
  readonly ready: () => boolean;
};

/** One request on its way to an answer. */
type Exchange = {
  readonly request: Request;
  readonly target: RequestTarget;
  readonly requestId: string;
  /** For logs and metrics, as far as they are known. */
  operation: string;
  key: string | undefined;
};

/** Makes the function that answers every request of the public listener. It never throws. */
export function createDelivery(options: DeliveryOptions): (request: Request) => Response {
  const { catalogue, settings, log, meter, limiter } = options;
  const requestIds = createRequestIds();
  const pages = openPages(settings.publicUrl, options.ready);
  const answers = new AnswerCache();
  const varies = variesBy(settings.corsOrigins);

  return (request) => {
    const startedAt = performance.now();
    const exchange: Exchange = {
      request,
      target: requestTarget(request.url),
      requestId: requestIds(request.headers.get('x-request-id')),
      operation: 'none',
      key: undefined,
    };
    const reply = replyTo(exchange);
    const response = new Response(reply.body, { status: reply.status, headers: headersOf(reply, exchange) });
    account(exchange, reply.status, performance.now() - startedAt);
    return response;
  };

  function replyTo(exchange: Exchange): Reply {
    try {
      const outcome = respond(exchange);
      return 'code' in outcome ? refusalReply(outcome, exchange.requestId) : outcome;
    } catch (error) {
      log.error({ requestId: exchange.requestId, err: error }, 'a request failed');
      return refusalReply(refusals.serverError, exchange.requestId);
    }
  }

  /** Checks in the order that the interface sets: path, method, credentials, grant, parameters, resource. */
  function respond(exchange: Exchange): Reply | Refusal {
    const { request, target } = exchange;
    if (target.whole.length > limits.urlBytes) return refusals.urlTooLong;
    const page = pages.get(target.path);
    const asked = page === undefined ? route(target.path) : undefined;
    if (page === undefined && asked === undefined) return refusals.unknownPath;
    if (request.method === 'OPTIONS') return preflight(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refusals.methodNotAllowed;
    if (asked === undefined) return page?.() ?? refusals.unknownPath;
    exchange.operation = asked.operation.name;
    const now = options.now();
    const credential = identify(request.headers, catalogue, now);
    if ('code' in credential) return credential;
    exchange.key = credential.key;
    return limited(credential, now, () => deliver(exchange, credential, asked, now));
  }

  function preflight(request: Request): Reply {
    const origin = allowedOrigin(settings.corsOrigins, request.headers.get('origin'));
    return { status: 204, headers: { allow: allowedMethods, ...preflightHeaders(origin) }, body: null };
  }

  function limited(credential: Credential, now: number, go: () => Reply | Refusal): Reply | Refusal {
    if (limiter === undefined) return go();
    const allowance = limiter.take(credential.key, now);
    const outcome: Reply | Refusal = allowance.allowed ? go() : refusals.rateLimited;
    return { ...outcome, headers: { ...outcome.headers, ...limiter.headers(allowance) } };
  }

  function deliver(exchange: Exchange, credential: Credential, asked: Route, now: number): Reply | Refusal {
    const { request, target } = exchange;
    const { preview } = credential;
    if (!isGranted(credential.grants, asked)) return refusals.accessDenied;
    if (!preview && mentions(target.query, 'previewAt')) return refusals.previewDenied;
    const version = catalogue.space(asked.projectId ?? '', asked.spaceId ?? '')?.version;
    const kept = preview || version === undefined ? undefined : answers.get(target.whole, version, now);
    meter.cache('response', kept !== undefined);
    if (kept !== undefined) return send(request, kept, cacheControl(settings, now, kept.until));
    const answer = findAnswer(catalogue, asked, target.query, { now, preview });
    if ('code' in answer) return answer;
    if (answer.viewCached !== undefined) meter.cache('view', answer.viewCached);
    const fresh = new KeptAnswer(answer, version ?? 0);
    if (preview) return send(request, fresh, notKept);
    answers.set(target.whole, fresh);
    return send(request, fresh, cacheControl(settings, now, answer.until));
  }

  function headersOf(reply: Reply, { request, requestId }: Exchange): Record<string, string> {
    const origin = allowedOrigin(settings.corsOrigins, request.headers.get('origin'));
    return { ...reply.headers, ...corsHeaders(origin), vary: varies, 'x-request-id': requestId };
  }

  /** The query is left out of the log: what people search for is nobody's business. */
  function account(exchange: Exchange, status: number, milliseconds: number): void {
    const { request, target, requestId, operation, key } = exchange;
    meter.request(operation, status, milliseconds / 1000);
    const path = target.path.slice(0, 256);
    const ms = Math.round(milliseconds * 1000) / 1000;
    log.info({ requestId, method: request.method, path, operation, key, status, ms }, 'request');
  }
}

/** Sends an answer packed as the reader likes it, or says that what the reader holds is still right. */
function send({ headers: asked }: Request, answer: KeptAnswer, caching: string): Reply {
  const encoding = answer.encodingFor(negotiateEncoding(asked.get('accept-encoding')));
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    etag: entityTag(answer.print, encoding),
    'cache-control': caching,
  };
  const held = asked.get('if-none-match');
  if (held !== null && namesAnswer(held, answer.print)) return { status: 304, headers, body: null };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  return { status: 200, headers, body: answer.bytes(encoding) };
}

function variesBy(origins: CorsOrigins): string {
  const names = ['accept-encoding', credentialHeaders.key, credentialHeaders.secret];
  return (origins === '*' ? names : [...names, 'origin']).join(', ');
}
